package io.polycast.sim.net;

import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.offload.KernelGroup;
import io.polycast.core.offload.KernelPath;
import io.polycast.core.offload.KernelRow;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.sim.kernel.KernelModel;
import io.polycast.sim.kernel.KernelRewrite;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.time.Rng;
import org.agrona.DirectBuffer;

/**
 * The kernel of a switch with a kernel datapath: its programs take frames before the engine, may be
 * interrupted between their halves, and its helper thread takes its time.
 */
final class KernelHalf {
    private final Fabric fabric;
    private final SwitchNode owner;
    private final int node;
    private final KernelPlan plan;
    private final SwitchWitness witness;
    private final KernelModel kernel;
    private final KernelRewrite rewrite;
    private final FrameInfo info = new FrameInfo();
    private final Rng interrupts;
    private final long[] interruptedNs;
    private long frames;
    private long copies;

    /** Of these, what a stopped process had not taken over. */
    private long lostFrames;

    private long lostCopies;
    private long lastNs = Long.MIN_VALUE / 2;
    private boolean tainted;
    private boolean working;
    private int epoch;

    KernelHalf(
            final Fabric fabric,
            final SwitchNode owner,
            final int node,
            final int ports,
            final CepheusSettings settings,
            final SwitchWitness witness) {
        this.fabric = fabric;
        this.owner = owner;
        this.node = node;
        this.witness = witness;
        plan = fabric.scenario().kernel();
        rewrite = new KernelRewrite(settings.mac());
        interrupts = new Rng(Rng.mix(fabric.scenario().seed()) + node);
        interruptedNs = new long[ports];
        kernel =
                new KernelModel(
                        ports, plan.slots(), true, settings.exchange().kernelPauseNs(), this::copy);
        if (plan.refusalNs() != Long.MAX_VALUE) {
            final int port = node % ports;
            fabric.after(plan.refusalNs(), () -> refuse(port, "down"));
            fabric.after(2 * plan.refusalNs() + 1, () -> refuse(port, null));
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

    KernelPath path() {
        return kernel;
    }

    /** The process ends, having taken over so much. */
    void stop(final long framesKnown, final long copiesKnown) {
        epoch++;
        kernel.stop();
        lostFrames = frames - framesKnown;
        lostCopies = copies - copiesKnown;
    }

    /** The process stands still from now on: its last sign of life. */
    void onPause(final long nowNs) {
        kernel.beat(nowNs);
    }

    /** A frame comes in: the kernel's, if it takes it. */
    void onFrame(final long nowNs, final int port, final int chunk) {
        if (nowNs < interruptedNs[port]) {
            fabric.after(interruptedNs[port], () -> onFrame(fabric.nowNs(), port, chunk));
            return;
        }
        classify(chunk);
        // A switch that runs gives signs of life all the time, and none while it stands still.
        if (!owner.isStanding()) {
            kernel.beat(nowNs);
        }
        final int slot = kernel.find(nowNs, port, fabric.frames(), info);
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

    private void classify(final int chunk) {
        Classifier.classify(fabric.frames(), fabric.offset(chunk), fabric.length(chunk), info);
        tainted = fabric.isTainted(chunk);
    }

    /** The program was interrupted between its halves; with its process, it is gone. */
    private void goOn(final int before, final int slot, final int port, final int chunk) {
        if (before != epoch) {
            fabric.tally().count(FaultKind.DOWN_LOSS);
            fabric.release(chunk);
            return;
        }
        classify(chunk);
        replicate(fabric.nowNs(), slot, port, chunk);
    }

    private void replicate(final long nowNs, final int slot, final int port, final int chunk) {
        frames++;
        final int steps = kernel.stepsBack(slot);
        kernel.replicate(slot, port, fabric.frames(), info);
        witness.onKernelData(info, kernel.stepsBack(slot) - steps, kernel.stepBackPsn(slot));
        fabric.release(chunk);
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
        final int chunk = fabric.spare();
        rewrite.write(group, row, frame, frameInfo, fabric.frames(), fabric.offset(chunk));
        copies++;
        owner.send(row.port(), chunk, frameInfo.frameLength, tainted);
    }

    /** What the helper thread does: one thing after the other, and the engine looks again. */
    void work() {
        if (working || !kernel.isWorkAskedFor()) {
            return;
        }
        working = true;
        final int now = epoch;
        kernel.beginWork();
        fabric.after(fabric.nowNs() + 1 + plan.workNs(), () -> owner.whenGoing(() -> endWork(now)));
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
        return frames;
    }

    /** All that processes should have taken over. */
    void check(final FrameTally tally) {
        tally.checkKernel(frames - lostFrames, copies - lostCopies);
    }
}
