package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.WorkOpcode;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/** Two queue pairs over a wire that loses, duplicates, reorders and corrupts; seeds are printed. */
class LossyLinkPropertyTest {
    private static final int RKEY = 77;
    private static final long VA = 0x1_0000_0000L;
    private static final long LIMIT_NS = 10_000_000_000L;

    private static QpSettingsBuilder tune(
            final QpSettingsBuilder settings, final Random random, final int mtu) {
        final int window = 1 + random.nextInt(128);
        return settings.pathMtu(mtu)
                .timeout(6)
                .endlessRetryAtSeven(true)
                .window(window)
                .ackRequestEvery(1 + random.nextInt(window))
                .ackEvery(random.nextInt(5))
                .mergeAcks(random.nextBoolean())
                .nakRepeatNs(random.nextBoolean() ? 20_000 : 0)
                .rnrTimerCode(1 + random.nextInt(3))
                .vlanTci(random.nextBoolean() ? 0x2005 : -1)
                .honourCredits(random.nextBoolean())
                .outOfOrder(random.nextBoolean() ? random.nextInt(33) : 0)
                .repeatOldest(random.nextInt(3) == 0)
                .migReq(random.nextBoolean());
    }

    private static int randomPsn(final Random random) {
        return random.nextBoolean() ? random.nextInt(1 << 24) : 0xFFFFFF - random.nextInt(40);
    }

    @Property(tries = 400)
    void shouldDeliverEverythingExactlyOnceInOrderAndUnaltered(
            @ForAll final long seed,
            @ForAll @IntRange(min = 0, max = 4) final int mtuStep,
            @ForAll @IntRange(min = 0, max = 10) final int percent) {
        final Random random = new Random(seed);
        final int mtu = 256 << mtuStep;
        final int psnA = randomPsn(random);
        final int psnB = randomPsn(random);
        final boolean v6 = random.nextBoolean();
        final QpSettingsBuilder a = v6 ? TestHosts.a6() : TestHosts.a();
        final QpSettingsBuilder b = v6 ? TestHosts.b6() : TestHosts.b();
        // The tag and MigReq must be the same on both sides.
        final QpSettings settingsB = tune(b, random, mtu).sqPsn(psnB).rqPsn(psnA).build();
        final QpSettings settingsA =
                tune(a, random, mtu)
                        .sqPsn(psnA)
                        .rqPsn(psnB)
                        .vlanTci(settingsB.vlanTci())
                        .migReq(settingsB.migReq())
                        .build();
        final Stream forth = new Stream(new QueuePair(settingsA), random, mtu);
        final Stream back = new Stream(new QueuePair(settingsB), random, mtu);
        forth.connect(back);
        back.connect(forth);
        final double p = percent / 100.0;
        final VirtualLink link =
                new VirtualLink(
                        forth.qp,
                        back.qp,
                        random.nextLong(),
                        new VirtualLink.Faults(p, p / 2, p, p / 2));
        while (!(forth.isDone() && back.isDone())) {
            forth.post();
            back.post();
            link.run(link.nowNs() + 200_000);
            forth.collect();
            back.collect();
            assertTrue(link.nowNs() < LIMIT_NS, "no progress");
        }
        forth.verify(back);
        back.verify(forth);
    }

    /** One direction of traffic, and the receiving side of the other. */
    private static final class Stream {
        private static final int MESSAGES = 24;

        private final QueuePair qp;
        private final Random random;
        private final int mtu;
        private final int[] length = new int[MESSAGES];
        private final int[] kind = new int[MESSAGES];
        private final int[] immediate = new int[MESSAGES];
        private final UnsafeBuffer source;
        private final UnsafeBuffer inbox;
        private final UnsafeBuffer memory;
        private final Completion completion = new Completion();
        private Stream peer;
        private int posted;
        private int completed;
        private int receivesPosted;
        private int received;

