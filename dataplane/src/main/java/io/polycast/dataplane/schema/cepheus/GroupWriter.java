package io.polycast.dataplane.schema.cepheus;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import java.math.BigInteger;
import java.util.List;

/** The way back from a group to its entry under {@code groups:}; reading it gives the same group. */
public final class GroupWriter {
    private GroupWriter() {}

    /**
     * @param group to write
     * @param portNames of the switch, by index
     * @return the entry, as JSON
     */
    public static ObjectNode of(final GroupSpec group, final List<String> portNames) {
        final ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("id", Addresses.formatQuad(group.mcstId()));
        entry.put("memoryBase", unsigned(group.memoryBase()));
        if (group.initialPsn() != GroupSpec.UNKNOWN_PSN) {
            entry.put("initialPsn", group.initialPsn());
        }
        if (group.hasEpoch()) {
            entry.put("epoch", group.epoch());
        }
        entry.put("uc", group.ucAllowed() ? "allow" : "refuse");
        entry.set("policy", PolicySchema.write(group.policy()));
        for (final PathSpec path : group.paths()) {
            addPath(entry.withArray("paths").addObject(), path, portNames);
        }
        return entry;
    }

    private static void addPath(
            final ObjectNode node, final PathSpec path, final List<String> portNames) {
        node.put("port", portNames.get(path.port()));
        if (path.vlanId() != PathSpec.ANY_VLAN) {
            node.put("vlan", path.vlanId());
        }
        if (path.joins()) {
            node.put("firstPsn", path.firstPsn());
        }
        if (!path.isHost()) {
            node.putObject("switch").put("mac", Addresses.formatMac(path.mac()));
            return;
        }
        node.putObject("host")
                .put("ip", Addresses.formatIp(path.ip()))
                .put("mac", Addresses.formatMac(path.mac()))
                .put("qpn", path.qpn());
        final MemorySpec memory = path.memory();
        if (memory != null) {
            final ObjectNode region =
                    node.putObject("memory")
                            .put("va", unsigned(memory.va()))
                            .put("rkey", Integer.toUnsignedLong(memory.rkey()));
            if (memory.length() != 0) {
                region.put("length", memory.length());
            }
        }
    }

    private static BigInteger unsigned(final long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
