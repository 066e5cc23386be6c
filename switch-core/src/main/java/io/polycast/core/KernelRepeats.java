package io.polycast.core;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.EgressSink;
import java.util.Arrays;

/**
 * Groups whose source repeated data that asks, and whose copies the kernel sent: what the engine would
 * have answered at once ({@link FeedbackStage#showLife}) it answers at its next look at the clock.
 */
final class KernelRepeats {
    private static final int NOTHING = -1;

    private final GroupFeedback groups;
    private final FeedbackStage feedback;

    /** By group: PSN of the last such data, or {@link #NOTHING}. */
    private final int[] psn;

    private final int[] slots;
    private int size;

    KernelRepeats(final Mft mft, final FeedbackStage feedback) {
        groups = mft.groupFeedback();
        this.feedback = feedback;
        psn = new int[mft.maxGroups()];
        slots = new int[mft.maxGroups()];
        Arrays.fill(psn, NOTHING);
    }

    void add(final int slot, final int repeated) {
        if (psn[slot] == NOTHING) {
            slots[size++] = slot;
        }
        psn[slot] = repeated;
    }

    void answer(final long nowNs, final EgressSink egress) {
        while (size > 0) {
            final int slot = slots[--size];
            if (groups.source(slot) >= 0) {
                feedback.showLife(nowNs, slot, psn[slot], null, null, egress);
            }
            psn[slot] = NOTHING;
        }
    }
}
