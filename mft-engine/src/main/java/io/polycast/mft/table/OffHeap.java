package io.polycast.mft.table;

import io.polycast.parser.memory.DirectMemory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of a table's parts: direct, zeroed, aligned to a cache line, given back together. */
final class OffHeap implements AutoCloseable {
    private static final int CACHE_LINE_LENGTH = 64;

    private final List<DirectMemory> parts = new ArrayList<>();

    /** When there is no room for a part, all of them are given back. */
    UnsafeBuffer allocate(final long length) {
        try {
            if (length > Integer.MAX_VALUE - CACHE_LINE_LENGTH) {
                throw new IllegalArgumentException(
                        "table of "
                                + length
                                + " bytes exceeds one buffer: lower maxGroups or maxPaths");
            }
            final DirectMemory part = new DirectMemory((int) length, CACHE_LINE_LENGTH);
            parts.add(part);
            return part.buffer();
        } catch (final RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Bytes of all parts. */
    long length() {
        return parts.stream().mapToLong(part -> part.buffer().capacity()).sum();
    }

    @Override
    public void close() {
        parts.forEach(DirectMemory::close);
    }
}
