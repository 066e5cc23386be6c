package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.schema.ConfigurationReader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A group that the journal keeps and that a changed configuration cannot have. */
@Timeout(60)
class AbsentGroupsTest {
    private static final String WHY = "there is no port 'p1'";

    @TempDir private Path dir;
    private Appliance appliance;

    @AfterEach
    void stop() {
        if (appliance != null) {
            appliance.close();
        }
    }

    private void start(final String ports) throws Exception {
        stop();
        appliance =
                Appliance.start(
                        ConfigurationReader.parse(
                                "c.yaml",
                                """
                                switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                                ports: [%s]
                                control: {socket: %2$s/c.sock, counters: %2$s/c.counters, state: %2$s/c.state}
                                """
                                        .formatted(ports, dir)));
    }

    private ControlClient connect() throws ControlException {
        return ControlClient.connect(dir.resolve("c.sock"));
    }

    private static String entry(final String port) {
        return "{id: 10.255.0.7, paths: [{port: %s, switch: {mac: \"02:00:00:00:01:fe\"}}]}"
                .formatted(port);
    }

    private void setAndStartWithoutItsPort() throws Exception {
        start("{name: p0, driver: memory}, {name: p1, driver: memory}");
        try (ControlClient client = connect()) {
            client.setGroup("entry", entry("p1"));
            assertEquals(0, client.show(Topic.GROUPS, null).get("not_installed").size());
        }
    }

    @Test
    void shouldShowTheGroupAndWhyItIsNotInstalled() throws Exception {
        setAndStartWithoutItsPort();
        start("{name: p0, driver: memory}");
        try (ControlClient client = connect()) {
            final JsonNode shown = client.show(Topic.GROUPS, null);
            assertEquals(0, shown.get("groups").size());
            assertEquals(1, shown.get("not_installed").size());
            final JsonNode absent = shown.get("not_installed").get(0);
            assertEquals("10.255.0.7", absent.get("id").textValue());
            assertEquals(2, absent.get("version").intValue());
            assertContains(WHY, absent.get("reason").textValue());
            final ControlException e =
                    assertThrows(
                            ControlException.class, () -> client.show(Topic.MFT, "10.255.0.7"));
            assertContains("is kept, but not installed", e.getMessage());
            assertContains(WHY, e.getMessage());
        }
    }

    @Test
    void shouldShowItNoMoreWhenItIsSetOrUnset() throws Exception {
        setAndStartWithoutItsPort();
        start("{name: p0, driver: memory}");
        try (ControlClient client = connect()) {
            client.setGroup("entry", entry("p0"));
            final JsonNode shown = client.show(Topic.GROUPS, null);
            assertEquals(1, shown.get("groups").size());
            assertEquals(0, shown.get("not_installed").size());
        }
        setAndStartWithoutItsPort();
        start("{name: p0, driver: memory}");
        try (ControlClient client = connect()) {
            client.unsetGroup("10.255.0.7");
            assertEquals(0, client.show(Topic.GROUPS, null).get("not_installed").size());
        }
    }

    private static void assertContains(final String part, final String text) {
        assertEquals(true, text.contains(part), text);
    }
}
