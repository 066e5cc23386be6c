package io.polycast.dataplane.schema.cepheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupProgress;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.dataplane.config.Addresses;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpNode;
import java.util.List;

/** Groups and their feedback as JSON for people: stable order, names instead of numbers. */
final class TableImage {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private TableImage() {}

    /**
     * Adds the paths of a group and its entry to what is said of it already.
     *
     * @param node that gets {@code paths} and {@code entry}
     * @param group to show
     * @param portNames of the switch, by index
     * @return the node
     */
    static ObjectNode detailed(
            final ObjectNode node, final GroupView group, final List<String> portNames) {
        final ArrayNode paths = node.putArray("paths");
        for (final PathView path : group.paths()) {
            paths.add(path(path, portNames));
        }
        node.set("members", members(group.registered()));
        node.set("entry", GroupWriter.of(group.spec(), portNames));
        return node;
    }

    /** Members behind this switch as the leader registered them. */
    private static JsonNode members(final RegisteredGroup group) {
        if (group == null) {
            return JSON.nullNode();
        }
        final ArrayNode members = JSON.arrayNode();
        for (final MrpNode node : group.nodes()) {
            members.addObject()
                    .put("ip", node.address().toString())
                    .put("qpn", node.qpn())
                    .put("leader", node.isLeader());
        }
        return members;
    }

    private static void registration(final ObjectNode node, final RegisteredGroup group) {
        node.put("leader", group == null ? null : group.leader().toString());
        node.put("revision", group == null ? null : (Integer) group.revision());
        node.put("member_count", group == null ? null : (Integer) group.nodes().size());
    }

    /**
     * One group in a line.
     *
     * @param group to show
     * @param portNames of the switch, by index
     * @return an object
     */
    static ObjectNode summary(final GroupView group, final List<String> portNames) {
        final ObjectNode node = JSON.objectNode();
        node.put("id", Addresses.formatQuad(group.mcstId()));
        node.put("version", group.version());
        final GroupSpec spec = group.spec();
        node.put("epoch", spec.hasEpoch() ? (Long) spec.epoch() : null);
        node.put("path_count", group.paths().size());
        final GroupProgress progress = group.progress();
        hop(node, "source", group, progress.sourcePath(), portNames);
        psn(node, "agg_ack_psn", progress.aggAckPsn());
        psn(node, "highest_psn", progress.highestPsn());
        psn(node, "me_psn", progress.mePsn());
        hop(node, "minimum", group, progress.minimumPath(), portNames);
        hop(node, "most_congested", group, progress.speakerPath(), portNames);
        registration(node, group.registered());
        return node;
    }

    private static ObjectNode path(final PathView path, final List<String> portNames) {
        final PathSpec spec = path.spec();
        final ObjectNode node = JSON.objectNode();
        node.put("index", path.index());
        node.put("port", portNames.get(spec.port()));
        if (spec.vlanId() != PathSpec.ANY_VLAN) {
            node.put("vlan", spec.vlanId());
        }
        if (spec.isHost()) {
            node.putObject("host")
                    .put("ip", Addresses.formatIp(spec.ip()))
                    .put("mac", Addresses.formatMac(spec.mac()))
                    .put("qpn", spec.qpn());
        } else {
            node.putObject("switch").put("mac", Addresses.formatMac(spec.mac()));
        }
        final MemorySpec memory = spec.memory();
        if (memory != null) {
            node.putObject("memory")
                    .put("va", hex(memory.va()))
                    .put("rkey", hex(Integer.toUnsignedLong(memory.rkey())))
                    .put("length", memory.length());
        }
        node.put("state", path.state());
        psn(node, "ack_psn", path.ackPsn());
        psn(node, "waiting_nak", path.waitingNak());
        node.put("msn", path.msn());
        node.put("last_heard_ns", path.lastHeardNs());
        node.put("cnps", path.cnps());
        return node;
    }

    static void hop(
            final ObjectNode node,
            final String key,
            final GroupView group,
            final int path,
            final List<String> portNames) {
        if (path < 0) {
            node.putNull(key);
            return;
        }
        final PathSpec spec = group.paths().get(path).spec();
        node.put(
                key,
                portNames.get(spec.port())
                        + ' '
                        + (spec.isHost()
                                ? Addresses.formatIp(spec.ip())
                                : Addresses.formatMac(spec.mac())));
    }

    static void psn(final ObjectNode node, final String key, final int psn) {
        if (psn < 0) {
            node.putNull(key);
        } else {
            node.put(key, psn);
        }
    }

    private static String hex(final long value) {
        return "0x" + Long.toHexString(value);
    }
}
