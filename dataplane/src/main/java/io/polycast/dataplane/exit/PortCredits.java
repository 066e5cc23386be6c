package io.polycast.dataplane.exit;

import io.polycast.xdp.port.Port;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Credits of the shards at the ports, for shards whose frames a writer's thread sends. A credit is one frame
 * that a port will take. The writer grants each shard an equal part of a port's room. A grant is a total since
 * the start: all orders of the shard for the port, up to and including the last credited one. Grants only
 * grow, so an order in the ring keeps its credit. The writer grants nothing before a shard asks for the room
 * of a port.
 */
public final class PortCredits {
    private final Port[] ports;
    private final Share[] shares;

    /** By port: 0 while it takes no frames. */
    private final AtomicIntegerArray open;

    private volatile boolean wanted;
    private int turn;

    /** One shard's part. */
    public final class Share {
        /** By port; written by the writer. */
        private final AtomicLongArray granted = new AtomicLongArray(ports.length);

        /** By port: orders that the writer has carried out. */
        private final long[] done = new long[ports.length];

        /** By port: orders given; the shard's own. */
        private final long[] ordered = new long[ports.length];

        private Share() {}

        /** Shard: orders for a port that the port will take. */
        int room(final int port) {
            if (!wanted) {
                wanted = true;
            }
            if (open.get(port) == 0) {
                return 0;
            }
            final long left = granted.get(port) - ordered[port];
            return (int) Math.max(0, Math.min(left, Integer.MAX_VALUE));
        }

        /** Shard: bytes of the longest frame that a port carries. */
        int longest(final int port) {
            return ports[port].maxFrameLength();
        }

        /** Shard: one more order for a port. */
        void onOrdered(final int port) {
            ordered[port]++;
        }

        /** Writer: an order for a port is carried out. */
        public void onDone(final int port) {
            done[port]++;
        }

        private long unused(final int port) {
            return Math.max(0, granted.get(port) - done[port]);
        }
    }

    /**
     * @param ports of the switch
     * @param shards that order frames for them
     */
    public PortCredits(final Port[] ports, final int shards) {
        this.ports = ports;
        open = new AtomicIntegerArray(ports.length);
        shares = new Share[shards];
        for (int i = 0; i < shards; i++) {
            shares[i] = new Share();
        }
    }

    public Share share(final int shard) {
        return shares[shard];
    }

    /** Writer, once a duty cycle: grants what the ports have room for. */
    public void grant() {
        if (!wanted) {
            return;
        }
        for (int port = 0; port < ports.length; port++) {
            final int room = ports[port].room();
            grant(port, room);
            open.setRelease(port, room > 0 ? 1 : 0);
        }
        turn = (turn + 1) % shares.length;
    }

    private void grant(final int port, final int room) {
        long spare = room;
        for (final Share share : shares) {
            spare -= share.unused(port);
        }
        // A shard that sends nothing keeps its part and no more.
        final long part = Math.max(1, room / shares.length);
        for (int i = 0; i < shares.length && spare > 0; i++) {
            final Share share = shares[(turn + i) % shares.length];
            final long unused = share.unused(port);
            final long more = Math.min(spare, part - unused);
            if (more > 0) {
                spare -= more;
                share.granted.setRelease(port, share.done[port] + unused + more);
            }
        }
    }
}
