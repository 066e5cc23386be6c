package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.sys.PollSet;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thread that waits for its ports wakes up by a frame and by a deadline, and does not spin. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PortIdleTest implements IdleStrategy {
    private static final long NEVER_NS = TimeUnit.HOURS.toNanos(1);
    private static final long NOW_NS = 10_000_000L;
    private static final int AF_UNIX = 1;

    @TempDir private Path directory;

    private PollSet ports;
    private int receiver;
    private int sender;
    private boolean sending;
    private int fallbacks;
    private int resets;
    private volatile boolean answered;
    private final TimedShard timed = new TimedShard();
    private final Shard shard = timed.shard();

    @BeforeEach
    void open() throws SysException {
        receiver = Sys.socket(AF_UNIX, Sys.SOCK_DGRAM | Sys.SOCK_NONBLOCK | Sys.SOCK_CLOEXEC, 0);
        sender = Sys.socket(AF_UNIX, Sys.SOCK_DGRAM | Sys.SOCK_NONBLOCK | Sys.SOCK_CLOEXEC, 0);
        // struct sockaddr_un: sun_family u16 @0, sun_path @2
        final byte[] path = directory.resolve("port").toString().getBytes(StandardCharsets.UTF_8);
        final UnsafeBuffer address = Sys.allocate(2 + path.length);
        address.putShort(0, (short) AF_UNIX);
        address.putBytes(2, path);
        assertEquals(0, Sys.bind(receiver, address));
        assertEquals(0, Sys.libc().connect(sender, address.addressOffset(), address.capacity()));
        ports = new PollSet(receiver);
    }

    @AfterEach
    void close() {
        ports.close();
        ports.wake();
        Sys.libc().close(receiver);
        Sys.libc().close(sender);
    }

    private PortIdle idle(final Shard of) {
        final Cycle cycle =
                new Cycle(
                        () -> NOW_NS,
                        DutyCycleTracker.over(new UnsafeBuffer(new byte[128])),
                        new Failure(new CountDownLatch(1)),
                        null,
                        0);
        return new PortIdle(ports, new Port[] {port()}, of, cycle, this, NEVER_NS);
    }

    private void arrive() {
        final UnsafeBuffer frame = Sys.allocate(64);
        assertEquals(64, Sys.libc().send(sender, frame.addressOffset(), 64, 0));
    }

    private void take() {
        final UnsafeBuffer frame = Sys.allocate(64);
        assertEquals(64, Sys.libc().recv(receiver, frame.addressOffset(), 64, 0));
    }

    @Test
    void shouldWakeUpByAFrame() throws InterruptedException {
        final PortIdle idle = idle(null);
        final Thread thread = new Thread(() -> idle.idle(0));
        thread.start();
        arrive();
        thread.join();
        assertEquals(0, fallbacks);
    }

    @Test
    void shouldWakeUpAtADeadline() {
        final PortIdle idle = idle(shard);
        timed.waitUntil(NOW_NS + 1);
        idle.idle(0);
        timed.waitUntil(NOW_NS);
        idle.idle(0);
        timed.waitUntil(NOW_NS - 1);
        idle.idle(0);
        assertEquals(0, fallbacks);
    }

    @Test
    void shouldNotSpinWhileAReadablePortGivesNothing() {
        final PortIdle idle = idle(shard);
        arrive();
        for (int i = 0; i < 6; i++) {
            idle.idle(0);
        }
        assertEquals(3, fallbacks);
        assertEquals(0, resets);
        take();
        arrive();
        idle.idle(1);
        assertEquals(1, resets);
        idle.idle(0);
        idle.idle(1);
        idle.idle(0);
        assertEquals(3, fallbacks, "each wait was followed by work");
    }

    /** Without the bound of the waits, the first one would last for ever. */
    @Test
    void shouldWaitAShortWhileAsLongAsFramesAreNotSent() {
        final PortIdle idle = idle(shard);
        timed.waitUntil(Long.MAX_VALUE);
        sending = true;
        final long beginNs = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            idle.idle(0);
        }
        assertTrue(System.nanoTime() - beginNs > 5_000_000, "waits are no polls");
        assertEquals(0, fallbacks);
        arrive();
        sending = false;
        idle.idle(0);
        assertEquals(0, fallbacks);
    }

    private Port port() {
        return (Port)
                Proxy.newProxyInstance(
                        Port.class.getClassLoader(),
                        new Class<?>[] {Port.class},
                        (proxy, method, arguments) -> {
                            assertEquals("isSending", method.getName());
                            return sending;
                        });
    }

    @Test
    void shouldWakeUpByACommand() throws Exception {
        shard.wakeBy(ports::wake);
        final PortIdle idle = idle(shard);
        timed.waitUntil(Long.MAX_VALUE);
        final Thread thread =
                new Thread(
                        () -> {
                            while (!answered) {
                                idle.idle(0);
                                shard.betweenBatches(0, null);
                            }
                        });
        thread.start();
        final int answer = shard.ask((core, nowNs, egress) -> answered());
        assertEquals(7, answer);
        thread.join();
        assertEquals(0, fallbacks);
    }

    private int answered() {
        answered = true;
        return 7;
    }

    @Override
    public void idle(final int workCount) {
        throw new AssertionError("told of work " + workCount);
    }

    @Override
    public void idle() {
        fallbacks++;
    }

    @Override
    public void reset() {
        resets++;
    }
}
