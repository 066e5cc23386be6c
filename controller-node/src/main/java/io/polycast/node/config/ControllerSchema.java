package io.polycast.node.config;

import io.polycast.controller.safeguard.Multicast;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** Keys of a controller's file. */
final class ControllerSchema {
    static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;

    static final Key<String> NAME =
            Key.required("name", Types.NAME_TEXT, "Name of the controller, for people.");
    static final Key<Long> OWNER =
            Key.optional(
                    "owner",
                    NumberType.unsigned32(),
                    1L,
                    "Number in MRP; no two controllers of one fabric have the same.");
    static final Key<io.polycast.mft.spec.McstPrefix> PREFIX =
            Key.required("prefix", Types.PREFIX, "McstIDs that the controller allocates.");
    static final Key<byte[]> PREFIX6 =
            Key.absent(
                    "prefix6",
                    Types.PREFIX6,
                    "groups are IPv4",
                    "Prefix of group addresses for IPv6.");
    static final Key<Values> CONTROLLER =
            Key.required(
                    "controller",
                    Section.of("controller", NAME, OWNER, PREFIX, PREFIX6),
                    "What the controller is.");

    static final Key<InetSocketAddress> LOG =
            Key.required("log", Types.ENDPOINT, "First of five UDP ports of the log.");
    static final Key<InetSocketAddress> HTTP =
            Key.required("http", Types.ENDPOINT, "HTTP for operators.");
    static final Key<InetSocketAddress> AGENTS =
            Key.required("agents", Types.ENDPOINT, "TCP for host agents.");
    static final Key<Path> DIRECTORY =
            Key.required("directory", Types.FILE_PATH, "Log and snapshots of this node.");
    static final Key<Long> NODE =
            Key.optional("node", NumberType.range(0, 2), 0L, "Index of this node in nodes.");
    static final Key<List<Located<Values>>> NODES =
            Key.required(
                    "nodes",
                    new ListType<>(Section.of("an entry of nodes", LOG, HTTP, AGENTS), 1, 3),
                    "One node or three, the same list in each file.");
    static final Key<Long> SNAPSHOT_EVERY =
            Key.optional(
                    "snapshotEvery",
                    NumberType.range(100, 10_000_000),
                    100_000L,
                    "Entries of the log between two snapshots.");
    static final Key<Values> CLUSTER =
            Key.required(
                    "cluster",
                    Section.of("cluster", DIRECTORY, NODE, NODES, SNAPSHOT_EVERY),
                    "Where the log is kept.");

    static final Key<Path> HTTP_TOKEN =
            Key.absent(
                    "httpToken",
                    Types.FILE_PATH,
                    "loopback alone is served",
                    "File of mode 0600 with the operators' bearer token.");
    static final Key<Path> AGENT_TOKEN =
            Key.required(
                    "agentToken", Types.FILE_PATH, "File of mode 0600 with the agents' token.");
    static final Key<Path> AUDIT =
            Key.absent("audit", Types.FILE_PATH, "none", "Log of requests that change something.");
    static final Key<Values> SECURITY =
            Key.required(
                    "security",
                    Section.of("security", HTTP_TOKEN, AGENT_TOKEN, AUDIT),
                    "Tokens and audit.");

    static final Key<Long> PORT =
            Key.optional("port", NumberType.range(1, 65_535), 4792L, "UDP port of MRP.");
    static final Key<Long> CHANGE =
            Key.optional(
                    "change",
                    Types.duration(SECOND, 600 * SECOND),
                    10 * SECOND,
                    "Time after which a change that is not confirmed fails.");
    static final Key<Long> REFRESH =
            Key.optional(
                    "refresh",
                    Types.duration(SECOND, 3600 * SECOND),
                    30 * SECOND,
                    "Time between two refreshments of a group.");
    static final Key<Values> REGISTRATION =
            Key.optional(
                    "registration",
                    Section.of("registration", PORT, CHANGE, REFRESH),
                    Values.NONE,
                    "How groups are registered.");

    static final Key<Long> GROUPS =
            Key.optional("groups", NumberType.range(1, 65_536), 4096L, "Most groups.");
    static final Key<Long> MEMBERS =
            Key.optional("members", NumberType.range(1, 10_000), 1024L, "Most members of a group.");
    static final Key<Long> AGENT_LIMIT =
            Key.optional("agents", NumberType.range(1, 10_000), 1024L, "Most agents.");
    static final Key<Values> LIMITS =
            Key.optional(
                    "limits",
                    Section.of("limits", GROUPS, MEMBERS, AGENT_LIMIT),
                    Values.NONE,
                    "Bounds of tables.");

    static final Key<Multicast> MULTICAST =
            Key.optional(
                    "multicast",
                    Choice.of(Multicast.class),
                    Multicast.TRY,
                    "Whether groups may use the tree.");
    static final Key<Integer> FALLBACK_BELOW =
            Key.optional(
                    "fallbackBelow",
                    new PercentType(1, 99),
                    SafeguardSettings.DEFAULT.fallbackBelow(),
                    "Goodput that is too little, of the group's own median.");
    static final Key<Values> SAFEGUARD =
            Key.optional(
                    "safeguard",
                    Section.of("safeguard", MULTICAST, FALLBACK_BELOW),
                    Values.NONE,
                    "When groups leave the tree.");

    static final Section FILE =
            Section.of("the file", CONTROLLER, CLUSTER, SECURITY, REGISTRATION, LIMITS, SAFEGUARD);

    private ControllerSchema() {}
}
