package io.polycast.voq.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Plain queues against queues of the library. */
class EgressQueuesPropertyTest {
    private static final int PORTS = 3;
    private static final int PRIORITIES = 2;
    private static final int FRAMES = 30;
    private static final int BYTES = 1_000;

    private record Frame(long handle, int from, int bytes) {}

    @Property(tries = 200)
    void shouldDoWhatQueuesDo(@ForAll final long seed) {
        final Random random = new Random(seed);
        final PfcSettings pfc = new PfcSettings(0b10, 600, 200);
        final EgressQueues queues =
                new EgressQueues(
                        new QueueSettings(
                                PORTS, PRIORITIES, FRAMES, BYTES, EcnSettings.OFF, pfc, seed));
        final List<ArrayDeque<Frame>> model = new ArrayList<>();
        for (int i = 0; i < PORTS * PRIORITIES; i++) {
            model.add(new ArrayDeque<>());
        }
        final long[] paused = new long[PORTS * PRIORITIES];
        final int[] held = new int[PORTS * PRIORITIES];
        final boolean[] stopped = new boolean[PORTS * PRIORITIES];
        final boolean[] told = new boolean[PORTS * PRIORITIES];
        int frames = 0;
        for (int now = 0; now < 1_000; now++) {
            final int port = random.nextInt(PORTS);
            final int priority = random.nextInt(PRIORITIES);
            final int queue = port * PRIORITIES + priority;
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    final int from = random.nextInt(PORTS);
                    final int size = 1 + random.nextInt(300);
                    final int sum = model.get(queue).stream().mapToInt(Frame::bytes).sum();
                    final boolean full = sum + size > BYTES || frames == FRAMES;
                    assertEquals(
                            full ? Refusal.QUEUE_FULL.code() : Refusal.OK,
                            queues.offer(from, port, priority, size, now));
                    if (!full) {
                        frames++;
                        model.get(queue).add(new Frame(now, from, size));
                        count(held, stopped, from * PRIORITIES + priority, size);
                    }
                }
                case 2 -> {
                    final int best = best(model, paused, port, now);
                    final Frame frame = best < 0 ? null : model.get(best).poll();
                    assertEquals(frame == null ? -1 : frame.handle, queues.take(now, port));
                    if (frame != null) {
                        frames--;
                        final int key = frame.from * PRIORITIES + best % PRIORITIES;
                        count(held, stopped, key, -frame.bytes);
                    }
                }
                default -> {
                    paused[queue] = now + random.nextInt(40);
                    queues.pause(port, priority, paused[queue]);
                    assertEquals(paused[queue] > now, queues.isPaused(now, port, priority));
                }
            }
            if (random.nextInt(3) == 0) {
                poll(queues, told);
                for (int key = 0; key < told.length; key++) {
                    assertEquals(stopped[key], told[key], "seed " + seed + " at " + now);
                }
            }
        }
    }

    private static void poll(final EgressQueues queues, final boolean[] told) {
        for (long c = queues.pollPause(); c != EgressQueues.NONE; c = queues.pollPause()) {
            final int key = EgressQueues.pausePort(c) * PRIORITIES + EgressQueues.pausePriority(c);
            assertEquals(!told[key], EgressQueues.isStop(c), "told twice");
            told[key] = EgressQueues.isStop(c);
        }
    }

    private static int best(
            final List<ArrayDeque<Frame>> model,
            final long[] paused,
            final int port,
            final int now) {
        for (int queue = port * PRIORITIES + PRIORITIES - 1; queue >= port * PRIORITIES; queue--) {
            if (!model.get(queue).isEmpty() && paused[queue] <= now) {
                return queue;
            }
        }
        return -1;
    }

    private static void count(
            final int[] held, final boolean[] stopped, final int key, final int size) {
        held[key] += size;
        if (key % PRIORITIES == 1) {
            stopped[key] = stopped[key] ? held[key] > 200 : held[key] >= 600;
        }
    }

    @Test
    void shouldMarkBetweenTheMarksByChanceAndAboveAlways() {
        final EgressQueues queues =
                new EgressQueues(
                        new QueueSettings(
                                1,
                                1,
                                4_000,
                                1_000_000,
                                new EcnSettings(100, 1_100, 20),
                                PfcSettings.OFF,
                                3));
        int below = 0;
        int between = 0;
        for (int i = 0; i < 1_100; i++) {
            final int marked = queues.offer(0, 0, 0, 1, i);
            below += i <= 100 ? marked : 0;
            between += i > 100 ? marked : 0;
        }
        assertEquals(0, below);
        assertTrue(between > 60 && between < 140, between + " of 1000, 100 expected");
        assertEquals(EgressQueues.MARKED, queues.offer(0, 0, 0, 1, 5_000));
        assertEquals(between + 1, queues.marked());
        assertEquals(1_101, queues.bytes(0, 0));
        assertEquals(EgressQueues.NONE, queues.pollPause());
    }

    @Test
    void shouldRefuseByName() {
        final EgressQueues queues =
                new EgressQueues(
                        new QueueSettings(1, 1, 1, 10, EcnSettings.OFF, PfcSettings.OFF, 1));
        assertEquals(Refusal.UNKNOWN_VOQ.code(), queues.offer(0, 1, 0, 1, 1));
        assertEquals(Refusal.UNKNOWN_VOQ.code(), queues.offer(1, 0, 0, 1, 1));
        assertEquals(Refusal.UNKNOWN_VOQ.code(), queues.offer(0, 0, 1, 1, 1));
        assertEquals(Refusal.BAD_LENGTH.code(), queues.offer(0, 0, 0, 0, 1));
        assertEquals(Refusal.QUEUE_FULL.code(), queues.offer(0, 0, 0, 11, 1));
        assertEquals(Refusal.UNKNOWN_VOQ.code(), queues.pause(0, 1, 9));
        assertFalse(queues.isPaused(0, 0, 0));
        assertEquals(EgressQueues.NONE, queues.take(0, 0));
    }

    @Test
    void shouldStopASenderForFramesThatWaitInFront() {
        final EgressQueues queues =
                new EgressQueues(
                        new QueueSettings(
                                PORTS,
                                PRIORITIES,
                                FRAMES,
                                BYTES,
                                EcnSettings.OFF,
                                new PfcSettings(0b10, 600, 200),
                                1));
        assertEquals(Refusal.OK, queues.hold(2, 1, 300, true));
        assertEquals(Refusal.OK, queues.offer(2, 0, 1, 300, 1));
        final long stop = queues.pollPause();
        assertEquals(2, EgressQueues.pausePort(stop));
        assertTrue(EgressQueues.isStop(stop));
        assertEquals(1, queues.take(0, 0));
        assertEquals(EgressQueues.NONE, queues.pollPause());
        assertEquals(Refusal.OK, queues.hold(2, 1, 300, false));
        assertFalse(EgressQueues.isStop(queues.pollPause()));
        assertEquals(Refusal.BAD_LENGTH.code(), queues.hold(2, 1, 1, false));
        assertEquals(Refusal.UNKNOWN_VOQ.code(), queues.hold(PORTS, 1, 1, true));
    }

    @Test
    void shouldStopNobodyForFramesOfTheSwitch() {
        final EgressQueues queues =
                new EgressQueues(
                        new QueueSettings(
                                PORTS,
                                PRIORITIES,
                                FRAMES,
                                BYTES,
                                EcnSettings.OFF,
                                new PfcSettings(0b11, 10, 1),
                                1));
        assertEquals(Refusal.OK, queues.offer(EgressQueues.OWN, 0, 1, 500, 7));
        assertEquals(EgressQueues.NONE, queues.pollPause());
        assertEquals(7, queues.take(0, 0));
        assertEquals(EgressQueues.NONE, queues.pollPause());
    }
}
