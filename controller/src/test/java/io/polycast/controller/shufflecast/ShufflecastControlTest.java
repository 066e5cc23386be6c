package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.shufflecast.ShufflecastControl.NodeState;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShufflecastControlTest {
    private static final long RETURN_AFTER = 1_000;

    private final ShuffleShape shape = new ShuffleShape(2, 2);
    private final Recorder recorder = new Recorder();
    private final ShufflecastControl control = control(recorder);

    private ShufflecastControl control(final Recorder output) {
        return new ShufflecastControl(
                shape,
                IntStream.range(0, 8).mapToObj(tor -> new PhysicalTor(tor, List.of(tor))).toList(),
                RETURN_AFTER,
                output);
    }

    private void connect(final int tor) {
        assertNull(control.onHello(0, tor, List.of(new NodeState(tor, 0, new BitSet()))));
    }

    /** Acknowledges all rules that were sent; those that others replaced since are refused. */
    private void acknowledge() {
        List<String> said = recorder.take();
        while (!said.isEmpty()) {
            for (final String each : said) {
                final String[] words = each.split(" ");
                if (words[0].equals("rules")) {
                    assertFalse(control.isSettled(), each);
                    control.onRules(
                            0, Integer.parseInt(words[1]), Integer.parseInt(words[2].substring(1)));
                }
            }
            said = recorder.take();
        }
    }

    private void connectAll() {
        for (int tor = 0; tor < 8; tor++) {
            connect(tor);
        }
        for (int relay = 0; relay < 8; relay++) {
            final int first = shape.firstFed(shape.mirrorClass(relay));
            assertTrue(control.onReport(0, first, relay, true));
            assertTrue(control.onReport(0, first + 1, relay, true));
        }
        acknowledge();
        assertTrue(control.isSettled());
    }

    /** Receiver 4 hears neither 0 nor 2: nothing but itself has failed, in whatever order it says so. */
    @Test
    void shouldNotBelieveAReceiverThatHearsNothing() {
        for (int tor = 0; tor < 8; tor++) {
            connect(tor);
        }
        control.onReport(0, 4, 0, false);
        assertEquals(List.of(), control.failed());
        control.onReport(0, 4, 2, false);
        assertEquals(List.of(), control.failed());
        control.onReport(0, 4, 2, true);
        assertEquals(List.of(0), control.failed());
    }

    @Test
    void shouldGiveNoRulesBeforeAllRelaysAreKnown() {
        for (int tor = 0; tor < 7; tor++) {
            connect(tor);
        }
        assertTrue(
                recorder.take().stream()
                        .filter(each -> each.startsWith("rules"))
                        .allMatch(each -> each.endsWith("{}")));
        connect(7);
        assertTrue(recorder.take().contains("rules 0 v8 {0, 1, 4, 6}"));
    }

    @Test
    void shouldSendTheOldAwayFirst() {
        connectAll();
        control.onReport(0, 4, 0, false);
        // Relay 2 gets nothing before relay 0 has acknowledged that its rules are gone.
        final List<String> first = recorder.take();
        assertTrue(first.stream().anyMatch(each -> each.matches("rules 0 v\\d+ \\{}")), "" + first);
        assertTrue(first.stream().noneMatch(each -> each.startsWith("rules 2 ")), "" + first);
        final int version = versionOf0(first);
        assertFalse(control.onRules(0, 0, version + 1), "not sent");
        assertEquals(List.of(), recorder.take());
        assertTrue(control.onRules(0, 0, version));
        final List<String> next = recorder.take();
        assertTrue(next.stream().anyMatch(each -> each.startsWith("rules 2 ")));
        recorder.said.addAll(first);
        recorder.said.addAll(next);
        acknowledge();
        assertTrue(control.isSettled());
    }

    /** Relay 0 has still to take the rules that it got back in between. */
    @Test
    void shouldNotTakeAnOldAcknowledgementForTheLast() {
        connectAll();
        control.onReport(0, 4, 0, false);
        final int away = versionOf0(recorder.take());
        control.onReport(0, 4, 0, true);
        control.onTime(RETURN_AFTER);
        final int back = versionOf0(recorder.take());
        control.onReport(RETURN_AFTER, 4, 0, false);
        final int awayAgain = versionOf0(recorder.take());
        for (final int version : new int[] {away, back}) {
            assertTrue(control.onRules(RETURN_AFTER, 0, version));
            assertEquals(List.of(), recorder.take());
        }
        assertTrue(control.onRules(RETURN_AFTER, 0, awayAgain));
        assertTrue(recorder.take().stream().anyMatch(each -> each.startsWith("rules 2 ")));
    }

    private static int versionOf0(final List<String> said) {
        return Integer.parseInt(
                said.stream()
                        .filter(each -> each.startsWith("rules 0 "))
                        .findFirst()
                        .orElseThrow()
                        .split(" ")[2]
                        .substring(1));
    }

    @Test
    void shouldRefuseWhatNobodyMaySay() {
        connectAll();
        assertFalse(control.onReport(0, 4, 1, false), "1 does not feed 4");
        assertFalse(control.onReport(0, 8, 0, false));
        assertFalse(control.onReport(0, 4, -1, false));
        assertFalse(control.onRules(0, 9, 1));
        assertFalse(control.onRules(0, 0, 0));
        assertFalse(control.onMembers(3, 17, null));
        assertEquals(6, control.refused());
        assertEquals(
                "ToR 8 is not in [0, 7]",
                control.onHello(0, 8, List.of(new NodeState(8, 0, new BitSet()))));
        assertEquals(
                "ToR 3 has the nodes [3], not those that it says",
                control.onHello(0, 3, List.of(new NodeState(4, 0, new BitSet()))));
        final BitSet far = new BitSet();
        far.set(8);
        assertEquals(
                "node 3 has a version or sources out of range",
                control.onHello(0, 3, List.of(new NodeState(3, 1, far))));
        assertEquals("source 8 is not in [0, 7]", control.onApplication(1, new int[] {8}));
        assertEquals(List.of(), recorder.take());
        assertEquals(List.of(), control.failed());
        control.onMembership(0, 5, 0x0A00_0001, Map.of());
        control.onMembership(0, 6, 0xE100_0001, Map.of(9, List.of("h0")));
        assertEquals(
                List.of(
                        "answer 5 the group is not in 224.0.0.0/4",
                        "answer 6 ToR 9 is not in [0, 7]"),
                recorder.take());
    }

    /** Relay 0 feeds 4 and 5. The connections of 0 and 5 are lost, and the cable from 0 to 4 is cut. */
    @Test
    void shouldWaitForARelayThatAnUnconnectedReceiverMayHear() {
        connectAll();
        control.onLost(0, 0);
        control.onLost(0, 5);
        control.onReport(0, 4, 0, false);
        acknowledge();
        assertFalse(control.isSettled(), "0 may transmit to 5 by its old rules");
        // Both that hear 5 miss it: it has ended, and nobody hears 0.
        control.onReport(0, 2, 5, false);
        control.onReport(0, 3, 5, false);
        acknowledge();
        assertTrue(control.isSettled());
    }

    @Test
    void shouldKeepTheLastRelayOfAClass() {
        connectAll();
        // 0 and 2 feed 4 and 5.
        control.onReport(0, 4, 0, false);
        acknowledge();
        control.onReport(0, 5, 2, false);
        final List<String> said = recorder.take();
        assertTrue(said.contains("event 2 UNREPAIRABLE"), said.toString());
        assertEquals(List.of(0, 2), control.failed());
        assertTrue(said.stream().noneMatch(each -> each.startsWith("rules")), said.toString());
        control.onTime(1);
        assertEquals(List.of(), recorder.take(), "it was said");
        control.onReport(1, 4, 0, true);
        control.onTime(1 + RETURN_AFTER);
        final List<String> back = recorder.take();
        assertTrue(back.contains("event 0 RETURNED"), back.toString());
        assertTrue(back.contains("event 2 CABLE_FAILED"), back.toString());
    }

    @Test
    void shouldTakeARelayBackOnceItIsHeardForAWhile() {
        connectAll();
        control.onReport(0, 4, 0, false);
        acknowledge();
        assertEquals(Long.MAX_VALUE, control.deadlineNs());
        control.onReport(10, 4, 0, true);
        assertEquals(10 + RETURN_AFTER, control.deadlineNs());
        control.onTime(9 + RETURN_AFTER);
        assertEquals(List.of(0), control.failed());
        control.onTime(10 + RETURN_AFTER);
        assertEquals(List.of(), control.failed());
        assertTrue(recorder.take().contains("event 0 RETURNED"));
    }

    @Test
    void shouldTakeReportsOfConnectedReceiversAlone() {
        connectAll();
        control.onLost(0, 4);
        assertFalse(control.onReport(0, 4, 0, false));
        assertEquals(List.of(), control.failed());
    }

    /** What a ToR said in an earlier connection is void, even if nobody saw the connection end. */
    @Test
    void shouldBeginAnewWithAToRThatConnectsAgain() {
        connectAll();
        control.onReport(0, 4, 0, false);
        acknowledge();
        assertEquals(Long.MAX_VALUE, control.deadlineNs());
        connect(4);
        assertEquals(RETURN_AFTER, control.deadlineNs());
    }

    /** Its receivers may still miss the relay: 4 does, and has only lost its connection. */
    @Test
    void shouldNotTakeARelayBackBecauseItsReceiverIsSilent() {
        connectAll();
        control.onReport(0, 4, 0, false);
        acknowledge();
        control.onLost(0, 4);
        control.onTime(10 * RETURN_AFTER);
        assertEquals(List.of(0), control.failed());
        connect(4);
        control.onReport(0, 4, 0, true);
        control.onReport(0, 4, 2, true);
        acknowledge();
        control.onTime(10 * RETURN_AFTER);
        assertEquals(List.of(), control.failed());
    }

    @Test
    void shouldGiveUpTheConnectionOfARelayThatHangs() {
        connectAll();
        control.onReport(0, 4, 0, false);
        recorder.take();
        assertEquals(ShufflecastControl.HANGS_NS, control.deadlineNs());
        control.onTime(ShufflecastControl.HANGS_NS - 1);
        assertFalse(recorder.take().contains("hangs 0"));
        control.onTime(ShufflecastControl.HANGS_NS);
        assertTrue(recorder.take().contains("hangs 0"));
        assertFalse(control.onRules(ShufflecastControl.HANGS_NS, 0, 17));
    }

    /** Two sources share no relay until the first one's frames take the relays of the second. */
    @Test
    void shouldCompareApplicationsByTheRulesInForce() {
        connectAll();
        final int[] first = new int[shape.classes()];
        new StaticRelays(shape).fill(0, first);
        final int other =
                IntStream.range(1, 8)
                        .filter(source -> isDisjoint(first, source))
                        .findFirst()
                        .orElseThrow();
        assertNull(control.onApplication(1, new int[] {0}));
        final int relay = Arrays.stream(first).filter(each -> each > 0).findFirst().orElseThrow();
        final int fed = shape.firstFed(shape.mirrorClass(relay));
        control.onReport(0, fed, relay, false);
        control.onReport(0, fed + 1, relay, false);
        acknowledge();
        recorder.take();
        assertNull(control.onApplication(2, new int[] {other}));
        assertEquals(List.of(), recorder.take());
        control.onApplicationEnd(1);
        assertEquals(List.of("start 2"), recorder.take());
    }

    private boolean isDisjoint(final int[] relays, final int source) {
        final int[] others = new int[shape.classes()];
        new StaticRelays(shape).fill(source, others);
        return Arrays.stream(others)
                .filter(each -> each >= 0)
                .noneMatch(each -> Arrays.stream(relays).anyMatch(relay -> relay == each));
    }

    @Test
    void shouldRefuseVersionsThatLeaveNoRoom() {
        assertNotNull(
                control.onHello(0, 3, List.of(new NodeState(3, Integer.MAX_VALUE, new BitSet()))));
    }

    /** 4 misses relay 0 of the control before; relay 2 repairs, and keeps its rules until the next control knows. */
    @Test
    void shouldKeepRepairsUntilAllHaveReported() {
        connectAll();
        control.onReport(0, 4, 0, false);
        control.onReport(0, 5, 0, false);
        final BitSet[] repaired = lastRules();
        final Recorder after = new Recorder();
        final ShufflecastControl next = control(after);
        for (int tor = 0; tor < 8; tor++) {
            assertNull(next.onHello(0, tor, List.of(new NodeState(tor, 50 + tor, repaired[tor]))));
        }
        assertEquals(List.of(), rules(after));
        assertEquals(Beginning.REPORTS_NS, next.deadlineNs());
        for (int relay = 0; relay < 8; relay++) {
            final int first = shape.firstFed(shape.mirrorClass(relay));
            next.onReport(0, first, relay, relay != 0);
            next.onReport(0, first + 1, relay, relay != 0);
        }
        assertEquals(List.of(), rules(after), "the repair is what is to be");
        assertTrue(next.isSettled());
    }

    private static List<String> rules(final Recorder recorder) {
        return recorder.said.stream().filter(each -> each.startsWith("rules")).toList();
    }

    /** Sources by relay, once all have acknowledged all. */
    private BitSet[] lastRules() {
        final BitSet[] last = new BitSet[8];
        for (int node = 0; node < 8; node++) {
            last[node] = new BitSet();
            Arrays.stream(new StaticRelays(shape).sources(node)).forEach(last[node]::set);
        }
        List<String> said = rules(recorder);
        while (!said.isEmpty()) {
            recorder.said.clear();
            for (final String each : said) {
                final String[] words = each.split(" ", 4);
                final int node = Integer.parseInt(words[1]);
                last[node] = new BitSet();
                for (final String source : words[3].replaceAll("[{} ]", "").split(",")) {
                    if (!source.isEmpty()) {
                        last[node].set(Integer.parseInt(source));
                    }
                }
                control.onRules(0, node, Integer.parseInt(words[2].substring(1)));
            }
            said = rules(recorder);
        }
        return last;
    }

    @Test
    void shouldGoOnAboveTheVersionsOfAnEarlierControl() {
        for (int tor = 0; tor < 8; tor++) {
            final BitSet sources = new BitSet();
            sources.set(tor);
            assertNull(control.onHello(0, tor, List.of(new NodeState(tor, 500 + tor, sources))));
        }
        final List<String> said = recorder.take();
        assertTrue(
                said.stream()
                        .filter(each -> each.startsWith("rules"))
                        .allMatch(each -> Integer.parseInt(each.split(" ")[2].substring(1)) > 507),
                said.toString());
    }
}
