package io.polycast.core.cepheus;

import io.polycast.cnp.CnpFilter;
import io.polycast.core.cepheus.registration.GroupInstaller;
import io.polycast.core.cepheus.silence.SilenceWatch;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.registration.GroupTable.PathService;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.contract.EgressSink;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Installs, replaces and removes groups between two frames, and tells all that keep words of them. */
final class GroupChanges implements GroupInstaller {
    private final CepheusSettings settings;
    private final Mft mft;
    private final MftWriter writer;
    private final FeedbackStage feedback;
    private final SilenceWatch silence;
    private final CnpFilter cnpFilter;
    private final GroupDatapaths datapaths;
    private final CepheusTrace trace;

    GroupChanges(
            final CepheusSettings settings,
            final CepheusParts parts,
            final MftWriter writer,
            final FeedbackStage feedback,
            final SilenceWatch silence) {
        this.settings = settings;
        this.mft = parts.mft();
        this.writer = writer;
        this.feedback = feedback;
        this.silence = silence;
        this.cnpFilter = parts.cnpFilter();
        this.datapaths = parts.datapaths();
        this.trace = parts.trace();
    }

    @Override
    public GroupChange set(final long nowNs, final GroupSpec spec, final EgressSink egress)
            throws GroupRefusedException {
        checkHere(spec);
        final int old = mft.find(spec.mcstId());
        final boolean mayHoldData = old != Mft.NONE && datapaths.mayHoldData(old);
        if (old != Mft.NONE) {
            datapaths.release(nowNs, old);
        }
        final int slot = writer.install(spec);
        final GroupChange change = writer.lastChange();
        if (mayHoldData && change.kind() == GroupChange.Kind.KEPT) {
            // Receivers may be ahead of the bound by the data that a program held.
            mft.groupFeedback().set(slot, GroupFeedback.PASSED_BEFORE);
        }
        silence.onGroupGone(slot);
        cnpFilter.reset(slot);
        datapaths.onGroup(slot);
        if (isRunning(nowNs, slot)) {
            feedback.onMembership(nowNs, slot, egress);
        } else {
            feedback.recount(slot);
        }
        trace.groupSet(nowNs, spec.mcstId(), spec.paths().size());
        return change;
    }

    /** Returns why the records of an earlier process cannot be used, or null. */
    @Override
    public String start(final long nowNs, final GroupSpec spec) throws GroupRefusedException {
        checkHere(spec);
        final int slot = writer.start(spec);
        final String fault = writer.startFault();
        datapaths.onGroup(slot);
        feedback.recount(slot);
        trace.groupSet(nowNs, spec.mcstId(), spec.paths().size());
        return fault;
    }

    /**
     * Feedback that an ended exchange made due means nothing to the source of the next (rule 2).
     */
    private boolean isRunning(final long nowNs, final int slot) {
        final GroupFeedback groups = mft.groupFeedback();
        return groups.has(slot, GroupFeedback.EXCHANGE)
                && nowNs - groups.acceptedNs(slot) < settings.exchange().idleAnewNs();
    }

    @Override
    public void check(final GroupSpec spec) throws GroupRefusedException {
        MftWriter.check(spec);
        checkHere(spec);
    }

    /** What the table cannot check. */
    private void checkHere(final GroupSpec spec) throws GroupRefusedException {
        for (final PathSpec path : spec.paths()) {
            if (path.port() >= settings.portCount()) {
                throw new GroupRefusedException(
                        "port index " + path.port() + " of " + settings.portCount() + " ports");
            }
            checkMember(path);
        }
        if (spec.isIpv6() && settings.mcstPrefix6() == null) {
            throw new GroupRefusedException("IPv6 group without switch.mcstPrefix6; configure it");
        }
    }

    /** Nobody could reach a member for whose address the switch answers. */
    private void checkMember(final PathSpec path) throws GroupRefusedException {
        final McstPrefix prefix = settings.mcstPrefix();
        if (prefix != null
                && path.isHost()
                && path.ip().length == Integer.BYTES
                && prefix.contains(ByteBuffer.wrap(path.ip()).getInt())) {
            throw new GroupRefusedException(
                    "a member has an address of switch.mcstPrefix "
                            + prefix
                            + "; take a prefix without hosts");
        }
    }

    @Override
    public GroupSpec find(final int mcstId) {
        final int slot = mft.find(mcstId);
        return slot == Mft.NONE ? null : writer.spec(slot);
    }

    @Override
    public PathService service(final int mcstId, final PathSpec path) {
        final int slot = mft.find(mcstId);
        final List<PathSpec> rows = writer.spec(slot).paths();
        int row = 0;
        while (!isSameReceiver(rows.get(row), path)) {
            row++;
        }
        final PathFeedback words = mft.pathFeedback();
        final int id = mft.feedbackId(mft.row(slot, row));
        if (words.has(id, PathFeedback.DEMOTED)) {
            return PathService.DEMOTED;
        }
        return words.has(id, PathFeedback.EVICTED) ? PathService.EVICTED : PathService.SERVED;
    }

    private static boolean isSameReceiver(final PathSpec one, final PathSpec other) {
        return one.port() == other.port()
                && one.isHost() == other.isHost()
                && (one.isHost() ? Arrays.equals(one.ip(), other.ip()) : one.mac() == other.mac());
    }

    @Override
    public List<GroupSpec> all() {
        return Arrays.stream(writer.slots()).mapToObj(writer::spec).toList();
    }

    @Override
    public int freeGroups() {
        return writer.freeGroups();
    }

    @Override
    public int freePaths() {
        return writer.freePaths();
    }

    @Override
    public boolean unset(final long nowNs, final int mcstId) {
        final int slot = mft.find(mcstId);
        if (slot != Mft.NONE) {
            datapaths.release(nowNs, slot);
            cnpFilter.reset(slot);
            silence.onGroupGone(slot);
            trace.groupUnset(nowNs, mcstId);
        }
        // The records that an earlier process left are removed too.
        writer.remove(mcstId);
        return slot != Mft.NONE;
    }
}
