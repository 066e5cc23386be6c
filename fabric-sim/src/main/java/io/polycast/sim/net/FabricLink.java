package io.polycast.sim.net;

import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.time.EventQueue;
import io.polycast.sim.time.Rng;

/**
 * One direction of a link: a queue that drains at the link's rate, then a delay. While faults last,
 * each frame may be lost, doubled, overtaken, delayed or altered, drawn from the link's own numbers.
 */
public final class FabricLink {
    private static final int MILLION = 1_000_000;

    /** Bytes on the wire beside the frame: preamble, FCS, gap. */
    private static final long OVERHEAD = 24;

    /** Bytes of a PAUSE frame, without FCS. */
    private static final int PAUSE_BYTES = 60;

    /** After which a precious frame is repeated. */
    static final long AGAIN_NS = 10_000;

    private final Network network;
    private final Frames frames;
    private final Alterations alterations;
    private final Noise noise;
    private final Rng rng;
    private final EventQueue.Lane lane;

    private final int toNode;
    private final int toPort;

    /** Event of an arrival at the other end, but for the chunk. */
    private final long arrival;

    private final long picosPerByte;
    private final long delayNs;
    private final int anyPpm;

    private long busyUntilPs;
    private long lastArrivalNs;
    private int downs;

    FabricLink(
            final Network network,
            final Alterations alterations,
            final int toNode,
            final int toPort,
            final Rng rng) {
        this.network = network;
        this.frames = network.frames();
        this.alterations = alterations;
        this.noise = network.scenario().trouble().noise();
        this.rng = rng;
        lane = network.lane();
        this.toNode = toNode;
        this.toPort = toPort;
        arrival = Network.arrival(toNode, toPort);
        this.picosPerByte = network.scenario().links().picosPerByte();
        this.delayNs = network.scenario().links().delayNs();
        this.anyPpm =
                Math.min(
                        MILLION,
                        noise.lossPpm()
                                + noise.duplicationPpm()
                                + noise.reorderingPpm()
                                + noise.corruptionPpm()
                                + noise.jitterPpm());
    }

    /**
     * The link goes down or comes up; downs may overlap.
     *
     * @param on whether it goes down
     */
    public void down(final boolean on) {
        downs += on ? 1 : -1;
    }

    /**
     * Tells the other end to stop or to go on with a priority. A PAUSE overtakes what waits, and is
     * neither lost nor altered.
     */
    void pause(final long nowNs, final int priority, final boolean stop) {
        final long wireNs = (PAUSE_BYTES + OVERHEAD) * picosPerByte / 1000;
        network.pause(nowNs + wireNs + delayNs, toNode, toPort, priority, stop);
    }

    /** How long a frame offered now would wait, in ns. */
    long backlogNs(final long nowNs) {
        return Math.max(0, busyUntilPs / 1000 - nowNs);
    }

    /**
     * Frames that a limited {@link #send} takes now, one after the other.
     *
     * @param longest bytes of the longest of them
     */
    int room(final long nowNs, final int longest) {
        if (!network.isFaulty()) {
            return Integer.MAX_VALUE;
        }
        final long spareNs = noise.backlog().queueNs() - backlogNs(nowNs);
        final long frameNs = 1 + (longest + OVERHEAD) * picosPerByte / 1000;
        return spareNs < 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, 1 + spareNs / frameNs);
    }

    /**
     * Sends a frame and takes its reference, also when it comes to nothing.
     *
     * @param limited whether the queue may refuse it
     * @return false when the queue is full; the reference then stays with the caller
     */
    boolean send(final long nowNs, final int chunk, final boolean limited) {
        final boolean faulty = network.isFaulty() && !frames.isPrecious(chunk);
        final long backlogNs = backlogNs(nowNs);
        if (limited && faulty && backlogNs > noise.backlog().queueNs()) {
            network.tally().count(FaultKind.QUEUE_FULL);
            return false;
        }
        busyUntilPs =
                Math.max(busyUntilPs, nowNs * 1000)
                        + (frames.length(chunk) + OVERHEAD) * picosPerByte;
        final long arrivalNs = Math.max(busyUntilPs / 1000 + delayNs, lastArrivalNs);
        network.countPacket();
        if (downs != 0 && frames.isPrecious(chunk)) {
            network.after(nowNs + AGAIN_NS, () -> send(network.nowNs(), chunk, limited));
            return true;
        }
        if (downs != 0) {
            network.tally().count(FaultKind.DOWN_LOSS);
            frames.release(chunk);
            return true;
        }
        if (faulty && backlogNs > noise.backlog().markNs() && alterations.mark(chunk)) {
            network.tally().count(FaultKind.CONGESTION);
        }
        if (faulty && rng.perMillion(anyPpm)) {
            disturb(chunk, arrivalNs);
        } else {
            lastArrivalNs = arrivalNs;
            arrive(arrivalNs, chunk);
        }
        return true;
    }

    /** One of the disturbances, in proportion to their rates. */
    private void disturb(final int chunk, final long arrivalNs) {
        int draw = rng.nextInt(anyPpm) - noise.lossPpm();
        if (draw < 0) {
            network.tally().count(FaultKind.LOSS);
            frames.release(chunk);
            return;
        }
        draw -= noise.duplicationPpm();
        if (draw < 0) {
            network.tally().count(FaultKind.DUPLICATION);
            frames.retain(chunk);
            lastArrivalNs = arrivalNs;
            arrive(arrivalNs, chunk);
            arrive(late(arrivalNs), chunk);
            return;
        }
        draw -= noise.reorderingPpm();
        if (draw < 0) {
            network.tally().count(FaultKind.REORDERING);
            arrive(late(arrivalNs), chunk);
            return;
        }
        draw -= noise.corruptionPpm();
        lastArrivalNs = arrivalNs;
        if (draw < 0) {
            network.tally().count(FaultKind.CORRUPTION);
            alterations.flip(chunk, rng);
        } else {
            network.tally().count(FaultKind.JITTER);
            lastArrivalNs += rng.nextInt(Math.max(1, noise.jitterNs()));
        }
        arrive(lastArrivalNs, chunk);
    }

    private void arrive(final long atNs, final int chunk) {
        lane.add(atNs, arrival | chunk);
    }

    private long late(final long arrivalNs) {
        return arrivalNs + 1 + rng.nextInt(Math.max(1, noise.reorderingNs()));
    }
}
