package io.polycast.core;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.offload.GroupDatapath;
import io.polycast.core.offload.Offload;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.util.ArrayList;
import java.util.List;

/** Takes pictures of groups for people. */
final class GroupViews {
    private static final int UNKNOWN = -1;

    private GroupViews() {}

    static GroupView of(
            final Mft mft,
            final MftWriter writer,
            final AckAggregator aggregator,
            final CnpFilter cnpFilter,
            final Offload offload,
            final int slot) {
        final GroupFeedback groups = mft.groupFeedback();
        final GroupSpec spec = writer.spec(slot);
        final List<PathView> paths = new ArrayList<>();
        int source = UNKNOWN;
        int speaker = UNKNOWN;
        for (int path = 0; path < mft.pathCount(slot); path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            source = groups.source(slot) == id ? path : source;
            speaker = cnpFilter.speaker(slot) == id ? path : speaker;
            paths.add(path(mft, groups.source(slot), spec, path, id));
        }
        final int flags = groups.flags(slot);
        return new GroupView(
                mft.mcstId(slot),
                spec,
                mft.version(slot),
                source,
                (flags & GroupFeedback.AGG_VALID) == 0 ? UNKNOWN : groups.aggAckPsn(slot),
                (flags & GroupFeedback.HIGHEST_VALID) == 0 ? UNKNOWN : groups.highest(slot),
                (flags & GroupFeedback.ME_VALID) == 0 ? UNKNOWN : groups.mePsn(slot),
                aggregator.minimumPath(slot),
                speaker,
                paths,
                offload == null ? GroupDatapath.USER : offload.datapath(slot),
                offload == null ? null : offload.reason(slot));
    }

    private static PathView path(
            final Mft mft, final int source, final GroupSpec spec, final int path, final int id) {
        final PathFeedback feedback = mft.pathFeedback();
        final boolean known = feedback.has(id, PathFeedback.KNOWN);
        final String state;
        if (feedback.has(id, PathFeedback.DEMOTED)) {
            state = "demoted";
        } else if (feedback.has(id, PathFeedback.EVICTED)) {
            state = "evicted";
        } else if (source == id) {
            state = "source";
        } else {
            state = known ? "receiver" : "unknown";
        }
        return new PathView(
                path,
                spec.paths().get(path),
                state,
                known ? feedback.ackPsn(id) : UNKNOWN,
                feedback.has(id, PathFeedback.NAK_WAITS) ? feedback.nakPsn(id) : UNKNOWN,
                feedback.msn(id),
                feedback.lastHeardNs(id),
                feedback.cnps(id));
    }
}
