package io.polycast.sim.net;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.role.GroupKeeper;
import io.polycast.core.role.Role;
import io.polycast.core.role.RoleParts;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.sim.scenario.FaultKind;
import org.agrona.concurrent.UnsafeBuffer;

/** A switch: the very core of the appliance, between links. */
public final class SwitchNode {
    private final Network network;
    private final Frames frames;
    private final int node;
    private final CepheusSettings settings;
    private final SwitchEgress egress;
    private final UnsafeBuffer feedback;
    private final CounterBlock counters;
    private final FrameInfo info = new FrameInfo();
    private final boolean isVirtual;
    private final SwitchWatch watch;
    private final Standstill standstill;

    /** Null where there is no kernel datapath. */
    private final KernelHalf kernel;

    /** By group what it was last set to: its file of groups, which outlives the process. */
    private final GroupSpec[] entries;

    private final HeldRole heldRole;

    /** Null where links queue frames. */
    private final SwitchQueues queues;

    private Role role;

    /** The same role; null with a role of the caller's. */
    private CepheusRole cepheus;

    private HeldFrames held;
    private SwitchCore core;
    private long tickNs = Long.MAX_VALUE;

    SwitchNode(
            final Network network,
            final int node,
            final CepheusSettings settings,
            final FabricLink[] links,
            final int groups,
            final SwitchWatch.Maker watches,
            final HeldRole heldRole,
            final SwitchQueues queues) {
        this.heldRole = heldRole;
        this.queues = queues;
        this.network = network;
        this.frames = network.frames();
        this.isVirtual = network.isVirtual();
        this.node = node;
        this.settings = settings;
        entries = new GroupSpec[groups];
        feedback =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        counters = new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        standstill = new Standstill(network, links.length);
        watch = watches.watch(node, settings, counters);
        egress = new SwitchEgress(network, links, watch, info, queues);
        kernel =
                network.scenario().switches().kernel().has(node)
                        ? new KernelHalf(network, this, node, links.length, settings, watch)
                        : null;
        start(true);
    }

    /** Something other than a frame lets the engine look: also what the kernel's helper has done. */
    void look() {
        if (isUp()) {
            egress.taint(false);
            tick(network.nowNs());
        }
    }

    /** The process stands still; the kernel's programs do not. */
    public void pause() {
        if (kernel != null && !standstill.isStanding()) {
            kernel.onPause(network.nowNs());
        }
        standstill.begin();
    }

    boolean isStanding() {
        return standstill.isStanding();
    }

    /** The process goes on. */
    public void resume() {
        standstill.end(this);
        look();
    }

    /**
     * Does something at once, or when a process that stands still goes on.
     *
     * @param action to run
     */
    public void whenGoing(final Runnable action) {
        if (standstill.isStanding()) {
            standstill.whenOver(action);
        } else {
            action.run();
        }
    }

    /** The process ends: frames that come in are lost. */
    public void stop() {
        if (held != null) {
            held.stop();
        }
        core = null;
        tickNs = Long.MAX_VALUE;
        if (kernel != null) {
            kernel.stop(counters.get(Tally.KERNEL_FRAMES), counters.get(Tally.KERNEL_COPIES));
            watch.onStop();
        }
    }

    /**
     * A new process.
     *
     * @param keepState whether it finds the feedback words that the old one left
     */
    public void start(final boolean keepState) {
        if (!keepState) {
            feedback.setMemory(0, feedback.capacity(), (byte) 0);
        }
        role = heldRole == null ? cepheus() : ofCaller();
        core = new SwitchCore(settings.portCount(), role, counters);
        watch.onStart(keepState);
    }

    private Role cepheus() {
        cepheus =
                new CepheusRole(
                        settings,
                        feedback,
                        counters,
                        kernel == null ? null : kernel.table(),
                        network.scenario().switches().kernel().moves(),
                        null);
        return cepheus;
    }

    private Role ofCaller() {
        final int chunks = heldRole.heldChunks();
        held = new HeldFrames(chunks, new HeldPool(chunks, frames.memory().chunkSize()), counters);
        return heldRole.roles()
                .make(new RoleParts(0, counters, held, feedback, null, 1, GroupKeeper.NONE, 0));
    }

    /** Counters of the switch, over all its processes. */
    public CounterBlock counters() {
        return counters;
    }

    /** Whether its process runs, and does not stand still. */
    public boolean isUp() {
        return core != null && !standstill.isStanding();
    }

    /**
     * @param group number
     * @return its entry in the file of groups, or null
     */
    public GroupSpec entry(final int group) {
        return entries[group];
    }

