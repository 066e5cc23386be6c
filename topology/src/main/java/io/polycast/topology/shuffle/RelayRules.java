package io.polycast.topology.shuffle;

/**
 * Static rules: which ToRs relay the frames of a source into their splitters. All mirrors of a class
 * feed the same ToRs, so that each class has one relay at most.
 */
@FunctionalInterface
public interface RelayRules {
    /** Place of a class without a live relay. */
    int NONE = -1;

    /**
     * @param source in [0, nodes())
     * @param relays of {@link ShuffleShape#classes()} places; receives the relay of each mirror class, or
     *     {@link #NONE}
     */
    void fill(int source, int[] relays);
}
