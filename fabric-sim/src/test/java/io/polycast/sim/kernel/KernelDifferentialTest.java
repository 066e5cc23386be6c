package io.polycast.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same traffic through the engine alone and through the engine with the kernel's model. Both
 * give the same frames to the byte, in the same order, and the same feedback and counters.
 */
class KernelDifferentialTest {
    private static final int GROUP = Ipv4.parse("10.255.0.1");
    private static final int MEMBERS = 4;
    private static final long BASE = 0x1000;
    private static final int LENGTH = 1 << 16;

    private TwoDatapaths engine;
    private TwoDatapaths both;
    private long nowNs;
    private Rng rng;
    private int source;
    private int last;
    private int most;

    private void begin(final long seed) {
        engine = new TwoDatapaths(false, GROUP);
        both = new TwoDatapaths(true, GROUP);
        nowNs = 1_000;
        source = 0;
        rng = new Rng(seed);
    }

    /** The seed draws the traffic: data in order, behind losses, again, and all feedback. */
    @Property(tries = 300)
    void shouldNotDifferInAnyFrame(@ForAll final long seed) {
        begin(seed);
        last = rng.nextInt(1 << 24);
        most = last;
        final int initial = rng.percent(50) ? -1 : Psn.next(last);
        set(initial);
        for (int n = 0; n < 400; n++) {
            step(initial);
        }
        assertEquals(engine.copies(), both.copies());
        assertEquals(engine.filtered(), both.filtered());
        for (final Tally tally :
                List.of(
                        Tally.ACKS_IN,
                        Tally.NAKS_IN,
                        Tally.ACKS_OUT,
                        Tally.NACKS_OUT,
                        Tally.RNR_NAKS_OUT,
                        Tally.NAKS_SUPPRESSED,
                        Tally.SOURCE_SWITCHES)) {
            assertEquals(engine.counters.get(tally), both.counters.get(tally), tally.label());
        }
        assertEquals(
                engine.counters.get(Tally.DATA_IN),
                both.counters.get(Tally.DATA_IN) + both.counters.get(Tally.KERNEL_FRAMES));
    }

    /**
     * The same with data that overtakes other data, and receivers that place it. Of NAKs the kernel tells too
     * little for this; so there are none.
     */
    @Property(tries = 300)
    void shouldNotDifferOutOfOrder(@ForAll final long seed) {
        outOfOrder(seed);
        assertEquals(engine.copies(), both.copies());
        assertEquals(engine.filtered(), both.filtered());
    }

    private void outOfOrder(final long seed) {
        begin(seed);
        last = rng.nextInt(1 << 24);
        most = last;
        set(-1);
        for (int round = 0; round < 40; round++) {
            if (rng.percent(10)) {
                source = rng.nextInt(MEMBERS);
            }
            final int first = Psn.next(both.highest());
            final List<Integer> block = new ArrayList<>();
            for (int n = rng.nextInt(12); n >= 0; n--) {
                block.add(rng.nextInt(block.size() + 1), Psn.plus(first, n));
            }
            if (rng.percent(20)) {
                block.add(Psn.plus(first, 55 + rng.nextInt(15)));
            }
            if (rng.percent(15)) {
                block.add(block.get(rng.nextInt(block.size())));
            }
            for (final int psn : block) {
                // Whether the source repeats one PSN only the kernel cannot tell as well as the
                // engine.
                if (psn == last) {
                    continue;
                }
                data(psn);
                if (rng.percent(40)) {
                    feedback(Aeth.ACK_UNLIMITED, Psn.plus(both.highest(), rng.nextInt(4) - 2));
                }
            }
            if (rng.percent(70)) {
                closeGaps();
                everybodyAcknowledges();
            }
        }
    }

    private void closeGaps() {
        for (int n = 0; n < 100 && Psn.isAfter(most, both.highest()); n++) {
            data(Psn.next(both.highest()));
        }
        most = both.highest();
    }

    @Test
    void shouldHaveServedDataOutOfOrderInTheKernel() {
        long frames = 0;
        for (int seed = 0; seed < 10; seed++) {
            outOfOrder(seed);
            frames += both.kernelFrames;
        }
        assertTrue(frames > 1_000, frames + " frames");
    }

    private void step(final int initial) {
        final int draw = rng.nextInt(100);
        if (draw < 45) {
            data(Psn.next(last));
        } else if (draw < 50) {
            // The last few again, from one that is not behind what was sent last.
            data(Psn.plus(last, -1 - rng.nextInt(5)));
        } else if (draw < 53 && last == most) {
            data(Psn.plus(last, 2));
        } else if (draw < 80) {
            feedback(Aeth.ACK_UNLIMITED, Psn.plus(most, -rng.nextInt(4)));
        } else if (draw < 90) {
            feedback(Aeth.NAK_PSN_SEQUENCE_ERROR, Psn.plus(most, -rng.nextInt(6)));
        } else if (draw < 93) {
            feedback(Aeth.RNR_NAK | rng.nextInt(8), Psn.plus(most, -rng.nextInt(4)));
        } else if (draw < 95) {
            final int next = rng.nextInt(MEMBERS);
            final int psn = Psn.next(next == source ? last : most);
            final int before = source;
            source = next;
            data(psn);
            // A frame that went to nobody turns nothing.
            source = last == psn ? next : before;
        } else if (draw < 96) {
            set(initial);
        } else {
            everybodyAcknowledges();
        }
    }

    private void everybodyAcknowledges() {
        for (int member = 0; member < MEMBERS; member++) {
            feed(member, ack(member, Aeth.ACK_UNLIMITED, most));
        }
    }

