package io.polycast.dataplane.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FaultyPortTest {
    private static final int LENGTH = 60;
    private static final int FRAMES = 1000;
    private static final int HEADER = 20;

    private final FrameMemory memory = new FrameMemory(2048, 256, 256);
    private final MemoryPort cable = new MemoryPort(3, "p3", memory, 64);
    private final List<byte[]> received = new ArrayList<>();
    private final List<byte[]> sent = new ArrayList<>();

    @Test
    void shouldHaveRoomForHalfOfTheFramesWhenEachIsDoubled() {
        assertEquals(64, port(new FaultSpec(0.5, 0, 0, 7)).room());
        final FaultyPort port = port(new FaultSpec(0, 1, 0, 7));
        assertEquals(32, port.room());
        for (int i = 0; i < 31; i++) {
            assertTrue(port.send(new UnsafeBuffer(frame(i)), 0, LENGTH));
        }
        assertEquals(1, port.room());
        assertTrue(port.send(new UnsafeBuffer(frame(31)), 0, LENGTH));
        assertEquals(0, port.room());
    }

    @Test
    void shouldLoseEveryFrameInBothDirectionsAtProbabilityOne() {
        final FaultyPort port = port(new FaultSpec(1, 0, 0, 7));
        receiveAll(port);
        sendAll(port);
        assertEquals(List.of(), received);
        assertEquals(List.of(), sent);
        assertEquals(FRAMES, port.stats().rxFaultLost);
        assertEquals(FRAMES, port.stats().rxFrames);
        assertEquals(FRAMES, port.stats().txFaultLost);
        assertEquals(0, port.stats().txFrames);
    }

    @Test
    void shouldLoseAboutAsManyAsAskedFor() {
        final FaultyPort port = port(new FaultSpec(0.1, 0, 0, 7));
        receiveAll(port);
        sendAll(port);
        // Six standard deviations of a binomial distribution around its mean.
        assertEquals(100, port.stats().rxFaultLost, 57);
        assertEquals(100, port.stats().txFaultLost, 57);
        assertEquals(FRAMES - port.stats().rxFaultLost, received.size());
        assertEquals(FRAMES - port.stats().txFaultLost, sent.size());
    }

    @Test
    void shouldDoubleFramesSideBySide() {
        final FaultyPort port = port(new FaultSpec(0, 1, 0, 7));
        receiveAll(port);
        sendAll(port);
        assertTwins(received);
        assertTwins(sent);
        assertEquals(FRAMES, port.stats().rxFaultDuplicated);
        assertEquals(FRAMES, port.stats().txFaultDuplicated);
    }

    private static void assertTwins(final List<byte[]> frames) {
        assertEquals(2 * FRAMES, frames.size());
        for (int i = 0; i < frames.size(); i++) {
            assertArrayEquals(frame(i / 2), frames.get(i));
        }
    }

    @Test
    void shouldFlipExactlyOneBitAnywhere() {
        final FaultyPort port = port(new FaultSpec(0, 0, 1, 7));
        receiveAll(port);
        sendAll(port);
        assertOneBitEach(received);
        assertOneBitEach(sent);
        assertEquals(FRAMES, port.stats().rxFaultCorrupted);
        assertEquals(FRAMES, port.stats().txFaultCorrupted);
    }

    private static void assertOneBitEach(final List<byte[]> frames) {
        final BitSet places = new BitSet();
        assertEquals(FRAMES, frames.size());
        for (int i = 0; i < FRAMES; i++) {
            final BitSet difference = BitSet.valueOf(frames.get(i));
            difference.xor(BitSet.valueOf(frame(i)));
            assertEquals(1, difference.cardinality());
            places.or(difference);
        }
        assertTrue(places.cardinality() > LENGTH * Byte.SIZE / 2, places::toString);
    }

    @Test
    void shouldMakeTheSameFaultsFromTheSameSeedAndOthersFromAnother() {
        final List<byte[]> first = survivors(7);
        assertEquals(texts(first), texts(survivors(7)));
        assertNotEquals(texts(first), texts(survivors(8)));
    }

    private List<byte[]> survivors(final long seed) {
        received.clear();
        receiveAll(port(new FaultSpec(0.5, 0, 0, seed)));
        return List.copyOf(received);
    }

    private static List<String> texts(final List<byte[]> frames) {
        return frames.stream().map(Arrays::toString).toList();
    }

    @Test
    void shouldMeetEveryWayOfSending() {
        final FaultyPort port = port(new FaultSpec(0, 0, 1, 7));
        final UnsafeBuffer frame = new UnsafeBuffer(frame(0));
        final int chunk = memory.acquireTx();
        memory.buffer().putBytes(chunk, frame, 0, LENGTH);
        assertTrue(port.sendShared(chunk, LENGTH));
        memory.release(chunk);
        final int icrc = frame.getInt(LENGTH - 4, ByteOrder.LITTLE_ENDIAN);
        assertTrue(
                port.sendCopy(
                        new Copy()
                                .header(frame, HEADER)
                                .tail(frame, HEADER, LENGTH - HEADER)
                                .icrcIndex(LENGTH - HEADER - 4),
                        0,
                        icrc));
        drain(port);
        assertEquals(2, port.stats().txFaultCorrupted);
        assertEquals(2, sent.size());
        for (final byte[] each : sent) {
            assertFalse(Arrays.equals(frame(0), each));
        }
    }

    @Test
    void shouldNotHandOverMoreThanTheCallerHasRoomFor() {
        final FaultyPort port = port(new FaultSpec(0, 1, 0, 7));
        for (int limit = 1; limit < 9; limit++) {
            for (int i = 0; i < 16; i++) {
                assertTrue(cable.inject(new UnsafeBuffer(frame(i)), 0, LENGTH));
            }
            int taken = port.receive(this::take, limit);
            while (taken > 0) {
                assertTrue(taken <= limit, taken + " > " + limit);
                taken = port.receive(this::take, limit);
            }
        }
    }

    @Test
    void shouldNotLeakChunks() {
        final int before = memory.chunksInUse();
        final FaultyPort port = port(new FaultSpec(0.2, 0.3, 0.2, 7));
        receiveAll(port);
        sendAll(port);
        assertEquals(before, memory.chunksInUse());
    }

    private FaultyPort port(final FaultSpec spec) {
        return new FaultyPort(cable, memory, spec, 0);
    }

    private void receiveAll(final FaultyPort port) {
        for (int i = 0; i < FRAMES; i++) {
            assertTrue(cable.inject(new UnsafeBuffer(frame(i)), 0, LENGTH));
            port.receive(this::take, 8);
        }
    }

    private void take(final int index, final int offset, final int length, final long timestampNs) {
        assertEquals(3, index);
        final byte[] bytes = new byte[length];
        memory.buffer().getBytes(offset, bytes);
        received.add(bytes);
        memory.buffer().setMemory(offset, length, (byte) 0);
        memory.release(offset);
    }

    private void sendAll(final FaultyPort port) {
        for (int i = 0; i < FRAMES; i++) {
            assertTrue(port.send(new UnsafeBuffer(frame(i)), 0, LENGTH));
            drain(port);
        }
    }

    private void drain(final FaultyPort port) {
        port.flush();
        cable.drain(
                (buffer, offset, length) -> {
                    final byte[] bytes = new byte[length];
                    buffer.getBytes(offset, bytes);
                    sent.add(bytes);
                },
                64);
        port.flush();
    }

    private static byte[] frame(final int number) {
        final byte[] bytes = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            bytes[i] = (byte) (number + i * 7 | 1);
        }
        return bytes;
    }
}
