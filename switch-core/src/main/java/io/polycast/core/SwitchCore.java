package io.polycast.core;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.offload.KernelPath;
import io.polycast.core.offload.Offload;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.mft.bridge.HeaderBridge;
import io.polycast.mft.bridge.Replicator;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One switch (or one shard of it) in the role of a Cepheus accelerator: frame, port and time in,
 * frames out, next deadline returned. Single-threaded and deterministic; no input bytes make it throw.
 */
public final class SwitchCore implements AutoCloseable {
    private static final int DELTA_ENTRIES = 16 * 1024;

    private final SwitchSettings settings;
    private final Mft mft;
    private final HeaderBridge bridge;
    private final ReadAhead readAhead;
    private final MftWriter writer;
    private final DataStage data;
    private final FeedbackStage feedback;
    private final NeighbourAnswers neighbours;
    private final SilenceWatch silence;
    private final KernelRepeats repeats;
    private final GroupChanges changes;
    private final GroupViews views;
    private final RateLimits limits;
    private final Beginnings beginnings;

    /** Null without a kernel that may serve groups. */
    private final Offload offload;

    private final GroupAddress6 prefix6;
    private final CounterBlock counters;
    private final CoreTrace trace;
    private final TracedEgress tracedEgress;
    private final FrameInfo info = new FrameInfo();

    /**
     * @param settings of the switch
     * @param feedbackState buffer of {@link FeedbackLayout#length} bytes, all zero when new; what it
     *     holds is taken up by the groups that it belongs to
     * @param counters of the shard
     */
    public SwitchCore(
            final SwitchSettings settings,
            final AtomicBuffer feedbackState,
            final CounterBlock counters) {
        this(settings, feedbackState, counters, null, null);
    }

    /**
     * A switch whose groups may be served by the kernel.
     *
     * @param settings of the switch
     * @param feedbackState buffer of {@link FeedbackLayout#length} bytes, all zero when new; what it
     *     holds is taken up by the groups that it belongs to
     * @param counters of the shard
     * @param kernel that may serve groups, or null; not used where all ICRCs are to be verified
     * @param moves times of moving groups there and back; null without a kernel
     */
    public SwitchCore(
            final SwitchSettings settings,
            final AtomicBuffer feedbackState,
            final CounterBlock counters,
            final KernelPath kernel,
            final OffloadSettings moves) {
        this.settings = settings;
        this.counters = counters;
        feedbackState.boundsCheck(
                0, FeedbackLayout.length(settings.maxGroups(), settings.maxPaths()));
        mft = new Mft(settings.maxGroups(), settings.maxPaths(), new UnsafeBuffer(feedbackState));
        writer = new MftWriter(mft);
        trace = new CoreTrace(mft, writer);
        tracedEgress = new TracedEgress(trace);
        prefix6 = new GroupAddress6(settings.mcstPrefix6());
        silence = new SilenceWatch(mft);
        beginnings = new Beginnings(mft.groupFeedback(), settings.exchange().idleAnewNs());
        limits = new RateLimits(settings);
        readAhead = new ReadAhead(mft, limits.earnedNs());
        final AckAggregator aggregator =
                new AckAggregator(
                        mft, counters, settings.nakRepeatNs(), settings.exchange().answerWindow());
        final SwitchSettings.CnpSettings cnp = settings.cnp();
        final CnpFilter cnpFilter =
                new CnpFilter(mft, cnp.windowNs(), cnp.notificationGapNs(), cnp.hysteresis());
        offload =
                kernel == null || settings.verifyAllIcrc()
                        ? null
                        : new Offload(
                                mft,
                                aggregator,
                                kernel,
                                moves.withExchangeIdle(settings.exchange().kernelIdleNs()),
                                this::onKernelFrames,
                                counters);
        final Icrc icrc = new Icrc();
        final FeedbackAuthor author =
                new FeedbackAuthor(mft, icrc, settings.mac(), settings.mcstPrefix6());
        feedback =
                new FeedbackStage(
                        mft, aggregator, cnpFilter, author, limits, offload, icrc, counters, trace);
        repeats = new KernelRepeats(mft, feedback);
        bridge = new HeaderBridge(mft, settings.mac(), settings.mcstPrefix6(), DELTA_ENTRIES);
        data =
                new DataStage(
                        mft,
                        new SourceTracker(
                                mft,
                                settings.sourceWindow(),
                                settings.exchange().idleAnewNs(),
                                settings.exchange().answerWindow()),
                        aggregator,
                        cnpFilter,
                        new Replicator(mft, bridge, counters),
                        feedback,
                        silence,
                        limits,
                        beginnings,
                        offload,
                        icrc,
                        settings.verifyAllIcrc(),
                        counters,
                        trace);
        neighbours = new NeighbourAnswers(mft, settings.mac(), prefix6);
        changes =
                new GroupChanges(
                        settings, mft, writer, feedback, silence, cnpFilter, offload, trace);
        views = new GroupViews(mft, writer, aggregator, cnpFilter, offload);
    }

