package io.polycast.cli.command;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.Durations;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.Problem;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a switch would do with a configuration, in words and as a document. */
final class Plan {
    private Plan() {}

    static List<String> lines(final Configuration configuration, final int cores) {
        final List<String> lines = new ArrayList<>();
        lines.add(
                "switch "
                        + configuration.identity().name()
                        + ": role "
                        + word(configuration.identity().role())
                        + ", MAC "
                        + Addresses.formatMac(configuration.identity().mac()));
        final PipelineConfig pipeline = configuration.pipeline();
        lines.add(
                "pipeline: "
                        + word(pipeline.effectiveThreading(cores))
                        + " threading on "
                        + cores
                        + " cores, "
                        + pipeline.shards()
                        + " shard(s), room for "
                        + pipeline.maxGroups()
                        + " groups and "
                        + pipeline.maxPaths()
                        + " paths, ICRC of "
                        + (pipeline.verifyIcrc() == PipelineConfig.VerifyIcrc.ALL
                                ? "every group frame verified"
                                : "feedback verified"));
        final int[] peers = configuration.wirePeers();
        for (int i = 0; i < peers.length; i++) {
            final PortConfig port = configuration.ports().get(i);
            lines.add(
                    "port "
                            + port.name()
                            + ": "
                            + word(port.driver())
                            + place(port)
                            + (peers[i] < 0
                                    ? ", drops what is of no group"
                                    : ", passes what is of no group to "
                                            + configuration.ports().get(peers[i]).name()));
        }
        for (final GroupSpec group : configuration.groups()) {
            lines.add(group(group));
            for (final PathSpec path : group.paths()) {
                lines.add("  " + path(path, configuration));
            }
        }
        lines.add("control: socket " + configuration.control().socket());
        for (final Problem warning : configuration.warnings()) {
            lines.add("warning: " + warning);
        }
        lines.add(configuration.file() + " is valid");
        return lines;
    }

    static Map<String, Object> document(final Configuration configuration, final int cores) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("valid", true);
        document.put("file", configuration.file());
        document.put("name", configuration.identity().name());
        document.put("role", word(configuration.identity().role()));
        document.put("threading", word(configuration.pipeline().effectiveThreading(cores)));
        document.put("shards", configuration.pipeline().shards());
        document.put(
                "ports",
                configuration.ports().stream()
                        .map(port -> Map.of("name", port.name(), "driver", word(port.driver())))
                        .toList());
        document.put(
                "wires",
                configuration.wires().stream()
                        .map(
                                wire ->
                                        List.of(
                                                configuration.ports().get(wire.left()).name(),
                                                configuration.ports().get(wire.right()).name()))
                        .toList());
        document.put(
                "groups",
                configuration.groups().stream()
                        .map(
                                group ->
                                        Map.of(
                                                "id",
                                                Addresses.formatQuad(group.mcstId()),
                                                "paths",
                                                group.paths().size()))
                        .toList());
        document.put("warnings", configuration.warnings().stream().map(Problem::toString).toList());
        return document;
    }

    private static String group(final GroupSpec group) {
        return "group "
                + Addresses.formatQuad(group.mcstId())
                + ": "
                + group.paths().size()
                + " paths, "
                + (group.initialPsn() == GroupSpec.UNKNOWN_PSN
                        ? "first PSN unknown"
                        : "first PSN " + group.initialPsn())
                + ", fatal NAK "
                + word(group.fatalNak())
                + ", silent "
                + word(group.silent())
                + (group.silent() == SilentPolicy.FREEZE
                        ? ""
                        : " after " + Durations.format(group.silentAfterNs()))
                + (group.ucAllowed() ? ", UC allowed" : "");
    }

    private static String path(final PathSpec path, final Configuration configuration) {
        final String start =
                configuration.ports().get(path.port()).name()
                        + (path.vlanId() == PathSpec.ANY_VLAN ? "" : " vlan " + path.vlanId());
        if (!path.isHost()) {
            return start + " to switch " + Addresses.formatMac(path.mac());
        }
        return start
                + " to "
                + Addresses.formatIp(path.ip())
                + " ("
                + Addresses.formatMac(path.mac())
                + "), QPN "
                + path.qpn()
                + (path.memory() == null ? ", no WRITE" : ", WRITE");
    }

    private static String place(final PortConfig port) {
        return switch (port.driver()) {
            case AF_XDP -> " on " + port.device() + ", " + port.queues() + " queue(s)";
            case AF_PACKET -> " on " + port.device();
            case DATAGRAM -> " " + text(port.local()) + " to " + text(port.remote());
            case PCAP -> " from " + port.in() + " to " + port.out();
            case MEMORY -> "";
        };
    }

    private static String text(final java.net.InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
