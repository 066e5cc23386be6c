package io.polycast.sim.rack.net;

import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.time.Rng;
import java.util.Arrays;

/**
 * Links from edge switches to spines. A packet may take any link of its edge switch (spraying): the
 * next one in turn that has a credit of the spine's input buffer and is free within a packet's time.
 */
final class Uplinks {
    /** Answer of {@link #pick} when no link is available. */
    static final int NONE = -1;

    /** How far ahead a link may be booked: one packet. */
    private static final long AHEAD = 256 * RackTimes.LINK_BYTE;

    private final int spines;
    private final int interfaces;
    private final long[] freeAt;
    private final int[] credits;
    private final long[] interfaceFreeAt;
    private final int[] turn;
    private final int retryPpm;
    private final Rng rng;
    private long retries;

    Uplinks(final FabricShape shape, final Rng rng) {
        this.rng = rng;
        spines = shape.spines();
        interfaces =
                (spines + FabricShape.LINKS_PER_INTERFACE - 1) / FabricShape.LINKS_PER_INTERFACE;
        freeAt = new long[shape.edges() * spines];
        credits = new int[shape.edges() * spines];
        interfaceFreeAt = new long[shape.edges() * interfaces];
        turn = new int[shape.edges()];
        retryPpm = shape.retryPpm();
        Arrays.fill(credits, shape.buffers());
    }

    /** The next link in turn that takes a packet now, or {@link #NONE}. */
    int pick(final long now, final int edge) {
        int spine = turn[edge];
        for (int i = 0; i < spines; i++) {
            final int link = edge * spines + spine;
            if (credits[link] > 0
                    && freeAt[link] <= now + AHEAD
                    && interfaceFreeAt[interfaceOf(edge, spine)] <= now) {
                // Links of the next interface first: neighbours share one.
                final int next = spine + FabricShape.LINKS_PER_INTERFACE;
                turn[edge] = next < spines ? next : (next + 1) % spines;
                return link;
            }
            spine = spine + 1 == spines ? 0 : spine + 1;
        }
        return NONE;
    }

    /**
     * Books a link for a packet.
     *
     * @param start time at which the packet begins to leave the crossbar
     * @return time at which the spine has received the packet
     */
    long send(final long start, final int link, final int bytes) {
        final int edge = link / spines;
        interfaceFreeAt[interfaceOf(edge, link % spines)] = start + RackTimes.crossbar(bytes);
        credits[link]--;
        long end = Math.max(start, freeAt[link]) + bytes * RackTimes.LINK_BYTE;
        // A corrupted packet is sent again after word of it has come back; those behind it wait.
        while (retryPpm > 0 && rng.perMillion(retryPpm)) {
            end += 2 * RackTimes.FIBRE + bytes * RackTimes.LINK_BYTE;
            retries++;
        }
        freeAt[link] = end;
        return end + RackTimes.EDGE + RackTimes.FIBRE;
    }

    /** A control message takes its time from the next link in turn. */
    void control(final long now, final int edge) {
        final int link = edge * spines + turn[edge];
        freeAt[link] = Math.max(now, freeAt[link]) + RackTimes.CONTROL_BYTES * RackTimes.LINK_BYTE;
        turn[edge] = turn[edge] + 1 == spines ? 0 : turn[edge] + 1;
    }

    void onCredit(final int link) {
        credits[link]++;
    }

    /** Time at which it is worth while to ask again; a credit may come earlier. */
    long retryAt(final long now, final int edge) {
        long at = Long.MAX_VALUE;
        for (int link = edge * spines; link < (edge + 1) * spines; link++) {
            if (credits[link] > 0) {
                final long gap = interfaceFreeAt[interfaceOf(edge, link - edge * spines)];
                at = Math.min(at, Math.max(freeAt[link] - AHEAD, gap));
            }
        }
        return at == Long.MAX_VALUE ? now + RackTimes.FIBRE : Math.max(at, now + 1);
    }

    long retries() {
        return retries;
    }

    private int interfaceOf(final int edge, final int spine) {
        return edge * interfaces + spine / FabricShape.LINKS_PER_INTERFACE;
    }
}
