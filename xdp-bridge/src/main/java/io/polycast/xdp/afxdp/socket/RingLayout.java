package io.polycast.xdp.afxdp.socket;

import org.agrona.DirectBuffer;

/**
 * Offsets in a mapped ring (struct xdp_ring_offset: producer u64 @0, consumer @8, desc @16, flags
 * @24).
 *
 * @param producer offset of the producer index
 * @param consumer offset of the consumer index
 * @param entries offset of entry 0
 * @param flags offset of the flags
 */
record RingLayout(int producer, int consumer, int entries, int flags) {
    static final int LENGTH = 32;

    static RingLayout read(final DirectBuffer offsets, final int at) {
        return new RingLayout(
                (int) offsets.getLong(at),
                (int) offsets.getLong(at + 8),
                (int) offsets.getLong(at + 16),
                (int) offsets.getLong(at + 24));
    }
}
