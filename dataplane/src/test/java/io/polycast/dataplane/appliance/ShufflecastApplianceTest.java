package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.core.role.RuleSet;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.shuffle.Heartbeat;
import io.polycast.parser.wire.Ethernet;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Role shufflecast in the whole appliance: threads, frame memory, control socket, journal. */
@Timeout(300)
class ShufflecastApplianceTest {
    private static final String GROUP = "239.1.1.1";
    private static final String FILE = "groups: [{id: 239.1.1.1, ports: [p0, p1]}]";
    private static final int FRAMES = 40;

    @TempDir private Path dir;

    private static byte[] heartbeat(final int tor) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Heartbeat.FRAME_LENGTH]);
        Ethernet.write(frame, 0, Ethernet.BROADCAST, 0x0200_0000_AA02L, Heartbeat.ETHER_TYPE);
        Heartbeat.write(frame, Ethernet.LENGTH, tor, 8, 7);
        return frame.byteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldRelayByStaticRules(final String threading) throws Exception {
        try (ShufflecastRig rig = ShufflecastRig.start(threading, dir, "static", FILE)) {
            for (int i = 0; i < FRAMES; i++) {
                rig.inject(0, 0, ShufflecastRig.datagram(0, GROUP, i));
            }
            rig.assertSplit(ShufflecastRig.datagrams(0, GROUP, FRAMES));
            rig.assertLeft(1, ShufflecastRig.datagrams(0, GROUP, FRAMES));
            assertEquals(List.of(), rig.drain(0, 0), "back to its sender");
            rig.inject(ShufflecastRig.IN, 0, ShufflecastRig.datagram(4, GROUP, 0));
            rig.assertSplit(ShufflecastRig.datagrams(4, GROUP, 1));
            rig.assertLeft(0, ShufflecastRig.datagrams(4, GROUP, 1));
            rig.assertLeft(1, ShufflecastRig.datagrams(4, GROUP, 1));
            rig.inject(ShufflecastRig.IN, 0, ShufflecastRig.datagram(0, GROUP, 0));
            rig.awaitEnded(Ending.SHUFFLECAST_OWN_RETURNED, 1);
            rig.inject(ShufflecastRig.SPLITTER, 0, ShufflecastRig.datagram(4, GROUP, 0));
            rig.awaitEnded(Ending.SHUFFLECAST_FROM_SPLITTER, 1);
            rig.inject(ShufflecastRig.IN, 0, heartbeat(4));
            rig.awaitEnded(Ending.SHUFFLECAST_HEARTBEAT, 1);
            assertEquals(
                    rig.appliance.counters().total(Tally.FRAMES_IN),
                    Arrays.stream(Ending.values()).mapToLong(rig::total).sum());
            try (ControlClient client = ControlClient.connect(dir.resolve("s"))) {
                final JsonNode group = client.show(Topic.GROUPS, null).get("groups").get(0);
                assertEquals("p0 p1", group.get("ports").asText());
                assertEquals(FRAMES + 1, group.get("frames").asInt());
                assertEquals(FRAMES + 2, group.get("copies").asInt());
                final JsonNode one = client.show(Topic.MFT, GROUP).get("group");
                assertEquals(
                        "{\"id\":\"239.1.1.1\",\"ports\":[\"p0\",\"p1\"]}",
                        one.get("entry").toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldBeToldRulesAndHearRelays(final String threading) throws Exception {
        try (ShufflecastRig rig = ShufflecastRig.start(threading, dir, "control", "");
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            rig.inject(ShufflecastRig.IN, 0, ShufflecastRig.datagram(4, GROUP, 0));
            rig.awaitEnded(Ending.SHUFFLECAST_NOT_TOLD, 1);
            assertTrue(relay(client).get("version").isNull());
            assertNull(install(rig, new RuleSet(0, 7, List.of(0, 4))));
            assertEquals(
                    "rule version 6 does not follow version 7; take a greater one",
                    install(rig, new RuleSet(0, 6, List.of())));
            rig.inject(ShufflecastRig.IN, 0, ShufflecastRig.datagram(4, GROUP, 0));
            rig.assertSplit(ShufflecastRig.datagrams(4, GROUP, 1));
            // The clock moves an interval at a time: only ToR 6 is heard.
            for (int beat = 0; beat < 5; beat++) {
                rig.nowNs.addAndGet(10_000_000);
                rig.inject(ShufflecastRig.IN + 1, 0, heartbeat(6));
                rig.awaitEnded(Ending.SHUFFLECAST_HEARTBEAT, beat + 1);
            }
            ApplianceRig.await(
                    "a silent relay",
                    () -> rig.appliance.counters().total(Tally.SHUFFLECAST_RELAYS_SILENT) == 1);
            final JsonNode relay = relay(client);
            assertEquals(0, relay.get("tor").asInt());
            assertEquals(7, relay.get("version").asInt());
            assertEquals("[0,4]", relay.get("sources").toString());
            assertEquals("silent", relay.get("heard").get(0).get("state").asText());
            assertEquals(
                    "{\"tor\":6,\"port\":\"p4\",\"state\":\"heard\",\"missed\":0,\"version\":8}",
                    relay.get("heard").get(1).toString());
            ApplianceRig.await(
                    "heartbeats",
                    () -> rig.appliance.counters().total(Tally.SHUFFLECAST_HEARTBEATS_OUT) >= 5);
        }
    }

    private static JsonNode relay(final ControlClient client) throws Exception {
        return client.show(Topic.RELAYS, null).get("relays").get(0);
    }

    private static String install(final ShufflecastRig rig, final RuleSet rules) throws Exception {
        return rig.appliance
                .<String>askRoles(
                        (role, nowNs) -> Collections.singletonList(role.install(nowNs, rules)))
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldTakeGroupsAtRunTimeAndKeepThem(final String threading) throws Exception {
        try (ShufflecastRig rig = ShufflecastRig.start(threading, dir, "static", FILE);
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            client.setGroup("entry", "{id: 239.1.1.2, ports: [p1]}");
            client.setGroup("entry", "{id: 239.1.1.3, ports: [p1]}");
            client.unsetGroup("239.1.1.3");
            assertThrows(
                    ControlException.class,
                    () -> client.setGroup("entry", "{id: 239.1.1.4, ports: [p2]}"));
            rig.inject(ShufflecastRig.IN, 0, ShufflecastRig.datagram(4, "239.1.1.2", 0));
            rig.assertLeft(1, ShufflecastRig.datagrams(4, "239.1.1.2", 1));
        }
        try (ShufflecastRig next = ShufflecastRig.start(threading, dir, "static", FILE);
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            assertEquals(1, next.appliance.keptGroups());
            final JsonNode groups = client.show(Topic.GROUPS, null).get("groups");
            assertEquals(2, groups.size());
            assertEquals("239.1.1.2", groups.get(1).get("id").asText());
            next.inject(ShufflecastRig.IN, 0, ShufflecastRig.datagram(4, "239.1.1.2", 0));
            next.assertLeft(1, ShufflecastRig.datagrams(4, "239.1.1.2", 1));
        }
    }
}
