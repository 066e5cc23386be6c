package io.polycast.xdp.afxdp;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A ring that we fill and the kernel empties: fill (entries are addresses, u64) or transmit (struct
 * xdp_desc). Indices run freely over 32 bits; entries are written before the producer index is
 * published with release, the consumer index is read with acquire.
 */
final class ProducerRing {
    /** Flag in the ring: the kernel sleeps until it is called (XDP_RING_NEED_WAKEUP). */
    private static final int NEED_WAKEUP = 1;

    private final UnsafeBuffer map;
    private final RingLayout layout;
    private final int size;
    private final int mask;
    private final int entryBytes;
    private int produced;
    private int published;
    private int consumedSeen;

    ProducerRing(
            final UnsafeBuffer map, final RingLayout layout, final int size, final int entryBytes) {
        this.map = map;
        this.layout = layout;
        this.size = size;
        this.mask = size - 1;
        this.entryBytes = entryBytes;
        produced = map.getInt(layout.producer());
        published = produced;
        consumedSeen = map.getIntAcquire(layout.consumer());
    }

    /** Room for an entry? */
    boolean hasRoom() {
        if (produced - consumedSeen < size) {
            return true;
        }
        consumedSeen = map.getIntAcquire(layout.consumer());
        return produced - consumedSeen < size;
    }

    /** Adds an address; there must be room. */
    void put(final long address) {
        map.putLong(layout.entries() + (produced & mask) * entryBytes, address);
        produced++;
    }

    /** Adds a descriptor; there must be room. */
    void put(final long address, final int length) {
        // struct xdp_desc: addr u64 @0, len u32 @8, options u32 @12
        final int at = layout.entries() + (produced & mask) * entryBytes;
        map.putLong(at, address);
        map.putLong(at + 8, length & 0xffffffffL);
        produced++;
    }

    /** Shows the kernel what was put; returns how many entries are new. */
    int publish() {
        final int fresh = produced - published;
        if (fresh != 0) {
            map.putIntRelease(layout.producer(), produced);
            published = produced;
        }
        return fresh;
    }

    /** Has the kernel taken everything that was published? */
    boolean isDrained() {
        consumedSeen = map.getIntAcquire(layout.consumer());
        return consumedSeen == published;
    }

    boolean needsWakeup() {
        return (map.getIntAcquire(layout.flags()) & NEED_WAKEUP) != 0;
    }
}
