package io.polycast.core.cepheus;

import io.polycast.core.cepheus.silence.SilenceWatch;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.KernelProgress;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.EgressSink;
import java.util.Arrays;

/**
 * Counts frames that the kernel replicated as if the engine had replicated them. Data that asks and
 * that the source repeated is owed a sign of life ({@link SourceAnswers#showLife}): the engine
 * would have sent it at once, and sends it at the next tick.
 */
final class KernelReports implements KernelProgress {
    private static final int NOTHING = -1;

    private final GroupFeedback groups;
    private final RateLimits limits;
    private final Beginnings beginnings;
    private final SilenceWatch silence;
    private final long idleAnewNs;

    /** By group: PSN of the last repeated data that asks, or {@link #NOTHING}. */
    private final int[] psn;

    private final int[] slots;
    private SourceAnswers answers;
    private int size;

    KernelReports(
            final Mft mft,
            final RateLimits limits,
            final Beginnings beginnings,
            final SilenceWatch silence,
            final long idleAnewNs) {
        groups = mft.groupFeedback();
        this.limits = limits;
        this.beginnings = beginnings;
        this.silence = silence;
        this.idleAnewNs = idleAnewNs;
        psn = new int[mft.maxGroups()];
        slots = new int[mft.maxGroups()];
        Arrays.fill(psn, NOTHING);
    }

    /** Who writes the signs of life; set once, before the first frame. */
    void answers(final SourceAnswers author) {
        answers = author;
    }

    @Override
    public void onFrames(
            final long nowNs,
            final int slot,
            final long sinceNs,
            final long frames,
            final int lastPsn,
            final int asked,
            final int how) {
        limits.onData(slot, frames);
        // The engine may have accepted later data of a group that has just left.
        if (frames > 0 && sinceNs - groups.acceptedNs(slot) > 0) {
            groups.acceptedNs(slot, sinceNs);
        }
        final boolean repeated = (how & REPEATED) != 0;
        // Programs do not tell of data that asks and overtakes others. An exchange that ended
        // during
        // a standstill of this switch gets no answer (rule 2).
        if ((repeated || beginnings.has(nowNs, slot))
                && nowNs - groups.acceptedNs(slot) < idleAnewNs) {
            add(slot, asked >= 0 ? asked : lastPsn);
        }
        if (!silence.isOff(slot)) {
            final boolean steppedBack = (how & STEPPED_BACK) != 0;
            silence.onKernelFrames(nowNs, slot, lastPsn, asked, repeated, steppedBack);
        }
    }

    private void add(final int slot, final int repeated) {
        if (psn[slot] == NOTHING) {
            slots[size++] = slot;
        }
        psn[slot] = repeated;
    }

    /** Sends the signs of life that are owed. */
    void answer(final long nowNs, final EgressSink egress) {
        while (size > 0) {
            final int slot = slots[--size];
            if (groups.source(slot) >= 0) {
                answers.showLife(nowNs, slot, psn[slot], null, null, egress);
            }
            psn[slot] = NOTHING;
        }
    }
}
