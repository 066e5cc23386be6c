package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.limits.LimitSettings;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Frames that a hostile or broken neighbour can send, one test per case; docs/security.md names
 * them. Member 0 is the source, members 1 to 3 receive.
 */
class HostileTrafficTest {
    private static final long MS = 1_000_000;

    private SwitchRig rig = SwitchRig.withMembers(4, 0);

    @AfterEach
    void everyFrameEnded() {
        assertTrue(rig.sumsClose(), "frames in = sum of endings");
    }

    /** Members 1 to 3 acknowledge, and the source is told: the group works as if nothing had been. */
    private void assertServes(final int psn) {
        final String copies = "p1:data(N) p2:data(N) p3:data(N)".replace("N", "" + psn);
        assertEquals(copies, rig.data(0, psn));
        assertEquals("", rig.ack(1, psn));
        assertEquals("", rig.ack(2, psn));
        assertEquals("p0:ack(" + psn + ")", rig.ack(3, psn));
    }

    private byte[] image() {
        final byte[] bytes = new byte[rig.feedback.capacity()];
        rig.feedback.getBytes(0, bytes);
        return bytes;
    }

    private static RoceFrame cnp(final int member) {
        return RoceFrame.cnp("10.0.0." + (member + 1), "10.255.0.1", 1);
    }

    private static SwitchRig limited(final LimitSettings limits) {
        final SwitchRig rig =
                new SwitchRig(
                        CepheusSettings.of(SwitchRig.SWITCH_MAC, SwitchRig.PORTS)
                                .withLimits(limits),
                        null);
        rig.set(group(4, 0));
        return rig;
    }

    @Test
    void shouldIgnoreForgedFeedbackFromAWrongPortOrAddress() {
        rig.data(0, 0);
        final byte[] before = image();
        for (int port = 0; port < SwitchRig.PORTS; port++) {
            for (int member = 1; member < 4; member++) {
                if (port == member) {
                    continue;
                }
                assertEquals(
                        Ending.NOT_A_MEMBER,
                        rig.ending(port, ackFrame(member, 0, Aeth.ACK_UNLIMITED, 0).build()));
                assertEquals(
                        Ending.NOT_A_MEMBER,
                        rig.ending(port, ackFrame(member, 0, 0x60, 0).build()));
                assertEquals(Ending.NOT_A_MEMBER, rig.ending(port, cnp(member).build()));
            }
            final RoceFrame stranger = ackFrame(1, 0, Aeth.ACK_UNLIMITED, 0).src("10.0.0.99");
            assertEquals(Ending.NOT_A_MEMBER, rig.ending(port, stranger.build()));
        }
        assertArrayEquals(before, image(), "no word of the group's state moved");
        assertEquals("", rig.ack(1, 0));
        assertEquals("", rig.ack(2, 0));
        assertEquals("p0:ack(0)", rig.ack(3, 0));
    }

    @Test
    void shouldIgnoreForgedDataFromAWrongPortOrAddress() {
        rig.data(0, 0);
        final byte[] before = image();
        for (int port = 1; port < SwitchRig.PORTS; port++) {
            assertEquals(Ending.NOT_A_MEMBER, rig.ending(port, dataFrame(0, 1).build()));
            final RoceFrame stranger = dataFrame(0, 1).src("10.0.0.99");
            assertEquals(Ending.NOT_A_MEMBER, rig.ending(port, stranger.build()));
        }
        assertArrayEquals(before, image());
        assertEquals(3, rig.frames.size(), "only the copies of the first frame left");
    }

    @Test
    void shouldIgnoreFeedbackFromTheSourceItself() {
        rig.data(0, 0);
        assertEquals(Ending.FEEDBACK_FROM_SOURCE, rig.ending(0, ackFrame(0, 0, 0x1F, 0).build()));
        assertEquals(Ending.FEEDBACK_FROM_SOURCE, rig.ending(0, cnp(0).build()));
    }