    /**
     * A group is set.
     *
     * @param nowNs virtual time
     * @param group number
     * @param spec of the group
     * @throws GroupRefusedException when the tables have no room for it
     */
    public void set(final long nowNs, final int group, final GroupSpec spec)
            throws GroupRefusedException {
        begin(group, spec);
        final boolean goesOn = role.setGroup(nowNs, spec, egress).kind() == GroupChange.Kind.KEPT;
        watch.onSet(group, !goesOn);
    }

    /**
     * A process that has just started takes a group from its file.
     *
     * @param nowNs virtual time
     * @param group number
     * @param spec of the group
     * @throws GroupRefusedException when the tables have no room for it
     */
    public void startGroup(final long nowNs, final int group, final GroupSpec spec)
            throws GroupRefusedException {
        begin(group, spec);
        role.startGroup(nowNs, spec);
        watch.onSet(group, false);
    }

    private void begin(final int group, final GroupSpec spec) {
        egress.taint(false);
        watch.onSetting(group);
        entries[group] = spec;
    }

    /** Of its process that runs, or ran last. */
    public Role role() {
        return role;
    }

    /** Takes the frames that its process sends. */
    SwitchEgress egress() {
        return egress;
    }

    /** As configured. */
    public CepheusSettings settings() {
        return settings;
    }

    /**
     * A group is gone.
     *
     * @param nowNs virtual time
     * @param group number
     * @param mcstId of the group
     */
    public void unset(final long nowNs, final int group, final int mcstId) {
        entries[group] = null;
        role.unsetGroup(nowNs, mcstId);
        watch.onUnset(group);
    }

    /**
     * A second job of the group begins: what its first one said is over.
     *
     * @param group number
     */
    public void onJob(final int group) {
        watch.onJob(group);
    }

    SwitchQueues queues() {
        return queues;
    }

    /** The other end of a port says stop, or go on. */
    void onPause(final long nowNs, final int port, final int priority, final boolean stop) {
        queues.pause(port, priority, stop);
        for (long next = queues.next(); next != SwitchQueues.NONE; next = queues.next()) {
            forward(nowNs, SwitchQueues.port(next), SwitchQueues.chunk(next));
        }
    }

    /** A frame comes in. */
    void onFrame(final long nowNs, final int port, final int chunk) {
        if (queues == null || !queues.hold(port, chunk)) {
            forward(nowNs, port, chunk);
        }
    }

    private void forward(final long nowNs, final int port, final int chunk) {
        if (queues != null) {
            queues.from(port);
        }
        if (kernel == null) {
            onEngineFrame(nowNs, port, chunk);
        } else {
            kernel.onFrame(nowNs, port, chunk);
        }
    }

    /** A frame reaches the engine. */
    void onEngineFrame(final long nowNs, final int port, final int chunk) {
        if (!isUp() && frames.isPrecious(chunk)) {
            network.toEngine(nowNs + FabricLink.AGAIN_NS, node, port, chunk);
            return;
        }
        if (standstill.isStanding()) {
            standstill.onFrame(port, chunk);
            return;
        }
        if (core == null) {
            network.tally().count(FaultKind.DOWN_LOSS);
            frames.release(chunk);
            return;
        }
        egress.taint(frames.isTainted(chunk));
        if (queues != null) {
            queues.from(port);
        }
        Classifier.classify(frames.buffer(), frames.offset(chunk), frames.length(chunk), info);
        // Links of a virtual network alter no bytes: what was right is right here. Hosts verify.
        info.icrcVerified = isVirtual;
        watch.onFrame(port, chunk, info);
        final int ending = core.onClassified(nowNs, port, frames.buffer(), info, egress);
        watch.onEnded(port, chunk, info, ending, cepheus);
        if (frames.isPrecious(chunk) && isUnheard(ending)) {
            network.toEngine(nowNs + FabricLink.AGAIN_NS, node, port, chunk);
        } else {
            frames.release(chunk);
        }
        tick(nowNs);
    }

    /** A frame that waited while the process stood still. */
    void discard(final int chunk) {
        if (core != null) {
            core.discard(network.nowNs());
            watch.onDiscarded(Ending.STANDSTILL.id());
        }
        frames.release(chunk);
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
            tickNs = Math.max(network.nowNs(), atNs);
            network.tickSwitch(tickNs, node);
        }
    }

    private void tick(final long nowNs) {
        tickBy(core.onTick(nowNs, egress));
        if (kernel != null) {
            if (kernel.syncNs() > nowNs) {
                tickBy(kernel.syncNs());
            }
            kernel.work();
        }
        watch.onTick(cepheus);
    }

    /** Lets the watch check all sums, at the end of a run. */
    public void end() {
        watch.onEnd();
        if (kernel != null && core != null && !kernel.isBusy()) {
            while (!role.leave(network.nowNs())) {
                kernel.workNow();
            }
            kernel.end();
        }
    }

    /** Frames that the kernel took. */
    long kernelFrames() {
        return kernel == null ? 0 : kernel.frames();
    }
}
