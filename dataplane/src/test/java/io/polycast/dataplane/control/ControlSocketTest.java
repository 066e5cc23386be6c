package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ControlSocketTest {
    private static final String GROUP =
            """
            id: 10.255.0.7
            paths:
              - {port: p0, host: {ip: 10.0.0.1, mac: "02:00:00:00:00:01", qpn: 16}}
              - {port: p1, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 17}}
            """;

    @TempDir private Path dir;
    private Path socket;
    private Appliance appliance;

    @BeforeEach
    void start() throws Exception {
        socket = dir.resolve("c.sock");
        appliance = Appliance.start(ConfigurationReader.parse("c.yaml", yaml()));
    }

    private String yaml() {
        return """
        switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
        pipeline: {chunks: 4096}
        limits: {maxGroups: 2, maxPaths: 4}
        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
        control: {socket: %1$s/c.sock, counters: %1$s/c.counters, state: %1$s/c.state}
        """
                .formatted(dir);
    }

    @AfterEach
    void stop() {
        appliance.close();
    }

    @Test
    void shouldInstallShowAndRemoveGroup() throws ControlException {
        try (ControlClient client = ControlClient.connect(socket)) {
            assertEquals("leaf1", client.ping().get("name").textValue());
            assertEquals("10.255.0.7", client.setGroup("stdin", GROUP).get("id").textValue());
            // Active means active: whoever asks next finds it.
            assertEquals(2, ((GroupView) appliance.group(0x0AFF0007)).paths().size());
            final JsonNode groups = client.show(Topic.GROUPS, null).get("groups");
            assertEquals(1, groups.size());
            assertEquals(2, groups.get(0).get("path_count").intValue());
            final JsonNode group = client.show(Topic.MFT, "10.255.0.7").get("group");
            assertEquals("p1", group.get("paths").get(1).get("port").textValue());
            assertEquals(17, group.get("paths").get(1).get("host").get("qpn").intValue());
            assertEquals("unknown", group.get("paths").get(1).get("state").textValue());
            assertTrue(group.get("agg_ack_psn").isNull());
            assertEquals("command", group.get("origin").textValue());
            assertTrue(group.get("revision").isNull());
            assertTrue(group.get("epoch").isNull());
            client.unsetGroup("10.255.0.7");
            assertNull(appliance.group(0x0AFF0007));
            assertEquals(0, client.show(Topic.GROUPS, null).get("groups").size());
        }
    }

    @Test
    void shouldTakeGroupAsJson() throws ControlException {
        final String json =
                "{\"id\":\"10.255.0.7\",\"paths\":[{\"port\":\"p0\",\"switch\":{\"mac\":"
                        + "\"02:00:00:00:01:fe\"}}]}";
        try (ControlClient client = ControlClient.connect(socket)) {
            client.setGroup("stdin", json);
            assertEquals(1, ((GroupView) appliance.group(0x0AFF0007)).paths().size());
        }
    }

    @Test
    void shouldSayWhereGroupIsWrong() throws ControlException {
        try (ControlClient client = ControlClient.connect(socket)) {
            final ControlException e =
                    assertThrows(
                            ControlException.class,
                            () -> client.setGroup("stdin", GROUP.replace("p1", "p7")));
            assertEquals("stdin:4:12: there is no port 'p7'; did you mean 'p0'?", e.getMessage());
            assertEquals(ControlException.USAGE, e.exitCode());
        }
    }

    @Test
    void shouldRefuseGroupBeyondTableAndGoOn() throws ControlException {
        try (ControlClient client = ControlClient.connect(socket)) {
            client.setGroup("stdin", GROUP);
            client.setGroup("stdin", GROUP.replace("0.7", "0.8"));
            final ControlException e =
                    assertThrows(
                            ControlException.class,
                            () -> client.setGroup("stdin", GROUP.replace("0.7", "0.9")));
            assertEquals(ControlException.USAGE, e.exitCode());
            assertFalse(e.getMessage().isBlank());
            assertEquals(2, client.show(Topic.GROUPS, null).get("groups").size());
        }
    }

    @Test
    void shouldShowPortsCountersAndDrops() throws ControlException {
        try (ControlClient client = ControlClient.connect(socket)) {
            assertEquals(
                    "p1",
                    client.show(Topic.PORTS, null).get("ports").get(1).get("name").textValue());
            assertEquals(0, client.show(Topic.COUNTERS, null).get("ended").longValue());
            assertEquals(0, client.show(Topic.DROPS, null).get("drops").size());
            assertEquals(0, client.show(Topic.STEERING, null).get("rules").size());
        }
    }

    @Test
    void shouldSayWhatCanBeShown() throws IOException {
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"cannot show 'weather'; there are groups,"
                        + " mft, why, ports, counters, drops, steering, voqs, legs,"
                        + " relays\",\"exit\":2}",
                exchange("{\"command\":\"show\",\"what\":\"weather\"}\n"));
    }

    @Test
    void shouldRefuseARequestOfAnotherSchema() throws IOException {
        for (final String schema : List.of("2", "0", "\"1\"", "null", "1.0")) {
            assertEquals(
                    "{\"schema\":1,\"ok\":false,\"error\":\"this switch speaks schema 1 only\","
                            + "\"exit\":2}",
                    exchange("{\"schema\":" + schema + ",\"command\":\"ping\"}\n"));
        }
    }

    @Test
    void shouldEndProcessOnlyByAsking() throws Exception {
        try (ControlClient client = ControlClient.connect(socket)) {
            client.stop();
        }
        assertNull(appliance.awaitStop());
        // Whoever runs it decides: it still answers.
        try (ControlClient client = ControlClient.connect(socket)) {
            assertEquals("leaf1", client.ping().get("name").textValue());
        }
    }

    @Test
    void shouldBeClosedToOtherUsers() throws IOException {
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
    }

    @Test
    void shouldAnswerWhatIsNoRequest() throws IOException {
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"a request is one JSON object in one"
                        + " line\",\"exit\":2}",
                exchange("[]\n"));
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"a request is one JSON object in one"
                        + " line\",\"exit\":2}",
                exchange("\n"));
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"the request lacks the text"
                        + " 'command'\",\"exit\":2}",
                exchange("{}\n"));
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"unknown command 'dance'; the commands are"
                        + " ping, group.set, group.unset, show, stop, handover\",\"exit\":2}",
                exchange("{\"command\":\"dance\"}\n"));
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"the request is not JSON at column 2\","
                        + "\"exit\":2}",
                exchange("{{{\n"));
        assertTrue(exchange("[".repeat(100_000) + '\n').contains("the request is not JSON"));
    }

    @Test
    void shouldSayWhatIsWrongWithASetOfGroups() throws IOException {
        assertSetRefused("'create' is true or false", "\"create\":1");
        assertSetRefused("'if_version' is a number from 1 on", "\"if_version\":0");
        assertSetRefused("'if_version' is a number from 1 on", "\"if_version\":\"2\"");
        assertSetRefused(
                "'create' and 'if_version' exclude one another",
                "\"create\":true,\"if_version\":1");
        assertSetRefused("'groups' is a list of at most 1000 entries", "\"groups\":{}");
        assertSetRefused(
                "'groups' is a list of at most 1000 entries",
                "\"groups\":[" + "5,".repeat(1000) + "5]");
    }

    private void assertSetRefused(final String why, final String with) throws IOException {
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"" + why + "\",\"exit\":2}",
                exchange("{\"command\":\"group.set\"," + with + "}\n"));
    }

    @Test
    void shouldSetGroupsOfAListEachByItself() throws Exception {
        final ObjectMapper json = new ObjectMapper();
        try (ControlClient client = ControlClient.connect(socket)) {
            final JsonNode reply =
                    client.call(
                            (ObjectNode)
                                    json.readTree(
                                            """
                                            {"command": "group.set", "source": "l.yaml", "groups": [
                                            {"id": "10.255.0.7", "paths":
                                                [{"port": "p0", "switch": {"mac": "02:00:00:00:01:fe"}}]},
                                            5,
                                            {"line": 7, "column": 3, "text": "{id: 10.255.0.8, paths: []}"},
                                            {"line": 9, "column": 1, "text": ""}]}\
                                            """));
            assertEquals(1, reply.get("set").intValue());
            assertEquals(3, reply.get("refused").intValue());
            final JsonNode groups = reply.get("groups");
            assertEquals(2, groups.get(0).get("version").intValue());
            assertEquals(2, groups.get(1).get("exit").intValue());
            assertTrue(
                    groups.get(2).get("error").textValue().startsWith("l.yaml:7:27: "),
                    groups.toString());
            assertTrue(
                    groups.get(3).get("error").textValue().startsWith("l.yaml:9:1: "),
                    groups.toString());
            assertEquals(1, client.show(Topic.GROUPS, null).get("groups").size());
        }
    }

    @Test
    void shouldRefuseRequestTooLong() throws IOException {
        assertEquals(
                "{\"schema\":1,\"ok\":false,\"error\":\"a request has at most 1048576"
                        + " bytes\",\"exit\":2}",
                exchange("x".repeat(Connection.MOST_BYTES + 1)));
    }

    @Test
    void shouldOutliveRubbishAndClientsThatHangUp() throws Exception {
        final Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                client.connect(UnixDomainSocketAddress.of(socket));
                final byte[] bytes = new byte[random.nextInt(300)];
                random.nextBytes(bytes);
                client.write(ByteBuffer.wrap(bytes));
                if (i % 3 == 0) {
                    client.write(ByteBuffer.wrap("\n\n\n".getBytes(StandardCharsets.UTF_8)));
                }
            } catch (final IOException e) {
                // Hung up on while it wrote: allowed.
                assertFalse(e.getMessage().isBlank());
            }
        }
        awaitPing();
    }

    @Test
    void shouldBoundConnectionsAndRecover() throws Exception {
        final List<SocketChannel> many = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                final SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
                many.add(client);
                client.connect(UnixDomainSocketAddress.of(socket));
            }
            assertEquals(-1, many.get(59).read(ByteBuffer.allocate(1)));
        } finally {
            CloseHelper.quietCloseAll(many);
        }
        awaitPing();
    }

    /** Until the server has noticed that the others are gone. */
    private void awaitPing() throws InterruptedException {
        final long startNs = System.nanoTime();
        while (true) {
            assertTrue(System.nanoTime() - startNs < 30_000_000_000L, "a free place in 30 s");
            try (ControlClient client = ControlClient.connect(socket)) {
                assertEquals("leaf1", client.ping().get("name").textValue());
                return;
            } catch (final ControlException e) {
                assertEquals(ControlException.UNREACHABLE, e.exitCode());
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldAnswerPipelinedRequestsInOrder() throws IOException {
        final int requests = 5_000;
        final StringBuilder all = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            all.append("{\"command\":\"c%d\"}%n".formatted(i));
        }
        try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            client.connect(UnixDomainSocketAddress.of(socket));
            final Thread writer =
                    new Thread(
                            () -> {
                                try {
                                    final ByteBuffer bytes =
                                            ByteBuffer.wrap(
                                                    all.toString()
                                                            .getBytes(StandardCharsets.UTF_8));
                                    while (bytes.hasRemaining()) {
                                        client.write(bytes);
                                    }
                                } catch (final IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            });
            writer.start();
            for (int i = 0; i < requests; i++) {
                assertTrue(readLine(client).contains("unknown command 'c" + i + "'"));
            }
        }
    }

    @Test
    void shouldReplaceSocketOfProcessThatEndedButNoOtherFile() throws Exception {
        appliance.close();
        try (var stale = java.nio.channels.ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            stale.bind(UnixDomainSocketAddress.of(socket));
        }
        assertTrue(Files.exists(socket));
        appliance = Appliance.start(ConfigurationReader.parse("c.yaml", yaml()));
        try (ControlClient client = ControlClient.connect(socket)) {
            client.ping();
        }
        appliance.close();
        Files.writeString(socket, "years of work");
        final ApplianceException e =
                assertThrows(
                        ApplianceException.class,
                        () -> Appliance.start(ConfigurationReader.parse("c.yaml", yaml())));
        assertEquals(
                socket + " exists and is not a socket; name another in control.socket",
                e.getMessage());
        assertEquals("years of work", Files.readString(socket));
    }

    @Test
    void shouldSayThatNobodyIsThere() {
        final ControlException e =
                assertThrows(
                        ControlException.class,
                        () -> ControlClient.connect(dir.resolve("nobody.sock")));
        assertEquals(ControlException.UNREACHABLE, e.exitCode());
        assertTrue(e.getMessage().startsWith("no switch answers at " + dir), e.getMessage());
    }

    private String exchange(final String request) throws IOException {
        try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            client.connect(UnixDomainSocketAddress.of(socket));
            final ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                client.write(bytes);
            }
            final String reply = readLine(client);
            assertFalse(new ObjectMapper().readTree(reply).get("ok").booleanValue());
            return reply;
        }
    }

    private static String readLine(final SocketChannel client) throws IOException {
        final StringBuilder line = new StringBuilder();
        final ByteBuffer one = ByteBuffer.allocate(1);
        while (client.read(one.clear()) == 1 && one.get(0) != '\n') {
            line.append((char) one.get(0));
        }
        return line.toString();
    }
}