    @Test
    void shouldIgnoreFeedbackBeforeAnyData() {
        assertEquals(Ending.NO_SOURCE, rig.ending(1, ackFrame(1, 0, 0x1F, 0).build()));
        assertEquals(Ending.NO_SOURCE, rig.ending(1, ackFrame(1, 0, 0x60, 0).build()));
        assertEquals(Ending.NO_SOURCE, rig.ending(1, cnp(1).build()));
        assertServes(0);
    }

    @Test
    void shouldIgnoreReplayedFeedback() {
        rig.data(0, 0, 1, 2, 3);
        final byte[] ack = ackFrame(1, 1, Aeth.ACK_UNLIMITED, 1).build();
        final byte[] nak = ackFrame(1, 2, 0x60, 1).build();
        rig.inject(1, ack);
        rig.inject(1, nak);
        rig.ack(1, 3);
        rig.ack(2, 3);
        assertEquals("p0:ack(3)", rig.ack(3, 3));
        final int sent = rig.frames.size();
        for (int i = 0; i < 1000; i++) {
            assertEquals(Ending.FEEDBACK_STALE, rig.ending(1, ack));
            assertEquals(Ending.FEEDBACK_STALE, rig.ending(1, nak));
        }
        assertEquals(sent, rig.frames.size(), "a replay makes nothing leave");
        assertServes(4);
    }

