package io.polycast.core.cepheus.view;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.util.ArrayList;
import java.util.List;

/** Takes pictures of groups for people. */
public final class GroupViews {
    private static final int UNKNOWN = GroupProgress.UNKNOWN;

    private final Mft mft;
    private final MftWriter writer;
    private final AckAggregator aggregator;
    private final CnpFilter cnpFilter;

    private final GroupDatapaths datapaths;
    private final Registrar registrar;

    /**
     * @param mft whose groups are shown
     * @param writer knows what groups were installed from
     * @param aggregator knows minima
     * @param cnpFilter knows the most congested paths
     * @param datapaths which datapath serves each group
     * @param registrar knows the leaders of registered groups
     */
    public GroupViews(
            final Mft mft,
            final MftWriter writer,
            final AckAggregator aggregator,
            final CnpFilter cnpFilter,
            final GroupDatapaths datapaths,
            final Registrar registrar) {
        this.mft = mft;
        this.writer = writer;
        this.aggregator = aggregator;
        this.cnpFilter = cnpFilter;
        this.datapaths = datapaths;
        this.registrar = registrar;
    }

    /** A group, or null when it is not installed. */
    public GroupView of(final int mcstId) {
        final int slot = mft.find(mcstId);
        return slot == Mft.NONE ? null : view(slot);
    }

    /** All groups, in order of McstID read as an unsigned number. */
    public List<GroupView> all() {
        final List<GroupView> views = new ArrayList<>();
        for (final int slot : writer.slots()) {
            views.add(view(slot));
        }
        views.sort((a, b) -> Integer.compareUnsigned(a.mcstId(), b.mcstId()));
        return views;
    }

    private GroupView view(final int slot) {
        final GroupFeedback groups = mft.groupFeedback();
        final GroupSpec spec = writer.spec(slot);
        final List<PathView> paths = new ArrayList<>();
        int source = UNKNOWN;
        int speaker = UNKNOWN;
        for (int path = 0; path < mft.pathCount(slot); path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            source = groups.source(slot) == id ? path : source;
            speaker = cnpFilter.speaker(slot) == id ? path : speaker;
            paths.add(path(groups.source(slot), spec, path, id));
        }
        return new GroupView(
                mft.mcstId(slot),
                spec,
                mft.version(slot),
                progress(slot, source, speaker),
                paths,
                datapaths.datapath(slot),
                datapaths.reason(slot),
                registrar.find(mft.mcstId(slot)));
    }

    private GroupProgress progress(final int slot, final int source, final int speaker) {
        final GroupFeedback groups = mft.groupFeedback();
        final int flags = groups.flags(slot);
        return new GroupProgress(
                source,
                (flags & GroupFeedback.AGG_VALID) == 0 ? UNKNOWN : groups.aggAckPsn(slot),
                (flags & GroupFeedback.HIGHEST_VALID) == 0 ? UNKNOWN : groups.highest(slot),
                (flags & GroupFeedback.ME_VALID) == 0 ? UNKNOWN : groups.mePsn(slot),
                aggregator.minimumPath(slot),
                speaker,
                source == UNKNOWN ? 0 : aggregator.movedNs(slot));
    }

    private static String word(final boolean known, final boolean joins) {
        if (joins) {
            return "joining";
        }
        return known ? "receiver" : "unknown";
    }

    private PathView path(final int source, final GroupSpec spec, final int path, final int id) {
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
            state = word(known, feedback.has(id, PathFeedback.JOINING));
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