        Stream(final QueuePair qp, final Random random, final int mtu) {
            this.qp = qp;
            this.random = random;
            this.mtu = mtu;
            for (int i = 0; i < MESSAGES; i++) {
                length[i] = lengthOf(random.nextInt(5));
                kind[i] = random.nextInt(4);
                immediate[i] = random.nextInt();
            }
            final byte[] bytes = new byte[MESSAGES * 6 * mtu];
            random.nextBytes(bytes);
            source = new UnsafeBuffer(bytes);
            inbox = new UnsafeBuffer(new byte[bytes.length]);
            memory = new UnsafeBuffer(new byte[bytes.length]);
            qp.registerMemory(RKEY, VA, bytes.length, memory, 0);
        }

        private int lengthOf(final int choice) {
            return switch (choice) {
                case 0 -> 0;
                case 1 -> 1 + random.nextInt(7);
                case 2 -> mtu * (1 + random.nextInt(5));
                default -> random.nextInt(6 * mtu);
            };
        }

        void connect(final Stream to) {
            peer = to;
        }

        private boolean takesReceive(final int message) {
            return kind[message] != WorkOpcode.WRITE;
        }

        /** Posts a few requests and, late on purpose so that RNR NAKs happen, a few receives. */
        void post() {
            for (int n = random.nextInt(6); n > 0 && posted < MESSAGES; n--) {
                postOne(posted++);
            }
            for (int n = random.nextInt(4); n > 0 && receivesPosted < MESSAGES; n--) {
                final int at = receivesPosted * 6 * mtu;
                assertTrue(qp.postReceive(receivesPosted++, inbox, at, 6 * mtu));
            }
        }

        private void postOne(final int i) {
            final int at = i * 6 * mtu;
            final boolean taken =
                    switch (kind[i]) {
                        case WorkOpcode.SEND -> qp.postSend(i, source, at, length[i]);
                        case WorkOpcode.SEND_WITH_IMMEDIATE ->
                                qp.postSendWithImmediate(i, source, at, length[i], immediate[i]);
                        case WorkOpcode.WRITE ->
                                qp.postWrite(i, source, at, length[i], VA + at, RKEY);
                        default ->
                                qp.postWriteWithImmediate(
                                        i, source, at, length[i], VA + at, RKEY, immediate[i]);
                    };
            assertTrue(taken);
        }

        void collect() {
            assertFalse(qp.failed());
            while (qp.sendCompletions().poll(completion)) {
                assertEquals(CompletionStatus.SUCCESS, completion.status);
                assertEquals(completed++, completion.wrId);
            }
            while (qp.receiveCompletions().poll(completion)) {
                verifyReceived();
                received++;
            }
        }

        /** The n-th receive belongs to the peer's n-th message that takes one. */
        private void verifyReceived() {
            int message = 0;
            for (int n = received; n > 0 || !peer.takesReceive(message); message++) {
                n -= peer.takesReceive(message) ? 1 : 0;
            }
            assertEquals(CompletionStatus.SUCCESS, completion.status);
            assertEquals(received, completion.wrId);
            assertEquals(peer.length[message], completion.bytes);
            final boolean withImmediate = (peer.kind[message] & 1) != 0;
            assertEquals(withImmediate, completion.hasImmediate);
            assertEquals(withImmediate ? peer.immediate[message] : 0, completion.immediate);
            if (!WorkOpcode.isWrite(peer.kind[message])) {
                final byte[] sent = new byte[completion.bytes];
                final byte[] got = new byte[completion.bytes];
                peer.source.getBytes(message * 6 * mtu, sent);
                inbox.getBytes(received * 6 * mtu, got);
                assertArrayEquals(sent, got);
            }
        }

        boolean isDone() {
            return completed == MESSAGES;
        }

        void verify(final Stream from) {
            int receives = 0;
            for (int i = 0; i < MESSAGES; i++) {
                receives += from.takesReceive(i) ? 1 : 0;
                if (WorkOpcode.isWrite(from.kind[i])) {
                    final byte[] sent = new byte[from.length[i]];
                    final byte[] got = new byte[from.length[i]];
                    from.source.getBytes(i * 6 * mtu, sent);
                    memory.getBytes(i * 6 * mtu, got);
                    assertArrayEquals(sent, got);
                }
            }
            assertEquals(receives, received);
            assertEquals(from.qp.sqPsn(), qp.rqPsn());
            assertEquals(MESSAGES, qp.msn());
            assertTrue(Bench.sumsClose(qp));
        }
    }

