package io.polycast.core.cepheus;

import io.polycast.core.cepheus.silence.SilenceWatch;
import io.polycast.core.event.EvictionCause;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.EgressSink;

/** Takes members out of service whose silence has lasted for {@code policy.silentAfter} (rule 8). */
final class Expiry {
    private final Mft mft;
    private final GroupDatapaths datapaths;
    private final SilenceWatch silence;
    private final FeedbackStage feedback;

    Expiry(final CepheusParts parts, final SilenceWatch silence, final FeedbackStage feedback) {
        this.mft = parts.mft();
        this.datapaths = parts.datapaths();
        this.silence = silence;
        this.feedback = feedback;
    }

    /** Does what is due, and returns the next deadline in ns, or {@link Long#MAX_VALUE}. */
    long onTick(final long nowNs, final EgressSink egress) {
        int slot = silence.due(nowNs);
        while (slot != Mft.NONE) {
            expire(nowNs, slot, egress);
            slot = silence.due(nowNs);
        }
        return silence.nextDeadlineNs();
    }

    private void expire(final long nowNs, final int slot, final EgressSink egress) {
        datapaths.refresh(nowNs, slot);
        final EvictionCause cause =
                mft.silentPolicy(slot) == SilentPolicy.DEMOTE.ordinal()
                        ? EvictionCause.SILENT_DEMOTED
                        : EvictionCause.SILENT;
        boolean changed = false;
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (silence.isSilent(slot, id)) {
                feedback.evict(nowNs, slot, path, id, cause);
                changed = true;
            }
        }
        if (changed) {
            feedback.onMembership(nowNs, slot, egress);
        }
        silence.rearm(nowNs, slot);
    }
}
