package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.parser.mrp.MrpAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * The {@code registration:} section.
 *
 * @param port of UDP that is MRP's
 * @param keys one or two, the first signs; empty without authentication
 * @param ageAfterNs without a refresh of its leader a group ends, in ns
 * @param limits of leaders and ports
 * @param usesKernel whether unicast routes are the kernel's
 * @param routes written in the file
 * @param hosts whose MAC addresses are written in the file
 */
public record RegistrationConfig(
        int port,
        List<KeyFile> keys,
        long ageAfterNs,
        Limits limits,
        boolean usesKernel,
        List<Route> routes,
        List<Host> hosts) {
    /**
     * A key.
     *
     * @param id on the wire, 32 bits
     * @param file that holds it
     */
    public record KeyFile(int id, Path file) {}

    /**
     * Bounds.
     *
     * @param groupsPerLeader groups of one leader in a shard
     * @param members of one group
     * @param packetsPerSecond of MRP that one port may send
     */
    public record Limits(int groupsPerLeader, int members, int packetsPerSecond) {}

    /**
     * A host with its MAC address.
     *
     * @param address of it
     * @param port index
     * @param mac in the low 48 bits
     */
    public record Host(MrpAddress address, int port, long mac) {}

    public RegistrationConfig {
        keys = List.copyOf(keys);
        routes = List.copyOf(routes);
        hosts = List.copyOf(hosts);
    }
}
