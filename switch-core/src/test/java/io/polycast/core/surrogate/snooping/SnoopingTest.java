package io.polycast.core.surrogate.snooping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.igmp.IgmpRecord;
import io.polycast.parser.wire.Ipv4;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SnoopingTest {
    private static final long S = 1_000_000_000L;
    private static final int IP = 14;
    private static final int MESSAGE = IP + IgmpPacket.IP_LENGTH;
    private static final int GROUP = 0xEF01_0101;

    /** The same MAC as {@link #GROUP}: 01:00:5e:01:01:01. */
    private static final int TWIN = 0xE001_0101;

    private static final int HOST = 0x0A00_0002;
    private static final int EXITS = 6;
    private static final int UPLINK = 5;

    private record Query(int exit, int group, int tenths) {}

    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private Snooping snooping = snooping(8);
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[512]);
    private final List<Query> queries = new ArrayList<>();

    private Snooping snooping(final int capacity) {
        return new Snooping(EXITS, 1L << UPLINK, 0, capacity, SnoopingTimes.STANDARD, counters);
    }

    private long send(
            final long nowNs, final int exit, final int src, final int type, final int group) {
        Igmp.write(frame, MESSAGE, type, type == Igmp.QUERY ? 100 : 0, group);
        return deliver(nowNs, exit, src, group == 0 ? Igmp.ALL_SYSTEMS : group, Igmp.LENGTH);
    }

    private long deliver(
            final long nowNs, final int exit, final int src, final int dst, final int length) {
        IgmpPacket.writeIp(frame, IP, src, dst, length);
        return snooping.onMessage(
                nowNs,
                exit,
                frame,
                IP,
                MESSAGE + length,
                (to, group, tenths) -> queries.add(new Query(to, group, tenths)));
    }

    private long tick(final long nowNs) {
        return snooping.onTick(
                nowNs, (to, group, tenths) -> queries.add(new Query(to, group, tenths)));
    }

    private long v3(final long nowNs, final int exit, final int type, final int... sources) {
        IgmpRecord.writeReport(frame, MESSAGE, 1);
        final int length =
                Igmp.LENGTH
                        + IgmpRecord.write(frame, IgmpRecord.first(MESSAGE), type, GROUP, sources);
        Igmp.storeChecksum(frame, MESSAGE, length);
        return deliver(nowNs, exit, HOST, Igmp.V3_REPORTS, length);
    }

    @Test
    void shouldForwardReportsToRouterExitsOnly() {
        assertEquals(1 << UPLINK, send(0, 0, HOST, Igmp.REPORT_V2, GROUP));
        assertEquals(0b11_1011, send(1, 2, HOST, Igmp.QUERY, 0));
        assertEquals(1 << UPLINK | 1 << 2, send(2, 1, HOST, Igmp.REPORT_V1, GROUP));
        assertEquals(1 << 2, send(3, UPLINK, HOST, Igmp.REPORT_V2, GROUP));
        assertEquals(1 | 1 << 1 | 1 << UPLINK, snooping.members(GROUP));
        assertEquals(1, snooping.groupCount());
    }

    @Test
    void shouldTellGroupsOfOneMacApart() {
        send(0, 0, HOST, Igmp.REPORT_V2, GROUP);
        send(0, 1, HOST, Igmp.REPORT_V2, TWIN);
        assertEquals(1, snooping.members(GROUP));
        assertEquals(2, snooping.members(TWIN));
    }

    @Test
    void shouldNotTakeAQueryOfASwitchForARouter() {
        assertEquals(0b11_1110, send(0, 0, 0, Igmp.QUERY, 0));
        assertEquals(1 << UPLINK, snooping.routerExits());
    }

    @Test
    void shouldAgeMembersAndRouters() {
        send(0, 0, HOST, Igmp.REPORT_V2, GROUP);
        send(S, 1, HOST, Igmp.REPORT_V2, GROUP);
        send(2 * S, 2, HOST, Igmp.QUERY, 0);
        assertEquals(260 * S, tick(2 * S));
        assertEquals(260 * S, tick(260 * S - 1));
        assertEquals(3, snooping.members(GROUP));
        assertEquals(261 * S, tick(260 * S));
        assertEquals(2, snooping.members(GROUP));
        assertEquals(262 * S, tick(261 * S));
        assertEquals(0, snooping.groupCount());
        assertEquals(Long.MAX_VALUE, tick(262 * S));
        assertEquals(1 << UPLINK, snooping.routerExits());
        assertEquals(List.of(), queries);
    }

    @Test
    void shouldQueryTwiceAfterALeaveAndThenEndTheMembership() {
        send(0, 0, HOST, Igmp.REPORT_V2, GROUP);
        assertEquals(1 << UPLINK, send(10 * S, 0, HOST, Igmp.LEAVE, GROUP));
        assertEquals(11 * S, tick(10 * S));
        // A repetition changes nothing.
        send(10 * S + 1, 0, HOST, Igmp.LEAVE, GROUP);
        assertEquals(12 * S, tick(11 * S));
        assertEquals(List.of(new Query(0, GROUP, 10), new Query(0, GROUP, 10)), queries);
        assertEquals(1, snooping.members(GROUP));
        tick(12 * S);
        assertEquals(0, snooping.members(GROUP));
        assertEquals(2, queries.size());
    }

    @Test
    void shouldKeepAnExitWhoseOtherHostAnswersTheQuery() {
        send(0, 0, HOST, Igmp.REPORT_V2, GROUP);
        send(10 * S, 0, HOST, Igmp.LEAVE, GROUP);
        send(10 * S + 500_000_000, 0, HOST + 1, Igmp.REPORT_V2, GROUP);
        tick(12 * S);
        assertEquals(1, snooping.members(GROUP));
        assertEquals(1, queries.size());
    }

    @Test
    void shouldKeepALeaveThatLeavesOtherMembers() {
        send(0, 0, HOST, Igmp.REPORT_V2, GROUP);
        send(0, 1, HOST, Igmp.REPORT_V2, GROUP);
        assertEquals(0, send(S, 0, HOST, Igmp.LEAVE, GROUP));
        assertEquals(1 << UPLINK, send(S, 2, HOST, Igmp.LEAVE, TWIN));
    }

    @Test
    void shouldReadVersion3() {
        v3(0, 0, IgmpRecord.TO_EXCLUDE);
        v3(0, 1, IgmpRecord.IS_EXCLUDE, 1, 2);
        v3(0, 2, IgmpRecord.ALLOW_NEW, 3);
        v3(0, 3, IgmpRecord.TO_INCLUDE, 3);
        v3(0, 4, IgmpRecord.BLOCK_OLD, 3);
        assertEquals(0b1111, snooping.members(GROUP));
        assertEquals(5, counters.get(Tally.SURROGATE_SOURCES_IGNORED));
        assertEquals(0, v3(S, 0, IgmpRecord.TO_INCLUDE));
        tick(3 * S);
        assertEquals(0b1110, snooping.members(GROUP));
    }

    @Test
    void shouldNotLearnLinkLocalGroupsNorUnicast() {
        send(0, 0, HOST, Igmp.REPORT_V2, 0xE000_00FB);
        send(0, 0, HOST, Igmp.REPORT_V2, HOST);
        assertEquals(0, snooping.groupCount());
    }

    @Test
    void shouldCountJoinsWithoutRoom() {
        for (int i = 0; i < 9; i++) {
            send(0, 0, HOST, Igmp.REPORT_V2, GROUP + i);
        }
        assertEquals(8, snooping.groupCount());
        assertEquals(1, counters.get(Tally.SURROGATE_GROUPS_NOT_LEARNED));
        assertEquals(0, snooping.members(GROUP + 8));
    }

    /** One host fills no more than a quarter of the table; memberships that it has are kept. */
    @Test
    void shouldLeaveRoomForOtherExitsThanOneHost() {
        snooping = new Snooping(EXITS, 1L << UPLINK, 0b11, 8, SnoopingTimes.STANDARD, counters);
        for (int i = 0; i < 8; i++) {
            send(0, 0, HOST, Igmp.REPORT_V2, GROUP + i);
        }
        assertEquals(2, snooping.groupCount());
        assertEquals(6, counters.get(Tally.SURROGATE_GROUPS_NOT_LEARNED));
        send(S, 0, HOST, Igmp.REPORT_V2, GROUP);
        send(S, 1, HOST, Igmp.REPORT_V2, GROUP + 7);
        assertEquals(3, snooping.groupCount());
        tick(260 * S);
        assertEquals(1, snooping.members(GROUP));
        assertEquals(0, snooping.members(GROUP + 1));
        // What ended makes room.
        send(260 * S, 0, HOST, Igmp.REPORT_V2, GROUP + 2);
        assertEquals(1, snooping.members(GROUP + 2));
    }

    @Test
    void shouldQueryAnExitForAGroupOnceASecond() {
        for (int i = 0; i < 90; i++) {
            send(10 * S + i, 0, HOST, Igmp.REPORT_V2, GROUP);
            send(10 * S + i, 0, HOST, Igmp.LEAVE, GROUP);
        }
        assertEquals(1, queries.size());
        send(11 * S + 90, 0, HOST, Igmp.REPORT_V2, GROUP);
        send(11 * S + 90, 0, HOST, Igmp.LEAVE, GROUP);
        assertEquals(2, queries.size());
    }

    /** RFC 2236, sections 2 and 3: a message is for the link only, and a report goes to its group. */
    @Test
    void shouldRefuseMessagesFromOtherLinksAndToOtherGroups() {
        Igmp.write(frame, MESSAGE, Igmp.REPORT_V2, 0, GROUP);
        assertEquals(Snooping.BAD, deliver(0, 0, HOST, TWIN, Igmp.LENGTH));
        IgmpPacket.writeIp(frame, IP, HOST, GROUP, Igmp.LENGTH);
        final int sum = Ipv4.checksum(frame, IP);
        Ipv4.ttl(frame, IP, 2);
        Ipv4.checksum(frame, IP, sum - 0x100);
        assertEquals(
                Snooping.BAD,
                snooping.onMessage(0, 0, frame, IP, MESSAGE + Igmp.LENGTH, (e, g, t) -> {}));
        assertEquals(0, snooping.groupCount());
    }

    @Test
    void shouldChangeNothingForDamage() {
        Igmp.write(frame, MESSAGE, Igmp.REPORT_V2, 0, GROUP);
        IgmpPacket.writeIp(frame, IP, HOST, GROUP, Igmp.LENGTH);
        frame.putByte(MESSAGE + 5, (byte) 9);
        assertEquals(
                Snooping.BAD,
                snooping.onMessage(0, 0, frame, IP, MESSAGE + Igmp.LENGTH, (e, g, t) -> {}));
        assertEquals(0, snooping.groupCount());
    }

    @Test
    void shouldFloodUnknownTypes() {
        assertEquals(0b11_1101, send(0, 1, HOST, 0x30, GROUP));
    }

    @Test
    void shouldRefuseSizesOutOfRange() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Snooping(64, 0, 0, 1, SnoopingTimes.STANDARD, counters));
        assertThrows(IllegalArgumentException.class, () -> snooping(0));
        assertThrows(IllegalArgumentException.class, () -> new SnoopingTimes(1, 1, 0));
    }

    /** A model keeps, by group and exit, when the membership ends. */
    @Property(tries = 300)
    void shouldHaveTheMembersOfTheModel(@ForAll final long seed) {
        final Random random = new Random(seed);
        final Map<Long, Long> untilNs = new HashMap<>();
        long nowNs = 0;
        for (int step = 0; step < 200; step++) {
            nowNs += random.nextInt(40) * S / 4;
            final long at = nowNs;
            untilNs.values().removeIf(end -> end <= at);
            assertTrue(tick(nowNs) > nowNs);
            final int exit = random.nextInt(EXITS);
            final int group = GROUP + random.nextInt(8);
            final long key = (long) group << 8 | exit;
            if (random.nextInt(3) > 0) {
                send(nowNs, exit, HOST, Igmp.REPORT_V2, group);
                untilNs.put(key, nowNs + 260 * S);
            } else {
                send(nowNs, exit, HOST, Igmp.LEAVE, group);
                untilNs.computeIfPresent(key, (k, end) -> Math.min(end, at + 2 * S));
            }
            for (int g = 0; g < 8; g++) {
                long expected = 0;
                for (int e = 0; e < EXITS; e++) {
                    if (untilNs.containsKey((long) (GROUP + g) << 8 | e)) {
                        expected |= 1L << e;
                    }
                }
                assertEquals(expected, snooping.members(GROUP + g));
            }
        }
        tick(nowNs + 261 * S);
        assertEquals(0, snooping.groupCount());
    }
}
