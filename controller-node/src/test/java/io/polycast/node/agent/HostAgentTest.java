package io.polycast.node.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both implementations of docs/agent.md against the same scripted controller, switch and applications. */
@Timeout(120)
class HostAgentTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GROUP_IP = "127.0.0.9";
    private static final MrpAddress GROUP = MrpAddress.ipv4(0x7F000009);
    private static final MrpKey KEY = new MrpKey(1, new byte[32]);
    private static final int PATIENCE_MS = 50_000;
    private static final String WELCOME =
            "{\"type\":\"welcome\",\"version\":1,\"controller\":\"c1\"}";

    @TempDir private Path dir;
    private ScriptedController controller;
    private DatagramSocket fabric;
    private Path key;
    private Path socket;
    private AgentUnderTest agent;

    @BeforeEach
    void open() throws Exception {
        controller = new ScriptedController();
        fabric = new DatagramSocket(0, InetAddress.getByName(GROUP_IP));
        fabric.setSoTimeout(PATIENCE_MS);
        socket = dir.resolve("agent.sock");
        key = dir.resolve("mrp.key");
        Files.writeString(key, "00".repeat(32));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void close() throws Exception {
        stop();
        controller.close();
        fabric.close();
    }

    private void start(final String kind) throws Exception {
        assumeTrue(kind.equals("java") || hasPython(), "no python3");
        agent = AgentUnderTest.start(kind, socket, controller.port(), fabric.getLocalPort(), key);
    }

    private void stop() throws Exception {
        if (agent != null) {
            agent.stop();
            agent = null;
        }
    }

    private static boolean hasPython() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "python3")));
    }

    private void welcome() throws Exception {
        assertJson(
                "{\"type\":\"hello\",\"version\":1,\"agent\":\"h3\",\"ip\":\"127.0.0.1\","
                        + "\"token\":\"\"}",
                controller.accept());
        controller.say(WELCOME);
    }

    private void reads(final String expected) throws Exception {
        assertJson(expected, controller.next());
    }

    private static void assertJson(final String expected, final String actual) throws Exception {
        assertEquals(JSON.readTree(expected), JSON.readTree(actual));
    }

    private static void hears(final Application application, final String expected)
            throws Exception {
        assertEquals(JSON.readTree(expected), application.next());
    }

    private void join(final Application application, final long request) throws Exception {
        application.say("{\"command\":\"join\",\"group\":\"job\",\"qpn\":257}");
        reads("{\"type\":\"join\",\"request\":" + request + ",\"group\":\"job\",\"qpn\":257}");
        controller.say(
                "{\"type\":\"done\",\"request\":" + request + ",\"group\":\"job\",\"revision\":4}");
        hears(
                application,
                "{\"schema\":1,\"ok\":true,\"command\":\"join\",\"group\":\"job\",\"revision\":4}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void shouldServeAnApplicationFromReserveToItsEnd(final String kind) throws Exception {
        start(kind);
        welcome();
        try (Application application = new Application(socket)) {
            application.say(
                    "{\"command\":\"reserve\",\"request\":5,\"group\":\"job\",\"members\":2}");
            reads("{\"type\":\"reserve\",\"request\":1,\"group\":\"job\",\"members\":2}");
            controller.say(
                    "{\"type\":\"reserved\",\"request\":1,\"group\":\"job\",\"id\":\"127.0.0.9\","
                            + "\"address\":\"127.0.0.9\",\"initialPsn\":77,\"epoch\":5}");
            hears(
                    application,
                    "{\"schema\":1,\"ok\":true,\"command\":\"reserve\",\"request\":5,"
                            + "\"group\":\"job\",\"id\":\"127.0.0.9\",\"address\":\"127.0.0.9\","
                            + "\"initial_psn\":77,\"epoch\":5}");
            join(application, 2);
            controller.say("{\"type\":\"expect\",\"group\":\"job\",\"change\":3,\"psn\":100}");
            hears(
                    application,
                    "{\"schema\":1,\"event\":\"expect\",\"group\":\"job\",\"change\":3,\"psn\":100}");
            application.say("{\"command\":\"ready\",\"group\":\"job\",\"change\":3}");
            reads("{\"type\":\"ready\",\"group\":\"job\",\"change\":3}");
            hears(
                    application,
                    "{\"schema\":1,\"ok\":true,\"command\":\"ready\",\"group\":\"job\"}");
            controller.say(
                    "{\"type\":\"event\",\"number\":8,\"group\":\"job\",\"kind\":\"joined\","
                            + "\"ip\":\"10.0.0.4\",\"text\":\"\"}");
            hears(
                    application,
                    "{\"schema\":1,\"event\":\"joined\",\"group\":\"job\",\"number\":8,"
                            + "\"ip\":\"10.0.0.4\",\"text\":\"\"}");
        }
        reads("{\"type\":\"leave\",\"request\":3,\"group\":\"job\"}");
        stop();
        assertFalse(Files.exists(socket), "the socket goes with its agent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void shouldCarryModesAndGoodput(final String kind) throws Exception {
        start(kind);
        welcome();
        final String decision =
                "\"group\":\"job\",\"number\":2,\"mode\":\"unicast\",\"reason\":\"slow\"}";
        controller.say("{\"type\":\"mode_prepare\"," + decision);
        reads(
                "{\"type\":\"mode_declined\",\"group\":\"job\",\"number\":2,\"reason\":\"no"
                        + " application of this host has joined the group\"}");
        try (Application application = new Application(socket)) {
            join(application, 1);
            controller.say("{\"type\":\"mode_prepare\"," + decision);
            hears(application, "{\"schema\":1,\"event\":\"mode_prepare\"," + decision);
            carries(application, "mode_prepared", "\"number\":2");
            controller.say("{\"type\":\"mode_commit\"," + decision);
            hears(application, "{\"schema\":1,\"event\":\"mode_commit\"," + decision);
            controller.say("{\"type\":\"probe\",\"group\":\"job\",\"change\":7}");
            hears(application, "{\"schema\":1,\"event\":\"probe\",\"group\":\"job\",\"change\":7}");
            carries(application, "probed", "\"change\":7,\"bytes\":1000,\"ms\":500");
            carries(application, "mode_declined", "\"number\":3,\"reason\":\"tree only\"");
            carries(application, "goodput", "\"from_ms\":5,\"to_ms\":255,\"bytes\":9");
            application.say(
                    "{\"command\":\"goodput\",\"group\":\"job\",\"from_ms\":5,\"to_ms\":5,"
                            + "\"bytes\":9}");
            assertTrue(application.next().get("error").textValue().contains("to_ms"));
            controller.say(
                    "{\"type\":\"event\",\"number\":8,\"group\":\"job\",\"kind\":\"mode\","
                            + "\"text\":\"unicast: slow\"}");
            hears(
                    application,
                    "{\"schema\":1,\"event\":\"mode\",\"group\":\"job\",\"number\":8,"
                            + "\"ip\":null,\"text\":\"unicast: slow\"}");
        }
    }

    /** A request that the controller gets and does not answer. */
    private void carries(final Application application, final String command, final String keys)
            throws Exception {
        application.say("{\"command\":\"" + command + "\",\"group\":\"job\"," + keys + "}");
        reads("{\"type\":\"" + command + "\",\"group\":\"job\"," + keys.replace("_ms", "") + "}");
        hears(
                application,
                "{\"schema\":1,\"ok\":true,\"command\":\"" + command + "\",\"group\":\"job\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void shouldRepeatARequestAfterTheLinkWasDown(final String kind) throws Exception {
        start(kind);
        try (Application application = new Application(socket)) {
            welcome();
            application.say("{\"command\":\"join\",\"group\":\"job\",\"qpn\":257}");
            final String join = "{\"type\":\"join\",\"request\":1,\"group\":\"job\",\"qpn\":257}";
            reads(join);
            controller.hangUp();
            welcome();
            reads(join);
            controller.say(
                    "{\"type\":\"refused\",\"request\":1,\"group\":\"job\",\"reason\":\"full\","
                            + "\"text\":\"delete groups\"}");
            hears(
                    application,
                    "{\"schema\":1,\"ok\":false,\"command\":\"join\",\"group\":\"job\","
                            + "\"reason\":\"full\",\"error\":\"delete groups\"}");
            controller.say("{\"type\":\"prepare\",\"group\":\"job\",\"change\":9}");
            reads(
                    "{\"type\":\"declined\",\"group\":\"job\",\"change\":9,\"reason\":\"no"
                            + " application of this host has joined the group\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void shouldFollowALeaderAndLeaveAControllerThatSpeaksNonsense(final String kind)
            throws Exception {
        start(kind);
        try (ScriptedController leader = new ScriptedController()) {
            controller.accept();
            controller.say(
                    "{\"type\":\"redirect\",\"leader\":\"127.0.0.1:" + leader.port() + "\"}");
            controller.awaitEnd();
            leader.accept();
            leader.say(WELCOME);
            leader.say("{\"type\":\"dance\"}");
            leader.awaitEnd();
            welcome();
            controller.say("no JSON");
            controller.awaitEnd();
            welcome();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void shouldSpeakMrpWithTheSwitch(final String kind) throws Exception {
        start(kind);
        welcome();
        final MrpAuthenticator peer = new MrpAuthenticator(List.of(KEY), 1L << 40, 64);
        final byte[] room = new byte[Mrp.MTU];
        final UnsafeBuffer buffer = new UnsafeBuffer(room);
        final MrpWriter writer = new MrpWriter(buffer, 0);
        final MrpOrder order = new MrpOrder(1, 0);
        final int bare = writer.order(MrpType.COMMIT, 0, 7, order);
        controller.say(
                "{\"type\":\"mrp\",\"address\":\""
                        + GROUP_IP
                        + "\",\"port\":"
                        + fabric.getLocalPort()
                        + ",\"packet\":\""
                        + Base64.getEncoder().encodeToString(Arrays.copyOf(room, bare))
                        + "\"}");
        final DatagramPacket down = receive();
        final MrpPacket packet = new MrpPacket();
        verify(peer, packet, down);
        assertEquals(MrpType.COMMIT, packet.type());

        final int confirm = writer.nodes(MrpType.CONFIRM, Mrp.FLAG_SIGNED, 7, 1, List.of());
        final byte[] expected = Arrays.copyOf(room, confirm);
        expected[Mrp.FLAGS_OFFSET] = 0;
        send(room, peer.sign(GROUP, buffer, 0, confirm, now()), down);
        reads(
                "{\"type\":\"mrp\",\"address\":\"127.0.0.9\",\"packet\":\""
                        + Base64.getEncoder().encodeToString(expected)
                        + "\"}");

        final int forged = writer.order(MrpType.REMOVE, Mrp.FLAG_SIGNED, 6, order);
        final int length = peer.sign(GROUP, buffer, 0, forged, now());
        room[length - 1] ^= 1;
        send(room, length, down);
        final int remove = writer.order(MrpType.REMOVE, Mrp.FLAG_SIGNED, 7, order);
        send(room, peer.sign(GROUP, buffer, 0, remove, now()), down);
        verify(peer, packet, receive());
        assertEquals(MrpType.REMOVED, packet.type());
        assertEquals(7, packet.revision(), "the forged one had no answer");
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    private DatagramPacket receive() throws Exception {
        final DatagramPacket packet = new DatagramPacket(new byte[Mrp.MTU], Mrp.MTU);
        fabric.receive(packet);
        return packet;
    }

    private void send(final byte[] bytes, final int length, final DatagramPacket to)
            throws Exception {
        fabric.send(new DatagramPacket(bytes, length, to.getSocketAddress()));
    }

    private static void verify(
            final MrpAuthenticator peer, final MrpPacket packet, final DatagramPacket from) {
        assertTrue(packet.wrap(new UnsafeBuffer(from.getData()), 0, from.getLength()));
        assertTrue(peer.verify(GROUP, packet, now()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void shouldBoundApplicationsAndTheirLines(final String kind) throws Exception {
        start(kind);
        try (Application first = new Application(socket)) {
            welcome();
            first.say("{\"command\":\"ping\",\"request\":1}");
            assertTrue(first.next().get("ok").booleanValue());
            try (Application second = new Application(socket)) {
                second.say("nonsense");
                final JsonNode refusal = second.next();
                assertFalse(refusal.get("ok").booleanValue());
                assertTrue(refusal.get("error").textValue().contains("one JSON object"));
                try (Application third = new Application(socket)) {
                    assertNull(third.next(), "two are the most");
                }
                second.say("x".repeat(5000));
                assertNull(second.next());
            }
            first.say("{\"command\":\"ping\"}");
            assertEquals("h3", first.next().get("agent").textValue());
        }
    }
}
