package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.core.cepheus.registration.RegistrationParts;
import io.polycast.core.cepheus.silence.SilenceWatch;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.GroupViews;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.Role;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.bridge.HeaderBridge;
import io.polycast.mft.bridge.Replicator;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The Cepheus role: replicates one RC connection to many receivers and aggregates their feedback. Data,
 * feedback, and ARP or ND for McstIDs each go to a stage. PAUSE and PFC are counted and dropped.
 */
public final class CepheusRole implements Role {
    private static final int DELTA_ENTRIES = 16 * 1024;

    private final CepheusSettings settings;
    private final Mft mft;
    private final HeaderBridge bridge;
    private final ReadAhead readAhead;
    private final MftWriter writer;
    private final DataStage data;
    private final FeedbackStage feedback;
    private final NeighbourAnswers neighbours;
    private final Expiry expiry;
    private final KernelReports reports;
    private final GroupEntries entries;
    private final GroupViews views;
    private final RateLimits limits;
    private final Beginnings beginnings;
    private final GroupDatapaths datapaths;
    private final GroupAddress6 prefix6;
    private final CepheusTrace trace;
    private final Registrar registrar;

    /**
     * A role whose groups the engine serves.
     *
     * @param settings of the switch
     * @param feedbackState buffer of {@link FeedbackLayout#length} bytes, all zero when new; what it
     *     holds is taken up by the groups that it belongs to
     * @param counters of the shard
     */
    public CepheusRole(
            final CepheusSettings settings,
            final AtomicBuffer feedbackState,
            final CounterBlock counters) {
        this(settings, feedbackState, counters, null, null, null);
    }

    /**
     * A role whose groups may be served by the kernel, and registered by their leaders.
     *
     * @param settings of the switch; they have a prefix of McstIDs if there is registration
     * @param feedbackState as above
     * @param counters of the shard
     * @param kernel that may serve groups, or null; not used where all ICRCs are to be verified
     * @param moves times of moving groups there and back; null without a kernel
     * @param registration of groups, or null
     */
    public CepheusRole(
            final CepheusSettings settings,
            final AtomicBuffer feedbackState,
            final CounterBlock counters,
            final KernelTable kernel,
            final OffloadSettings moves,
            final RegistrationParts registration) {
        this.settings = settings;
        feedbackState.boundsCheck(
                0, FeedbackLayout.length(settings.maxGroups(), settings.maxPaths()));
        mft = new Mft(settings.maxGroups(), settings.maxPaths(), new UnsafeBuffer(feedbackState));
        writer = new MftWriter(mft);
        trace = new CepheusTrace(mft, writer);
        prefix6 = new GroupAddress6(settings.mcstPrefix6());
        final SilenceWatch silence = new SilenceWatch(mft);
        beginnings = new Beginnings(mft.groupFeedback(), settings.exchange().idleAnewNs());
        final CepheusAssembly assembly = new CepheusAssembly(settings, mft, counters);
        limits = assembly.rateLimits();
        readAhead = new ReadAhead(mft, limits.earnedNs());
        reports =
                new KernelReports(
                        mft, limits, beginnings, silence, settings.exchange().idleAnewNs());
        final AckAggregator aggregator = assembly.aggregator();
        datapaths = assembly.datapaths(aggregator, kernel, moves, reports);
        final Icrc icrc = new Icrc();
        final CepheusParts parts =
                new CepheusParts(
                        mft,
                        aggregator,
                        assembly.cnpFilter(),
                        datapaths,
                        limits,
                        new IcrcCheck(icrc, counters),
                        counters,
                        trace);
        final SourceAnswers answers =
                new SourceAnswers(
                        parts,
                        new FeedbackAuthor(mft, icrc, settings.mac(), settings.mcstPrefix6()));
        feedback = new FeedbackStage(parts, answers);
        expiry = new Expiry(parts, silence, feedback);
        bridge = new HeaderBridge(mft, settings.mac(), settings.mcstPrefix6(), DELTA_ENTRIES);
        data =
                new DataStage(
                        parts,
                        assembly.sources(),
                        new Replicator(mft, bridge, counters),
                        answers,
                        silence,
                        beginnings,
                        settings.verifyAllIcrc());
        reports.answers(answers);
        final GroupChanges changes = new GroupChanges(settings, parts, writer, feedback, silence);
        registrar = assembly.registrar(registration, changes);
        entries = new GroupEntries(changes, registrar);
        trace.registrar(registrar);
        neighbours = new NeighbourAnswers(mft, settings, prefix6, limits, registrar);
        views = new GroupViews(mft, writer, aggregator, parts.cnpFilter(), datapaths, registrar);
    }

