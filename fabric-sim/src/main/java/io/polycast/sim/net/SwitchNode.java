package io.polycast.sim.net;

import io.polycast.core.GroupView;
import io.polycast.core.PathView;
import io.polycast.core.SwitchCore;
import io.polycast.core.SwitchSettings;
import io.polycast.core.offload.KernelGroup;
import io.polycast.core.offload.KernelRow;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Vlan;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.AckSafety;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.kernel.KernelModel;
import io.polycast.sim.kernel.KernelRewrite;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.time.Rng;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.collections.IntHashSet;
import org.agrona.concurrent.UnsafeBuffer;

/** A switch: the very core of the appliance, between links. */
final class SwitchNode implements EgressSink {
    private final Fabric fabric;
    private final int node;
    private final SwitchSettings settings;
    private final FabricLink[] links;
    private final UnsafeBuffer feedback;
    private final CounterBlock counters;
    private final FrameTally tally;
    private final Icrc icrc = new Icrc();
    private final FrameInfo info = new FrameInfo();
    private final FrameInfo authored = new FrameInfo();

    /** By group: bits of the members behind each port, null when the tree passes elsewhere. */
    private final long[][] behind;

    private final CnpBudget[] cnps;
    private final FeedbackWatch[] watches;

    /** Null where there is no kernel datapath. */
    private final KernelModel kernel;

    private final KernelRewrite rewrite;
    private final FrameInfo atIngress = new FrameInfo();
    private long kernelNs = Long.MIN_VALUE / 2;
    private final Rng interrupts;
    private final long[] interruptedNs;
    private long kernelFrames;
    private long kernelCopies;

    /** Of these, what a stopped process had not taken over. */
    private long lostFrames;

    private long lostCopies;
    private boolean working;
    private int epoch;

    /** Where the headers of a copy are written, as in a driver's memory. */
    private final UnsafeBuffer headers = new UnsafeBuffer(ByteBuffer.allocateDirect(128));

    private SwitchCore core;
    private boolean tainted;
    private int chunkInHand;

    /** VLANs that damaged data came with: feedback may go to one until the source repeats itself. */
    private final IntHashSet strayVlans = new IntHashSet();

    private final int usualVlan;
    private long evictions;
    private long sourceSwitches;
    private long tickNs = Long.MAX_VALUE;

    SwitchNode(
            final Fabric fabric,
            final int node,
            final SwitchSettings settings,
            final FabricLink[] links,
            final long[][] behind) {
        this.fabric = fabric;
        this.node = node;
        this.settings = settings;
        this.links = links;
        this.behind = behind;
        feedback =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        counters = new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        tally = new FrameTally(counters, node);
        cnps = new CnpBudget[behind.length];
        for (int group = 0; group < cnps.length; group++) {
            cnps[group] = new CnpBudget(node, links.length, settings.cnp().windowNs());
        }
        watches = new FeedbackWatch[behind.length];
        for (int group = 0; group < watches.length; group++) {
            watches[group] =
                    new FeedbackWatch(
                            node,
                            links.length,
                            settings.nakRepeatNs(),
                            fabric.scenario().groups().get(group).announced());
        }
        rewrite = new KernelRewrite(settings.mac());
        usualVlan = vlan(fabric.scenario().transport().vlanTci());
        kernel = kernel(fabric.scenario().kernel());
        interrupts = new Rng(Rng.mix(fabric.scenario().seed()) + node);
        interruptedNs = new long[links.length];
        start(true);
    }

    private KernelModel kernel(final KernelPlan plan) {
        if (!plan.has(node)) {
            return null;
        }
        final KernelModel model =
                new KernelModel(links.length, plan.slots(), true, this::copyInKernel);
        if (plan.refusalNs() != Long.MAX_VALUE) {
            final int port = node % links.length;
            fabric.after(plan.refusalNs(), () -> refuse(port, "down"));
            fabric.after(2 * plan.refusalNs() + 1, () -> refuse(port, null));
        }
        return model;
    }

    private void refuse(final int port, final String why) {
        if ((port & 1) == 0) {
            kernel.refuse(port, why);
        } else {
            kernel.refuseEgress(port, why);
        }
        if (core != null) {
            tainted = false;
            tick(fabric.nowNs());
        }
    }

    /** The process ends: frames that come in are lost. */
    void stop() {
        core = null;
        tickNs = Long.MAX_VALUE;
        if (kernel != null) {
            epoch++;
            kernel.stop();
            for (final FeedbackWatch watch : watches) {
                watch.restart();
            }
            lostFrames = kernelFrames - counters.get(Tally.KERNEL_FRAMES);
            lostCopies = kernelCopies - counters.get(Tally.KERNEL_COPIES);
        }
    }

