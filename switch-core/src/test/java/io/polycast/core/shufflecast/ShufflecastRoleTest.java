package io.polycast.core.shufflecast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.RelayPicture.Heard;
import io.polycast.core.role.RuleSet;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.core.trace.CommonEvent;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.shuffle.Heartbeat;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv6;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ToR 0 of a 2,2-Shufflecast, which is fed by ToRs 4 and 6; and a ToR of the nodes 0 and 5. */
class ShufflecastRoleTest {
    private static final ShuffleShape SHAPE = new ShuffleShape(2, 2);
    private static final int SPLITTER = 2;
    private static final int IN_0 = 3;
    private static final int IN_1 = 4;

    private final Tor tor = new Tor(SHAPE, new PhysicalTor(0, List.of(0)));
    private final Tor twofold = new Tor(SHAPE, new PhysicalTor(0, List.of(0, 5)));

    @AfterEach
    void allFramesHaveEnded() {
        assertTrue(tor.isCounted());
        assertTrue(twofold.isCounted());
    }

    private static byte[] from(final int source) {
        return Tor.datagram(Tor.address(source), Tor.GROUP);
    }

    private void told(final Tor at, final int node, final long version, final Integer... sources) {
        assertNull(at.role.install(at.nowNs, new RuleSet(node, version, List.of(sources))));
    }

    @Test
    void shouldSendAHostsFrameToSplitterAndOtherMembersUnchanged() {
        final byte[] frame = from(0);
        assertEquals(Ending.REPLICATED, tor.receive(0, frame));
        tor.sent.forEach(each -> assertArrayEquals(frame, each.frame()));
        assertEquals(List.of(SPLITTER, 1), tor.takePorts());
        // A group without members here leaves as well.
        final byte[] other = Tor.datagram(Tor.address(0), Tor.GROUP + 1);
        assertEquals(Ending.REPLICATED, tor.receive(1, other));
        assertEquals(List.of(SPLITTER), tor.takePorts());
    }

    @Test
    void shouldRelayByTheRuleOfTheSourcesTorAndDeliverAnyway() {
        told(tor, 0, 1, 0, 6);
        assertEquals(Ending.REPLICATED, tor.receive(IN_1, from(6)));
        assertEquals(List.of(SPLITTER, 0, 1), tor.takePorts());
        assertEquals(Ending.REPLICATED, tor.receive(IN_0, from(4)));
        assertEquals(List.of(0, 1), tor.takePorts());
        final byte[] other = Tor.datagram(Tor.address(4), Tor.GROUP + 1);
        assertEquals(Ending.SHUFFLECAST_NO_RULE, tor.receive(IN_0, other));
        assertEquals(2, tor.counters.get(Tally.DATA_IN));
        assertEquals(5, tor.counters.get(Tally.COPIES_OUT));
        assertEquals(2, tor.role.group(Tor.GROUP).frames());
        assertEquals(4, tor.role.group(Tor.GROUP).copies());
    }

    @Test
    void shouldDropTheOwnCopyThatReturns() {
        told(tor, 0, 1, 0, 6);
        assertEquals(Ending.SHUFFLECAST_OWN_RETURNED, tor.receive(IN_0, from(0)));
        assertEquals(List.of(), tor.takePorts());
    }

    @Test
    void shouldRelayNothingUntilToldAVersion() {
        assertEquals(Ending.REPLICATED, tor.receive(IN_0, from(4)));
        assertEquals(List.of(0, 1), tor.takePorts());
        final byte[] other = Tor.datagram(Tor.address(4), Tor.GROUP + 1);
        assertEquals(Ending.SHUFFLECAST_NOT_TOLD, tor.receive(IN_0, other));
        told(tor, 0, 5, 4);
        assertEquals(Ending.REPLICATED, tor.receive(IN_0, other));
        assertEquals(List.of(SPLITTER), tor.takePorts());
    }

    @Test
    void shouldRefuseRulesThatGoBackAndChangeNothing() {
        told(tor, 0, 5, 4);
        told(tor, 0, 5, 4);
        for (final RuleSet bad :
                List.of(
                        new RuleSet(0, 4, List.of(6)),
                        new RuleSet(0, 5, List.of(6)),
                        new RuleSet(0, 0, List.of()),
                        new RuleSet(0, 6, List.of(8)),
                        new RuleSet(3, 6, List.of()))) {
            final String refusal = tor.role.install(tor.nowNs, bad);
            assertFalse(refusal.isEmpty(), bad.toString());
        }
        assertEquals(5, tor.counters.get(Tally.SHUFFLECAST_RULES_REFUSED));
        assertEquals(
                "rule version 4 does not follow version 5; take a greater one",
                tor.role.install(tor.nowNs, new RuleSet(0, 4, List.of(6))));
        assertEquals(5, tor.role.relays(tor.nowNs).get(0).version());
        assertEquals(List.of(4), tor.role.relays(tor.nowNs).get(0).sources());
        told(tor, 0, 6);
        assertEquals(List.of(), tor.role.relays(tor.nowNs).get(0).sources());
    }

