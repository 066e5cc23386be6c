package io.polycast.sim.net;

import io.polycast.sim.scenario.FaultKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A switch whose process stands still, as after SIGSTOP. Frames and requests wait meanwhile, frames in a ring
 * per port. Afterwards the switch processes ring by ring. After half of {@code idleAnew} or longer it drops
 * the frames that waited, because they may belong to a connection that has ended.
 */
final class Standstill {
    /** Frames that a port's ring holds; more are lost. */
    private static final int RING = 64;

    private final Network network;
    private final int[][] rings;
    private final int[] lengths;
    private final List<Runnable> waiting = new ArrayList<>();
    private int depth;
    private long sinceNs;

    Standstill(final Network network, final int ports) {
        this.network = network;
        rings = new int[ports][RING];
        lengths = new int[ports];
    }

    boolean isStanding() {
        return depth > 0;
    }

    /** Standstills may overlap. */
    void begin() {
        if (depth++ == 0) {
            sinceNs = network.nowNs();
        }
    }

    /** A frame arrives meanwhile. */
    void onFrame(final int port, final int chunk) {
        if (lengths[port] == RING) {
            network.tally().count(FaultKind.QUEUE_FULL);
            network.frames().release(chunk);
        } else {
            rings[port][lengths[port]++] = chunk;
        }
    }

    /** Does something once the process goes on. */
    void whenOver(final Runnable action) {
        waiting.add(action);
    }

    /** Goes on: frames first, ring by ring, then what else was asked. */
    void end(final SwitchNode node) {
        if (--depth > 0) {
            return;
        }
        final boolean stale =
                network.nowNs() - sinceNs >= network.scenario().switches().idleAnewNs() / 2;
        for (int port = 0; port < rings.length; port++) {
            final int count = lengths[port];
            lengths[port] = 0;
            for (int i = 0; i < count; i++) {
                if (stale) {
                    network.tally().count(FaultKind.STANDSTILL_LOSS);
                    node.discard(rings[port][i]);
                } else {
                    node.onEngineFrame(network.nowNs(), port, rings[port][i]);
                }
            }
        }
        final List<Runnable> actions = new ArrayList<>(waiting);
        waiting.clear();
        actions.forEach(Runnable::run);
    }
}
