package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.xdp.port.FrameMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Role surrogate in the whole appliance: threads, frame memory, control socket, journal. */
@Timeout(300)
class SurrogateApplianceTest {
    private static final String GROUP = "239.1.1.1";
    private static final int FRAMES = 40;

    @TempDir private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldCopyFramesToAllHostsOfTwoNodes(final String threading) throws Exception {
        final Path below = Files.createDirectory(dir.resolve("below"));
        try (SurrogateRig upper =
                        SurrogateRig.start(
                                threading,
                                1,
                                dir,
                                "groups: [{id: 239.1.1.1, deliver: [p0, p1, p2], forward: [n2]}]");
                SurrogateRig lower =
                        SurrogateRig.start(
                                threading,
                                2,
                                below,
                                "groups: [{id: 239.1.1.1, deliver: [p0, p3], forward: [n1]}]")) {
            final FrameMemory memory = upper.appliance.memory();
            final int idle = memory.chunksInUse();
            final List<String> seen = new ArrayList<>();
            // Copies for the leg are made once it is up: the first frames say when.
            ApplianceRig.await(
                    "the leg",
                    () -> {
                        upper.inject(0, 0, SurrogateRig.datagram(GROUP, -1));
                        upper.exchange(lower);
                        upper.drainHosts();
                        final boolean isUp = !lower.drain(0, 0).isEmpty();
                        lower.drainHosts();
                        return isUp;
                    });
            // Hosts that nobody empties would have no room for the last of these.
            ApplianceRig.await(
                    "quiet",
                    () -> {
                        upper.exchange(lower);
                        upper.drainHosts();
                        lower.drainHosts();
                        return upper.isQuiet() && lower.isQuiet();
                    });
            upper.drainHosts();
            lower.drainHosts();
            for (int i = 0; i < FRAMES; i++) {
                upper.inject(0, 0, SurrogateRig.datagram(GROUP, i));
            }
            final List<String> expected = SurrogateRig.datagrams(GROUP, FRAMES);
            ApplianceRig.await(
                    "frames below",
                    () -> {
                        upper.exchange(lower);
                        seen.addAll(lower.drain(0, 0));
                        return seen.size() >= FRAMES;
                    });
            assertEquals(expected, seen);
            upper.assertLeft(1, expected);
            upper.assertLeft(2, expected);
            lower.assertLeft(3, expected);
            assertEquals(List.of(), upper.drain(0, 0), "back to its sender");
            ApplianceRig.await(
                    "free chunks",
                    () -> {
                        upper.exchange(lower);
                        return memory.chunksInUse() == idle;
                    });
            ApplianceRig.await(
                    "an ending for each frame",
                    () ->
                            upper.appliance.counters().total(Tally.FRAMES_IN)
                                    == Arrays.stream(Ending.values())
                                            .mapToLong(upper::total)
                                            .sum());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldFollowReportsAndLeaves(final String threading) throws Exception {
        try (SurrogateRig rig = SurrogateRig.start(threading, 1, dir, "")) {
            rig.inject(0, 0, SurrogateRig.datagram("239.1.1.7", 0));
            rig.awaitEnded(Ending.UNKNOWN_GROUP, 1);
            rig.inject(3, 0, SurrogateRig.igmp(Igmp.REPORT_V2, "239.1.1.7"));
            rig.awaitEnded(Ending.SURROGATE_CONTROL, 1);
            rig.inject(0, 0, SurrogateRig.datagram("239.1.1.7", 0));
            rig.assertLeft(3, SurrogateRig.datagrams("239.1.1.7", 1));
            rig.nowNs.addAndGet(TimeUnit.SECONDS.toNanos(60));
            assertLearned(200);
            rig.inject(3, 0, SurrogateRig.igmp(Igmp.LEAVE, "239.1.1.7"));
            ApplianceRig.await("a query", () -> rig.drain(3, 0).size() == 1);
            rig.nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
            ApplianceRig.await("a second query", () -> rig.drain(3, 0).size() == 1);
            rig.nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
            // A frame may be read before the membership ends.
            ApplianceRig.await(
                    "no member",
                    () -> {
                        rig.inject(0, 0, SurrogateRig.datagram("239.1.1.7", 1));
                        return rig.total(Ending.UNKNOWN_GROUP) > 1;
                    });
            rig.drain(3, 0);
            rig.inject(0, 0, SurrogateRig.datagram("239.1.1.7", 2));
            rig.inject(3, 0, SurrogateRig.igmp(Igmp.REPORT_V2, "239.1.1.8"));
            rig.awaitEnded(Ending.SURROGATE_CONTROL, 3);
            assertEquals(List.of(), rig.drain(3, 0));
        }
    }

    private void assertLearned(final int remainingS) throws Exception {
        try (ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            final JsonNode groups = client.show(Topic.GROUPS, null).get("groups");
            assertEquals(1, groups.size());
            final JsonNode learned = groups.get(0);
            assertEquals("239.1.1.7", learned.get("id").asText());
            assertEquals("igmp", learned.get("origin").asText());
            assertEquals("p3", learned.get("snooped").asText());
            assertEquals(remainingS, learned.get("remaining_s").asInt());
            assertTrue(learned.get("version").isNull());
            final JsonNode one = client.show(Topic.MFT, "239.1.1.7").get("group");
            assertEquals("p3", one.get("snooped_ports").get(0).asText());
            assertFalse(one.has("entry"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldTakeGroupsAtRunTimeAndKeepThem(final String threading) throws Exception {
        final String file = "groups: [{id: 239.1.1.1, deliver: [p1]}]";
        try (SurrogateRig rig = SurrogateRig.start(threading, 1, dir, file);
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            assertEquals(
                    "created",
                    client.setGroup("entry", "{id: 239.1.1.2, deliver: [p2, p3]}")
                            .get("change")
                            .asText());
            assertEquals(
                    "replaced",
                    client.setGroup("entry", "{id: 239.1.1.1, deliver: [p3]}")
                            .get("change")
                            .asText());
            rig.inject(0, 0, SurrogateRig.datagram("239.1.1.2", 0));
            rig.assertLeft(2, SurrogateRig.datagrams("239.1.1.2", 1));
            rig.assertLeft(3, SurrogateRig.datagrams("239.1.1.2", 1));
            rig.inject(0, 0, SurrogateRig.datagram(GROUP, 0));
            rig.assertLeft(3, SurrogateRig.datagrams(GROUP, 1));
            assertEquals(List.of(), rig.drain(1, 0));
            client.setGroup("entry", "{id: 239.1.1.3, deliver: [p1]}");
            client.unsetGroup("239.1.1.3");
            rig.inject(0, 0, SurrogateRig.datagram("239.1.1.3", 0));
            rig.awaitEnded(Ending.UNKNOWN_GROUP, 1);
        }
        try (SurrogateRig next = SurrogateRig.start(threading, 1, dir, file);
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            assertEquals(1, next.appliance.keptGroups());
            final JsonNode groups = client.show(Topic.GROUPS, null).get("groups");
            assertEquals(2, groups.size());
            assertEquals("239.1.1.2", groups.get(1).get("id").asText());
            assertEquals("command", groups.get(1).get("origin").asText());
            assertEquals("p2 p3", groups.get(1).get("deliver").asText());
            next.inject(0, 0, SurrogateRig.datagram("239.1.1.2", 0));
            next.assertLeft(2, SurrogateRig.datagrams("239.1.1.2", 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldGiveEveryHeldFrameBackWhenItStops(final String threading) throws Exception {
        final int waiting = 9;
        final SurrogateRig rig =
                SurrogateRig.start(
                        threading, 1, dir, "groups: [{id: 239.1.1.1, deliver: [p1, p2]}]");
        final FrameMemory memory = rig.appliance.memory();
        try (rig) {
            // Nobody takes frames from p1; p2 gets all of them nevertheless.
            final List<String> seen = new ArrayList<>();
            for (int i = 0; i < SurrogateRig.RING + waiting; i++) {
                rig.inject(0, 0, SurrogateRig.datagram(GROUP, i));
                seen.addAll(rig.drain(2, 0));
            }
            ApplianceRig.await(
                    "all frames at the other host",
                    () -> {
                        seen.addAll(rig.drain(2, 0));
                        return seen.size() == SurrogateRig.RING + waiting;
                    });
            rig.awaitHeld(waiting);
            try (ControlClient client = ControlClient.connect(dir.resolve("s"))) {
                assertTrue(isWaiting(client.show(Topic.VOQS, null).get("voqs"), waiting));
            }
        }
        assertEquals(0, memory.chunksInUse());
        try (CountersReader counters = CountersReader.open(dir.resolve("c"))) {
            assertEquals(0, counters.total(Ending.HELD));
            // Each of them had reached one host.
            assertEquals(SurrogateRig.RING + waiting, counters.total(Ending.REPLICATED));
        }
    }

    private static boolean isWaiting(final JsonNode voqs, final int units) {
        for (final JsonNode voq : voqs) {
            if (voq.get("egress").asText().equals("p1")) {
                return voq.get("backlog").asInt() == units;
            }
        }
        return false;
    }
}