    @Test
    void shouldNotRelayWhatStaysInItsNetwork() {
        told(tor, 0, 1, 4);
        for (final int port : new int[] {0, IN_0}) {
            final int source = Tor.address(port == 0 ? 0 : 4);
            assertEquals(
                    Ending.SHUFFLECAST_LINK_LOCAL,
                    tor.receive(port, Tor.datagram(source, 0xE000_00FB)));
            final UnsafeBuffer igmp = new UnsafeBuffer(new byte[60]);
            Ethernet.write(igmp, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
            IgmpPacket.writeIp(igmp, 14, source, Tor.GROUP, Igmp.LENGTH);
            Igmp.write(igmp, 14 + IgmpPacket.IP_LENGTH, Igmp.REPORT_V2, 0, Tor.GROUP);
            assertEquals(Ending.SHUFFLECAST_IGMP, tor.receive(port, igmp.byteArray()));
            final UnsafeBuffer ipv6 = new UnsafeBuffer(new byte[60]);
            Ethernet.write(ipv6, 0, 0x3333_0000_0001L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV6);
            ipv6.putByte(14, (byte) 0x60);
            Ipv6.dst(ipv6, 14, 0xFF02L << 48, 1);
            assertEquals(Ending.SHUFFLECAST_IPV6, tor.receive(port, ipv6.byteArray()));
            assertEquals(Ending.NOT_FOR_US, tor.receive(port, Tor.datagram(source, 0x0A00_0001)));
        }
        assertEquals(List.of(), tor.takePorts());
    }

    @Test
    void shouldCountBadInputByName() {
        told(tor, 0, 1, 4);
        assertEquals(Ending.SHUFFLECAST_FROM_SPLITTER, tor.receive(SPLITTER, from(4)));
        assertEquals(Ending.SHUFFLECAST_FROM_SPLITTER, tor.receive(SPLITTER, new byte[3]));
        assertEquals(Ending.SHUFFLECAST_FOREIGN_SOURCE, tor.receive(0, from(4)));
        final byte[] outside = Tor.datagram(Tor.address(8), Tor.GROUP);
        assertEquals(Ending.SHUFFLECAST_FOREIGN_SOURCE, tor.receive(0, outside));
        assertEquals(Ending.SHUFFLECAST_UNKNOWN_SOURCE, tor.receive(IN_0, outside));
        final byte[] below = Tor.datagram(Tor.BASE - 1, Tor.GROUP);
        assertEquals(Ending.SHUFFLECAST_UNKNOWN_SOURCE, tor.receive(IN_0, below));
        for (final int port : new int[] {0, IN_0}) {
            assertEquals(
                    Ending.SHUFFLECAST_UNKNOWN_HEARTBEAT, tor.receive(port, Tor.heartbeat(6, 1)));
            final byte[] version = Tor.heartbeat(4, 1);
            version[14] = 2;
            assertEquals(Ending.SHUFFLECAST_BAD_HEARTBEAT, tor.receive(port, version));
            final byte[] cut = Arrays.copyOf(Tor.heartbeat(4, 1), 29);
            assertEquals(Ending.SHUFFLECAST_BAD_HEARTBEAT, tor.receive(port, cut));
        }
        assertEquals(List.of(), tor.takePorts());
    }

    @Test
    void shouldCountCopiesThatPortsDoNotTake() {
        tor.refusing = 1L << SPLITTER;
        assertEquals(Ending.REPLICATED, tor.receive(0, from(0)));
        tor.refusing = -1;
        assertEquals(Ending.EGRESS_REFUSED, tor.receive(0, from(0)));
        assertEquals(3, tor.counters.get(Tally.COPIES_REFUSED));
    }

    @Test
    void shouldSendAHeartbeatEachInterval() {
        told(tor, 0, 9, 4);
        assertEquals(tor.nowNs + Tor.BEAT_NS, tor.tick());
        tor.nowNs += Tor.BEAT_NS - 1;
        tor.tick();
        tor.nowNs += 1;
        tor.tick();
        // A thread that paused does not make up for its beats.
        tor.nowNs += 10 * Tor.BEAT_NS;
        tor.tick();
        tor.tick();
        assertEquals(3, tor.counters.get(Tally.SHUFFLECAST_HEARTBEATS_OUT));
        for (int i = 0; i < 3; i++) {
            assertEquals(SPLITTER, tor.sent.get(i).port());
            final UnsafeBuffer beat = new UnsafeBuffer(tor.sent.get(i).frame());
            assertEquals(60, beat.capacity());
            assertEquals(Ethernet.BROADCAST, Ethernet.dstMac(beat, 0));
            assertEquals(0x88B6, Ethernet.etherType(beat, 0));
            assertTrue(Heartbeat.isSound(beat, 14, 60));
            assertEquals(0, Heartbeat.tor(beat, 14));
            assertEquals(9, Heartbeat.ruleVersion(beat, 14));
            assertEquals(i, Heartbeat.sequence(beat, 14));
        }
    }

    @Test
    void shouldTellWhichRelaysAreSilent() {
        final List<String> events = new ArrayList<>();
        tor.role.trace(
                (nowNs, event, mcstId, port, path, psn, detail) -> {
                    if (event == ShufflecastEvent.RELAY) {
                        events.add(path + " " + detail);
                    }
                });
        tor.tick();
        for (int beat = 0; beat < 4; beat++) {
            tor.nowNs += Tor.BEAT_NS;
            assertEquals(Ending.SHUFFLECAST_HEARTBEAT, tor.receive(IN_0, Tor.heartbeat(4, 3)));
            final long next = tor.tick();
            if (beat == 2) {
                assertEquals(0, tor.counters.get(Tally.SHUFFLECAST_RELAYS_SILENT));
                assertEquals(tor.nowNs + Tor.BEAT_NS / 2, next, "the third beat may be late");
            }
        }
        assertEquals(
                List.of(new Heard(4, IN_0, true, 0, 3), new Heard(6, IN_1, false, 3, 0)),
                tor.role.relays(tor.nowNs).get(0).heard());
        assertEquals(1, tor.counters.get(Tally.SHUFFLECAST_RELAYS_SILENT));
        tor.receive(IN_1, Tor.heartbeat(6, 2));
        assertTrue(tor.role.relays(tor.nowNs).get(0).heard().get(1).alive());
        tor.nowNs += 7 * Tor.BEAT_NS / 2;
        tor.tick();
        assertEquals(3, tor.counters.get(Tally.SHUFFLECAST_RELAYS_SILENT));
        assertEquals(List.of("6 0", "6 1", "4 0", "6 0"), events);
    }

    @Test
    void shouldDeliverOnceInATorOfTwoNodes() {
        final int second = 5;
        final int splitter2 = second;
        final int in2 = second + 1;
        told(twofold, 0, 1, 4);
        told(twofold, 5, 1, 4, 0);
        assertEquals(Ending.REPLICATED, twofold.receive(IN_0, from(4)));
        assertEquals(List.of(SPLITTER, 0, 1), twofold.takePorts());
        assertEquals(Ending.REPLICATED, twofold.receive(in2, from(4)));
        assertEquals(List.of(splitter2), twofold.takePorts());
        assertEquals(Ending.SHUFFLECAST_NO_RULE, twofold.receive(in2, from(7)));
        // Each node is a source, and relays the frames of the other by its rules without delivering
        // them.
        assertEquals(Ending.REPLICATED, twofold.receive(0, from(0)));
        assertEquals(List.of(SPLITTER, 1), twofold.takePorts());
        assertEquals(Ending.REPLICATED, twofold.receive(0, from(5)));
        assertEquals(List.of(splitter2, 1), twofold.takePorts());
        assertEquals(Ending.REPLICATED, twofold.receive(in2, from(0)));
        assertEquals(List.of(splitter2), twofold.takePorts());
        assertEquals(Ending.SHUFFLECAST_OWN_RETURNED, twofold.receive(IN_0, from(5)));
        assertEquals(Ending.SHUFFLECAST_OWN_RETURNED, twofold.receive(in2, from(5)));
        assertEquals(List.of(), twofold.takePorts());
    }

    @Test
    void shouldKeepGroups() throws Exception {
        final ShufflecastGroup group = new ShufflecastGroup(Tor.GROUP + 1, 1);
        final List<String> events = new ArrayList<>();
        tor.role.trace(
                (nowNs, event, mcstId, port, path, psn, detail) -> {
                    if (event == CommonEvent.GROUP_SET || event == CommonEvent.GROUP_UNSET) {
                        events.add(event + " " + detail);
                    }
                });
        assertEquals(GroupChange.Kind.CREATED, tor.role.setGroup(1, group, tor).kind());
        assertEquals(GroupChange.Kind.KEPT, tor.role.setGroup(1, group, tor).kind());
        assertEquals(
                GroupChange.Kind.REPLACED,
                tor.role.setGroup(1, new ShufflecastGroup(Tor.GROUP + 1, 2), tor).kind());
        assertEquals(2, tor.role.groupCount());
        assertThrows(
                GroupRefusedException.class,
                () -> tor.role.setGroup(1, new ShufflecastGroup(Tor.GROUP + 2, 1), tor));
        assertThrows(
                GroupRefusedException.class,
                () -> tor.role.setGroup(1, new ShufflecastGroup(Tor.GROUP, 1 << SPLITTER), tor));
        assertTrue(tor.role.unsetGroup(1, Tor.GROUP));
        assertFalse(tor.role.unsetGroup(1, Tor.GROUP));
        assertNull(tor.role.group(Tor.GROUP));
        assertEquals(2, tor.role.groups().get(0).ports());
        assertEquals(List.of("GROUP_SET 1", "GROUP_SET 1", "GROUP_SET 1", "GROUP_UNSET 0"), events);
    }

    @Test
    void shouldFindTheTorOfAnAddress() {
        final SourceRange hosts = new SourceRange(0xFFFF_FF00, 32, 256);
        assertEquals(255, hosts.tor(-1));
        assertEquals(SourceRange.NONE, hosts.tor(0));
        final SourceRange halves = new SourceRange(0, 1, 2);
        assertEquals(1, halves.tor(0x8000_0000));
        assertEquals(0, halves.tor(0x7FFF_FFFF));
    }
}
