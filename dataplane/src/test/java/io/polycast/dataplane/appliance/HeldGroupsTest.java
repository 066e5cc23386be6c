package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.core.role.HoldEntry;
import io.polycast.core.role.HoldPicture;
import io.polycast.core.role.HoldingRole;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.parser.repr.RoceFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of a role with entries of its own: from the file, by command, in the journal, and for people. */
@Timeout(120)
class HeldGroupsTest {
    private static final int ALL_OF_A_KIND = 3;

    @TempDir private Path dir;

    private static byte[] frame(final String group, final int psn) {
        return RoceFrame.ipv4().src("10.0.0.1").dst(group).destQpn(1).psn(psn).build();
    }

    private static List<String> hex(final byte[]... frames) {
        return List.of(frames).stream().map(HexFormat.of()::formatHex).toList();
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 2"})
    void shouldHoldFramesOfEachGroupForItsTime(final String threading, final int shards)
            throws Exception {
        try (HoldingRig rig = HoldingRig.startWithGroups(threading, shards, dir)) {
            for (int i = 0; i < ALL_OF_A_KIND; i++) {
                rig.inject(0, 0, frame("10.255.0.1", i));
                rig.inject(0, 0, frame("10.255.0.2", i));
            }
            rig.awaitHeld(2 * ALL_OF_A_KIND);
            rig.nowNs.addAndGet(HoldingRole.HOLD_NS);
            rig.assertLeft(
                    2, hex(frame("10.255.0.1", 0), frame("10.255.0.1", 1), frame("10.255.0.1", 2)));
            rig.awaitHeld(ALL_OF_A_KIND);
            assertEquals(List.of(), rig.drain(3, 0));
            rig.nowNs.addAndGet(4 * HoldingRole.HOLD_NS);
            rig.assertLeft(
                    3, hex(frame("10.255.0.2", 0), frame("10.255.0.2", 1), frame("10.255.0.2", 2)));
            rig.awaitHeld(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 2"})
    void shouldTakeEntriesOfTheRoleByCommandAndKeepThem(final String threading, final int shards)
            throws Exception {
        final String entry = "{id: 10.255.0.3, port: p1, time: 2ms}";
        try (HoldingRig rig = HoldingRig.startWithGroups(threading, shards, dir);
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            assertEquals("created", client.setGroup("entry", entry).get("change").asText());
            final byte[] frame = frame("10.255.0.3", 7);
            rig.inject(0, 0, frame);
            rig.awaitHeld(1);
            rig.nowNs.addAndGet(2 * HoldingRole.HOLD_NS);
            rig.assertLeft(1, hex(frame));
            assertShown(client, 1);
            final ControlException refused =
                    assertThrows(
                            ControlException.class,
                            () ->
                                    client.setGroup(
                                            "entry", entry.replace("port", "paths: [], port")));
            assertTrue(
                    refused.getMessage().contains("'paths' in group is only for role cepheus"),
                    refused.getMessage());
        }
        final String journal = Files.readString(dir.resolve("st.groups"));
        assertTrue(journal.contains("\"time\":\"2ms\""), journal);
        try (HoldingRig next = HoldingRig.startWithGroups(threading, shards, dir);
                ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            assertEquals(1, next.appliance.keptGroups());
            assertEquals(
                    new HoldEntry(0x0AFF_0003, 1, 2_000_000),
                    ((HoldPicture) next.appliance.group(0x0AFF_0003)).entry());
            assertShown(client, 0);
            client.unsetGroup("10.255.0.3");
            assertEquals(2, client.show(Topic.GROUPS, null).get("groups").size());
        }
    }

    private static void assertShown(final ControlClient client, final int frames)
            throws ControlException {
        final JsonNode groups = client.show(Topic.GROUPS, null).get("groups");
        assertEquals(3, groups.size());
        final JsonNode third = groups.get(2);
        assertEquals("10.255.0.3", third.get("id").asText());
        assertEquals(frames, third.get("frames").asInt());
        assertEquals("command", third.get("origin").asText());
        assertEquals("file", groups.get(0).get("origin").asText());
        assertEquals("user", third.get("datapath").asText());
        assertEquals("role hold has no kernel datapath", third.get("datapath_reason").asText());
        final JsonNode details = client.show(Topic.MFT, "10.255.0.3").get("group");
        assertEquals("2ms", details.get("entry").get("time").asText());
        assertEquals("p1", details.get("entry").get("port").asText());
    }
}
