package io.polycast.dataplane.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.LegChange;
import io.polycast.core.event.LinkState;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.wire.Ipv4;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final int GROUP = Ipv4.parse("10.255.0.1");
    private static final PathSpec HOST =
            new PathSpec(0, PathSpec.ANY_VLAN, new byte[] {10, 0, 0, 2}, 2, 256, null);
    private static final PathSpec SWITCH =
            new PathSpec(1, PathSpec.ANY_VLAN, null, 0x0200_0000_01feL, 0, null);

    private final List<String> lines = new ArrayList<>();
    private long nowNs = 77;
    private final EventLog log;

    EventLogTest() throws Exception {
        log =
                new EventLog(
                        ConfigurationReader.parse(
                                "test.yaml",
                                """
                                switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                                ports:
                                  - {name: p0, driver: af_packet, device: eth0}
                                  - {name: p1, driver: af_packet, device: eth1}
                                """),
                        () -> nowNs,
                        (level, text) -> lines.add(level + " " + text));
    }

    private static GroupChange change(final GroupChange.Kind kind, final int leftOut) {
        return new GroupChange(kind, leftOut);
    }

    @Test
    void shouldSayEachEventInALineWithALevel() {
        log.started(GROUP, GroupOrigin.FILE, 3);
        log.set(GROUP, GroupOrigin.COMMAND, change(GroupChange.Kind.CREATED, 0), 3);
        log.set(GROUP, GroupOrigin.COMMAND, change(GroupChange.Kind.ANEW, 0), 3);
        log.set(GROUP, GroupOrigin.COMMAND, change(GroupChange.Kind.REPLACED, 0), 2);
        log.set(GROUP, GroupOrigin.COMMAND, change(GroupChange.Kind.KEPT, 1), 3);
        log.gone(GROUP);
        log.sourceMoved(GROUP, HOST, SWITCH);
        log.movedToKernel(GROUP);
        log.leftKernel(GROUP, "two VLAN tags");
        assertEquals(
                List.of(
                        "INFO group 10.255.0.1 installed at the start, origin file: 3 paths",
                        "INFO group 10.255.0.1 created: 3 paths",
                        "INFO group 10.255.0.1 replaced, begins anew: 3 paths",
                        "INFO group 10.255.0.1 replaced, begins anew: 2 paths",
                        "INFO group 10.255.0.1 replaced, goes on with the same epoch: 3 paths, 1"
                                + " evicted stay out",
                        "INFO group 10.255.0.1 unset",
                        "INFO group 10.255.0.1: source moved from 10.0.0.2 at port p0 to switch"
                                + " 02:00:00:00:01:fe at port p1",
                        "INFO group 10.255.0.1: moved to the kernel datapath",
                        "INFO group 10.255.0.1: back from the kernel datapath: two VLAN tags"),
                lines);
    }

    @Test
    void shouldWarnOfTrouble() {
        for (final EvictionCause cause : EvictionCause.values()) {
            log.memberOut(GROUP, HOST, cause);
        }
        for (final LegChange change : LegChange.values()) {
            log.legChanged(1, "n2", change);
        }
        log.portTended(1, "news");
        log.startWarning("what");
        log.copiesLost(30);
        log.eventsLost(1234);
        final String member =
                "WARN group 10.255.0.1: member 10.0.0.2 at port p0 taken out of service: ";
        final String remedy = "; group set brings it back";
        assertEquals(
                List.of(
                        member + "silent (policy.silent: evict)" + remedy,
                        member + "silent, to be served by unicast (policy.silent: demote)" + remedy,
                        member + "fatal NAK (policy.fatalNak: evict-member)" + remedy,
                        "INFO port p1: leg to node n2 is up",
                        "WARN port p1: leg to node n2 is down: the node did not answer, and its"
                                + " copies are dropped",
                        "WARN port p1: leg to node n2 is down for a while: the node answers, but"
                                + " neither grants nor acknowledges",
                        "WARN port p1: leg to node n2 begins anew: the node has started again",
                        "WARN port p1: news",
                        "WARN what",
                        "WARN 30 copies of held frames are lost: the switch stops before they left"
                                + " or were acknowledged",
                        "WARN 1,234 events lost: more came than could be told"),
                lines);
    }

    @Test
    void shouldSayWhatBecameOfALink() {
        for (final LinkState now : LinkState.values()) {
            log.linkChanged(0, LinkState.UP, now);
        }
        final String levels =
                String.join(" ", lines.stream().map(line -> line.split(" ")[0]).toList());
        assertEquals("INFO WARN WARN ERROR WARN", levels);
        assertTrue(lines.stream().allMatch(line -> line.contains(" port p0: ")), lines::toString);
        assertTrue(lines.stream().allMatch(line -> line.contains("device eth0 ")), lines::toString);
        assertTrue(lines.get(3).contains("has vanished"), lines::toString);
    }

    /** Placeholders of the guide are words in capitals; three dots stand for the rest of a line. */
    private static Pattern pattern(final String row) {
        return Pattern.compile(
                row.replaceAll("([.()])", "\\\\$1")
                        .replace("\\.\\.\\.", ".+")
                        .replaceAll(", N evicted stay out", "(, \\\\d+ evicted stay out)?")
                        .replaceAll(
                                "\\b(PORT|DEVICE|ID|ORIGIN|ADDRESS|NODE|CAUSE|REASON|NEWS|KIND)\\b",
                                ".+?")
                        .replaceAll("\\bN\\b", "[\\\\d,]+"));
    }

    @Test
    void shouldWriteTheLinesOfTheOperatorsGuideAndNoOthers() throws Exception {
        final List<String> rest = new ArrayList<>();
        shouldSayEachEventInALineWithALevel();
        rest.addAll(lines);
        lines.clear();
        shouldWarnOfTrouble();
        rest.addAll(lines);
        lines.clear();
        shouldSayWhatBecameOfALink();
        rest.addAll(lines);
        assertTrue(rest.remove("WARN what"), "any other line at a start");
        final List<String[]> rows =
                Files.readAllLines(
                                Path.of(
                                        System.getProperty("polycast.root"),
                                        "docs",
                                        "operator-guide.md"))
                        .stream()
                        .dropWhile(line -> !line.startsWith("<!-- events:"))
                        .dropWhile(line -> !line.startsWith("| --- |"))
                        .skip(1)
                        .takeWhile(line -> line.startsWith("| `"))
                        .map(line -> line.split(" \\| |^\\| "))
                        .toList();
        for (final String[] row : rows) {
            final String text = row[1].replace("`", "");
            if (!text.startsWith("N more lines")) {
                // The most general row of ports comes last of them.
                final String first =
                        rest.stream()
                                .filter(line -> line.startsWith(row[2] + ' '))
                                .filter(
                                        line ->
                                                pattern(text)
                                                        .matcher(
                                                                line.substring(row[2].length() + 1))
                                                        .matches())
                                .findFirst()
                                .orElseThrow(() -> new AssertionError("no line like: " + text));
                rest.remove(first);
                rest.removeIf(
                        line -> pattern(text).matcher(line.replaceFirst("^\\w+ ", "")).matches());
            }
        }
        assertEquals(List.of(), rest, "lines that the guide does not have");
    }

    @Test
    void shouldBoundTheLinesOfAKindAndCountTheRest() {
        for (int i = 0; i < 1000; i++) {
            log.gone(GROUP);
        }
        assertEquals(EventLog.BURST, lines.size());
        log.linkChanged(0, LinkState.UP, LinkState.DOWN);
        assertEquals(EventLog.BURST + 1, lines.size(), "another kind is not silenced");
        lines.clear();
        nowNs += EventLog.SUMMARY_NS - 1;
        log.onTime();
        assertEquals(List.of(), lines);
        nowNs++;
        log.onTime();
        log.onTime();
        log.finish();
        assertEquals(List.of("INFO 936 more lines on group unset left out"), lines);
    }

    @Test
    void shouldCountTheRestAtTheEnd() {
        for (int i = 0; i < EventLog.BURST + 2; i++) {
            log.memberOut(GROUP, HOST, EvictionCause.SILENT);
        }
        lines.clear();
        log.finish();
        assertEquals(List.of("WARN 2 more lines on evicted members left out"), lines);
    }

    @Test
    void shouldNameEveryGroupThatAStartLost() {
        for (int i = 0; i < 10 * EventLog.BURST; i++) {
            log.startWarning("group " + i);
        }
        assertEquals(10 * EventLog.BURST, lines.size());
    }
}
