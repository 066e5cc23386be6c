package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.mft.spec.McstPrefix;
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
     * @param group its McstID, in quads; for groups of the prefix the first one and the mask of the bits that count
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
        // operators also number them in steps. (With a power of two as shards the low bits do count
        // alone.)
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
     * @return the rules, those of the prefix first, by group and then by port; none where none are needed
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
            final McstPrefix prefix =
                    isByPrefix(configuration) ? configuration.identity().mcstPrefix() : null;
            if (prefix != null) {
                ofPrefix(prefix, configuration.pipeline().shards())
                        .forEach(part -> add(configuration, part, veths, rules));
            }
            for (final int mcstId : mcstIds) {
                if (prefix == null || !prefix.contains(mcstId)) {
                    add(configuration, Steered.group(mcstId), veths, rules);
                }
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

    /**
     * Addresses that one rule steers.
     *
     * @param first McstID; 0 where the mask is
     * @param mask bits that count
     * @param name in the answer of {@code show steering}
     */
    private record Steered(int first, int mask, String name) {
        static Steered group(final int mcstId) {
            return new Steered(mcstId, -1, Addresses.formatQuad(mcstId));
        }

        static Steered part(final int first, final int mask) {
            return new Steered(
                    first, mask, Addresses.formatQuad(first) + "/" + Addresses.formatQuad(mask));
        }
    }

    /**
     * The shard of a McstID is the low bits of a product. With 2^k shards they depend on the low k bits of the
     * McstID alone: a rule for each value of these serves all groups of the prefix, those to come included.
     */
    private static boolean isByPrefix(final Configuration configuration) {
        return configuration.identity().mcstPrefix() != null
                && Integer.bitCount(configuration.pipeline().shards()) == 1;
    }

    private static List<Steered> ofPrefix(final McstPrefix prefix, final int shards) {
        final List<Steered> parts = new ArrayList<>();
        final int low = shards - 1;
        for (int value = 0; value < shards; value++) {
            final int first = prefix.network() & ~low | value;
            if (prefix.contains(first)) {
                parts.add(Steered.part(first, prefix.mask() | low));
            }
        }
        return parts;
    }

    private static void add(
            final Configuration configuration,
            final Steered steered,
            final Map<String, String> veths,
            final List<Rule> rules) {
        final int shard = shardOf(steered.first(), configuration.pipeline().shards());
        final byte[] prefix6 = configuration.identity().mcstPrefix6();
        for (final PortConfig port : configuration.ports()) {
            if (!port.isAfXdp()) {
                continue;
            }
            final String peer = veths.get(port.device());
            rules.add(
                    rule(
                            steered,
                            shard,
                            port,
                            peer == null
                                    ? ethtool(port, 4, match4(steered), shard)
                                    : tc(peer, 4, filter4(steered), shard)));
            if (prefix6 != null) {
                rules.add(
                        rule(
                                steered,
                                shard,
                                port,
                                peer == null
                                        ? ethtool(port, 6, match6(prefix6, steered), shard)
                                        : tc(peer, 6, filter6(prefix6, steered), shard)));
            }
        }
    }

    /** The first queue of a shard has its number. */
    private static Rule rule(
            final Steered steered, final int shard, final PortConfig port, final String command) {
        return new Rule(steered.name(), shard, port.name(), port.device(), shard, command);
    }

    private static String ethtool(
            final PortConfig port, final int ipVersion, final String match, final int queue) {
        return "ethtool -N "
                + port.device()
                + " flow-type udp"
                + ipVersion
                + " dst-ip "
                + match
                + " action "
                + queue;
    }

    private static String tc(
            final String peer, final int ipVersion, final String filter, final int queue) {
        return "tc filter add dev "
                + peer
                + " egress protocol "
                + (ipVersion == 4 ? "ip " : "ipv6 ")
                + filter
                + " action skbedit queue_mapping "
                + queue;
    }

    /** Bits of ethtool's mask are those that do not count. */
    private static String match4(final Steered steered) {
        final String first = Addresses.formatQuad(steered.first());
        return steered.mask() == -1 ? first : first + " m " + Addresses.formatQuad(~steered.mask());
    }

    private static String match6(final byte[] prefix6, final Steered steered) {
        final String first = address6(prefix6, steered.first());
        return steered.mask() == -1
                ? first
                : first + " m " + address6(new byte[PREFIX6_BYTES], ~steered.mask());
    }

    /** Classifier flower takes prefixes alone as masks, u32 any bits. */
    private static String filter4(final Steered steered) {
        return steered.mask() == -1
                ? "flower dst_ip " + Addresses.formatQuad(steered.first())
                : "u32 match u32 " + word(steered.first()) + " " + word(steered.mask()) + " at 16";
    }

    private static String filter6(final byte[] prefix6, final Steered steered) {
        final String first = address6(prefix6, steered.first());
        return steered.mask() == -1
                ? "flower dst_ip " + first
                : "u32 match ip6 dst "
                        + address6(prefix6, 0)
                        + "/96 match u32 "
                        + word(steered.first())
                        + " "
                        + word(steered.mask())
                        + " at 36";
    }

    private static String word(final int value) {
        return "0x%08x".formatted(value);
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
