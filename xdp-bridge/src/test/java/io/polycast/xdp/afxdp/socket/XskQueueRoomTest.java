package io.polycast.xdp.afxdp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.LibC;
import io.polycast.xdp.sys.Sys;
import java.lang.reflect.Proxy;
import jnr.ffi.LastError;
import jnr.ffi.Runtime;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A transmit queue over rings in plain memory, with a kernel that refuses frames or takes them. */
class XskQueueRoomTest {
    private static final RingLayout LAYOUT = new RingLayout(0, 64, 192, 128);
    private static final int SIZE = 8;
    private static final int DESCRIPTOR = 16;
    private static final int ADDRESS = 8;

    private final UnsafeBuffer transmit = ring(DESCRIPTOR);
    private final UnsafeBuffer completed = ring(ADDRESS);
    private final FrameMemory memory = new FrameMemory(2048, 2 * SIZE, 2 * SIZE);
    private final XskQueue queue;

    /** Answer of the kernel; 0 when it takes all frames. */
    private int errno;

    XskQueueRoomTest() {
        // The kernel sleeps until it is called.
        transmit.putInt(LAYOUT.flags(), 1);
        final XskSocket socket =
                new XskSocket(
                        kernel(),
                        new XskMode(false, false),
                        new ConsumerRing(ring(DESCRIPTOR), LAYOUT, SIZE, DESCRIPTOR),
                        new ProducerRing(ring(ADDRESS), LAYOUT, SIZE, ADDRESS),
                        new ProducerRing(transmit, LAYOUT, SIZE, DESCRIPTOR),
                        new ConsumerRing(completed, LAYOUT, SIZE, ADDRESS));
        queue = new XskQueue(0, memory, socket, new PortStats(), 0, SIZE, false);
    }

    @AfterEach
    void giveBack() {
        memory.close();
    }

    private static UnsafeBuffer ring(final int entryBytes) {
        return new UnsafeBuffer(new byte[LAYOUT.entries() + SIZE * entryBytes]);
    }

    private LibC kernel() {
        return (LibC)
                Proxy.newProxyInstance(
                        LibC.class.getClassLoader(),
                        new Class<?>[] {LibC.class},
                        (proxy, method, arguments) -> {
                            assertEquals("send", method.getName());
                            return send();
                        });
    }

    private long send() {
        if (errno != 0) {
            LastError.setLastError(Runtime.getRuntime(Sys.libc()), errno);
            return -1;
        }
        final int end = transmit.getInt(LAYOUT.producer());
        for (int i = transmit.getInt(LAYOUT.consumer()); i != end; i++) {
            final int at = completed.getInt(LAYOUT.producer()) & SIZE - 1;
            completed.putLong(
                    LAYOUT.entries() + at * ADDRESS,
                    transmit.getLong(LAYOUT.entries() + (i & SIZE - 1) * DESCRIPTOR));
            completed.putInt(LAYOUT.producer(), completed.getInt(LAYOUT.producer()) + 1);
        }
        transmit.putInt(LAYOUT.consumer(), end);
        return 0;
    }

    private void transmit(final int frames) {
        for (int i = 0; i < frames; i++) {
            assertTrue(queue.hasRoom(1));
            queue.transmit(memory.acquireTx(), 60);
        }
    }

    @Test
    void shouldHaveNoRoomWhileTheKernelAnswersEnobufs() {
        assertEquals(SIZE, queue.room(1));
        errno = Errno.ENOBUFS;
        transmit(2);
        queue.flush();
        assertEquals(0, queue.room(1));
        assertEquals(0, queue.room(1), "as long as nobody has asked the kernel again");
        queue.flush();
        assertEquals(0, queue.room(1));
        assertEquals(2, queue.outstanding());
        errno = 0;
        queue.flush();
        assertEquals(SIZE, queue.room(1));
        assertEquals(0, queue.outstanding());
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldAskAKernelThatRefusedAgainWhenTheRingIsFull() {
        errno = Errno.ENOBUFS;
        transmit(SIZE);
        assertEquals(0, queue.room(1));
        errno = 0;
        assertEquals(SIZE, queue.room(1));
        transmit(SIZE);
    }

    @Test
    void shouldKeepItsRoomWhenTheKernelIsOnlyBusy() {
        errno = Errno.EAGAIN;
        transmit(2);
        queue.flush();
        assertEquals(SIZE - 2, queue.room(1));
        assertEquals((SIZE - 2) / 3, queue.room(3));
    }
}
