package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Which shard a group belongs to, and what an operator tells the devices so that its frames arrive there.
 * Data and feedback of a group are both sent to its address, so one rule a device and address does.
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
     * @param command that makes the rule, for a driver that has flow steering
     */
    public record Rule(
            String group, int shard, String port, String device, int queue, String command) {}

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
        final List<Rule> rules = new ArrayList<>();
        if (areNeeded(configuration)) {
            for (final int mcstId : mcstIds) {
                addGroup(configuration, mcstId, rules);
            }
        }
        return rules;
    }

    private static void addGroup(
            final Configuration configuration, final int mcstId, final List<Rule> rules) {
        final int shard = shardOf(mcstId, configuration.pipeline().shards());
        final String group = Addresses.formatQuad(mcstId);
        for (final PortConfig port : configuration.ports()) {
            if (port.driver() != PortConfig.Driver.AF_XDP) {
                continue;
            }
            rules.add(rule(group, shard, port, "udp4", group));
            final byte[] prefix = configuration.identity().mcstPrefix6();
            if (prefix != null) {
                rules.add(rule(group, shard, port, "udp6", address6(prefix, mcstId)));
            }
        }
    }

    /** The first queue of a shard has its number. */
    private static Rule rule(
            final String group,
            final int shard,
            final PortConfig port,
            final String flowType,
            final String address) {
        return new Rule(
                group,
                shard,
                port.name(),
                port.device(),
                shard,
                "ethtool -N "
                        + port.device()
                        + " flow-type "
                        + flowType
                        + " dst-ip "
                        + address
                        + " action "
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
