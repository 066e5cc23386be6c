package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupPicture;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.contract.GroupEntry;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server in the test's own thread, by the test's own clock. */
@Timeout(60)
class ControlServerTest {
    private static final long BEYOND_IDLE_NS = TimeUnit.SECONDS.toNanos(61);

    @TempDir private Path dir;
    private final AtomicLong nowNs = new AtomicLong(1);
    private Path socket;

    @BeforeEach
    void name() {
        socket = dir.resolve("c.sock");
    }

    private ControlServer open(final Path path) throws ControlException {
        return ControlServer.open(path, new Nobody(), null, () -> {}, nowNs::get);
    }

    private SocketChannel connect() throws IOException {
        final SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
        client.connect(UnixDomainSocketAddress.of(socket));
        return client;
    }

    @Test
    void shouldAnswerClientThatSpeaksAtTheMomentItsTimeIsUp() throws Exception {
        final ControlServer server = open(socket);
        try (SocketChannel client = connect()) {
            server.doWork();
            client.write(ByteBuffer.wrap("{}\n".getBytes(StandardCharsets.UTF_8)));
            nowNs.addAndGet(BEYOND_IDLE_NS);
            server.doWork();
            assertTrue(client.read(ByteBuffer.allocate(512)) > 0);
        } finally {
            server.onClose();
        }
    }

    @Test
    void shouldHangUpOnClientThatIsSilentForTooLong() throws Exception {
        final ControlServer server = open(socket);
        try (SocketChannel client = connect()) {
            server.doWork();
            nowNs.addAndGet(BEYOND_IDLE_NS);
            server.doWork();
            assertEquals(-1, client.read(ByteBuffer.allocate(1)));
        } finally {
            server.onClose();
        }
    }

    @Test
    void shouldLeaveSocketThatAnotherSwitchPutInItsPlace() throws Exception {
        final ControlServer first = open(socket);
        Files.delete(socket);
        final ControlServer second = open(socket);
        first.onClose();
        assertTrue(Files.exists(socket));
        second.onClose();
        assertFalse(Files.exists(socket));
    }

    @Test
    void shouldNotReplaceFileThatIsNoSocket() throws Exception {
        assertEquals(0, new ProcessBuilder("mkfifo", socket.toString()).start().waitFor());
        final ControlException e = assertThrows(ControlException.class, () -> open(socket));
        assertEquals(
                socket + " exists and is not a socket; name another in control.socket",
                e.getMessage());
        try (var left = Files.list(dir)) {
            assertEquals(List.of(socket), left.toList());
        }
    }

    @Test
    void shouldRefusePathWhoseTemporaryNameWouldNotFit() throws Exception {
        final int room = 98 - dir.toString().length() - 1;
        final Path longest = dir.resolve("x".repeat(room));
        open(longest).onClose();
        final Path longer = dir.resolve("x".repeat(room + 1));
        final ControlException e = assertThrows(ControlException.class, () -> open(longer));
        assertTrue(e.getMessage().contains("99 bytes > 98"), e.getMessage());
    }

    @Test
    void shouldNotWaitForEverForSwitchThatDoesNotAnswer() throws Exception {
        final ControlServer server = open(socket);
        // Nobody runs it: the kernel takes connection and request, no answer comes.
        try (ControlClient client = ControlClient.connect(socket, 50)) {
            final ControlException e = assertThrows(ControlException.class, client::ping);
            assertEquals(ControlException.UNREACHABLE, e.exitCode());
            assertTrue(e.getMessage().contains("has not answered for 50 ms"), e.getMessage());
        }
        try (ControlClient client = ControlClient.connect(socket, 50)) {
            final ControlException e = assertThrows(ControlException.class, client::requireAnswer);
            assertTrue(e.getMessage().contains("kill -CONT"), e.getMessage());
        } finally {
            server.onClose();
        }
    }

    /** A switch without groups. */
    private static final class Nobody implements SwitchOperations {
        @Override
        public Configuration configuration() {
            try {
                return ConfigurationReader.parse(
                        "c.yaml",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: memory}]
                        """);
            } catch (final ConfigurationException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public List<SetOutcome> setGroups(
                final List<GroupEntry> groups, final SetCondition condition) {
            throw new AssertionError("not asked for");
        }

        @Override
        public long version(final int mcstId) {
            return 0;
        }

        @Override
        public boolean unsetGroup(final int mcstId) {
            return false;
        }

        @Override
        public List<GroupPicture> groups() {
            return List.of();
        }

        @Override
        public GroupPicture group(final int mcstId) {
            return null;
        }

        @Override
        public void requestStop() {
            throw new AssertionError("not asked for");
        }

        @Override
        public void requestHandOver(final long successor) {
            throw new AssertionError("not asked for");
        }
    }
}
