package io.polycast.sim.net;

import io.polycast.core.SwitchCore;
import io.polycast.core.SwitchSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.scenario.FaultKind;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
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
    private final FrameInfo info = new FrameInfo();

    /** By group: bits of the members behind each port, null when the tree passes elsewhere. */
    private final long[][] behind;

    private final SwitchWitness witness;
    private final Standstill standstill;

    /** Null where there is no kernel datapath. */
    private final KernelHalf kernel;

    /** Where the headers of a copy are written, as in a driver's memory. */
    private final UnsafeBuffer headers = new UnsafeBuffer(ByteBuffer.allocateDirect(128));

    /** By group what it was last set to: its file of groups, which outlives the process. */
    private final GroupSpec[] entries;

    private SwitchCore core;
    private boolean tainted;
    private long evictions;
    private long sourceSwitches;
    private long begunAnew;
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
        entries = new GroupSpec[behind.length];
        feedback =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        counters = new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        tally = new FrameTally(counters, node);
        standstill = new Standstill(fabric, links.length);
        witness = new SwitchWitness(fabric, node, settings, links.length, behind);
        kernel =
                fabric.scenario().kernel().has(node)
                        ? new KernelHalf(fabric, this, node, links.length, settings, witness)
                        : null;
        start(true);
    }

    /** Something other than a frame lets the engine look: also what the kernel's helper has done. */
    void look() {
        if (isUp()) {
            tainted = false;
            tick(fabric.nowNs());
        }
    }

    /** The process stands still; the kernel's programs do not. */
    void pause() {
        if (kernel != null && !standstill.isStanding()) {
            kernel.onPause(fabric.nowNs());
        }
        standstill.begin();
    }

    boolean isStanding() {
        return standstill.isStanding();
    }

    /** The process goes on. */
    void resume() {
        standstill.end(this);
        look();
    }

    /** Does something at once, or when a process that stands still goes on. */
    void whenGoing(final Runnable action) {
        if (standstill.isStanding()) {
            standstill.whenOver(action);
        } else {
            action.run();
        }
    }

    /** The process ends: frames that come in are lost. */
    void stop() {
        core = null;
        tickNs = Long.MAX_VALUE;
        if (kernel != null) {
            kernel.stop(counters.get(Tally.KERNEL_FRAMES), counters.get(Tally.KERNEL_COPIES));
            witness.onStop();
        }
    }

    /** A new process, on the feedback words that the old one left or on none. */
    void start(final boolean keepState) {
        if (!keepState) {
            feedback.setMemory(0, feedback.capacity(), (byte) 0);
        }
        core =
                new SwitchCore(
                        settings,
                        feedback,
                        counters,
                        kernel == null ? null : kernel.path(),
                        fabric.scenario().kernel().moves());
        witness.onStart(keepState);
    }

    /** Whether its process runs, and does not stand still. */
    boolean isUp() {
        return core != null && !standstill.isStanding();
    }

    boolean serves(final int group) {
        return behind[group] != null;
    }

    /** Its entry in the file of groups, or null. */
    GroupSpec entry(final int group) {
        return entries[group];
    }

    /** A group is set. */
    void set(final long nowNs, final int group, final GroupSpec spec) {
        put(nowNs, group, spec, false);
    }

    /** A process that has just started takes a group from its file. */
    void startGroup(final long nowNs, final int group, final GroupSpec spec) {
        put(nowNs, group, spec, true);
    }

    private void put(
            final long nowNs, final int group, final GroupSpec spec, final boolean starting) {
        tainted = false;
        witness.onSetting(group);
        entries[group] = spec;
        boolean anew = false;
        try {
            if (starting) {
                core.startGroup(nowNs, spec);
            } else {
                anew = core.setGroup(nowNs, spec, this).beginsAnew();
            }
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
        witness.onSet(group);
        if (anew) {
            witness.onAnew(group);
        }
    }

    void unset(final long nowNs, final int group, final int mcstId) {
        entries[group] = null;
        core.unsetGroup(nowNs, mcstId);
        witness.onUnset(group);
    }

    /** A second job of the group begins: what its first one said is over. */
    void onJob(final int group) {
        witness.onJob(group);
    }

    /** A frame comes in. */
    void onFrame(final long nowNs, final int port, final int chunk) {
        if (kernel == null) {
            onEngineFrame(nowNs, port, chunk);
        } else {
            kernel.onFrame(nowNs, port, chunk);
        }
    }

    /** A frame reaches the engine. */
    void onEngineFrame(final long nowNs, final int port, final int chunk) {
        if (!isUp() && fabric.isPrecious(chunk)) {
            fabric.toEngine(nowNs + FabricLink.AGAIN_NS, node, port, chunk);
            return;
        }
        if (standstill.isStanding()) {
            standstill.onFrame(port, chunk);
            return;
        }
        if (core == null) {
            fabric.tally().count(FaultKind.DOWN_LOSS);
            fabric.release(chunk);
            return;
        }
        tainted = fabric.isTainted(chunk);
        Classifier.classify(fabric.frames(), fabric.offset(chunk), fabric.length(chunk), info);
        final int group = witness.groupOf(info);
        if (group >= 0) {
            witness.onFrame(group, port, info, tainted);
        }
        final int ending = core.onClassified(nowNs, port, fabric.frames(), info, this);
        tally.onFrame(ending);
        final long switches = counters.get(Tally.SOURCE_SWITCHES);
        if (switches != sourceSwitches) {
            sourceSwitches = switches;
            witness.onSourceSwitch(group, port, info, tainted, chunk);
        }
        final long anew = counters.get(Tally.GROUPS_ANEW);
        if (anew != begunAnew) {
            begunAnew = anew;
            witness.onAnew(group);
        }
        if (group >= 0) {
            witness.onEnded(nowNs, group, port, info, ending, core);
        }
        if (fabric.isPrecious(chunk) && isUnheard(ending)) {
            fabric.toEngine(nowNs + FabricLink.AGAIN_NS, node, port, chunk);
        } else {
            fabric.release(chunk);
        }
        tick(nowNs);
    }

    /** A frame that waited while the process stood still. */
    void discard(final int chunk) {
        if (core != null) {
            core.discard(fabric.nowNs());
            tally.onFrame(Ending.STANDSTILL.id());
        }
        fabric.release(chunk);
    }

    /**
     * A switch that has just started does not know yet whom feedback is for, or for what; one that a stale
     * frame has turned believes that it comes from the source. To the rest it is a frame lost on the wire.
     */
    private static boolean isUnheard(final int ending) {
        return ending == Ending.NO_SOURCE.id()
                || ending == Ending.FEEDBACK_BEYOND_SENT.id()
                || ending == Ending.FEEDBACK_FROM_SOURCE.id();
    }

    void onTick(final long nowNs) {
        if (core != null && nowNs == tickNs) {
            tickNs = Long.MAX_VALUE;
            look();
        }
    }

    /** The engine's time is to be told by then. */
    void tickBy(final long atNs) {
        if (atNs < tickNs) {
            tickNs = Math.max(fabric.nowNs(), atNs);
            fabric.tickSwitch(tickNs, node);
        }
    }

    private void tick(final long nowNs) {
        tickBy(core.onTick(nowNs, this));
        if (kernel != null) {
            if (kernel.syncNs() > nowNs) {
                tickBy(kernel.syncNs());
            }
            kernel.work();
        }
        final long evicted = counters.get(Tally.MEMBERS_EVICTED);
        if (evicted != evictions) {
            evictions = evicted;
            witness.onEvictions(core);
        }
    }

    /** All sums, at the end of a run. */
    void checkAccounts() {
        tally.checkAll();
        if (kernel != null && core != null && !kernel.isBusy()) {
            while (!core.leaveKernel(fabric.nowNs())) {
                kernel.workNow();
            }
            kernel.check(tally);
        }
    }

    /** Frames that the kernel took. */
    long kernelFrames() {
        return kernel == null ? 0 : kernel.frames();
    }

    @Override
    public int room(final int egressPort) {
        return links[egressPort].room(fabric.nowNs(), fabric.memory().chunkSize());
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final boolean astray = witness.onAuthored(egressPort, frame, offset, length);
        final int chunk = fabric.spare();
        fabric.frames().putBytes(fabric.offset(chunk), frame, offset, length);
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

    /** A frame leaves. */
    boolean send(final int egressPort, final int chunk, final int length, final boolean corrupt) {
        fabric.takeSpare(length, corrupt);
        if (links[egressPort].send(fabric.nowNs(), chunk, true)) {
            return true;
        }
        fabric.release(chunk);
        return false;
    }
}
