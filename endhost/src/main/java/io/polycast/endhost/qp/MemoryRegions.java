package io.polycast.endhost.qp;

import io.polycast.endhost.verbs.PayloadSink;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Memory that the peer may WRITE to. Few regions per queue pair are usual, so a scan over the keys
 * beats a map.
 */
final class MemoryRegions {
    /** What {@link #find} returns for an unknown key or a range that leaves its region. */
    static final int REFUSED = -1;

    private int[] rkey = new int[4];
    private long[] va = new long[4];
    private long[] length = new long[4];
    private MutableDirectBuffer[] buffer = new MutableDirectBuffer[4];
    private int[] offset = new int[4];
    private PayloadSink[] sink = new PayloadSink[4];
    private int count;

    void add(
            final int key,
            final long address,
            final long bytes,
            final MutableDirectBuffer into,
            final int at,
            final PayloadSink consumer) {
        if (into != null && (bytes < 0 || at < 0 || bytes > into.capacity() - at)) {
            throw new IllegalArgumentException(
                    "region offset=" + at + " length=" + bytes + " leaves its buffer");
        }
        for (int i = 0; i < count; i++) {
            if (rkey[i] == key) {
                throw new IllegalArgumentException(
                        "rkey 0x" + Integer.toHexString(key) + " is registered already");
            }
        }
        if (count == rkey.length) {
            final int more = 2 * count;
            rkey = Arrays.copyOf(rkey, more);
            va = Arrays.copyOf(va, more);
            length = Arrays.copyOf(length, more);
            buffer = Arrays.copyOf(buffer, more);
            offset = Arrays.copyOf(offset, more);
            sink = Arrays.copyOf(sink, more);
        }
        rkey[count] = key;
        va[count] = address;
        length[count] = bytes;
        buffer[count] = into;
        offset[count] = at;
        sink[count] = consumer;
        count++;
    }

    /**
     * @param key of the RETH
     * @param address of the RETH
     * @param bytes of the RETH's DMA length
     * @return the region's index, or {@link #REFUSED}
     */
    int find(final int key, final long address, final long bytes) {
        for (int i = 0; i < count; i++) {
            if (rkey[i] == key) {
                // Differences of unsigned addresses: a range that wraps at 2^64 fails here too.
                final long start = address - va[i];
                final boolean inside =
                        start >= 0 && start <= length[i] && bytes <= length[i] - start;
                return inside ? i : REFUSED;
            }
        }
        return REFUSED;
    }

    /** Position of an address in its region. */
    long position(final int region, final long address) {
        return address - va[region];
    }

    /** Whether a sink takes the payload. */
    boolean hasSink(final int region) {
        return sink[region] != null;
    }

    void write(
            final int region,
            final long position,
            final DirectBuffer source,
            final int from,
            final int bytes) {
        if (sink[region] != null) {
            sink[region].onPayload(position, source, from, bytes);
        } else {
            buffer[region].putBytes(offset[region] + (int) position, source, from, bytes);
        }
    }
}
