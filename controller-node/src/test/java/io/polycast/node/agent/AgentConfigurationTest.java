package io.polycast.node.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig.KeyFile;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.mrp.MrpAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of the host agent, right and wrong. */
class AgentConfigurationTest {
    private static final String AGENT =
            "agent: {name: h3, ip: 10.0.0.3, socket: /run/a.sock, controllers: [\"10.9.0.1:7946\"]";
    private static final String KEYS = "}\nregistration: {keys: [{id: 1, file: mrp.key}]}\n";

    @TempDir private Path dir;

    private static String fault(final String text) {
        return assertThrows(
                        ConfigurationException.class,
                        () -> AgentConfiguration.parse("a.yaml", text))
                .getMessage();
    }

    @Test
    void shouldReadTheFile() throws Exception {
        final AgentSettings settings = AgentConfiguration.parse("a.yaml", AGENT + KEYS);
        assertEquals(MrpAddress.ipv4(0x0A000003), settings.ip());
        assertEquals(64, settings.clients());
        assertEquals(7946, settings.controllers().get(0).getPort());
        assertEquals(4792, settings.registration().port());
        assertEquals(1, settings.registration().keys().get(0).id());
    }

    @Test
    void shouldSayWhereAMistakeIsAndItsRemedy() {
        assertEquals(
                "a.yaml:2:15: registration has auth hmac and no keys; name the key files of the"
                        + " switches in keys, or write auth: none",
                fault(AGENT + "}\nregistration: {}\n"));
        assertTrue(fault(AGENT + ", colour: red" + KEYS).contains("unknown key 'colour'"));
        assertTrue(fault("agent: {}\n").contains("lacks key 'ip'"));
        assertTrue(
                fault(AGENT + "}\nregistration: {auth: none, keys: [{id: 1, file: k}]}\n")
                        .contains("auth none and keys"));
    }

    @Test
    void shouldRefuseATokenThatOthersMayRead() throws Exception {
        final Path token = Files.writeString(dir.resolve("token"), "secret of sixteen\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        final String text = AGENT + ", tokenFile: " + token + KEYS;
        assertTrue(fault(text).contains("chmod 600 " + token), fault(text));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        assertEquals("secret of sixteen", AgentConfiguration.parse("a.yaml", text).token());
    }

    @Test
    void shouldRefuseKeysThatCannotBeRead() throws Exception {
        final Path key = Files.writeString(dir.resolve("key"), "00".repeat(31));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        final AgentKeys keys = new AgentKeys(List.of(new KeyFile(1, key)));
        final String message = assertThrows(AgentException.class, keys::authenticator).getMessage();
        assertTrue(message.contains("31 bytes") && message.contains("openssl rand"), message);
        Files.writeString(key, "zz");
        assertTrue(
                assertThrows(AgentException.class, keys::authenticator)
                        .getMessage()
                        .contains("hexadecimal"));
    }
}
