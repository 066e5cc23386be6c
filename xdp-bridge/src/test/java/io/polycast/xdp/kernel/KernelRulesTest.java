package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import io.polycast.xdp.afxdp.program.SilenceGuard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames that the kernel takes, leaves to Java or filters, and the words that it writes. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KernelRulesTest {
    private KernelLab lab;
    private int slot;

    @BeforeEach
    void open() throws Exception {
        lab = new KernelLab(3, 4, 1500);
        slot = lab.install(lab.group(Copies.member(1), Copies.member(2)), 99, 99);
        lab.replication.publish(slot);
    }

    @AfterEach
    void close() throws Exception {
        lab.close();
    }

    private void sendPsn(final int psn) {
        lab.send(Copies.toGroup(Copies.Form.send(psn, 100)));
    }

    private void awaitCopies(final int first, final int second, final int toJava) {
        lab.await(
                first + " and " + second + " copies, " + toJava + " to Java",
                () ->
                        lab.out[1].frames.size() == first
                                && lab.out[2].frames.size() == second
                                && lab.java.frames.size() == toJava);
    }

    @Test
    void shouldReplicateNothingWhileTheSwitchIsSilent() {
        sendPsn(100);
        awaitCopies(1, 1, 0);
        lab.replication.beat(SilenceGuard.LONG_AGO);
        sendPsn(101);
        lab.await("a drop", () -> lab.count(ProgramEnding.SILENT) == 1);
        final byte[] other = Copies.toGroup(Copies.Form.send(102, 100), Copies.MCST_ID + 1);
        lab.send(other);
        awaitCopies(1, 1, 1);
        assertEquals(100, lab.replication.words().lastPsn(slot));
        lab.replication.beat(System.nanoTime());
        sendPsn(101);
        awaitCopies(2, 2, 1);
    }

    @Test
    void shouldLeaveGroupsToJavaOnceTheirExchangeMayBeOver() {
        lab.replication.beat(System.nanoTime() - KernelLab.LEAVE_NS / 10 * 9);
        sendPsn(100);
        awaitCopies(1, 1, 0);
        lab.replication.beat(System.nanoTime() - KernelLab.LEAVE_NS / 10 * 11);
        sendPsn(101);
        awaitCopies(1, 1, 1);
        assertEquals(1, lab.count(ProgramEnding.PAUSED));
        assertEquals(0, lab.count(ProgramEnding.SILENT));
        assertEquals(100, lab.replication.words().lastPsn(slot));
        lab.replication.beat(System.nanoTime());
        sendPsn(101);
        awaitCopies(2, 2, 1);
    }

    /** Words that the program should have written, after rule 12. */
    private static final class Expected {
        final Set<Integer> passed = new HashSet<>();
        int highest;
        int last;
        int candidate = -1;
        int asked;
        int steps;
        int stepPsn;

        Expected(final int psn) {
            highest = psn;
            last = psn;
        }

        /** Returns whether the frame is for Java, which looks at its ICRC. */
        boolean leaves(final int psn) {
            final int step = Psn.distance(highest, psn);
            return step > 1
                    && !isSuccessor(psn)
                    && (psn == candidate || step <= 64 && passed.contains(psn));
        }

        private boolean isSuccessor(final int psn) {
            return candidate >= 0 && Psn.next(candidate) == psn;
        }

        void take(final int psn, final boolean ackReq) {
            final int step = Psn.distance(highest, psn);
            if (step == 1) {
                highest = psn;
            } else if (step > 1 && isSuccessor(psn)) {
                highest = psn;
                candidate = -1;
            } else if (step > 1) {
                candidate = psn;
                if (step <= 64) {
                    passed.add(psn);
                }
            }
            while (passed.contains(Psn.next(highest))) {
                highest = Psn.next(highest);
            }
            if (Psn.distance(last, psn) <= 0) {
                steps++;
                stepPsn = psn;
            }
            last = psn;
            if (ackReq && Psn.distance(highest, psn) <= 64) {
                // What lies above the valid bit counts, modulo 128.
                asked = (asked >>> 25) + 1 << 25 | 1 << 24 | psn;
            }
        }

        long map() {
            long map = 0;
            for (int n = 1; n <= 64; n++) {
                final int psn = Psn.plus(highest, n);
                map |= passed.contains(psn) ? 1L << (psn & 63) : 0;
            }
            return map;
        }

        long flow() {
            return highest
                    | 1L << 24
                    | (map() == 0 ? 0 : 1L << 25)
                    | (candidate < 0 ? 0 : (long) candidate << 32 | 1L << 56);
        }
    }

    private void assertWords(final Expected expected, final String frame) {
        final SlotWords words = lab.replication.words();
        assertEquals(Long.toHexString(expected.flow()), Long.toHexString(words.flow(slot)), frame);
        assertEquals(expected.map(), words.passed(slot), frame);
        assertEquals(expected.asked, words.asked(slot), frame);
        assertEquals(expected.last, words.lastPsn(slot), frame);
        assertEquals(expected.steps, words.stepsBack(slot), frame);
        assertEquals(expected.stepPsn, words.stepBackPsn(slot), frame);
    }

    private void begin(final int psn) throws Exception {
        replace(lab.install(lab.group(Copies.member(1), Copies.member(2)), psn, psn));
    }

    private void replace(final int next) throws Exception {
        lab.replace(next, slot);
        slot = next;
    }

    private void send(final int psn, final boolean ackReq) {
        lab.send(
                Copies.toGroup(
                        new Copies.Form(Opcode.SEND_ONLY, psn, ackReq, -1, psn, 0, new byte[100])));
    }

    @Test
    void shouldFollowTheSourceAsTheEngineDoes() throws Exception {
        final Random random = new Random(5);
        // Over the wrap: the group begins anew near its end.
        int psn = 0xff_ff80;
        begin(psn);
        final Expected expected = new Expected(psn);
        int jumps = 0;
        for (int i = 1; i <= 1_500; i++) {
            psn = draw(random, psn, expected.highest);
            final boolean ackReq = random.nextInt(3) == 0;
            send(psn, ackReq);
            final boolean leaves = expected.leaves(psn);
            jumps += leaves ? 1 : 0;
            awaitCopies(i - jumps, i - jumps, jumps);
            if (!leaves) {
                expected.take(psn, ackReq);
            }
            assertWords(expected, "frame " + i + " PSN " + psn);
        }
        assertTrue(jumps > 0);
        assertEquals(1_500 - jumps, lab.replication.words().frames(slot));
    }

    private static int draw(final Random random, final int psn, final int highest) {
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> Psn.next(psn);
            case 4 -> Psn.plus(psn, 2 + random.nextInt(5));
            case 5 -> Psn.plus(psn, -random.nextInt(6));
            case 6 -> psn;
            case 7, 8, 9 -> Psn.next(highest);
            case 10 -> Psn.plus(highest, 60 + random.nextInt(8));
            default -> Psn.plus(highest, 1 + random.nextInt(8));
        };
    }

    /** The run that closes with a gap may be of any length. */
    @Test
    void shouldMoveToTheEndOfTheRunThatTouchesTheBound() throws Exception {
        int copies = 0;
        for (int run = 1; run <= 63; run++) {
            final int first = Psn.plus(0xff_ffe0, 7 * run);
            begin(first);
            final Expected expected = new Expected(first);
            // Behind each other they would follow each other.
            for (int n = run + 1; n > 0; n--) {
                final int psn = Psn.plus(first, n);
                send(psn, false);
                copies++;
                expected.take(psn, false);
            }
            awaitCopies(copies, copies, 0);
            assertEquals(Psn.plus(first, run + 1), expected.highest);
            assertWords(expected, "run of " + run);
        }
    }

    @Test
    void shouldGoOnFromWhatTheEngineKnows() throws Exception {
        final KernelGroup group = lab.group(Copies.member(1), Copies.member(2));
        replace(lab.replication.install(group, 100, 1L << (102 & 63), 102));
        assertEquals(100 | 1L << 24 | 1L << 25, lab.replication.words().flow(slot));
        sendPsn(102);
        awaitCopies(0, 0, 1);
        sendPsn(101);
        awaitCopies(1, 1, 1);
        assertEquals(102 | 1L << 24, lab.replication.words().flow(slot));
        assertEquals(0, lab.replication.words().passed(slot));
    }

    @Test
    void shouldFilterWhatAPathHasAcknowledged() {
        for (int psn = 100; psn < 110; psn++) {
            sendPsn(psn);
        }
        awaitCopies(10, 10, 0);
        lab.replication.words().ackPsn(slot, 1, 105, true);
        for (int psn = 104; psn < 108; psn++) {
            sendPsn(psn);
        }
        awaitCopies(12, 14, 0);
        assertEquals(2, lab.replication.words().filtered(slot, 1));
        assertEquals(0, lab.replication.words().filtered(slot, 2));
        assertEquals(12, lab.replication.words().copies(slot, 1));
        assertArrayEquals(
                Copies.toPath(Copies.Form.send(106, 100), Copies.member(1)),
                lab.out[1].frames.get(10));
        lab.replication.words().ackPsn(slot, 1, 105, false);
        sendPsn(104);
        awaitCopies(13, 15, 0);
        // Not a retransmission: goes out even though, by a mistake, it counts as acknowledged.
        lab.replication.words().ackPsn(slot, 2, 120, true);
        sendPsn(110);
        awaitCopies(14, 16, 0);
        assertEquals(2, lab.count(ProgramEnding.FILTERED));
    }

    @Test
    void shouldNotSendToAnAbsentMember() {
        lab.replication.words().absent(slot, 2, true);
        lab.replication.words().ackPsn(slot, 2, 1, true);
        sendPsn(100);
        awaitCopies(1, 0, 0);
        lab.replication.words().absent(slot, 2, false);
        sendPsn(101);
        awaitCopies(2, 1, 0);
        assertEquals(1, lab.count(ProgramEnding.ABSENT));
    }

    @Test
    void shouldLeaveWhatAllHaveAcknowledgedToJava() {
        for (int psn = 100; psn < 110; psn++) {
            sendPsn(psn);
        }
        awaitCopies(10, 10, 0);
        lab.replication.words().minimum(slot, 105, true);
        sendPsn(105);
        sendPsn(106);
        awaitCopies(11, 11, 1);
        assertArrayEquals(Copies.toGroup(Copies.Form.send(105, 100)), lab.java.frames.get(0));
        assertEquals(1, lab.count(ProgramEnding.MINIMUM));
        assertEquals(106, lab.replication.words().lastPsn(slot), "Java's frame leaves no trace");
        lab.replication.words().minimum(slot, 105, false);
        sendPsn(105);
        awaitCopies(12, 12, 1);
    }

    private static byte[] plain(final RoceFrame frame) {
        return frame.srcMac(Copies.SOURCE_MAC).dstMac(Copies.SWITCH_MAC).build();
    }

    private static RoceFrame data(final int psn) {
        return RoceFrame.ipv4()
                .src(Copies.SOURCE_IP)
                .dst(Copies.MCST_ID)
                .psn(psn)
                .payload(new byte[64]);
    }

    private static byte[] broken(final int at, final int xor) {
        final byte[] frame = plain(data(100));
        frame[at] ^= (byte) xor;
        return frame;
    }

    @Test
    void shouldLeaveEveryOtherFrameToJavaUntouched() throws Exception {
        final Map<byte[], ProgramEnding> frames = new LinkedHashMap<>();
        frames.put(
                plain(RoceFrame.ack("10.0.0.2", "10.255.0.1", 1, 100, 0x1f, 0)),
                ProgramEnding.OPCODE);
        frames.put(plain(RoceFrame.cnp("10.0.0.2", "10.255.0.1", 1)), ProgramEnding.OPCODE);
        frames.put(
                plain(data(100).opcode(Opcode.SEND_ONLY_INV).extension(new byte[4])),
                ProgramEnding.OPCODE);
        frames.put(plain(data(100).opcode(Opcode.UC | Opcode.SEND_ONLY)), ProgramEnding.OPCODE);
        frames.put(
                plain(data(100).opcode(Opcode.READ_REQUEST).payload(new byte[0])),
                ProgramEnding.OPCODE);
        frames.put(plain(data(100).src("10.0.0.9")), ProgramEnding.SOURCE);
        frames.put(plain(data(100).vlan(5)), ProgramEnding.SOURCE);
        frames.put(plain(data(100).vlan(5).vlan(5)), ProgramEnding.OTHER);
        frames.put(plain(data(100).dst("10.255.0.2")), ProgramEnding.OTHER);
        frames.put(plain(data(100).destQpn(2)), ProgramEnding.FORM);
        frames.put(plain(data(100).udpChecksum(true)), ProgramEnding.FORM);
        frames.put(plain(RoceFrame.ipv6()), ProgramEnding.OTHER);
        frames.put(broken(14, 0x03), ProgramEnding.MALFORMED); // options
        frames.put(broken(15, 0x10), ProgramEnding.MALFORMED); // checksum
        frames.put(broken(20, 0x20), ProgramEnding.MALFORMED); // fragments
        frames.put(broken(23, 0x11), ProgramEnding.OTHER); // not UDP
        frames.put(broken(36, 0x01), ProgramEnding.OTHER); // not RoCEv2
        frames.put(broken(39, 0x04), ProgramEnding.MALFORMED); // UDP length
        frames.put(broken(43, 0x01), ProgramEnding.MALFORMED); // transport version
        frames.put(
                plain(data(100).opcode(Opcode.SEND_FIRST).payload(new byte[0])),
                ProgramEnding.MALFORMED);
        frames.put(new byte[60], ProgramEnding.OTHER);
        for (final int[] write : new int[][] {{0xfff, 4}, {0x1000 + (1 << 21) - 3, 4}}) {
            frames.put(
                    plain(
                            data(100)
                                    .opcode(Opcode.WRITE_ONLY)
                                    .reth(write[0], 7, write[1])
                                    .payload(new byte[4])),
                    ProgramEnding.BOUNDS);
        }
        final List<byte[]> sent = new ArrayList<>();
        for (final Map.Entry<byte[], ProgramEnding> entry : frames.entrySet()) {
            final long before = lab.count(entry.getValue());
            sent.add(entry.getKey());
            lab.send(entry.getKey());
            awaitCopies(0, 0, sent.size());
            assertEquals(before + 1, lab.count(entry.getValue()), "frame " + sent.size());
            assertArrayEquals(entry.getKey(), lab.java.frames.get(sent.size() - 1));
        }
        assertEquals(0, lab.replication.words().frames(slot));
        assertEquals(0, lab.count(ProgramEnding.REPLICATED));
        lab.replication.withdraw(slot);
        sendPsn(100);
        awaitCopies(0, 0, sent.size() + 1);
    }

    @Test
    void shouldTakeAWriteUpToTheEndOfTheWindow() {
        lab.send(
                plain(
                        data(100)
                                .opcode(Opcode.WRITE_ONLY)
                                .reth(0x1000 + (1 << 21) - 4, 7, 4)
                                .payload(new byte[4])));
        lab.send(plain(data(101).opcode(Opcode.WRITE_ONLY).reth(5, 7, 0).payload(new byte[0])));
        awaitCopies(2, 2, 0);
    }

    @Test
    void shouldLeaveFramesFromAnotherPortToJava() {
        final byte[] frame = Copies.toGroup(Copies.Form.send(100, 10));
        lab.hosts[1].send(new org.agrona.concurrent.UnsafeBuffer(frame), 0, frame.length);
        lab.hosts[1].flush();
        awaitCopies(0, 0, 1);
        assertEquals(1, lab.count(ProgramEnding.SOURCE));
    }
}