    @Override
    public void close() {
        mft.close();
        bridge.close();
    }

    @Override
    public ReadAhead readAhead() {
        return readAhead;
    }

    @Override
    public int onFrame(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        switch (info.kind) {
            case FrameKind.ROCE_DATA, FrameKind.ROCE_ACK, FrameKind.ROCE_CNP -> {
                final int slot = slotOf(frame, info);
                return slot == Mft.NONE
                        ? Role.notMine(unknownRoce(info))
                        : onGroup(nowNs, port, slot, frame, info, egress);
            }
            case FrameKind.ROCE_REFUSED -> {
                return slotOf(frame, info) == Mft.NONE
                        ? Role.notMine(unknownRoce(info))
                        : Ending.OPCODE_REFUSED.id();
            }
            case FrameKind.MALFORMED -> {
                return onMalformed(nowNs, port, frame, info, egress);
            }
            case FrameKind.ARP_REQUEST -> {
                if (neighbours.isForGroup4(frame, info)) {
                    return neighbours.answerArp(nowNs, port, frame, info, egress);
                }
            }
            case FrameKind.NEIGHBOUR_SOLICITATION -> {
                if (neighbours.isForGroup6(frame, info)) {
                    return neighbours.answerSolicitation(nowNs, port, frame, info, egress);
                }
            }
            case FrameKind.MAC_CONTROL -> {
                return Ending.MAC_CONTROL_DROPPED.id();
            }
            case FrameKind.UDP -> {
                return registrar.takes(frame, info)
                        ? registrar.onFrame(nowNs, port, frame, info, egress)
                        : Role.notMine(registrar.otherwise(info));
            }
            default -> {
                // Nothing that a group's member sends.
            }
        }
        return Role.notMine(Ending.NOT_FOR_US.id());
    }

    private int onGroup(
            final long nowNs,
            final int port,
            final int slot,
            final MutableDirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (info.destQpn != Bth.VIRTUAL_QPN) {
            return Ending.WRONG_QPN.id();
        }
        datapaths.sync(nowNs, slot);
        final int path = pathOf(slot, port, frame, info);
        if (path == Mft.NONE) {
            return Ending.NOT_A_MEMBER.id();
        }
        return info.kind == FrameKind.ROCE_DATA
                ? data.onData(nowNs, port, slot, path, frame, info, egress)
                : feedback.onFeedback(nowNs, slot, path, frame, info, egress);
    }

    /** Of damaged frames only {@code alive} of the next switch counts: its AETH is none of InfiniBand's. */
    private int onMalformed(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final int slot = slotOf(frame, info);
        if (slot == Mft.NONE) {
            return Role.notMine(info.reason);
        }
        if (!FeedbackStage.isAlive(frame, info) || info.destQpn != Bth.VIRTUAL_QPN) {
            return info.reason;
        }
        final int path = mft.switchPath(slot, port, info.vlanId, frame, info.frameOffset);
        return path == Mft.NONE
                ? info.reason
                : feedback.onFeedback(nowNs, slot, path, frame, info, egress);
    }

    /** A member by its own address on its own port, else a switch by its MAC address. */
    private int pathOf(
            final int slot, final int port, final MutableDirectBuffer frame, final FrameInfo info) {
        final int srcOffset =
                info.l3Offset + (info.ipVersion == 4 ? Ipv4.SRC_OFFSET : Ipv6.SRC_OFFSET);
        final int member = mft.member(slot, port, info.vlanId, info.srcIp, frame, srcOffset);
        return member != Mft.NONE
                ? member
                : mft.switchPath(slot, port, info.vlanId, frame, info.frameOffset);
    }

