package io.polycast.node.agent;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.SecretFile;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig.KeyFile;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.dataplane.yaml.YamlText;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.node.agent.AgentSettings.MrpSettings;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.yaml.snakeyaml.nodes.Node;

/** The file of {@code polycast hostagent} (docs/agent.md, Configuration). */
public final class AgentConfiguration {
    private static final long CLIENTS = 64;

    /** How packets are verified. */
    enum Auth {
        /** By HMAC-SHA-256 with a key. */
        HMAC,
        /** Not at all: whoever reaches the port answers for the switch. */
        NONE
    }

    private static final Key<String> NAME =
            Key.required("name", Types.NAME_TEXT, "Name of the agent.");
    private static final Key<byte[]> IP =
            Key.required("ip", Types.HOST_IP, "Address of the host and of its members.");
    private static final Key<Path> SOCKET =
            Key.required("socket", Types.FILE_PATH, "Unix socket for applications.");
    private static final Key<List<Located<InetSocketAddress>>> CONTROLLERS =
            Key.required(
                    "controllers",
                    new ListType<>(Types.ENDPOINT, 1, 16),
                    "Agent links of the controllers.");
    private static final Key<Path> TOKEN_FILE =
            Key.absent("tokenFile", Types.FILE_PATH, "no token", "File of mode 0600 with a token.");
    private static final Key<Long> MOST_CLIENTS =
            Key.optional("clients", NumberType.range(1, 1024), CLIENTS, "Applications at a time.");
    private static final Section AGENT =
            Section.of("agent", NAME, IP, SOCKET, CONTROLLERS, TOKEN_FILE, MOST_CLIENTS);

    private static final Key<Long> KEY_ID =
            Key.required("id", NumberType.unsigned32(), "Number of the key in packets.");
    private static final Key<Path> KEY_FILE =
            Key.required("file", Types.FILE_PATH, "File of mode 0600 with hexadecimal digits.");
    private static final Key<Long> PORT =
            Key.optional("port", NumberType.range(1, 0xFFFF), (long) Mrp.PORT, "UDP port of MRP.");
    private static final Key<Auth> AUTH =
            Key.optional("auth", Choice.of(Auth.class), Auth.HMAC, "How packets are verified.");
    private static final Key<List<Located<Values>>> KEYS =
            Key.optional(
                    "keys",
                    new ListType<>(
                            Section.of("key", KEY_ID, KEY_FILE), 1, MrpAuthenticator.MOST_KEYS),
                    List.of(),
                    "Keys that are valid; the first signs.");
    private static final Section REGISTRATION = Section.of("registration", PORT, AUTH, KEYS);

    private static final Key<Values> AGENT_KEY = Key.required("agent", AGENT, "The agent.");
    private static final Key<Values> REGISTRATION_KEY =
            Key.required("registration", REGISTRATION, "MRP, as at the switches.");
    private static final Section FILE =
            Section.of("the configuration of a host agent", AGENT_KEY, REGISTRATION_KEY);

    private AgentConfiguration() {}

    /**
     * Reads a file.
     *
     * @param file to read
     * @return the settings
     * @throws ConfigurationException with one line per problem
     */
    public static AgentSettings read(final Path file) throws ConfigurationException {
        final Problems problems = new Problems(file.toString());
        final String text = YamlText.load(file, problems);
        problems.throwIfAny();
        return parse(file.toString(), text);
    }

    /**
     * Reads a text.
     *
     * @param name of the text, for messages
     * @param text of a whole configuration
     * @return the settings
     * @throws ConfigurationException with one line per problem
     */
    public static AgentSettings parse(final String name, final String text)
            throws ConfigurationException {
        final Problems problems = new Problems(name);
        final Node root = YamlText.compose(text, problems);
        problems.throwIfAny();
        final Values file = FILE.read(root, name, problems);
        problems.throwIfAny();
        final Values agent = file.get(AGENT_KEY);
        final byte[] ip = agent.get(IP);
        final AgentSettings settings =
                new AgentSettings(
                        agent.get(NAME),
                        MrpAddress.load(new UnsafeBuffer(ip), 0, ip.length == 16),
                        agent.get(SOCKET),
                        agent.get(MOST_CLIENTS).intValue(),
                        agent.get(CONTROLLERS).stream().map(Located::value).toList(),
                        token(agent, problems),
                        registration(file.get(REGISTRATION_KEY), problems));
        problems.throwIfAny();
        return settings;
    }

    private static String token(final Values agent, final Problems problems) {
        if (!agent.has(TOKEN_FILE)) {
            return "";
        }
        try {
            return SecretFile.token(agent.get(TOKEN_FILE));
        } catch (final FileSystemException e) {
            problems.error(
                    agent.at(TOKEN_FILE),
                    "tokenFile cannot be read (" + IoReason.of(e) + ")",
                    "name a file of mode 0600 with the controller's token");
        } catch (final IOException e) {
            problems.error(agent.at(TOKEN_FILE), "tokenFile is refused", e.getMessage());
        }
        return "";
    }

    private static MrpSettings registration(final Values values, final Problems problems) {
        final List<Located<Values>> keys = values.get(KEYS);
        final boolean hmac = values.get(AUTH) == Auth.HMAC;
        if (hmac && keys.isEmpty()) {
            problems.error(
                    values.node(),
                    "registration has auth hmac and no keys",
                    "name the key files of the switches in keys, or write auth: none");
        } else if (!hmac && !keys.isEmpty()) {
            problems.error(
                    values.at(KEYS),
                    "registration has auth none and keys",
                    "leave out one of them; with keys packets are verified");
        }
        if (keys.stream().map(each -> each.value().get(KEY_ID)).distinct().count() < keys.size()) {
            problems.error(
                    values.at(KEYS),
                    "two keys have one id",
                    "give each key the id of the switches");
        }
        return new MrpSettings(
                values.get(PORT).intValue(),
                keys.stream()
                        .map(
                                each ->
                                        new KeyFile(
                                                each.value().get(KEY_ID).intValue(),
                                                each.value().get(KEY_FILE)))
                        .toList());
    }
}