    @Test
    void shouldIgnoreFeedbackForWhatWasNeverSent() {
        rig.data(0, 0, 1);
        final int[] beyond = {2, 3, 100, 0x7F_FFFF};
        for (final int psn : beyond) {
            assertEquals(
                    Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, psn, 0x1F, 0).build()));
            final int ePsn = psn + 1;
            assertEquals(
                    Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, ePsn, 0x60, 0).build()));
            assertEquals(
                    Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, ePsn, 0x20, 0).build()));
        }
        rig.ack(2, 1);
        rig.ack(3, 1);
        assertEquals("p0:ack(1)", rig.ack(1, 1));
    }

    @Test
    void shouldSendOneNakUpstreamWhateverTheStorm() {
        rig.data(0, 0, 1);
        rig.ack(2, 1);
        rig.ack(3, 1);
        assertEquals("p0:nak(0)", rig.nak(1, 0));
        final int sent = rig.frames.size();
        for (int i = 0; i < 10_000; i++) {
            assertEquals("", rig.nak(1, 0));
            assertEquals("", rig.nak(1, 0, Aeth.NAK_PSN_SEQUENCE_ERROR));
        }
        assertEquals(sent, rig.frames.size());
        assertEquals(20_000, rig.counters.get(Tally.NAKS_SUPPRESSED));
        // Severities only rise: of RNR timers 32 may pass, in rising order, and no more.
        for (int round = 0; round < 100; round++) {
            for (int code = 0; code < 32; code++) {
                rig.nak(1, 0, 0x20 | code);
            }
        }
        assertTrue(rig.frames.size() - sent <= 32, "passed " + (rig.frames.size() - sent));
    }

    @Test
    void shouldBoundNaksUpstreamInTime() {
        rig.data(0, 0, 1);
        rig.ack(2, 1);
        rig.ack(3, 1);
        final long start = rig.nowNs;
        int passed = 0;
        while (rig.nowNs - start < 100 * MS) {
            passed += rig.nak(1, 0).isEmpty() ? 0 : 1;
            rig.nowNs += 10_000;
        }
        assertEquals(100, passed, "one each nakRepeat of 1 ms");
    }

    @Test
    void shouldBoundCnpsUpstreamByTheWorstPath() {
        rig.data(0, 0);
        final byte[][] cnps = {cnp(1).build(), cnp(2).build(), cnp(3).build()};
        // 1 sends ten times as many as the others, all within one window.
        for (int i = 0; i < 200; i++) {
            for (int n = 0; n < 10; n++) {
                rig.inject(1, cnps[0]);
            }
            rig.inject(2, cnps[1]);
            rig.inject(3, cnps[2]);
        }
        assertTrue(rig.counters.get(Tally.CNPS_OUT) <= 2000, "no more than the worst path's");
        assertEquals(2400, rig.counters.get(Tally.CNPS_IN));
        assertEquals(0, rig.counters.get(Ending.RATE_LIMITED), "within the path's savings");
    }

    @Test
    void shouldLimitACnpFlood() {
        rig = limited(new LimitSettings(100, 10, 0, 1, 1, 1));
        rig.data(0, 0);
        final byte[] cnp = cnp(1).build();
        for (int i = 0; i < 5_000; i++) {
            rig.inject(1, cnp);
            rig.nowNs += 1000;
        }
        // 100 saved, 2 for the data, 10 in each of 5 ms.
        assertEquals(150, rig.counters.get(Tally.CNPS_IN), 2);
        assertEquals(
                5_000 - rig.counters.get(Tally.CNPS_IN), rig.counters.get(Ending.RATE_LIMITED));
        assertEquals(rig.counters.get(Tally.CNPS_IN), rig.counters.get(Tally.ICRC_VERIFIED) - 1);
    }

    @Test
    void shouldNotSpendIcrcsOnAFloodOfBadOnes() {
        rig = limited(new LimitSettings(100, 10, 0, 1, 1, 1));
        rig.data(0, 0);
        final byte[] bad = ackFrame(1, 0, 0x1F, 0).build();
        bad[bad.length - 1] ^= 1;
        for (int i = 0; i < 10_000; i++) {
            rig.inject(1, bad);
        }
        assertEquals(100, rig.counters.get(Ending.BAD_ICRC));
        assertEquals(9_900, rig.counters.get(Ending.RATE_LIMITED));
        // The budget is the flooding path's: the others are served.
        rig.ack(2, 0);
        rig.ack(3, 0);
        rig.nowNs += MS;
        assertEquals("p0:ack(0)", rig.ack(1, 0), "and so is it, a millisecond later");
    }

    @Test
    void shouldNotSpendIcrcsOnAFloodOfWouldBeSources() {
        rig = limited(new LimitSettings(100, 10, 0, 1, 1, 1));
        rig.data(0, 0);
        final byte[] bad = dataFrame(1, 1).payload(new byte[1024]).build();
        bad[bad.length - 1] ^= 1;
        for (int i = 0; i < 1_000; i++) {
            rig.inject(1, bad);
        }
        // A frame of 1,086 bytes costs as much as 17 of feedback.
        assertEquals(100 / 17, rig.counters.get(Ending.SOURCE_IMPLAUSIBLE));
        assertEquals(0, rig.role.group(SwitchRig.GROUP).progress().sourcePath());
    }

    @Test
    void shouldLimitMoreFeedbackThanDataAsksFor() {
        rig = limited(new LimitSettings(2, 1, 20_000, 256, 1, 1));
        rig.data(0, 0);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, rig.ending(1, ackFrame(1, 7, 0x1F, 0).build()));
        assertEquals(Ending.ACK_ABSORBED, rig.ending(1, ackFrame(1, 0, 0x1F, 0).build()));
        assertEquals(Ending.RATE_LIMITED, rig.ending(1, ackFrame(1, 0, 0x1F, 0).build()));
        rig.data(0, 1);
        assertEquals(Ending.ACK_ABSORBED, rig.ending(1, ackFrame(1, 1, 0x1F, 0).build()));
        assertEquals(Ending.CNP_PASSED, rig.ending(1, cnp(1).build()));
        assertEquals(Ending.RATE_LIMITED, rig.ending(1, cnp(1).build()));
        assertEquals(Ending.ACK_ABSORBED, rig.ending(2, ackFrame(2, 1, 0x1F, 0).build()));
    }

    @Test
    void shouldNeverLimitReceiversThatAnswerEveryPacketAtLineRate() {
        // An ACK and a CNP for each packet, in no time at all: data alone earns them.
        rig = limited(new LimitSettings(2, 1, 20_000, 256, 1, 1));
        for (int psn = 0; psn < 5_000; psn++) {
            rig.inject(0, dataFrame(0, psn).ackReq(false).build());
            for (int member = 1; member < 4; member++) {
                rig.ack(member, psn);
                rig.inject(member, cnp(member).build());
            }
            rig.frames.clear();
            rig.ports.clear();
        }
        assertEquals(0, rig.counters.get(Ending.RATE_LIMITED));
        assertEquals(4_999, rig.role.group(SwitchRig.GROUP).progress().aggAckPsn());
    }

    @Test
    void shouldNotLimitAcksThatComeLateAllAtOnce() {
        for (int psn = 0; psn < 30_000; psn++) {
            rig.inject(0, dataFrame(0, psn).build());
        }
        for (int psn = 0; psn < 30_000; psn++) {
            rig.ack(1, psn);
        }
        assertEquals(0, rig.counters.get(Ending.RATE_LIMITED));
    }

    @Test
    void shouldBoundTurnsOfTheTree() {
        rig = limited(new LimitSettings(65_536, 256, 20_000, 256, 1, 1));
        int psn = 0;
        for (int i = 0; i < 10_000; i++) {
            rig.inject(i & 1, dataFrame(i & 1, psn++).build());
            rig.nowNs += 1_000;
        }
        // 256 at once, then one each 20 us of 10 ms.
        final long turns = rig.counters.get(Tally.SOURCE_SWITCHES) + 1;
        assertTrue(turns > 256 && turns <= 256 + 10_000 / 20 + 1, turns + " turns");
        assertTrue(rig.counters.get(Ending.RATE_LIMITED) > 1_000);
    }

    @Test
    void shouldLetSourcesTakeTurnsAtAnyHonestRate() {
        // Each of four members in turn sends one packet that all others acknowledge: 10 us a round.
        for (int psn = 0; psn < 5_000; psn++) {
            final int source = psn & 3;
            rig.inject(source, dataFrame(source, psn).build());
            rig.nowNs += 20_000;
            for (int member = 0; member < 4; member++) {
                if (member != source) {
                    rig.ack(member, psn);
                }
            }
            assertEquals(psn, rig.role.group(SwitchRig.GROUP).progress().aggAckPsn());
        }
        assertEquals(0, rig.counters.get(Ending.RATE_LIMITED));
        assertEquals(4_999, rig.counters.get(Tally.SOURCE_SWITCHES));
    }

    @Test
    void shouldLetSourcesOfLongPacketsTakeTurnsForLong() {
        final byte[] payload = new byte[4096];
        for (int psn = 0; psn < 8_000; psn++) {
            rig.inject(psn & 1, dataFrame(psn & 1, psn).payload(payload).build());
            rig.frames.clear();
            rig.ports.clear();
            rig.nowNs += 20_000;
        }
        assertEquals(0, rig.counters.get(Ending.RATE_LIMITED));
    }

    @Test
    void shouldHoldTheSourceAgainstImplausiblePsns() {
        assertServes(0);
        final int[] implausible = {0, 0xFF_FFFF, 0x80_0000, (1 << 20) + 1};
        for (final int psn : implausible) {
            assertEquals(Ending.SOURCE_IMPLAUSIBLE, rig.ending(2, dataFrame(2, psn).build()));
        }
        assertServes(1);
    }

    @Test
    void shouldDropFloodsForUnknownGroupsWithoutAMark() {
        assertServes(0);
        final byte[] before = image();
        final Random random = new Random(7);
        final int sent = rig.frames.size();
        for (int i = 0; i < 5_000; i++) {
            final String dst = "10.254." + random.nextInt(256) + "." + random.nextInt(256);
            final RoceFrame frame =
                    random.nextBoolean() ? dataFrame(0, i) : ackFrame(1, i, 0x1F, 0);
            assertEquals(
                    Ending.UNKNOWN_GROUP,
                    rig.ending(random.nextInt(SwitchRig.PORTS), frame.dst(dst).build()));
        }
        assertEquals(sent, rig.frames.size());
        assertArrayEquals(before, image());
        assertServes(1);
    }

    @Test
    void shouldBoundAnswersToAFloodOfArp() {
        final byte[] request = Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", "10.255.0.1");
        for (int i = 0; i < 100_000; i++) {
            rig.inject(0, request);
            rig.nowNs += 100;
        }
        // 4096 at once, then 64 in each of 10 ms; another port is not touched.
        assertEquals(4096 + 640, rig.counters.get(Ending.ARP_ANSWERED), 1);
        assertEquals(Ending.ARP_ANSWERED, rig.ending(1, request));
        assertServes(0);
    }

    @Test
    void shouldAnswerArpForGroupsOnly() {
        for (int i = 0; i < 256; i++) {
            final byte[] request = Discovery.arpRequest(1, "10.0.0.1", "10.0.0." + i);
            assertEquals(Ending.NOT_FOR_US, rig.ending(0, request));
        }
        assertEquals(0, rig.frames.size());
    }

    @Test
    void shouldRefuseAWriteOutOfBoundsForAll() {
        final long length = 1 << 20;
        final long[][] ranges = {
            {length, 4}, {length - 3, 4}, {-4L, 4}, {0, length + 1}, {Long.MAX_VALUE, 8}, {-1L, 1}
        };
        int psn = 0;
        for (final long[] range : ranges) {
            final RoceFrame write =
                    dataFrame(0, psn)
                            .opcode(Opcode.WRITE_ONLY)
                            .reth(range[0], 5, (int) range[1])
                            .payload(new byte[(int) Math.min(range[1], 1024)]);
            assertEquals(Ending.REMOTE_ACCESS, rig.ending(0, write.build()), "va " + range[0]);
        }
        assertEquals(0, rig.frames.size(), "no member got any of it");
        final RoceFrame last = dataFrame(0, psn).opcode(Opcode.WRITE_ONLY).reth(length - 4, 5, 4);
        assertEquals(Ending.REPLICATED, rig.ending(0, last.payload(new byte[4]).build()));
    }

    @Test
    void shouldTakeOutOnlyTheMemberThatSendsFatalNaks() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        rig.data(0, 0);
        rig.nak(1, 0, Aeth.NAK_INVALID_REQUEST);
        assertEquals("", rig.ack(2, 0));
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        assertEquals(Ending.EVICTED_MEMBER, rig.ending(1, ackFrame(1, 0, 0x1F, 0).build()));
        assertEquals(Ending.EVICTED_MEMBER, rig.ending(1, dataFrame(1, 1).build()));
        assertEquals("p2:data(1) p3:data(1)", rig.data(0, 1));
    }

    @Test
    void shouldEndEveryTruncationWithoutAMark() {
        assertServes(0);
        final byte[] before = image();
        final int sent = rig.frames.size();
        final byte[][] whole = {
            dataFrame(0, 1).build(),
            dataFrame(0, 1).opcode(Opcode.WRITE_ONLY).reth(0, 1, 5).build(),
            ackFrame(1, 0, 0x1F, 0).build(),
            cnp(1).build(),
            Discovery.arpRequest(1, "10.0.0.1", "10.255.0.1")
        };
        for (final byte[] frame : whole) {
            final int port = frame == whole[2] || frame == whole[3] ? 1 : 0;
            // An ARP request is padded to 60 bytes: it ends with its 28 behind the Ethernet header.
            final int needed = frame == whole[4] ? 14 + 28 : frame.length;
            for (int length = 0; length < needed; length++) {
                final Ending ending = rig.ending(port, Arrays.copyOf(frame, length));
                assertTrue(
                        ending.disposition().name().equals("DROPPED"),
                        length + " bytes: " + ending);
            }
        }
        assertEquals(sent, rig.frames.size());
        assertArrayEquals(before, image());
        assertServes(1);
    }

    @Test
    void shouldCountEveryFlippedBitOfFeedbackAsNothing() {
        rig.data(0, 0);
        final byte[] good = ackFrame(1, 0, 0x1F, 0).build();
        final int bth = 14 + 20 + 8;
        for (int bit = bth * 8; bit < good.length * 8; bit++) {
            final byte[] bad = good.clone();
            bad[bit >> 3] ^= (byte) (1 << (bit & 7));
            final boolean masked = bit >> 3 == bth + 4;
            if (!masked) {
                assertEquals("", rig.inject(1, bad));
                assertEquals(-1, rig.role.group(SwitchRig.GROUP).progress().aggAckPsn());
            }
        }
        assertEquals("", rig.ack(2, 0));
        assertEquals("", rig.ack(3, 0));
        assertEquals("p0:ack(0)", rig.ack(1, 0));
    }
}
