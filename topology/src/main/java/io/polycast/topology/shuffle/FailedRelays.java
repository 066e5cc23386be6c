package io.polycast.topology.shuffle;

import java.util.Arrays;
import java.util.List;

/**
 * Relays that transmit no more, in the order in which they failed. Their ToRs still receive: any failure
 * of a component is one of the relay (section III-C).
 */
public final class FailedRelays {
    private final int[] inOrder;
    private final boolean[] failed;

    /**
     * @param shape of the instance
     * @param inOrder failed ToRs, the first to fail first
     * @throws IllegalArgumentException when one is outside the instance or named twice
     */
    public FailedRelays(final ShuffleShape shape, final int... inOrder) {
        this.inOrder = inOrder.clone();
        failed = new boolean[shape.nodes()];
        for (final int tor : inOrder) {
            shape.check(tor);
            if (failed[tor]) {
                throw new IllegalArgumentException("ToR " + tor + " is named twice");
            }
            failed[tor] = true;
        }
    }

    /**
     * Refuses failures that no rules can repair.
     *
     * @param shape of the instance
     * @throws IllegalArgumentException when all mirrors of a class have failed
     */
    public void checkRepairable(final ShuffleShape shape) {
        for (final int tor : inOrder) {
            final int mirrorClass = shape.mirrorClass(tor);
            final int[] mirrors = new int[shape.p()];
            Arrays.setAll(mirrors, partition -> shape.mirror(mirrorClass, partition));
            if (Arrays.stream(mirrors).allMatch(this::contains)) {
                final int first = shape.firstFed(mirrorClass);
                throw new IllegalArgumentException(
                        "no live relay is left for ToRs "
                                + first
                                + " to "
                                + (first + shape.p() - 1)
                                + ": all their relays "
                                + Arrays.toString(mirrors)
                                + " have failed; at most p - 1 = "
                                + (shape.p() - 1)
                                + " of them may fail");
            }
        }
    }

    /**
     * @param tor in [0, nodes())
     * @return whether it has failed
     */
    public boolean contains(final int tor) {
        return failed[tor];
    }

    /** Failed ToRs, the first to fail first. */
    public List<Integer> inOrder() {
        return Arrays.stream(inOrder).boxed().toList();
    }

    /**
     * @param relays of each mirror class; those that have failed become {@link RelayRules#NONE}
     */
    void strike(final int[] relays) {
        for (int i = 0; i < relays.length; i++) {
            if (relays[i] != RelayRules.NONE && failed[relays[i]]) {
                relays[i] = RelayRules.NONE;
            }
        }
    }
}
