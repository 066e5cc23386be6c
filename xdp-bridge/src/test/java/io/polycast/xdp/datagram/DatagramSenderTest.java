package io.polycast.xdp.datagram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.port.PortStats;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatagramSenderTest {
    private final PortStats stats = new PortStats();
    private final Socket socket = new Socket();
    private final DatagramSender sender = new DatagramSender(socket, stats, 64);
    private final ByteBuffer frames = ByteBuffer.allocateDirect(1024);

    private boolean send(final int number) {
        final byte[] bytes = frame(number);
        frames.clear().position(100).put(bytes);
        return sender.send(frames, 100, bytes.length);
    }

    private static byte[] frame(final int number) {
        return new byte[] {(byte) number, 2, 3, (byte) (number * 5)};
    }

    @Test
    void shouldSendFramesAtOnceAsLongAsTheSocketTakesThem() {
        for (int i = 0; i < 100; i++) {
            assertEquals(DatagramSender.SLOTS, sender.room());
            assertTrue(send(i));
        }
        assertEquals(100, stats.txFrames);
        assertEquals(400, stats.txBytes);
    }

    @Test
    void shouldKeepFramesThatAFullSocketRefusesInOrder() {
        send(100);
        socket.full = true;
        for (int i = 0; i < DatagramSender.SLOTS; i++) {
            assertEquals(DatagramSender.SLOTS - i, sender.room());
            assertTrue(send(i));
        }
        assertEquals(0, sender.room());
        assertFalse(send(99));
        assertEquals(1, stats.txRingFull);
        assertEquals(1, stats.txFrames);
        assertEquals(0, sender.flush());
        socket.full = false;
        assertEquals(DatagramSender.SLOTS, sender.flush());
        assertEquals(0, sender.flush());
        assertTrue(send(98));
        assertEquals(DatagramSender.SLOTS, sender.room());
        assertEquals(DatagramSender.SLOTS + 2, stats.txFrames);
        for (int i = 0; i < DatagramSender.SLOTS; i++) {
            assertArrayEquals(frame(i), socket.taken.get(1 + i));
        }
        assertArrayEquals(frame(98), socket.taken.get(1 + DatagramSender.SLOTS));
    }

    @Test
    void shouldHaveNoRoomWhileTheKernelHasNoMemory() {
        socket.refusal = new IOException("No buffer space available");
        assertTrue(send(1));
        assertEquals(0, sender.room());
        assertEquals(0, stats.txErrors);
        sender.flush();
        assertEquals(0, sender.room());
        socket.refusal = null;
        assertTrue(send(2));
        assertEquals(DatagramSender.SLOTS, sender.room());
        assertEquals(2, socket.taken.size());
        assertArrayEquals(frame(1), socket.taken.get(0));
    }

    @Test
    void shouldCountAFrameThatTheKernelRefusesForGood() {
        socket.refusal = new IOException("Message too long");
        assertFalse(send(1));
        assertEquals(1, stats.txErrors);
        assertEquals(DatagramSender.SLOTS, sender.room());
    }

    @Test
    void shouldGiveUpAWaitingFrameThatTheKernelRefusesForGood() {
        socket.full = true;
        assertTrue(send(1));
        socket.full = false;
        socket.refusal = new IOException("Message too long");
        assertEquals(1, sender.flush());
        assertEquals(1, stats.txErrors);
        assertEquals(DatagramSender.SLOTS, sender.room());
    }

    @Test
    void shouldTakeAPeerThatIsNotThereForACableWithoutEnd() {
        socket.refusal = new PortUnreachableException();
        assertTrue(send(1));
        assertEquals(1, stats.txFrames);
        assertEquals(DatagramSender.SLOTS, sender.room());
    }

    private static final class Socket implements WritableByteChannel {
        final List<byte[]> taken = new ArrayList<>();
        boolean full;
        IOException refusal;

        @Override
        public int write(final ByteBuffer from) throws IOException {
            if (refusal != null) {
                throw refusal;
            }
            if (full) {
                return 0;
            }
            final byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            taken.add(bytes);
            return bytes.length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