    /** A new process, on the feedback words that the old one left or on none. */
    void start(final boolean keepState) {
        if (!keepState) {
            feedback.setMemory(0, feedback.capacity(), (byte) 0);
            for (final FeedbackWatch watch : watches) {
                watch.forget();
            }
        }
        core =
                new SwitchCore(
                        settings, feedback, counters, kernel, fabric.scenario().kernel().moves());
        for (final CnpBudget budget : cnps) {
            budget.restart();
        }
    }

    boolean isUp() {
        return core != null;
    }

    boolean serves(final int group) {
        return behind[group] != null;
    }

    void set(final long nowNs, final int group, final GroupSpec spec) {
        tainted = false;
        try {
            core.setGroup(nowNs, spec, this);
        } catch (final GroupRefusedException e) {
            throw new InvariantViolation(
                    Invariant.TABLE_SIZES,
                    "switch " + node + " refused a group: " + e.getMessage(),
                    e);
        }
        if (core.groupCount() > settings.maxGroups()) {
            throw new InvariantViolation(
                    Invariant.TABLE_SIZES,
                    "switch "
                            + node
                            + " holds "
                            + core.groupCount()
                            + " groups of "
                            + settings.maxGroups());
        }
        cnps[group].restart();
    }

    void unset(final long nowNs, final int group, final int mcstId) {
        core.unsetGroup(nowNs, mcstId);
        cnps[group].restart();
        watches[group].forget();
    }

    /** A frame comes in: the kernel's, if it takes it. */
    void onFrame(final long nowNs, final int port, final int chunk) {
        if (kernel == null) {
            onEngineFrame(nowNs, port, chunk);
            return;
        }
        if (nowNs < interruptedNs[port]) {
            fabric.after(interruptedNs[port], () -> onFrame(fabric.nowNs(), port, chunk));
            return;
        }
        classifyAtIngress(chunk);
        final int slot = kernel.find(port, fabric.frames(), atIngress);
        final KernelPlan plan = fabric.scenario().kernel();
        if (slot == KernelModel.NONE) {
            fabric.toEngine(nowNs + plan.userDelayNs(), node, port, chunk);
        } else if (interrupts.percent(plan.slowPercent())) {
            final int now = epoch;
            interruptedNs[port] = nowNs + 1 + interrupts.nextLong(plan.slowNs());
            fabric.after(interruptedNs[port], () -> goOn(now, slot, port, chunk));
        } else {
            replicate(nowNs, slot, port, chunk);
        }
    }

    private void classifyAtIngress(final int chunk) {
        Classifier.classify(fabric.frames(), fabric.offset(chunk), fabric.length(chunk), atIngress);
        tainted = fabric.isTainted(chunk);
    }

    /** The program was interrupted between its halves; with its process, it is gone. */
    private void goOn(final int before, final int slot, final int port, final int chunk) {
        if (before != epoch) {
            fabric.tally().count(FaultKind.DOWN_LOSS);
            fabric.release(chunk);
            return;
        }
        classifyAtIngress(chunk);
        replicate(fabric.nowNs(), slot, port, chunk);
    }

    private void replicate(final long nowNs, final int slot, final int port, final int chunk) {
        kernelFrames++;
        final int steps = kernel.stepsBack(slot);
        kernel.replicate(slot, port, fabric.frames(), atIngress);
        watches[Addresses.group(atIngress.dstIp)].onKernelData(
                atIngress.psn, kernel.stepsBack(slot) - steps, kernel.stepBackPsn(slot));
        fabric.release(chunk);
        kernelNs = nowNs;
        tickBy(nowNs + fabric.scenario().kernel().moves().syncNs());
    }

    /** What the helper thread does: one thing after the other, and the engine looks again. */
    private void work() {
        if (kernel == null || working || !kernel.isWorkAskedFor()) {
            return;
        }
        working = true;
        final int now = epoch;
        kernel.beginWork();
        fabric.after(
                fabric.nowNs() + 1 + fabric.scenario().kernel().workNs(),
                () -> {
                    working = false;
                    if (now == epoch) {
                        kernel.endWork();
                        tainted = false;
                        tick(fabric.nowNs());
                    }
                });
    }

    private void copyInKernel(
            final KernelGroup group,
            final KernelRow row,
            final DirectBuffer frame,
            final FrameInfo frameInfo) {
        final int chunk = fabric.spare();
        rewrite.write(group, row, frame, frameInfo, fabric.frames(), fabric.offset(chunk));
        kernelCopies++;
        send(row.port(), chunk, frameInfo.frameLength, tainted);
    }

