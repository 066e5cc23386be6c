package io.polycast.topology.shuffle.check;

/**
 * Findings about an instance, or about several together.
 *
 * @param instances that were checked
 * @param sources of these instances
 * @param lemmas that hold
 * @param recovered all sources reach all ToRs after each failure that was tried
 * @param maxHopsOk at most 2k - 1 hops without failures and 3k - 1 after a repair
 * @param failureSets sets of failed relays that the computed repair was tried with
 * @param exhaustive instances with k > 1 of which all sets of fewer than p were tried
 */
public record InstanceResult(
        int instances,
        long sources,
        Lemmas lemmas,
        boolean recovered,
        boolean maxHopsOk,
        long failureSets,
        int exhaustive) {
    /** Of no instance. */
    public static final InstanceResult NONE =
            new InstanceResult(0, 0, Lemmas.ALL, true, true, 0, 0);

    /**
     * @param other result
     * @return both together
     */
    public InstanceResult and(final InstanceResult other) {
        return new InstanceResult(
                instances + other.instances,
                sources + other.sources,
                lemmas.and(other.lemmas),
                recovered && other.recovered,
                maxHopsOk && other.maxHopsOk,
                failureSets + other.failureSets,
                exhaustive + other.exhaustive);
    }

    /** Whether each check held. */
    public boolean holds() {
        return lemmas.hold() && recovered && maxHopsOk;
    }
}
