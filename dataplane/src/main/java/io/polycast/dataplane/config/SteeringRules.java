package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.xdp.afxdp.DeviceFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shard of a group, and the rules by which devices steer the group's frames to it. Data and
 * feedback of a group are both sent to its address, so one rule a device and address does.
 */
public final class SteeringRules {
    private static final int PREFIX6_BYTES = 12;
    private static final int IP6_BYTES = 16;

    private SteeringRules() {}

    /**
     * A rule of one device.
     *
     * @param group its McstID, in quads
     * @param shard that the group belongs to
     * @param port of the switch
     * @param device of the port
     * @param queue of the device, which the shard serves
     * @param command that makes the rule: at a driver that has flow steering, or at a veth's other end
     */
    public record Rule(
            String group, int shard, String port, String device, int queue, String command) {}

    /**
     * Commands to run once before a device accepts the rules.
     *
     * @param device of a port
     * @param command to give
     */
    public record Preparation(String device, String command) {}

    /** Who is at the other end of a device: a name for veths, else empty. */
    @FunctionalInterface
    interface Peers {
        /** Asks the kernel; a device that is not on this machine is no veth. */
        Peers OF_THIS_HOST = DeviceFacts::vethPeer;

        Optional<String> of(String device);
    }

    /**
     * The shard that owns a group: the low 32 bits of McstID x 0x9E3779B9, unsigned, modulo the shards.
     *
     * @param mcstId of the group
     * @param shards of the switch, at least 1
     * @return the shard, in [0, shards)
     */
    public static int shardOf(final int mcstId, final int shards) {
        // Fibonacci hashing: McstIDs are usually consecutive, their low bits alone would do, but
        // operators also number them in steps.
        return (int) ((mcstId * 0x9E37_79B9L & 0xFFFF_FFFFL) % shards);
    }

    /**
     * @param configuration of a switch
     * @return whether it needs rules: several shards with queues of their own
     */
    public static boolean areNeeded(final Configuration configuration) {
        return configuration.pipeline().threading() == Threading.FUSED
                && configuration.pipeline().shards() > 1;
    }

    /**
     * @param configuration of a switch
     * @param mcstIds of its groups
     * @return the rules, by group and then by port; none where none are needed
     */
    public static List<Rule> of(
            final Configuration configuration, final Collection<Integer> mcstIds) {
        return of(configuration, mcstIds, Peers.OF_THIS_HOST);
    }

    static List<Rule> of(
            final Configuration configuration,
            final Collection<Integer> mcstIds,
            final Peers peers) {
        final List<Rule> rules = new ArrayList<>();
        final Map<String, String> veths = veths(configuration, peers);
        if (areNeeded(configuration)) {
            for (final int mcstId : mcstIds) {
                addGroup(configuration, mcstId, veths, rules);
            }
        }
        return rules;
    }

    /**
     * @param configuration of a switch
     * @return what comes before the rules, by port
     */
    public static List<Preparation> preparations(final Configuration configuration) {
        return preparations(configuration, Peers.OF_THIS_HOST);
    }

    static List<Preparation> preparations(final Configuration configuration, final Peers peers) {
        final List<Preparation> preparations = new ArrayList<>();
        veths(configuration, peers)
                .forEach(
                        (device, peer) ->
                                preparations.add(
                                        new Preparation(
                                                device, "tc qdisc add dev " + peer + " clsact")));
        return preparations;
    }

    /** The peers of those steered devices that have no flow steering: their senders choose the queue. */
    private static Map<String, String> veths(final Configuration configuration, final Peers peers) {
        final Map<String, String> veths = new LinkedHashMap<>();
        if (areNeeded(configuration)) {
            for (final PortConfig port : configuration.ports()) {
                if (port.isAfXdp()) {
                    peers.of(port.device()).ifPresent(peer -> veths.put(port.device(), peer));
                }
            }
        }
        return veths;
    }

    private static void addGroup(
            final Configuration configuration,
            final int mcstId,
            final Map<String, String> veths,
            final List<Rule> rules) {
        final int shard = shardOf(mcstId, configuration.pipeline().shards());
        final String group = Addresses.formatQuad(mcstId);
        for (final PortConfig port : configuration.ports()) {
            if (!port.isAfXdp()) {
                continue;
            }
            final String peer = veths.get(port.device());
            rules.add(rule(group, shard, port, peer, 4, group));
            final byte[] prefix = configuration.identity().mcstPrefix6();
            if (prefix != null) {
                rules.add(rule(group, shard, port, peer, 6, address6(prefix, mcstId)));
            }
        }
    }

    /** The first queue of a shard has its number. */
    private static Rule rule(
            final String group,
            final int shard,
            final PortConfig port,
            final String peer,
            final int ipVersion,
            final String address) {
        return new Rule(
                group,
                shard,
                port.name(),
                port.device(),
                shard,
                peer == null
                        ? "ethtool -N "
                                + port.device()
                                + " flow-type udp"
                                + ipVersion
                                + " dst-ip "
                                + address
                                + " action "
                                + shard
                        : "tc filter add dev "
                                + peer
                                + " egress protocol "
                                + (ipVersion == 4 ? "ip" : "ipv6")
                                + " flower dst_ip "
                                + address
                                + " action skbedit queue_mapping "
                                + shard);
    }

    private static String address6(final byte[] prefix, final int mcstId) {
        final byte[] address = new byte[IP6_BYTES];
        System.arraycopy(prefix, 0, address, 0, PREFIX6_BYTES);
        for (int i = 0; i < Integer.BYTES; i++) {
            address[PREFIX6_BYTES + i] = (byte) (mcstId >>> Byte.SIZE * (Integer.BYTES - 1 - i));
        }
        return Addresses.formatIp(address);
    }
}
