package io.polycast.node.config;

import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.controller.settings.ControllerSettings;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.dataplane.yaml.YamlText;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.node.log.LogSettings;
import io.polycast.parser.mrp.MrpAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Reads a controller's file; all problems are reported with line, column and remedy. */
public final class ControllerFile {
    private static final long RETRY_FIRST_MS = 100;
    private static final long RETRY_MOST_MS = 2000;
    private static final int EVENTS = 4096;
    private static final int KEYS = 4096;
    private static final int LOG_PORTS = 5;

    private ControllerFile() {}

    /**
     * @param file to read
     * @return what it says
     * @throws ConfigurationException with one line per problem
     */
    public static NodeConfig read(final Path file) throws ConfigurationException {
        final Problems problems = new Problems(file.toString());
        final String text = YamlText.load(file, problems);
        problems.throwIfAny();
        return parse(file.toString(), text);
    }

    /** Reads a text; the name is for messages. */
    public static NodeConfig parse(final String name, final String text)
            throws ConfigurationException {
        final Problems problems = new Problems(name);
        final Node root = YamlText.compose(text, problems);
        problems.throwIfAny();
        final Values file = ControllerSchema.FILE.read(root, name, problems);
        problems.throwIfAny();
        final NodeConfig config = build(file);
        check(file, config, problems);
        problems.throwIfAny();
        return config;
    }

    private static NodeConfig build(final Values file) {
        final Values cluster = file.get(ControllerSchema.CLUSTER);
        final Values security = file.get(ControllerSchema.SECURITY);
        final List<LogSettings.Node> nodes = new ArrayList<>();
        final List<NodeConfig.Doors> doors = new ArrayList<>();
        for (final Located<Values> each : cluster.get(ControllerSchema.NODES)) {
            final InetSocketAddress log = each.value().get(ControllerSchema.LOG);
            nodes.add(new LogSettings.Node(log.getAddress().getHostAddress(), log.getPort()));
            doors.add(
                    new NodeConfig.Doors(
                            each.value().get(ControllerSchema.HTTP),
                            each.value().get(ControllerSchema.AGENTS)));
        }
        final int self = Math.toIntExact(cluster.get(ControllerSchema.NODE));
        return new NodeConfig(
                settings(file),
                new LogSettings(
                        cluster.get(ControllerSchema.DIRECTORY),
                        Math.min(self, nodes.size() - 1),
                        nodes,
                        cluster.get(ControllerSchema.SNAPSHOT_EVERY)),
                doors,
                new NodeConfig.Security(
                        security.get(ControllerSchema.HTTP_TOKEN),
                        security.get(ControllerSchema.AGENT_TOKEN),
                        security.get(ControllerSchema.AUDIT)));
    }

    private static ControllerSettings settings(final Values file) {
        final Values controller = file.get(ControllerSchema.CONTROLLER);
        final Values registration = file.get(ControllerSchema.REGISTRATION);
        final Values limits = file.get(ControllerSchema.LIMITS);
        final Values safeguard = file.get(ControllerSchema.SAFEGUARD);
        final McstPrefix prefix = controller.get(ControllerSchema.PREFIX);
        final byte[] prefix6 = controller.get(ControllerSchema.PREFIX6);
        return new ControllerSettings(
                controller.get(ControllerSchema.NAME),
                controller.get(ControllerSchema.OWNER).intValue(),
                registration.get(ControllerSchema.PORT).intValue(),
                new ControllerSettings.Prefix(
                        prefix.network(),
                        prefix.length(),
                        prefix6 == null ? null : address(prefix6)),
                new ControllerSettings.Limits(
                        limits.get(ControllerSchema.GROUPS).intValue(),
                        limits.get(ControllerSchema.MEMBERS).intValue(),
                        limits.get(ControllerSchema.AGENT_LIMIT).intValue(),
                        EVENTS,
                        KEYS),
                new ControllerSettings.Timing(
                        RETRY_FIRST_MS,
                        RETRY_MOST_MS,
                        registration.get(ControllerSchema.CHANGE) / ControllerSchema.MS,
                        registration.get(ControllerSchema.REFRESH) / ControllerSchema.MS),
                SafeguardSettings.DEFAULT.with(
                        safeguard.get(ControllerSchema.MULTICAST),
                        safeguard.get(ControllerSchema.FALLBACK_BELOW)));
    }

    private static MrpAddress address(final byte[] prefix6) {
        final ByteBuffer bytes = ByteBuffer.allocate(16).put(prefix6);
        return new MrpAddress(bytes.getLong(0), bytes.getLong(8));
    }

    private static void check(final Values file, final NodeConfig config, final Problems problems) {
        final Values cluster = file.get(ControllerSchema.CLUSTER);
        final int nodes = config.doors().size();
        if (nodes == 2) {
            problems.error(
                    cluster.at(ControllerSchema.NODES),
                    "two nodes stop as soon as one of them does",
                    "give one node or three");
        }
        if (cluster.get(ControllerSchema.NODE) >= nodes) {
            problems.error(
                    cluster.at(ControllerSchema.NODE),
                    "nodes has no entry " + cluster.get(ControllerSchema.NODE),
                    "count from 0: give 0 to " + (nodes - 1));
        }
        final Set<String> taken = new HashSet<>();
        for (final Located<Values> each : cluster.get(ControllerSchema.NODES)) {
            final InetSocketAddress log = each.value().get(ControllerSchema.LOG);
            for (int port = 0; port < LOG_PORTS; port++) {
                if (!taken.add(log.getAddress().getHostAddress() + ":" + (log.getPort() + port))) {
                    problems.error(
                            each.node(),
                            "ports of two logs overlap: a log takes five, from its first on",
                            "leave five ports to each log");
                    break;
                }
            }
        }
        final boolean open =
                !config.own().http().getAddress().isLoopbackAddress()
                        && config.security().httpToken() == null;
        if (open) {
            problems.error(
                    cluster.at(ControllerSchema.NODES),
                    "http of this node is not on loopback, and security.httpToken is missing",
                    "give security.httpToken, or listen on 127.0.0.1");
        }
    }
}
