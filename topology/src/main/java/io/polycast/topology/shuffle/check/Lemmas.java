package io.polycast.topology.shuffle.check;

/**
 * Which lemmas of the paper hold in an instance, or in several together.
 *
 * @param lemma1 all ToRs in 2k - 1 hops
 * @param lemma2 relays by the partition criteria
 * @param lemma3 equal loads of relays
 * @param lemma4 fewest relays, most disjoint sets
 */
public record Lemmas(boolean lemma1, boolean lemma2, boolean lemma3, boolean lemma4) {
    /** Of no instance. */
    static final Lemmas ALL = new Lemmas(true, true, true, true);

    Lemmas and(final Lemmas other) {
        return new Lemmas(
                lemma1 && other.lemma1,
                lemma2 && other.lemma2,
                lemma3 && other.lemma3,
                lemma4 && other.lemma4);
    }

    /** Whether all of them hold. */
    boolean hold() {
        return lemma1 && lemma2 && lemma3 && lemma4;
    }
}
