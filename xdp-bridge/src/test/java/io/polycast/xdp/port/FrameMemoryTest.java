package io.polycast.xdp.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FrameMemoryTest {
    @Property
    void shouldAgreeWithAMapOfReferenceCounts(
            @ForAll final long seed,
            @ForAll @IntRange(min = 1, max = 6) final int rxChunks,
            @ForAll @IntRange(min = 1, max = 6) final int txChunks) {
        final int chunkSize = 64 * 5;
        final FrameMemory memory = new FrameMemory(chunkSize, rxChunks, txChunks);
        final Map<Integer, Integer> model = new HashMap<>();
        final Random random = new Random(seed);
        for (int step = 0; step < 300; step++) {
            switch (random.nextInt(7)) {
                case 0 -> acquire(model, memory.acquireRx(), 0, rxChunks, chunkSize);
                case 1 -> acquire(model, memory.acquireTx(), rxChunks, txChunks, chunkSize);
                case 2 -> {
                    final int chunk = any(model, random);
                    if (chunk >= 0) {
                        memory.retain(chunk + random.nextInt(chunkSize));
                        model.merge(chunk, 1, Integer::sum);
                    }
                }
                case 3 -> {
                    final int[] got = new int[random.nextInt(4)];
                    final int count = memory.acquireRx(got, got.length);
                    for (int i = 0; i < count; i++) {
                        acquire(model, got[i], 0, rxChunks, chunkSize);
                    }
                    if (count < got.length) {
                        acquire(model, FrameMemory.NONE, 0, rxChunks, chunkSize);
                    }
                }
                case 4 -> {
                    final int[] some =
                            model.keySet().stream().limit(3).mapToInt(Integer::intValue).toArray();
                    memory.release(some, some.length);
                    for (final int chunk : some) {
                        model.computeIfPresent(chunk, (k, n) -> n == 1 ? null : n - 1);
                    }
                }
                default -> {
                    final int chunk = any(model, random);
                    if (chunk >= 0) {
                        memory.release(chunk + random.nextInt(chunkSize));
                        model.computeIfPresent(chunk, (k, n) -> n == 1 ? null : n - 1);
                    }
                }
            }
            assertEquals(model.size(), memory.chunksInUse());
            model.forEach((chunk, n) -> assertEquals(n, memory.references(chunk)));
        }
    }

    private static void acquire(
            final Map<Integer, Integer> model,
            final int got,
            final int firstChunk,
            final int chunks,
            final int chunkSize) {
        final int from = firstChunk * chunkSize;
        final int to = from + chunks * chunkSize;
        final long held = model.keySet().stream().filter(o -> o >= from && o < to).count();
        if (held == chunks) {
            assertEquals(FrameMemory.NONE, got);
        } else {
            assertTrue(got >= from && got < to && got % chunkSize == 0, () -> "offset " + got);
            assertEquals(null, model.put(got, 1), "a chunk was given twice");
        }
    }

    private static int any(final Map<Integer, Integer> model, final Random random) {
        final List<Integer> held = new ArrayList<>(model.keySet());
        return held.isEmpty() ? -1 : held.get(random.nextInt(held.size()));
    }

    @Test
    void shouldRefuseToReleaseOrRetainAFreeChunk() {
        final FrameMemory memory = new FrameMemory(2048, 2, 2);
        final int chunk = memory.acquireTx();
        memory.release(chunk);
        assertThrows(IllegalStateException.class, () -> memory.release(chunk));
        assertThrows(IllegalStateException.class, () -> memory.retain(chunk + 100));
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldReceiveIntoChunksThatCameBackBeforeFreshOnes() {
        final FrameMemory memory = new FrameMemory(2048, 100, 1);
        final int used = memory.acquireRx();
        memory.release(used);
        assertEquals(used, memory.acquireRx());
        memory.release(used);
        final int[] three = new int[3];
        assertEquals(3, memory.acquireRx(three, 3));
        assertEquals(used, three[0]);
        memory.release(three, 3);
        assertThrows(IllegalStateException.class, () -> memory.release(three, 1));
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldTakeBackAnRxChunkThatNobodyElseSaw() {
        final FrameMemory memory = new FrameMemory(2048, 1, 1);
        final int chunk = memory.acquireRx();
        assertEquals(FrameMemory.NONE, memory.acquireRx());
        memory.putBackRx(chunk + FrameMemory.HEADROOM);
        assertEquals(0, memory.chunksInUse());
        assertEquals(chunk, memory.acquireRx());
        memory.retain(chunk);
        assertThrows(IllegalStateException.class, () -> memory.putBackRx(chunk));
    }

    @Test
    void shouldLieOnAPageAndReachEveryByte() {
        final FrameMemory memory = new FrameMemory(4096, 3, 2);
        assertEquals(0, memory.address() % 4096);
        assertEquals(5 * 4096, memory.buffer().capacity());
        memory.buffer().putByte(5 * 4096 - 1, (byte) 7);
        assertEquals(7, memory.byteBuffer().get(5 * 4096 - 1));
        assertEquals(4096, memory.chunkStart(8191));
        assertNotEquals(memory.chunkStart(8192), memory.chunkStart(8191));
    }

    @Test
    void shouldRefuseChunksThatHoldNoFrame() {
        assertThrows(IllegalArgumentException.class, () -> new FrameMemory(256, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new FrameMemory(2000, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new FrameMemory(2048, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new FrameMemory(1 << 20, 4096, 1));
    }
}
