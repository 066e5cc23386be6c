package io.polycast.xdp.afxdp.socket;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A ring that the kernel fills and the socket empties: receive (struct xdp_desc) or completion (addresses).
 * The producer index is read with acquire before entries are, and the consumer index is published with release
 * afterwards.
 */
final class ConsumerRing {
    private final UnsafeBuffer map;
    private final RingLayout layout;
    private final int mask;
    private final int entryBytes;
    private int consumed;

    ConsumerRing(
            final UnsafeBuffer map, final RingLayout layout, final int size, final int entryBytes) {
        this.map = map;
        this.layout = layout;
        this.mask = size - 1;
        this.entryBytes = entryBytes;
        consumed = map.getInt(layout.consumer());
    }

    /** Entries that can be taken, at most limit. */
    int available(final int limit) {
        return Math.min(limit, map.getIntAcquire(layout.producer()) - consumed);
    }

    /** Address of the i-th available entry. */
    long address(final int i) {
        return map.getLong(layout.entries() + (consumed + i & mask) * entryBytes);
    }

    /** Length of the i-th available entry of a ring of descriptors. */
    int length(final int i) {
        return map.getInt(layout.entries() + (consumed + i & mask) * entryBytes + 8);
    }

    /** Copies the addresses of available entries, as offsets in the frame memory. */
    void addresses(final int[] to, final int count) {
        for (int i = 0; i < count; i++) {
            to[i] = (int) address(i);
        }
    }

    /** Gives entries back to the kernel. */
    void release(final int count) {
        consumed += count;
        map.putIntRelease(layout.consumer(), consumed);
    }
}