    /** A frame reaches the engine. */
    void onEngineFrame(final long nowNs, final int port, final int chunk) {
        if (core == null) {
            fabric.tally().count(FaultKind.DOWN_LOSS);
            fabric.release(chunk);
            return;
        }
        tainted = fabric.isTainted(chunk);
        chunkInHand = chunk;
        Classifier.classify(fabric.frames(), fabric.offset(chunk), fabric.length(chunk), info);
        final int group = groupOf();
        if (group >= 0) {
            watch(group, port);
        }
        final int ending = core.onClassified(nowNs, port, fabric.frames(), info, this);
        tally.onFrame(ending);
        final long switches = counters.get(Tally.SOURCE_SWITCHES);
        if (switches != sourceSwitches) {
            sourceSwitches = switches;
            checkSource(group, port);
            cnps[group].restart();
        }
        // At a queue pair that is not the group's the engine does not even look at the kernel's
        // words.
        if (info.kind == FrameKind.ROCE_ACK
                && group >= 0
                && ending != Ending.WRONG_QPN.id()
                && watches[group].anyWaits()) {
            final GroupView view = core.group(Addresses.mcstId(group));
            if (view != null && view.sourcePath() >= 0) {
                watches[group].onSettled(view);
            }
        }
        if (ending == Ending.CNP_PASSED.id() || ending == Ending.CNP_FILTERED.id()) {
            cnps[group].onSignal(nowNs, port, ending == Ending.CNP_PASSED.id());
        } else if (group >= 0 && info.kind == FrameKind.ROCE_ACK && isMarked() && isHeard(ending)) {
            cnps[group].onSignal(nowNs, port, false);
        }
        fabric.release(chunk);
        tick(nowNs);
    }

    private boolean isMarked() {
        return Bth.becn(fabric.frames(), info.bthOffset)
                || Bth.fecn(fabric.frames(), info.bthOffset);
    }

    /** Whether feedback that ended like this was looked at: its congestion bits count, then. */
    private static boolean isHeard(final int ending) {
        return switch (Ending.byId(ending)) {
            case UNKNOWN_GROUP,
                    WRONG_QPN,
                    NOT_A_MEMBER,
                    NO_SOURCE,
                    FEEDBACK_FROM_SOURCE,
                    EVICTED_MEMBER,
                    RATE_LIMITED,
                    BAD_ICRC ->
                    false;
            default -> true;
        };
    }

    /** Group that the frame is for and that passes here, or -1. */
    private int groupOf() {
        if (info.kind != FrameKind.ROCE_DATA
                && info.kind != FrameKind.ROCE_ACK
                && info.kind != FrameKind.ROCE_CNP) {
            return -1;
        }
        final int group = Addresses.group(info.dstIp);
        return group >= 0 && group < behind.length && behind[group] != null ? group : -1;
    }

    /** Whether bits that the ICRC covers were flipped. */
    private boolean isAltered() {
        return tainted && !icrc.verify(fabric.frames(), info);
    }

    private void watch(final int group, final int port) {
        if (info.kind == FrameKind.ROCE_DATA) {
            if (tainted) {
                strayVlans.add(info.vlanId);
            }
            watches[group].onData(info.psn);
        } else if (info.kind == FrameKind.ROCE_ACK && !isAltered()) {
            watches[group].onHeard(
                    port,
                    info.psn,
                    Aeth.syndrome(fabric.frames(), info.aethOffset),
                    Aeth.msn(fabric.frames(), info.aethOffset));
        }
    }

    /** The source has moved to where this frame came from. */
    private void checkSource(final int group, final int port) {
        watches[group].onSource();
        final GroupState state = fabric.groups().get(group);
        boolean sends = false;
        for (int phase = 0;
                phase <= Math.min(state.phase(), state.plan().phases().size() - 1);
                phase++) {
            final int source = state.plan().phases().get(phase).source();
            sends |= (behind[group][port] & 1L << source) != 0;
        }
        if (isAltered() || !sends) {
            throw new InvariantViolation(
                    Invariant.SOURCE_TRUTH,
                    "switch "
                            + node
                            + " took port "
                            + port
                            + " of group "
                            + group
                            + " for its source on "
                            + fabric.describe(chunkInHand));
        }
    }

    void onTick(final long nowNs) {
        if (core != null && nowNs == tickNs) {
            tickNs = Long.MAX_VALUE;
            tainted = false;
            tick(nowNs);
        }
    }

