package io.polycast.perf;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Takes copies as a gathering driver: headers and ICRC go into a slot of a ring, and the payload
 * stays where it was received. With descriptors, each copy also gets the three (headers, payload,
 * ICRC) that make a device send it, in AF_XDP's format: address, length, options.
 */
final class HeaderRing implements EgressSink {
    private static final int SLOT = 64;
    private static final int SLOTS = 4096;

    /** Headers may be written up to 128 bytes from where they begin. */
    private static final int SPARE = 64;

    private static final int HEADERS = 54;
    private static final int ICRC_AT = 60;
    private static final int DESCRIPTOR = 16;
    private static final int DESCRIPTORS = 3 * DESCRIPTOR;
    private static final long MORE_FOLLOWS = 1L << 32;

    private final UnsafeBuffer slots = Fixture.direct(SLOTS * SLOT + SPARE);
    private final UnsafeBuffer descriptors = Fixture.direct(SLOTS * DESCRIPTORS);
    private final boolean describes;

    /** Copies taken, from 0 again after 2^32; the next goes into the slot behind the last. */
    private int copies;

    HeaderRing(final boolean describes) {
        this.describes = describes;
    }

    /** Copies taken, modulo 2^32. */
    int copies() {
        return copies;
    }

    /** ICRC of the copy taken last. */
    int lastIcrc() {
        return slots.getInt(slot(copies - 1) + ICRC_AT);
    }

    /** Writes the headers of the copy taken last to the beginning of a frame. */
    void lastHeaders(final MutableDirectBuffer to) {
        to.putBytes(0, slots, slot(copies - 1), HEADERS);
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return slots;
    }

    @Override
    public int headerSpace() {
        return slot(copies);
    }

    private static int slot(final int copy) {
        return (copy & SLOTS - 1) * SLOT;
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        throw new IllegalStateException("no frame of the switch's own is due here");
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final int slot = slot(copies);
        if (copy.header != slots || copy.headerLength > ICRC_AT) {
            throw new IllegalStateException("headers not in place, or longer than a slot");
        }
        UnsafeApi.putInt(slots.addressOffset() + slot + ICRC_AT, icrc);
        if (describes) {
            describe(slot, copy.headerLength, copy.tailOffset, copy.icrcIndex);
        }
        copies++;
        return true;
    }

    private void describe(
            final int slot, final int headerLength, final int tailOffset, final int icrcIndex) {
        final long at = descriptors.addressOffset() + (copies & SLOTS - 1) * DESCRIPTORS;
        UnsafeApi.putLong(at, slot);
        UnsafeApi.putLong(at + 8, headerLength | MORE_FOLLOWS);
        UnsafeApi.putLong(at + DESCRIPTOR, tailOffset);
        UnsafeApi.putLong(at + DESCRIPTOR + 8, icrcIndex | MORE_FOLLOWS);
        UnsafeApi.putLong(at + 2 * DESCRIPTOR, slot + ICRC_AT);
        UnsafeApi.putLong(at + 2 * DESCRIPTOR + 8, 4);
    }
}