    /** Gives the tables' memory back; nothing may be called any more. */
    @Override
    public void close() {
        mft.close();
        bridge.close();
    }

    private void onKernelFrames(
            final long nowNs,
            final int slot,
            final long sinceNs,
            final long frames,
            final int lastPsn,
            final int asked,
            final boolean repeated,
            final boolean steppedBack) {
        limits.onData(slot, frames);
        // The engine may have accepted later data of a group that has just left.
        final GroupFeedback groups = mft.groupFeedback();
        if (frames > 0 && sinceNs - groups.acceptedNs(slot) > 0) {
            groups.acceptedNs(slot, sinceNs);
        }
        // Programs do not tell of data that asks and overtakes others. An exchange that ended while
        // the
        // switch stood still is answered no more (rule 2).
        if ((repeated || beginnings.has(nowNs, slot))
                && nowNs - groups.acceptedNs(slot) < settings.exchange().idleAnewNs()) {
            repeats.add(slot, asked >= 0 ? asked : lastPsn);
        }
        if (!silence.isOff(slot)) {
            silence.onKernelFrames(nowNs, slot, lastPsn, asked, repeated, steppedBack);
        }
    }

    /**
     * Processes one frame, whatever its bytes.
     *
     * @param nowNs time, in ns, never going back
     * @param ingressPort index of the port that it came in on
     * @param frame holds the frame
     * @param offset of its first byte
     * @param length in bytes, without FCS
     * @param egress takes the frames that leave
     * @return id of the {@link Ending}, counted already
     */
    public int onFrame(
            final long nowNs,
            final int ingressPort,
            final MutableDirectBuffer frame,
            final int offset,
            final int length,
            final EgressSink egress) {
        Classifier.classify(frame, offset, length, info);
        return onClassified(nowNs, ingressPort, frame, info, egress);
    }

    /**
     * What may be told of frames some time before they come to {@link #onClassified}: tables are read ahead
     * for them. Optional, and nothing changes but the time that the frames take.
     */
    public ReadAhead readAhead() {
        return readAhead;
    }

    /**
     * Processes one frame that was classified already.
     *
     * @param nowNs time, in ns, never going back
     * @param ingressPort index of the port that it came in on
     * @param frame holds the frame
     * @param frameInfo what {@link Classifier} found in it
     * @param egress takes the frames that leave
     * @return id of the {@link Ending}, counted already
     */
    public int onClassified(
            final long nowNs,
            final int ingressPort,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink egress) {
        counters.count(Tally.FRAMES_IN);
        final int ending;
        if (trace.isOn()) {
            tracedEgress.begin(nowNs, egress, frameInfo);
            ending = dispatch(nowNs, ingressPort, frame, frameInfo, tracedEgress);
            final boolean known = groupOf(frame, frameInfo) != Mft.NONE;
            trace.frame(nowNs, ingressPort, known, frameInfo, ending);
        } else {
            ending = dispatch(nowNs, ingressPort, frame, frameInfo, egress);
        }
        counters.end(ending);
        return ending;
    }

