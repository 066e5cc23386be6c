package io.polycast.mft.table;

import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Allocation of table memory: direct, zeroed, aligned to a cache line. */
final class OffHeap {
    private static final int CACHE_LINE_LENGTH = 64;

    private OffHeap() {}

    static UnsafeBuffer allocate(final long length) {
        if (length > Integer.MAX_VALUE - CACHE_LINE_LENGTH) {
            throw new IllegalArgumentException(
                    "table of "
                            + length
                            + " bytes exceeds one buffer: lower maxGroups or maxPaths");
        }
        return new UnsafeBuffer(
                BufferUtil.allocateDirectAligned((int) length, CACHE_LINE_LENGTH), 0, (int) length);
    }
}
