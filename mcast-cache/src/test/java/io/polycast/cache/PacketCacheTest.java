package io.polycast.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacketCacheTest {
    private final PacketCache cache = new PacketCache(3, 1, 2, 10);

    @Test
    void shouldLetOneWriterInAtATime() {
        assertTrue(cache.write(0, 8, 0, 1) >= 0);
        assertEquals(PacketCache.BUSY, cache.write(7, 8, 1, 1));
        assertEquals(8, cache.writableFrom());
        assertTrue(cache.write(8, 8, 1, 1) >= 0);
    }

    @Test
    void shouldTellTheOwnerOfAnEvictionByAMiss() {
        for (int tag = 0; tag < 3; tag++) {
            cache.write(tag, 1, 0, tag);
        }
        assertTrue(cache.sweep());
        assertEquals(PacketCache.MISS, cache.find(0, 0));
        assertEquals(1, cache.evictions(0));
        assertFalse(cache.sweep(), "the reserve is there");
        assertTrue(cache.write(10, 1, 0, 0) >= 0, "sent again, cached again");
    }

    @Test
    void shouldEvictNothingWithHeadersOutstanding() {
        for (int tag = 0; tag < 3; tag++) {
            assertTrue(cache.pin(cache.write(tag, 1, 0, tag)));
        }
        assertFalse(cache.sweep());
        assertEquals(PacketCache.FULL, cache.write(9, 1, 1, 0));
        assertTrue(cache.unpin(cache.find(0, 2)));
        assertTrue(cache.write(9, 1, 1, 0) >= 0);
        assertEquals(PacketCache.MISS, cache.find(0, 2));
    }

    @Test
    void shouldFreeALineWithItsLastHeader() {
        final int line = cache.write(0, 1, 0, 4);
        cache.pin(line);
        assertTrue(cache.release(0, 4));
        assertEquals(PacketCache.MISS, cache.find(0, 4));
        assertEquals(1, cache.occupied());
        assertFalse(cache.pin(line), "a line that leaves takes no header");
        assertTrue(cache.unpin(line));
        assertEquals(0, cache.occupied());
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertEquals(PacketCache.UNKNOWN, cache.write(0, 1, 2, 0));
        assertEquals(PacketCache.UNKNOWN, cache.write(0, 1, 0, -1));
        assertEquals(PacketCache.MISS, cache.find(-1, 0));
        assertEquals(PacketCache.MISS, cache.find(0, 10));
        assertFalse(cache.release(0, 10));
        assertFalse(cache.pin(-1));
        assertFalse(cache.pin(0));
        assertFalse(cache.unpin(3));
        assertFalse(cache.unpin(0));
        assertEquals(0, cache.occupied());
        assertThrows(IllegalArgumentException.class, () -> new PacketCache(3, 4, 1, 1));
    }

    @Test
    void shouldFeedOnePacketByAMirror() {
        final ReadMirrors mirrors = new ReadMirrors(2);
        assertEquals(0, mirrors.claim(0, 8));
        assertTrue(mirrors.claim(1, 0L, 4));
        assertFalse(mirrors.claim(1, 3L, 4));
        assertEquals(ReadMirrors.NONE, mirrors.claim(3, 8L));
        assertEquals(4, mirrors.freeFrom());
        assertEquals(1, mirrors.claim(4, 8L));
        assertFalse(mirrors.claim(2, 100L, 1));
    }
}
