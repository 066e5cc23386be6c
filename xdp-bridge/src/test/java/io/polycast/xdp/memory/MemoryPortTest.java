package io.polycast.xdp.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.net.OwnThread;
import io.polycast.xdp.port.Allocation;
import io.polycast.xdp.port.FrameConsumer;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.Rooms;
import io.polycast.xdp.port.SpscRing;
import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryPortTest {
    private final FrameMemory memory = new FrameMemory(2048, 32, 16);
    private final MemoryPort port = new MemoryPort(3, "p3", memory, 8);
    private final Frames.Collector in = new Frames.Collector(memory);
    private final Frames.Collector out = new Frames.Collector(null);

    @AfterEach
    void noChunkIsLost() {
        port.close();
        port.close();
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldTakeAsManyFramesAsItHasRoomFor() {
        assertEquals(8, port.room());
        assertEquals(8, Rooms.fill(port, 64, 100));
        assertFalse(port.send(Frames.frame(1, 64), 0, 64));
        port.drain(out, 3);
        assertEquals(3, port.room());
        assertEquals(3, Rooms.fill(port, 64, 100));
        assertEquals(0, port.room());
        port.drain(out, 100);
        port.flush();
        final int[] taken = new int[14];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = memory.acquireTx();
        }
        assertEquals(2, port.room());
        assertEquals(2, Rooms.fill(port, 64, 100));
        port.drain(out, 100);
        port.flush();
        memory.release(taken, taken.length);
    }

    @Test
    void shouldCarryAFrameIntoTheSwitch() {
        final UnsafeBuffer frame = Frames.frame(1, 100);
        assertTrue(port.inject(frame, 0, 100));
        assertEquals(1, port.receive(in, 8));
        assertArrayEquals(frame.byteArray(), in.frames.get(0));
        assertEquals(1, port.stats().rxFrames);
        assertEquals(100, port.stats().rxBytes);
    }

    @Test
    void shouldCountWhatTheSwitchDoesNotFetch() {
        for (int i = 0; i < 10; i++) {
            assertEquals(i < 8, port.inject(Frames.frame(i, 64), 0, 64));
        }
        assertEquals(2, port.stats().rxRingFull);
        assertEquals(5, port.receive(in, 5));
        assertEquals(3, port.receive(in, 5));
        assertEquals(0, port.receive(in, 5));
        assertEquals(8, port.injectable());
    }

    @Test
    void shouldRefuseWhatDoesNotFitAChunk() {
        final UnsafeBuffer frame = Frames.frame(1, 1793);
        assertEquals(1792, port.maxFrameLength());
        assertFalse(port.inject(frame, 0, 1793));
        assertFalse(port.send(frame, 0, 1793));
        assertFalse(
                port.sendCopy(
                        new Copy().header(frame, 66).tail(frame, 66, 1793 - 66).icrcIndex(0),
                        0,
                        0));
        assertFalse(port.sendShared(0, 1793));
        assertEquals(1, port.stats().rxInvalid);
        assertEquals(3, port.stats().txTooLong);
    }

    @Test
    void shouldLetTheHostReadASharedFrameWhereItLies() {
        port.inject(Frames.frame(1, 200), 0, 200);
        final int[] at = new int[1];
        port.receive(
                (index, offset, length, timestampNs) -> {
                    at[0] = offset;
                    assertTrue(port.sendShared(offset + 14, length - 14));
                    memory.release(offset);
                },
                1);
        assertEquals(1, memory.references(at[0]));
        assertEquals(
                1,
                port.drain(
                        (buffer, offset, length) -> {
                            assertEquals(at[0] + 14, offset);
                            assertEquals(186, length);
                        },
                        9));
        assertEquals(1, port.flush());
        assertEquals(0, memory.references(at[0]));
    }

    @Test
    void shouldPutHeaderTailAndIcrcTogether() {
        final UnsafeBuffer header = Frames.frame(1, 54);
        final UnsafeBuffer tail = Frames.frame(2, 100);
        assertTrue(
                port.sendCopy(
                        new Copy().header(header, 50).tail(tail, 10, 80).icrcIndex(76),
                        4,
                        0x04030201));
        port.drain(out, 1);
        final byte[] copy = out.frames.get(0);
        assertEquals(130, copy.length);
        final byte[] expected = new byte[130];
        System.arraycopy(header.byteArray(), 4, expected, 0, 50);
        System.arraycopy(tail.byteArray(), 10, expected, 50, 76);
        for (int i = 0; i < 4; i++) {
            expected[126 + i] = (byte) (i + 1); // least significant byte first
        }
        assertArrayEquals(expected, copy);
    }

    @Test
    void shouldRefuseWhenTheHostDoesNotDrain() {
        for (int i = 0; i < 9; i++) {
            assertEquals(i < 8, port.send(Frames.frame(i, 64), 0, 64));
        }
        assertEquals(1, port.stats().txRingFull);
        assertEquals(8, port.drain(out, 100));
        assertTrue(port.send(Frames.frame(9, 64), 0, 64));
    }

    @Test
    void shouldSayWhenTxChunksRunOut() {
        final int[] held = new int[16];
        for (int i = 0; i < 16; i++) {
            held[i] = memory.acquireTx();
        }
        assertFalse(port.send(Frames.frame(1, 64), 0, 64));
        assertEquals(1, port.stats().txNoMemory);
        for (final int chunk : held) {
            memory.release(chunk);
        }
    }

    @Test
    void shouldNotAllocateForFrames() {
        final Copy copy = new Copy();
        final UnsafeBuffer frame = Frames.frame(1, 200);
        final FrameHandler forward =
                (index, offset, length, at) -> {
                    port.sendShared(offset, length);
                    port.sendCopy(
                            copy.header(frame, 54)
                                    .tail(memory.buffer(), offset, 146)
                                    .icrcIndex(142),
                            0,
                            7);
                    memory.release(offset);
                };
        final int[] seen = new int[1];
        final FrameConsumer sink = (buffer, offset, length) -> seen[0]++;
        final long bytes =
                Allocation.bytes(
                        5_000,
                        () -> {
                            port.inject(frame, 0, 200);
                            port.receive(forward, 8);
                            port.drain(sink, 8);
                            port.flush();
                        });
        assertEquals(80_000, seen[0]);
        assertTrue(bytes < 4_000, bytes + " bytes for 10000 frames");
    }

    @Property(tries = 100)
    void shouldReflectEveryFrameInOrder(@ForAll final long seed) {
        final FrameMemory chunks = new FrameMemory(512, 10, 1);
        final MemoryPort mirror = new MemoryPort(0, "mirror", chunks, 8);
        final FrameHandler reflect =
                (index, offset, length, at) -> {
                    assertTrue(mirror.sendShared(offset, length));
                    chunks.release(offset);
                };
        final Random random = new Random(seed);
        final ArrayDeque<Integer> inside = new ArrayDeque<>();
        int leaving = 0;
        int number = 0;
        for (int step = 0; step < 200; step++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    final UnsafeBuffer frame = Frames.frame(number, 64 + number % 50);
                    if (mirror.inject(frame, 0, frame.capacity())) {
                        inside.add(number);
                    }
                    number++;
                }
                case 1 -> {
                    mirror.flush();
                    if (leaving < 8) {
                        leaving += mirror.receive(reflect, 8 - leaving);
                    }
                }
                default -> {
                    final Frames.Collector host = new Frames.Collector(null);
                    leaving -= mirror.drain(host, 1 + random.nextInt(4));
                    for (final byte[] frame : host.frames) {
                        final int next = inside.remove();
                        assertArrayEquals(Frames.frame(next, 64 + next % 50).byteArray(), frame);
                    }
                }
            }
        }
        mirror.close();
        assertEquals(0, chunks.chunksInUse());
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldServeThreeThreads() throws Exception {
        final int count = 50_000;
        final CompletableFuture<Void> host =
                CompletableFuture.runAsync(() -> beHost(count), OwnThread::start);
        final SpscRing handOver = new SpscRing(8);
        final CompletableFuture<Void> core =
                CompletableFuture.runAsync(() -> beCore(count, handOver), OwnThread::start);
        Await.until(
                "all frames",
                () -> {
                    port.receive((i, offset, length, at) -> assertTrue(handOver.offer(offset)), 4);
                    return host.isDone() || core.isCompletedExceptionally();
                });
        core.get(30, TimeUnit.SECONDS);
        host.get(30, TimeUnit.SECONDS);
        assertEquals(count, port.stats().txFrames);
    }

    /** Has at most 8 frames under way, each with its number. */
    private void beHost(final int count) {
        final UnsafeBuffer frame = Frames.frame(0, 64);
        final int[] next = new int[1];
        final int[] seen = new int[1];
        Await.until(
                "all frames at the host",
                () -> {
                    if (next[0] < count && next[0] - seen[0] < 8) {
                        frame.putInt(20, next[0]);
                        if (port.inject(frame, 0, 64)) {
                            next[0]++;
                        }
                    }
                    port.drain(
                            (buffer, offset, length) ->
                                    assertEquals(seen[0]++, buffer.getInt(offset + 20)),
                            8);
                    return seen[0] == count;
                });
    }

    private void beCore(final int count, final SpscRing handOver) {
        final int[] done = new int[1];
        Await.until(
                "all frames in the core",
                () -> {
                    final long offset = handOver.poll();
                    if (offset >= 0) {
                        assertTrue(port.sendShared((int) offset, 64));
                        memory.release((int) offset);
                        done[0]++;
                    }
                    port.flush();
                    return done[0] == count;
                });
    }
}
