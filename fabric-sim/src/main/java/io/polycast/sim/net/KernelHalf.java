package io.polycast.sim.net;

import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.sim.kernel.KernelModel;
import io.polycast.sim.kernel.KernelRewrite;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.time.Rng;
import org.agrona.DirectBuffer;

/**
 * The kernel of a switch with a kernel datapath. Its programs take frames before the engine, and may be
 * interrupted between their two halves. Its helper thread is slow on purpose.
 */
final class KernelHalf {
    private final Network network;
    private final Frames frames;
    private final SwitchNode owner;
    private final int node;
    private final KernelPlan plan;
    private final SwitchWatch watch;
    private final KernelModel kernel;
    private final KernelRewrite rewrite;
    private final FrameInfo info = new FrameInfo();
    private final Rng interrupts;
    private final long[] interruptedNs;
    private long taken;
    private long copies;

    /** Of these, what a stopped process had not taken over. */
    private long lostFrames;

    private long lostCopies;
    private long lastNs = Long.MIN_VALUE / 2;
    private boolean tainted;
    private boolean working;
    private int epoch;

    KernelHalf(
            final Network network,
            final SwitchNode owner,
            final int node,
            final int ports,
            final CepheusSettings settings,
            final SwitchWatch watch) {
        this.network = network;
        this.frames = network.frames();
        this.owner = owner;
        this.node = node;
        this.watch = watch;
        plan = network.scenario().switches().kernel();
        rewrite = new KernelRewrite(settings.mac());
        interrupts = new Rng(Rng.mix(network.scenario().seed()) + node);
        interruptedNs = new long[ports];
        kernel =
                new KernelModel(
                        ports, plan.slots(), true, settings.exchange().kernelPauseNs(), this::copy);
        if (plan.refusalNs() != Long.MAX_VALUE) {
            final int port = node % ports;
            network.after(plan.refusalNs(), () -> refuse(port, "down"));
            network.after(2 * plan.refusalNs() + 1, () -> refuse(port, null));
        }
    }

    private void refuse(final int port, final String why) {
        if ((port & 1) == 0) {
            kernel.refuse(port, why);
        } else {
            kernel.refuseEgress(port, why);
        }
        owner.look();
    }

    KernelTable table() {
        return kernel;
    }

    /** The process ends, having taken over so much. */
    void stop(final long framesKnown, final long copiesKnown) {
        epoch++;
        kernel.stop();
        lostFrames = taken - framesKnown;
        lostCopies = copies - copiesKnown;
    }

    /** The process stands still from now on: its last sign of life. */
    void onPause(final long nowNs) {
        kernel.beat(nowNs);
    }

    /** A frame comes in: the kernel's, if it takes it. */
    void onFrame(final long nowNs, final int port, final int chunk) {
        if (nowNs < interruptedNs[port]) {
            network.after(interruptedNs[port], () -> onFrame(network.nowNs(), port, chunk));
            return;
        }
        classify(chunk);
        // A switch that runs gives signs of life all the time, and none while it stands still.
        if (!owner.isStanding()) {
            kernel.beat(nowNs);
        }
        final int slot = kernel.find(nowNs, port, frames.buffer(), info);
        if (slot == KernelModel.NONE) {
            network.toEngine(nowNs + plan.userDelayNs(), node, port, chunk);
        } else if (interrupts.percent(plan.slowPercent())) {
            final int now = epoch;
            interruptedNs[port] = nowNs + 1 + interrupts.nextLong(plan.slowNs());
            network.after(interruptedNs[port], () -> goOn(now, slot, port, chunk));
        } else {
            replicate(nowNs, slot, port, chunk);
        }
    }

    private void classify(final int chunk) {
        Classifier.classify(frames.buffer(), frames.offset(chunk), frames.length(chunk), info);
        tainted = frames.isTainted(chunk);
    }

    /** The program was interrupted between its halves; with its process, it is gone. */
    private void goOn(final int before, final int slot, final int port, final int chunk) {
        if (before != epoch) {
            network.tally().count(FaultKind.DOWN_LOSS);
            frames.release(chunk);
            return;
        }
        classify(chunk);
        replicate(network.nowNs(), slot, port, chunk);
    }

    private void replicate(final long nowNs, final int slot, final int port, final int chunk) {
        taken++;
        final int steps = kernel.stepsBack(slot);
        kernel.replicate(slot, port, frames.buffer(), info);
        watch.onKernelData(info, kernel.stepsBack(slot) - steps, kernel.stepBackPsn(slot));
        frames.release(chunk);
        lastNs = nowNs;
        owner.tickBy(syncNs());
    }

    /** When the engine looks at what came last. */
    long syncNs() {
        return lastNs + plan.moves().syncNs();
    }

    private void copy(
            final KernelGroup group,
            final KernelRow row,
            final DirectBuffer frame,
            final FrameInfo frameInfo) {
        final int chunk = frames.spare();
        rewrite.write(group, row, frame, frameInfo, frames.buffer(), frames.offset(chunk));
        copies++;
        owner.egress().send(row.port(), chunk, frameInfo.frameLength, tainted);
    }

    /** Work of the helper thread: one task after the other, and the engine asks again. */
    void work() {
        if (working || !kernel.isWorkAskedFor()) {
            return;
        }
        working = true;
        final int now = epoch;
        kernel.beginWork();
        network.after(
                network.nowNs() + 1 + plan.workNs(), () -> owner.whenGoing(() -> endWork(now)));
    }

    private void endWork(final int before) {
        working = false;
        if (before == epoch) {
            kernel.endWork();
            owner.look();
        }
    }

    /** The helper does all that it is asked for, at once. */
    void workNow() {
        kernel.beginWork();
        kernel.endWork();
    }

    boolean isBusy() {
        return kernel.isBusy();
    }

    /** Frames taken. */
    long frames() {
        return taken;
    }

    /** Tells the watch what processes should have taken over. */
    void end() {
        watch.onKernelLeft(taken - lostFrames, copies - lostCopies);
    }
}
