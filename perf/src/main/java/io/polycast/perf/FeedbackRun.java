package io.polycast.perf;

import io.polycast.ack.AckAggregator;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/** A group whose receivers answer, for {@link AckBench} and {@link NackBench}. */
final class FeedbackRun {
    private static final long NAK_REPEAT_NS = 1_000_000;

    final Mft mft;
    final AckAggregator aggregator;
    final int slot;

    /** Receivers' feedback ids, in the random order in which they answer. */
    final int[] ids;

    /** PSN that is under way. */
    int psn = Fixture.FIRST_PSN;

    long nowNs;

    FeedbackRun(final int receivers) throws GroupRefusedException {
        mft = Fixture.table(1, receivers);
        slot = mft.find(Fixture.mcstId(0));
        aggregator = new AckAggregator(mft, Fixture.counters(), NAK_REPEAT_NS, 1 << 16);
        aggregator.onSource(nowNs, slot, mft.feedbackId(mft.row(slot, 0)));
        ids = Fixture.shuffled(receivers);
        for (int i = 0; i < receivers; i++) {
            ids[i] = mft.feedbackId(mft.row(slot, 1 + ids[i]));
        }
        mft.groupFeedback().set(slot, GroupFeedback.HIGHEST_VALID);
        forward();
    }

    /** A packet goes out to all. */
    void forward() {
        mft.groupFeedback().highest(slot, psn);
    }

    /** The next packet goes out to all. */
    void forwardNext() {
        psn = Psn.next(psn);
        forward();
    }
}
