package io.polycast.sim.scenario;

/**
 * A fault of one switch, host or link at one time.
 *
 * @param kind of it; one that concerns a single switch, host or link
 * @param atNs when it begins
 * @param lengthNs how long it lasts
 * @param target switch or host number, or link number for {@link FaultKind#LINK_DOWN}
 * @param detail of some kinds: ns per frame of a slow receiver, group of a reset, ns that control is late
 */
public record Fault(FaultKind kind, long atNs, long lengthNs, int target, int detail) {
    @Override
    public String toString() {
        return kind.label()
                + "("
                + target
                + (detail == 0 ? "" : ", " + detail)
                + ") at "
                + atNs
                + " ns for "
                + lengthNs
                + " ns";
    }
}
