package io.polycast.core.surrogate;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.wire.Ethernet;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Exits of a node, numbered: ports first, then legs. A port that carries a leg is no exit of its own,
 * but keeps its number. Sets of exits are the bits of a long.
 */
final class Exits {
    /** No exit. */
    static final int NONE = -1;

    private static final int UNKNOWN = -1;

    private final int ports;
    private final List<LegSpec> legs;
    private final int[] portOf;
    private final long hosts;
    private final long legPorts;
    private final long uplinks;
    private final long secondWaysUp;

    /** By exit: bytes of the longest frame of a host that fits, and the least of them. */
    private final int[] longest;

    private int shortest = UNKNOWN;

    Exits(final int ports, final List<LegSpec> legs) {
        this.ports = ports;
        this.legs = List.copyOf(legs);
        portOf = new int[ports + legs.size()];
        longest = new int[portOf.length];
        long carrying = 0;
        long above = 0;
        long beside = 0;
        for (int exit = 0; exit < portOf.length; exit++) {
            if (exit < ports) {
                portOf[exit] = exit;
            } else {
                final LegSpec leg = legs.get(exit - ports);
                portOf[exit] = leg.port();
                carrying |= 1L << leg.port();
                beside |= leg.uplink() && above != 0 ? 1L << exit : 0;
                above |= leg.uplink() && above == 0 ? 1L << exit : 0;
            }
        }
        legPorts = carrying;
        uplinks = above;
        secondWaysUp = beside;
        hosts = (1L << ports) - 1 & ~legPorts;
    }

    int count() {
        return portOf.length;
    }

    int ports() {
        return ports;
    }

    int legs() {
        return legs.size();
    }

    LegSpec leg(final int index) {
        return legs.get(index);
    }

    boolean isLeg(final int exit) {
        return exit >= ports;
    }

    int legOf(final int exit) {
        return exit - ports;
    }

    int exitOf(final int leg) {
        return ports + leg;
    }

    int portOf(final int exit) {
        return portOf[exit];
    }

    /** Exits that lead to hosts. */
    long hosts() {
        return hosts;
    }

    /** All exits: hosts and legs. */
    long all() {
        return hosts | (1L << count()) - 1 & -(1L << ports);
    }

    /** The way up, which reports take and floods: the first leg with {@code uplink}. */
    long uplinks() {
        return uplinks;
    }

    /**
     * Whether an exit is a further way up. Legs in a ring have one; what is flooded would go round by it, so
     * nothing is flooded to it or from it.
     */
    boolean isSecondWayUp(final int exit) {
        return (secondWaysUp >>> exit & 1) != 0;
    }

    /** Exits of the tree that flooded frames go along. */
    long tree() {
        return all() & ~secondWaysUp;
    }

    /** Whether a port carries legs, and no hosts. */
    boolean carriesLegs(final int port) {
        return (legPorts >>> port & 1) != 0;
    }

    /** Learns how long frames may be; ports do not change while they are open. */
    void learn(final EgressSink egress) {
        if (shortest != UNKNOWN) {
            return;
        }
        shortest = Integer.MAX_VALUE;
        for (long left = all(); left != 0; left &= left - 1) {
            final int exit = Long.numberOfTrailingZeros(left);
            longest[exit] = egress.longest(portOf[exit]) - (isLeg(exit) ? LegOutput.PREFIX : 0);
            shortest = Math.min(shortest, longest[exit]);
        }
    }

    /** The exits of a set that carry a host's frame of this length. */
    long carrying(final long to, final int length) {
        if (length <= shortest) {
            return to;
        }
        long carrying = 0;
        for (long left = to; left != 0; left &= left - 1) {
            final int exit = Long.numberOfTrailingZeros(left);
            carrying |= length <= longest[exit] ? 1L << exit : 0;
        }
        return carrying;
    }

    /** The leg on which a frame came in, by port and source MAC, or {@link #NONE}. */
    int legOf(final int port, final DirectBuffer frame, final int offset) {
        if (!carriesLegs(port)) {
            return NONE;
        }
        final long from = Ethernet.srcMac(frame, offset);
        for (int leg = 0; leg < legs.size(); leg++) {
            if (legs.get(leg).port() == port && legs.get(leg).mac() == from) {
                return leg;
            }
        }
        return NONE;
    }

    /**
     * Exits of an entry.
     *
     * @throws GroupRefusedException when a port carries legs, or a node has no leg
     */
    long of(final SurrogateGroup group) throws GroupRefusedException {
        if ((group.deliver() & ~hosts) != 0) {
            throw new GroupRefusedException(
                    "a port in deliver carries a leg; name the node under forward instead");
        }
        if (!Igmp.isMulticast(group.mcstId()) && group.pathCount() != 1) {
            throw new GroupRefusedException(
                    "a unicast address has " + group.pathCount() + " exits; name exactly one");
        }
        long exits = group.deliver();
        for (final String node : group.forward()) {
            int leg = 0;
            while (leg < legs.size() && !legs.get(leg).node().equals(node)) {
                leg++;
            }
            if (leg == legs.size()) {
                throw new GroupRefusedException(
                        "no leg leads to node '"
                                + node
                                + "'; the legs lead to "
                                + legs.stream().map(LegSpec::node).toList());
            }
            exits |= 1L << exitOf(leg);
        }
        return exits;
    }
}
