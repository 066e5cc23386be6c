package io.polycast.xdp.afxdp.socket;

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

    /** Room for how many entries? Asks the kernel only when it is less than wanted. */
    int room(final int wanted) {
        if (size - (produced - consumedSeen) < wanted) {
            consumedSeen = map.getIntAcquire(layout.consumer());
        }
        return size - (produced - consumedSeen);
    }

    /** Adds an address; there must be room. */
    void put(final long address) {
        map.putLong(at(produced), address);
        produced++;
    }

    /** Adds a descriptor, of one buffer of a frame; there must be room. */
    void put(final long address, final int length, final int options) {
        // struct xdp_desc: addr u64 @0, len u32 @8, options u32 @12
        final int at = at(produced);
        map.putLong(at, address);
        map.putInt(at + 8, length);
        map.putInt(at + 12, options);
        produced++;
    }

    /** Changes the address of what was put last; the kernel must not have been shown it. */
    void replaceLast(final long address) {
        map.putLong(at(produced - 1), address);
    }

    private int at(final int index) {
        return layout.entries() + (index & mask) * entryBytes;
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

    /** Entries that were published and that the kernel has not taken. */
    int waiting() {
        consumedSeen = map.getIntAcquire(layout.consumer());
        return published - consumedSeen;
    }

    boolean needsWakeup() {
        return (map.getIntAcquire(layout.flags()) & NEED_WAKEUP) != 0;
    }
}