    @Property(tries = 50)
    void shouldFailOnceAndFlushAllWhenTheWireIsDead(
            @ForAll @IntRange(min = 0, max = 7) final int retryCount,
            @ForAll @IntRange(min = 1, max = 20) final int messages) {
        final QueuePair qp = new QueuePair(TestHosts.a().timeout(3).retryCount(retryCount).build());
        final QueuePair deaf = new QueuePair(TestHosts.b().build());
        final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        for (int i = 0; i < messages; i++) {
            qp.postSend(i, message, 0, 64);
        }
        final VirtualLink link = new VirtualLink(qp, deaf, 1, new VirtualLink.Faults(1, 0, 0, 0));
        link.run(LIMIT_NS);
        assertTrue(qp.failed());
        assertEquals((retryCount + 1L) * (4096L << 3), link.nowNs());
        assertEquals((retryCount + 1L) * messages, qp.counters().value(QpCounter.FRAMES_OUT));
        final Completion completion = new Completion();
        for (int i = 0; i < messages; i++) {
            assertTrue(qp.sendCompletions().poll(completion));
            assertEquals(
                    i == 0 ? CompletionStatus.RETRY_EXCEEDED : CompletionStatus.FLUSHED,
                    completion.status);
        }
        assertFalse(qp.sendCompletions().poll(completion));
    }

    @Property(tries = 20)
    void shouldDeliverEverythingThroughAnRnrStorm(
            @ForAll @IntRange(min = 1, max = 8) final int timerCode,
            @ForAll @IntRange(min = 0, max = 5) final int lossPercent,
            @ForAll final long seed) {
        final QueuePair a =
                new QueuePair(TestHosts.a().timeout(8).endlessRetryAtSeven(true).build());
        final QueuePair b = new QueuePair(TestHosts.b().rnrTimerCode(timerCode).build());
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[3000]);
        final UnsafeBuffer inbox = new UnsafeBuffer(new byte[3000]);
        final int messages = 20;
        for (int i = 0; i < messages; i++) {
            a.postSend(i, bytes, 0, 3000);
        }
        final VirtualLink link =
                new VirtualLink(a, b, seed, new VirtualLink.Faults(lossPercent / 100.0, 0, 0, 0));
        for (int i = 0; a.pendingSends() > 0; i++) {
            link.run(link.nowNs() + 3_000_000);
            if (i < messages) {
                assertTrue(b.postReceive(i, inbox, 0, 3000));
            }
            assertTrue(link.nowNs() < LIMIT_NS, "no progress");
        }
        assertEquals(messages, b.receiveCompletions().size());
        assertEquals(messages, a.sendCompletions().size());
        assertTrue(b.counters().value(QpCounter.RNR_SENT) > messages, "no storm");
    }

    @Property(tries = 300)
    void shouldSurviveAnyFrameWithSumsThatClose(@ForAll final long seed) {
        final Random random = new Random(seed);
        final Bench bench = new Bench(TestHosts.a().verifyIcrc(false).nakRepeatNs(1));
        bench.qp.registerMemory(RKEY, VA, 500, bench.memory, 0);
        for (int i = 0; i < 50; i++) {
            bench.qp.postSend(i, bench.memory, 0, random.nextInt(3000));
            bench.qp.postReceive(i, bench.memory, 1000, 2000);
            final byte[] frame =
                    bench.request(random.nextInt(0x20), random.nextInt(4), random.nextInt(1100))
                            .ackReq(random.nextBoolean())
                            .build();
            for (int flips = random.nextInt(3); flips > 0; flips--) {
                frame[random.nextInt(Math.min(frame.length, 70))] ^= (byte) random.nextInt(256);
            }
            bench.receive(frame);
            bench.feedback(random.nextInt(0x65), random.nextInt(8), random.nextInt(8));
            bench.sent();
            bench.nowNs += random.nextInt(1_000_000);
            if (bench.qp.failed() && random.nextBoolean()) {
                bench.qp.reset(0, 0);
            }
        }
        assertTrue(Bench.sumsClose(bench.qp));
    }
}