    private void tickBy(final long atNs) {
        if (atNs < tickNs) {
            tickNs = Math.max(fabric.nowNs(), atNs);
            fabric.tickSwitch(tickNs, node);
        }
    }

    private void tick(final long nowNs) {
        tickBy(core.onTick(nowNs, this));
        final long syncNs = kernelNs + fabric.scenario().kernel().moves().syncNs();
        if (syncNs > nowNs) {
            tickBy(syncNs);
        }
        work();
        final long evicted = counters.get(Tally.MEMBERS_EVICTED);
        if (evicted != evictions) {
            evictions = evicted;
            fabric.groups().forEach(this::checkEvictions);
        }
    }

    private void checkEvictions(final GroupState group) {
        final GroupView view =
                serves(group.index()) ? core.group(Addresses.mcstId(group.index())) : null;
        if (view == null) {
            return;
        }
        for (final PathView path : view.paths()) {
            if (!path.state().equals("evicted")) {
                continue;
            }
            final long members = behind[group.index()][path.spec().port()];
            for (long rest = members; rest != 0; rest &= rest - 1) {
                final MemberState member = group.members().get(Long.numberOfTrailingZeros(rest));
                if (member.isLive()) {
                    throw new InvariantViolation(
                            Invariant.EVICTION,
                            "switch " + node + " evicted " + member.who() + ", which is alive");
                }
                member.evict();
            }
        }
    }

    /** All sums, at the end of a run. */
    void checkAccounts() {
        tally.checkAll();
        if (kernel != null && core != null && !kernel.isBusy()) {
            while (!core.leaveKernel(fabric.nowNs())) {
                kernel.beginWork();
                kernel.endWork();
            }
            tally.checkKernel(kernelFrames - lostFrames, kernelCopies - lostCopies);
        }
    }

    /** Frames that the kernel took. */
    long kernelFrames() {
        return kernelFrames;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        check(egressPort, frame, offset, length);
        final int chunk = fabric.spare();
        fabric.frames().putBytes(fabric.offset(chunk), frame, offset, length);
        // TOS, UDP source port and priority follow the frame that caused it, the VLAN an earlier
        // one of
        // the source, and no ICRC covers them.
        final int vlan = authored.vlanId;
        final boolean astray = vlan != usualVlan && strayVlans.contains(vlan);
        final boolean taken = send(egressPort, chunk, length, tainted || astray);
        tally.onAuthored(taken);
        return taken;
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return headers;
    }

    @Override
    public int headerSpace() {
        return 0;
    }

    @Override
    public boolean offerCopy(
            final int egressPort,
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        final int chunk = fabric.spare();
        final int at = fabric.offset(chunk);
        fabric.frames().putBytes(at, header, headerOffset, headerLength);
        fabric.frames().putBytes(at + headerLength, tail, tailOffset, tailLength);
        Icrc.store(fabric.frames(), at + headerLength + icrcIndex, icrc);
        final boolean taken = send(egressPort, chunk, headerLength + tailLength, tainted);
        tally.onCopy(taken);
        return taken;
    }

    private static int vlan(final int tci) {
        return tci < 0 ? -1 : Vlan.id(tci);
    }

    private boolean send(
            final int egressPort, final int chunk, final int length, final boolean corrupt) {
        fabric.takeSpare(length, corrupt);
        if (links[egressPort].send(fabric.nowNs(), chunk, true)) {
            return true;
        }
        fabric.release(chunk);
        return false;
    }

    /** What the switch writes itself must be feedback that is true. */
    private void check(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        Classifier.classify(frame, offset, length, authored);
        if (authored.kind == FrameKind.ROCE_CNP) {
            return;
        }
        final int group = Addresses.group(authored.srcIp);
        if (authored.kind != FrameKind.ROCE_ACK || group < 0 || group >= behind.length) {
            throw new InvariantViolation(
                    Invariant.ADDRESSING,
                    "switch "
                            + node
                            + " sent what is neither ACK, NAK nor CNP of a group: kind "
                            + authored.kind);
        }
        final boolean ack = Aeth.type(Aeth.syndrome(frame, authored.aethOffset)) == Aeth.TYPE_ACK;
        AckSafety.onFeedback(
                fabric.groups().get(group),
                behind[group][egressPort],
                ack ? Psn.next(authored.psn) : authored.psn,
                node);
        watches[group].onSent(
                fabric.nowNs(),
                authored.psn,
                Aeth.syndrome(frame, authored.aethOffset),
                Aeth.msn(frame, authored.aethOffset));
    }
}