    private void data(final int psn) {
        final RoceFrame frame =
                RoceFrame.ipv4()
                        .srcMac(0x0200_0000_0001L + source)
                        .dstMac(TwoDatapaths.SWITCH_MAC)
                        .src("10.0.0." + (source + 1))
                        .dst("10.255.0.1")
                        .destQpn(1)
                        .psn(psn)
                        .ackReq(rng.percent(40))
                        .payload(new byte[rng.nextInt(40)]);
        boolean outside = false;
        if (rng.percent(30)) {
            final int bytes = rng.percent(10) ? 0 : 1 + rng.nextInt(100);
            outside = bytes > 0 && rng.percent(10);
            final long inside = BASE + rng.nextInt(LENGTH - 100 + 1);
            final long va = bytes == 0 ? rng.nextLong() : outside ? BASE + LENGTH : inside;
            frame.opcode(Opcode.WRITE_ONLY).reth(va, 77, bytes);
        } else {
            frame.opcode(rng.percent(50) ? Opcode.SEND_ONLY : Opcode.SEND_LAST);
        }
        if (!outside) {
            // Else it went to nobody, and comes again.
            last = psn;
            most = Psn.isAfter(psn, most) ? psn : most;
        }
        feed(source, frame.build());
    }

    private void feedback(final int syndrome, final int psn) {
        final int member = rng.nextInt(MEMBERS);
        feed(member, ack(member, syndrome, psn));
    }

    private static byte[] ack(final int member, final int syndrome, final int psn) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_0001L + member)
                .dstMac(TwoDatapaths.SWITCH_MAC)
                .src("10.0.0." + (member + 1))
                .dst("10.255.0.1")
                .opcode(Opcode.ACKNOWLEDGE)
                .destQpn(1)
                .psn(psn)
                .aeth(syndrome, psn & 0xFF)
                .build();
    }

    private void feed(final int port, final byte[] frame) {
        nowNs += 1 + rng.nextInt(3_000);
        final List<String> expected = engine.take(nowNs, port, frame);
        assertEquals(expected, both.take(nowNs, port, frame));
        assertEquals(engine.state(), both.state());
    }

    private void set(final int initialPsn) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            paths.add(
                    new PathSpec(
                            i,
                            PathSpec.ANY_VLAN,
                            new byte[] {10, 0, 0, (byte) (i + 1)},
                            0x0200_0000_0001L + i,
                            0x100 + i,
                            new MemorySpec(0x7000_0000L + i * 0x1_0000_0000L, 0xA000 + i, LENGTH)));
        }
        paths.add(new PathSpec(MEMBERS, PathSpec.ANY_VLAN, null, 0x0200_0000_0099L, 0, null));
        final GroupSpec spec =
                new GroupSpec(
                        GROUP,
                        BASE,
                        initialPsn,
                        paths.subList(0, rng.percent(50) ? MEMBERS : MEMBERS + 1));
        engine.set(nowNs, spec);
        both.set(nowNs, spec);
    }

    @Test
    void shouldLeaveTheKernelBeforeAnExchangeMayBeOver() {
        begin(1);
        set(1);
        for (int psn = 1; psn < 10; psn++) {
            data(psn);
            everybodyAcknowledges();
        }
        data(10);
        assertTrue(both.isInKernel());
        final long dueNs = both.tick(nowNs);
        assertEquals(nowNs + TwoDatapaths.EXCHANGE.kernelIdleNs(), dueNs);
        both.tick(dueNs - 1);
        assertTrue(both.isInKernel());
        both.tick(dueNs);
        assertFalse(both.isInKernel(), "although 10 is outstanding");
        final long before = both.kernelFrames;
        nowNs = dueNs;
        data(11);
        assertEquals(before, both.kernelFrames);
        everybodyAcknowledges();
        assertTrue(both.isInKernel(), "and back");
    }

    @Test
    void shouldTakeNothingWhileTheSwitchIsPaused() {
        begin(1);
        set(1);
        for (int psn = 1; psn < 10; psn++) {
            data(psn);
            everybodyAcknowledges();
        }
        final long before = both.kernelFrames;
        nowNs += TwoDatapaths.EXCHANGE.kernelPauseNs() - 10_000;
        data(10);
        assertEquals(before + 1, both.kernelFrames);
        both.tick(nowNs);
        // Nobody has looked since: the group is still in the kernel's table.
        nowNs += TwoDatapaths.EXCHANGE.kernelPauseNs() + 1;
        data(11);
        assertEquals(before + 1, both.kernelFrames, "the engine's");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBeginASecondJobAnewAsTheEngineAloneDoes(final boolean runs) {
        begin(1);
        set(-1);
        for (int psn = 1; psn < 10; psn++) {
            data(psn);
            everybodyAcknowledges();
        }
        assertTrue(both.isInKernel());
        final long before = both.kernelFrames;
        if (runs) {
            both.tick(both.tick(nowNs));
            assertFalse(both.isInKernel());
        }
        nowNs += TwoDatapaths.EXCHANGE.idleAnewNs();
        final long copies = both.copies();
        // Of the first job's PSNs, which all have acknowledged.
        data(5);
        assertEquals(before, both.kernelFrames);
        assertEquals(copies + MEMBERS - 1, both.copies());
    }

    @Test
    void shouldHaveServedMostDataInTheKernel() {
        begin(1);
        set(1);
        for (int psn = 1; psn < 1_000; psn++) {
            data(psn);
            everybodyAcknowledges();
        }
        assertTrue(both.isInKernel());
        assertTrue(both.kernelFrames > 800, both.kernelFrames + " frames");
    }
}