    private int dispatch(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink egress) {
        switch (frameInfo.kind) {
            case FrameKind.ROCE_DATA, FrameKind.ROCE_ACK, FrameKind.ROCE_CNP -> {
                final int slot = groupOf(frame, frameInfo);
                return slot == Mft.NONE
                        ? pass(port, frame, frameInfo, unknownRoce(frameInfo), egress)
                        : onGroup(nowNs, port, slot, frame, frameInfo, egress);
            }
            case FrameKind.ROCE_REFUSED -> {
                return groupOf(frame, frameInfo) == Mft.NONE
                        ? pass(port, frame, frameInfo, unknownRoce(frameInfo), egress)
                        : Ending.OPCODE_REFUSED.id();
            }
            case FrameKind.MALFORMED -> {
                final int slot = groupOf(frame, frameInfo);
                if (slot == Mft.NONE) {
                    return pass(port, frame, frameInfo, frameInfo.reason, egress);
                }
                return FeedbackStage.isAlive(frame, frameInfo)
                        ? onAlive(nowNs, port, slot, frame, frameInfo, egress)
                        : frameInfo.reason;
            }
            case FrameKind.ARP_REQUEST -> {
                if (neighbours.isForGroup4(frame, frameInfo)) {
                    if (!limits.takesAnswer(nowNs, port)) {
                        return Ending.RATE_LIMITED.id();
                    }
                    return neighbours.answerArp(port, frame, frameInfo, egress)
                            ? Ending.ARP_ANSWERED.id()
                            : Ending.EGRESS_REFUSED.id();
                }
            }
            case FrameKind.NEIGHBOUR_SOLICITATION -> {
                if (neighbours.isForGroup6(frame, frameInfo)) {
                    if (!limits.takesAnswer(nowNs, port)) {
                        return Ending.RATE_LIMITED.id();
                    }
                    return neighbours.answerSolicitation(port, frame, frameInfo, egress)
                            ? Ending.ND_ANSWERED.id()
                            : Ending.EGRESS_REFUSED.id();
                }
            }
            case FrameKind.MAC_CONTROL -> {
                return Ending.MAC_CONTROL_DROPPED.id();
            }
            default -> {
                // Nothing the switch looks at.
            }
        }
        return pass(port, frame, frameInfo, Ending.NOT_FOR_US.id(), egress);
    }

    private int onGroup(
            final long nowNs,
            final int port,
            final int slot,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink egress) {
        if (frameInfo.destQpn != Bth.VIRTUAL_QPN) {
            return Ending.WRONG_QPN.id();
        }
        if (offload != null) {
            offload.sync(nowNs, slot);
        }
        final boolean isData = frameInfo.kind == FrameKind.ROCE_DATA;
        final int path = pathOf(slot, port, frame, frameInfo);
        if (path == Mft.NONE) {
            return Ending.NOT_A_MEMBER.id();
        }
        return isData
                ? data.onData(nowNs, port, slot, path, frame, frameInfo, egress)
                : feedback.onFeedback(nowNs, slot, path, frame, frameInfo, egress);
    }

    private int onAlive(
            final long nowNs,
            final int port,
            final int slot,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink egress) {
        final int path =
                frameInfo.destQpn == Bth.VIRTUAL_QPN
                        ? mft.switchPath(slot, port, frameInfo.vlanId, frame, frameInfo.frameOffset)
                        : Mft.NONE;
        return path == Mft.NONE
                ? frameInfo.reason
                : feedback.onFeedback(nowNs, slot, path, frame, frameInfo, egress);
    }

    /** A member by its own address on its own port, else a switch by its MAC address. */
    private int pathOf(
            final int slot,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo) {
        final int srcOffset =
                frameInfo.l3Offset + (frameInfo.ipVersion == 4 ? Ipv4.SRC_OFFSET : Ipv6.SRC_OFFSET);
        final int member =
                mft.member(slot, port, frameInfo.vlanId, frameInfo.srcIp, frame, srcOffset);
        return member != Mft.NONE
                ? member
                : mft.switchPath(slot, port, frameInfo.vlanId, frame, frameInfo.frameOffset);
    }

    private int groupOf(final MutableDirectBuffer frame, final FrameInfo frameInfo) {
        if (frameInfo.ipVersion == 4) {
            final int slot = mft.find(frameInfo.dstIp);
            return slot != Mft.NONE && mft.takes(slot, false) ? slot : Mft.NONE;
        }
        if (frameInfo.ipVersion == 6
                && prefix6.matches(frame, frameInfo.l3Offset + Ipv6.DST_OFFSET)) {
            final int slot = mft.find(frameInfo.dstIp);
            return slot != Mft.NONE && mft.takes(slot, true) ? slot : Mft.NONE;
        }
        return Mft.NONE;
    }

    private static int unknownRoce(final FrameInfo frameInfo) {
        return frameInfo.destQpn == Bth.VIRTUAL_QPN && !Opcode.isUc(frameInfo.opcode)
                ? Ending.UNKNOWN_GROUP.id()
                : Ending.NOT_FOR_US.id();
    }

    /** Through the wire, untouched; without a wire it ends as {@code otherwise}. */
    private int pass(
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final int otherwise,
            final EgressSink egress) {
        final int peer = settings.wirePeer()[port];
        if (peer < 0) {
            return otherwise;
        }
        if (egress.offer(peer, frame, frameInfo.frameOffset, frameInfo.frameLength)) {
            return Ending.FORWARDED.id();
        }
        counters.count(Tally.FORWARD_REFUSED);
        return Ending.EGRESS_REFUSED.id();
    }