    @Override
    public int groupOf(final DirectBuffer frame, final FrameInfo info) {
        return slotOf(frame, info) == Mft.NONE ? 0 : info.dstIp;
    }

    private int slotOf(final DirectBuffer frame, final FrameInfo info) {
        if (info.ipVersion == 4) {
            final int slot = mft.find(info.dstIp);
            return slot != Mft.NONE && mft.takes(slot, false) ? slot : Mft.NONE;
        }
        if (info.ipVersion == 6 && prefix6.matches(frame, info.l3Offset + Ipv6.DST_OFFSET)) {
            final int slot = mft.find(info.dstIp);
            return slot != Mft.NONE && mft.takes(slot, true) ? slot : Mft.NONE;
        }
        return Mft.NONE;
    }

    private static int unknownRoce(final FrameInfo info) {
        return info.destQpn == Bth.VIRTUAL_QPN && !Opcode.isUc(info.opcode)
                ? Ending.UNKNOWN_GROUP.id()
                : Ending.NOT_FOR_US.id();
    }

    @Override
    public void onDiscarded(final long nowNs) {
        beginnings.onDiscarded(nowNs);
    }

    /** Half of {@code idleAnew}: a frame that waited longer may be of an exchange that has ended. */
    @Override
    public long standstillNs() {
        return settings.exchange().idleAnewNs() / 2;
    }

    @Override
    public long onTick(final long nowNs, final EgressSink egress) {
        final long moveNs = datapaths.onTick(nowNs);
        reports.answer(nowNs, egress);
        final long dueNs = Math.min(moveNs, expiry.onTick(nowNs, egress));
        return Math.min(dueNs, registrar.onTick(nowNs, egress));
    }

    /**
     * Installs a group or replaces it whole. A replacement with the same written epoch keeps what
     * unchanged paths acknowledged and leaves evicted members out; every other forgets all (rule
     * 2). A set comes after the old queue pairs are gone and before the first data of new ones.
     */
    @Override
    public GroupChange setGroup(final long nowNs, final GroupEntry entry, final EgressSink egress)
            throws GroupRefusedException {
        return entries.set(nowNs, entry, egress);
    }

    /**
     * Installs a group of the file that the switch starts with. This is no set: evicted members
     * stay out, and the first verified data begins the group anew.
     *
     * @return why the group begins anew with unknown feedback although an earlier process had it, in words
     *     for people: its records are damaged; null when they are not
     */
    @Override
    public String startGroup(final long nowNs, final GroupEntry entry)
            throws GroupRefusedException {
        return entries.start(nowNs, entry);
    }

    @Override
    public void onNotKept(final long nowNs, final GroupEntry entry, final EgressSink egress) {
        registrar.notKept(nowNs, (RegisteredGroup) entry, egress);
    }

    /** For the thread that runs the role. */
    public Registrar registrar() {
        return registrar;
    }

    /** Damaged records are nobody's from here on. */
    @Override
    public void endStart() {
        writer.endStart();
    }

    @Override
    public boolean unsetGroup(final long nowNs, final int mcstId) {
        return entries.unset(nowNs, mcstId);
    }

    /** Takes all groups back from the kernel: the feedback words then say what it has seen. */
    @Override
    public boolean leave(final long nowNs) {
        return datapaths.releaseAll(nowNs);
    }

    @Override
    public int groupCount() {
        return writer.groupCount();
    }

    /** Bytes that the table of groups takes. */
    public long tableBytes() {
        return writer.tableBytes();
    }

    /** What a group was installed from, or null when it is not installed. */
    public GroupSpec spec(final int mcstId) {
        final int slot = mft.find(mcstId);
        return slot == Mft.NONE ? null : writer.spec(slot);
    }

    @Override
    public GroupView group(final int mcstId) {
        return views.of(mcstId);
    }

    @Override
    public List<GroupView> groups() {
        return views.all();
    }

    @Override
    public void trace(final TraceSink sink) {
        trace.sink(sink);
        registrar.trace(sink);
    }

    @Override
    public void events(final GroupEvents listener) {
        trace.listener(listener);
        datapaths.events(listener);
    }
}
