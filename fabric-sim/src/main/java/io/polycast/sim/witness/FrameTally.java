package io.polycast.sim.witness;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;

/**
 * Witness of accounts: compares a switch's counters with the frames that went in and out of it. The
 * ending that it returns is checked after each frame; all sums, which cost a walk over the
 * counters, every {@link #FULL_CHECK} frames and at the end.
 */
final class FrameTally {
    private static final int FULL_CHECK = 256;

    private final CounterBlock counters;
    private final int node;
    private final long[] endings = new long[Ending.ID_LIMIT];
    private long framesIn;
    private long copiesTaken;
    private long copiesRefused;
    private long authoredTaken;
    private long authoredRefused;

    FrameTally(final CounterBlock counters, final int node) {
        this.counters = counters;
        this.node = node;
    }

    void onCopy(final boolean taken) {
        if (taken) {
            copiesTaken++;
        } else {
            copiesRefused++;
        }
    }

    void onAuthored(final boolean taken) {
        if (taken) {
            authoredTaken++;
        } else {
            authoredRefused++;
        }
    }

    void onFrame(final int endingId) {
        final Ending ending = Ending.byId(endingId);
        if (ending == null) {
            throw new InvariantViolation(
                    Invariant.ACCOUNTING, "switch " + node + " ended a frame as " + endingId);
        }
        framesIn++;
        if (counters.get(ending) != ++endings[endingId]
                || counters.get(Tally.FRAMES_IN) != framesIn) {
            throw broken(ending.label(), endings[endingId], counters.get(ending));
        }
        if (framesIn % FULL_CHECK == 0) {
            checkAll();
        }
    }

    void checkAll() {
        require("ended and held", framesIn, counters.ended() + counters.held());
        require("frames in", framesIn, counters.get(Tally.FRAMES_IN));
        require("copies out", copiesTaken, counters.get(Tally.COPIES_OUT));
        require("copies refused", copiesRefused, counters.get(Tally.COPIES_REFUSED));
        require("feedback refused", authoredRefused, counters.get(Tally.FEEDBACK_REFUSED));
        require(
                "feedback out",
                authoredTaken,
                counters.get(Tally.ACKS_OUT)
                        + counters.get(Tally.NACKS_OUT)
                        + counters.get(Tally.RNR_NAKS_OUT)
                        + counters.get(Tally.FATAL_NAKS_OUT)
                        + counters.get(Tally.CNPS_OUT));
    }

    /** What the engine has taken over from the kernel. */
    void checkKernel(final long frames, final long copies) {
        require("data in the kernel", frames, counters.get(Tally.KERNEL_FRAMES));
        require("copies by the kernel", copies, counters.get(Tally.KERNEL_COPIES));
    }

    private void require(final String what, final long seen, final long counted) {
        if (seen != counted) {
            throw broken(what, seen, counted);
        }
    }

    private InvariantViolation broken(final String what, final long seen, final long counted) {
        return new InvariantViolation(
                Invariant.ACCOUNTING,
                "switch " + node + ": " + what + ": " + seen + " seen, " + counted + " counted");
    }
}