    /**
     * Counts a frame that waited while the switch stood still, and is not looked at.
     *
     * @param nowNs time, in ns
     */
    public void discard(final long nowNs) {
        beginnings.onDiscarded(nowNs);
        counters.count(Tally.FRAMES_IN);
        counters.end(Ending.STANDSTILL.id());
    }

    /**
     * How long a thread may pause before frames that wait for it are to be discarded: they may be of an
     * exchange that has ended, beside those of the next (rule 2).
     *
     * @return half of {@code idleAnew}, in ns
     */
    public long standstillNs() {
        return settings.exchange().idleAnewNs() / 2;
    }

    /**
     * Does what time asks for.
     *
     * @param nowNs time, in ns, never going back
     * @param egress takes the frames that leave
     * @return the next deadline in ns, or {@link Long#MAX_VALUE} when none is pending
     */
    public long onTick(final long nowNs, final EgressSink egress) {
        final long moveNs = offload == null ? Long.MAX_VALUE : offload.onTick(nowNs);
        repeats.answer(nowNs, egress);
        int slot = silence.due(nowNs);
        while (slot != Mft.NONE) {
            expire(nowNs, slot, egress);
            slot = silence.due(nowNs);
        }
        return Math.min(moveNs, silence.nextDeadlineNs());
    }

    private void expire(final long nowNs, final int slot, final EgressSink egress) {
        if (offload != null) {
            offload.refresh(nowNs, slot);
        }
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

    /**
     * Installs a group or replaces it whole. A replacement with the same written epoch keeps what unchanged
     * paths acknowledged and leaves evicted members out; every other forgets all (rule 2). It comes after
     * the old queue pairs are gone and before the first data of new ones.
     *
     * @param nowNs time, in ns
     * @param spec of the group, complete
     * @param egress takes an aggregate that the change makes due
     * @return what became of the group
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing changed
     */
    public GroupChange setGroup(final long nowNs, final GroupSpec spec, final EgressSink egress)
            throws GroupRefusedException {
        return changes.set(nowNs, spec, egress);
    }

    /**
     * Installs a group of the file that the switch starts with, which is no set: members that an earlier
     * process took out of service stay out, and the first verified data begins the group anew.
     *
     * @param nowNs time, in ns
     * @param spec of the group, complete
     * @return why the group begins anew with unknown feedback although an earlier process had it, in words
     *     for people: its records are damaged; null when they are not
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing changed
     */
    public String startGroup(final long nowNs, final GroupSpec spec) throws GroupRefusedException {
        return changes.start(nowNs, spec);
    }

    /** All groups of the start's file are installed: damaged records are nobody's from here on. */
    public void endStart() {
        writer.endStart();
    }

    /**
     * Removes a group.
     *
     * @param nowNs time, in ns
     * @param mcstId of the group
     * @return whether it was installed
     */
    public boolean unsetGroup(final long nowNs, final int mcstId) {
        return changes.unset(nowNs, mcstId);
    }

    /**
     * Takes all groups back from the kernel, at the end: the feedback words then say what it has seen.
     *
     * @param nowNs time, in ns
     * @return whether that is all; if not, programs may still be busy with frames: to be called again
     */
    public boolean leaveKernel(final long nowNs) {
        return offload == null || offload.releaseAll(nowNs);
    }

    /** Groups installed. */
    public int groupCount() {
        return writer.groupCount();
    }

    /**
     * A group as people see it.
     *
     * @param mcstId of the group
     * @return the view, or null when the group is not installed
     */
    public GroupView group(final int mcstId) {
        return views.of(mcstId);
    }

    /** All groups, in order of McstID read as an unsigned number. */
    public List<GroupView> groups() {
        return views.all();
    }

    /**
     * Hands every event to a sink from now on; null ends it.
     *
     * @param sink that takes the events
     */
    public void trace(final TraceSink sink) {
        trace.sink(sink);
    }

    /**
     * Tells a listener what happens to groups from now on, in place of the one before.
     *
     * @param listener called by the thread that runs the core; {@link GroupEvents#NONE} ends it
     */
    public void events(final GroupEvents listener) {
        trace.listener(listener);
        if (offload != null) {
            offload.events(listener);
        }
    }
}
