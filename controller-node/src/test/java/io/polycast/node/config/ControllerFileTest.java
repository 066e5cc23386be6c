package io.polycast.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.safeguard.Multicast;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller's file and its secrets. */
class ControllerFileTest {
    private static final String FILE =
            """
            controller: {name: c1, prefix: 10.255.0.0/16}
            cluster:
              directory: run/controller
              nodes:
                - {log: "127.0.0.1:7950", http: "127.0.0.1:7944", agents: "127.0.0.1:7946"}
            security: {agentToken: agent.token}
            """;

    @TempDir Path directory;

    @Test
    void shouldReadTheSmallestFile() throws ConfigurationException {
        final NodeConfig config = ControllerFile.parse("c.yaml", FILE);
        assertEquals("c1", config.settings().name());
        assertEquals(65_534, config.settings().prefix().size());
        assertEquals(10_000, config.settings().timing().change());
        assertEquals(4792, config.settings().port());
        assertEquals(7944, config.own().http().getPort());
        assertNull(config.security().httpToken());
        assertEquals(SafeguardSettings.DEFAULT, config.settings().safeguard());
    }

    @Test
    void shouldReadTheSafeguard() throws ConfigurationException {
        final SafeguardSettings safeguard =
                ControllerFile.parse(
                                "c.yaml",
                                FILE + "safeguard: {multicast: off, fallbackBelow: 30%}\n")
                        .settings()
                        .safeguard();
        assertEquals(Multicast.OFF, safeguard.multicast());
        assertEquals(30, safeguard.fallbackBelow());
    }

    @Test
    void shouldSayWhereAndWhatToDo() {
        wrong(FILE.replace("prefix:", "prefx:"), "c.yaml:1:24", "did you mean 'prefix'?");
        wrong(FILE.replace("/16", "/31"), "c.yaml:1:32", "8 to 30 bits");
        wrong(FILE.replace("http: \"127.0.0.1", "http: \"10.0.0.9"), "c.yaml:5:5", "httpToken");
        wrong(FILE + "limits: {groups: 0}\n", "c.yaml:7:18", "1 to 65536");
        wrong(FILE + "safeguard: {fallbackBelow: 50}\n", "c.yaml:7:28", "write 1% to 99%");
        wrong(FILE + "safeguard: {multicast: on}\n", "c.yaml:7:24", "off, try or force");
        wrong(FILE.replace("  nodes:", "  node: 1\n  nodes:"), "c.yaml:4:9", "no entry 1");
        wrong(
                FILE.replace(
                        "security",
                        "    - {log: \"127.0.0.1:7954\", http: \"127.0.0.1:1\", agents:"
                                + " \"127.0.0.1:2\"}\n"
                                + "security"),
                "c.yaml:5:5",
                "one node or three");
    }

    private static void wrong(final String text, final String where, final String what) {
        final String message =
                assertThrows(
                                ConfigurationException.class,
                                () -> ControllerFile.parse("c.yaml", text))
                        .getMessage();
        assertTrue(message.contains(where), message);
        assertTrue(message.contains(what), message);
    }

    @Test
    void shouldTakeASecretThatOnlyItsOwnerCanRead() throws IOException {
        final Path file = directory.resolve("token");
        refused(file, "does not exist");
        Files.writeString(file, "0123456789abcdef\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        refused(file, "chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertTrue(TokenFile.read(file).matches("0123456789abcdef"));
        Files.writeString(file, "short\n");
        refused(file, "less than 16");
    }

    private static void refused(final Path file, final String why) {
        final String message =
                assertThrows(IOException.class, () -> TokenFile.read(file)).getMessage();
        assertTrue(message.contains(why), message);
    }
}
