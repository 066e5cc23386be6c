package io.polycast.core.surrogate.congestion;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.qcn.Cnm;
import io.polycast.parser.wire.Ethernet;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Flows of hosts by number: port, source MAC, priority and destination address. A flow keeps its number as
 * long as frames of it are held. Flows beyond the table's room share one number that is never notified.
 */
final class Flows {
    /** Flows that can be told apart at a time. */
    static final int COUNT = 256;

    /** Number of all flows for which there was no room. */
    static final int OTHERS = COUNT;

    private static final int PROBES = 8;
    private static final int PORT_SHIFT = 48;
    private static final int PRIORITY_SHIFT = 54;
    private static final long MAC_MASK = Ethernet.BROADCAST;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Bytes kept of a flow's first frame: addresses, tags, and what a message repeats. */
    private static final int HEAD = 96;

    private static final int TYPE = 2;

    private final long[] sources = new long[COUNT];
    private final int[] addresses = new int[COUNT];
    private final int[] held = new int[COUNT + 1];

    /** By flow: where the part that a message repeats begins in its head, and its bytes. */
    private final int[] begins = new int[COUNT];

    private final int[] lengths = new int[COUNT];
    private final UnsafeBuffer heads = new UnsafeBuffer(new byte[COUNT * HEAD]);

    Flows() {
        Arrays.fill(sources, -1);
    }

    /** The number of a frame's flow; its frames are counted by {@link #take} and {@link #give}. */
    int find(final int port, final int priority, final DirectBuffer frame, final FrameInfo info) {
        final long source =
                Ethernet.srcMac(frame, info.frameOffset)
                        | (long) port << PORT_SHIFT
                        | (long) priority << PRIORITY_SHIFT;
        final int at = (int) ((source ^ (long) info.dstIp << 16) * MIX >>> 32);
        int free = OTHERS;
        for (int probe = 0; probe < PROBES; probe++) {
            final int flow = at + probe & COUNT - 1;
            if (sources[flow] == source && addresses[flow] == info.dstIp) {
                return flow;
            }
            if (held[flow] == 0 && free == OTHERS) {
                free = flow;
            }
        }
        if (free != OTHERS) {
            sources[free] = source;
            addresses[free] = info.dstIp;
            begins[free] = info.l3Offset - TYPE - info.frameOffset;
            final int kept =
                    Math.min(info.frameLength, Math.min(HEAD, begins[free] + Cnm.MOST_REPEATED));
            lengths[free] = kept - begins[free];
            heads.putBytes(free * HEAD, frame, info.frameOffset, kept);
        }
        return free;
    }

    void take(final int flow, final int units) {
        held[flow] += units;
    }

    void give(final int flow, final int units) {
        held[flow] -= units;
    }

    int port(final int flow) {
        return (int) (sources[flow] >>> PORT_SHIFT) & 0x3F;
    }

    int priority(final int flow) {
        return (int) (sources[flow] >>> PRIORITY_SHIFT) & 7;
    }

    long srcMac(final int flow) {
        return sources[flow] & MAC_MASK;
    }

    /** Memory in which the beginnings of frames lie. */
    DirectBuffer heads() {
        return heads;
    }

    /** Offset of the beginning of a flow's frame. */
    int head(final int flow) {
        return flow * HEAD;
    }

    /** Bytes of the addresses and tags in front of what a message repeats. */
    int begin(final int flow) {
        return begins[flow];
    }

    /** Bytes that a message repeats, in [0, 64]. */
    int length(final int flow) {
        return lengths[flow];
    }
}
