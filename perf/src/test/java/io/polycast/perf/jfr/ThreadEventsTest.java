package io.polycast.perf.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.perf.jfr.ThreadEvents.Finding;
import io.polycast.perf.jfr.ThreadEvents.Report;
import io.polycast.perf.rig.RigShape;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets' threads hold nobody up and are held up by nobody; and who is would be found. */
@Timeout(120)
class ThreadEventsTest {
    private static final int PACKETS = 200_000;

    @ParameterizedTest
    @CsvSource({"staged, pc-core-0;pc-rx-0", "fused, pc-core-0"})
    void shouldNotBlockPacketThreads(final String threading, final String threads)
            throws IOException {
        final Report report =
                ThreadEvents.underLoad(RigShape.of(threading, 3, 1024, 16), PACKETS, PACKETS);
        assertEquals(List.of(), report.blocking());
        assertEquals(List.of(threads.split(";")), report.threads());
    }

    @Test
    void shouldFindAMonitorThatAPacketThreadWaitsFor() throws IOException {
        final Object lock = new Object();
        final CountDownLatch atTheLock = new CountDownLatch(1);
        final Report report =
                ThreadEvents.record(
                        0,
                        () -> {
                            final Thread thread =
                                    new Thread(
                                            () -> {
                                                atTheLock.countDown();
                                                synchronized (lock) {
                                                    lock.notifyAll();
                                                }
                                            },
                                            "pc-core-7");
                            synchronized (lock) {
                                thread.start();
                                await(atTheLock);
                                awaitBlocked(thread);
                            }
                            join(thread);
                        });
        final Finding finding = only(report.blocking(), "jdk.JavaMonitorEnter");
        assertEquals("pc-core-7", finding.thread());
        assertTrue(finding.stack().toString().contains("ThreadEventsTest"), finding.toString());
    }

    @Test
    void shouldFindAParkOutsideOfAnIdleStrategy() throws IOException {
        final Report report =
                ThreadEvents.record(
                        0,
                        () -> {
                            final Thread thread =
                                    new Thread(() -> LockSupport.parkNanos(1_000_000), "pc-rx-7");
                            thread.start();
                            join(thread);
                        });
        assertEquals("pc-rx-7", only(report.blocking(), "jdk.ThreadPark").thread());
    }

    @Test
    void shouldExcuseAThreadThatEndsBesideOneThatJoinsIt() throws IOException {
        final Report report =
                ThreadEvents.record(
                        0,
                        () -> {
                            final Thread thread = new Thread(() -> {}, "pc-core-7");
                            synchronized (thread) {
                                thread.start();
                                awaitBlocked(thread);
                            }
                            join(thread);
                        });
        assertEquals(List.of(), report.blocking());
    }

    @Test
    void shouldExcuseIdleStrategiesAndOtherThreads() throws IOException {
        final Report report =
                ThreadEvents.record(
                        0,
                        () -> {
                            final Thread idle =
                                    new Thread(
                                            () -> {
                                                final BackoffIdleStrategy strategy =
                                                        new BackoffIdleStrategy(
                                                                1, 1, 100_000, 100_000);
                                                for (int i = 0; i < 10; i++) {
                                                    strategy.idle();
                                                }
                                            },
                                            "pc-core-7");
                            final Thread other =
                                    new Thread(() -> LockSupport.parkNanos(1_000_000), "pc-ctl-x");
                            idle.start();
                            other.start();
                            join(idle);
                            join(other);
                        });
        assertEquals(List.of(), report.blocking());
    }

    private static Finding only(final List<Finding> findings, final String event) {
        final List<Finding> of =
                findings.stream().filter(finding -> finding.event().equals(event)).toList();
        assertEquals(1, of.size(), findings.toString());
        return of.get(0);
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitBlocked(final Thread thread) {
        final long startNs = System.nanoTime();
        while (thread.getState() != Thread.State.BLOCKED) {
            if (System.nanoTime() - startNs > 30_000_000_000L) {
                throw new IllegalStateException("not blocked after 30 s: " + thread.getState());
            }
            Thread.yield();
        }
    }

    private static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
