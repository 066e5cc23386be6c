package io.polycast.core.shufflecast;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.role.EntryTable;
import io.polycast.core.role.RelayPicture;
import io.polycast.core.role.Role;
import io.polycast.core.role.RuleSet;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.view.ShufflecastView;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.shuffle.Heartbeat;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv6;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A relay of a Shufflecast: a ToR switch of one or several logical nodes. Multicast of a host goes to
 * the splitter of the node that owns its source address, and to the other local groups. Multicast
 * from a splitter goes on to the node's own splitter if the node has a rule for the source's ToR. The
 * first node also delivers it to members; a ToR of several nodes therefore delivers each frame once.
 * Frames leave unchanged, TTL included. A copy that its port does not take is dropped and counted.
 *
 * <p>Without rules a node relays nothing: rules of two times together let frames circle.
 */
public final class ShufflecastRole implements Role {
    private static final int NOT_FOR_US = Role.notMine(Ending.NOT_FOR_US.id());
    private static final int MULTICAST6 = 0xFF;

    /** Place of a port with hosts, and of one that leads to a splitter; others have the place of their node. */
    private static final int HOSTS = -1;

    private static final int SPLITTER = -2;

    private final Relay[] relays;
    private final int[] places;
    private final EntryTable<ShufflecastGroup> groups;

    /** Ports that splitters are on. */
    private final long splitters;

    private final Forwarding forwarding;
    private final CounterBlock counters;
    private final long heartbeatNs;
    private final ShufflecastTrace trace = new ShufflecastTrace();
    private long nextBeatNs = Long.MIN_VALUE;

    /**
     * @param mac of the switch, 48 bits: the source of heartbeats
     * @param ports of the switch, in [1, 64]
     * @param maxGroups room of the table
     * @param settings of the role
     * @param counters of the shard
     */
    public ShufflecastRole(
            final long mac,
            final int ports,
            final int maxGroups,
            final ShufflecastSettings settings,
            final CounterBlock counters) {
        this.counters = counters;
        heartbeatNs = settings.heartbeatNs();
        relays = new Relay[settings.relays().size()];
        places = new int[ports];
        Arrays.fill(places, HOSTS);
        for (int node = 0; node < relays.length; node++) {
            final RelaySpec spec = settings.relays().get(node);
            relays[node] = new Relay(mac, spec, settings, counters, trace);
            places[spec.splitter()] = SPLITTER;
            for (final int port : spec.in()) {
                places[port] = node;
            }
        }
        splitters =
                IntStream.range(0, ports)
                        .filter(port -> places[port] != HOSTS)
                        .mapToLong(port -> 1L << port)
                        .reduce(0, (one, two) -> one | two);
        groups = new EntryTable<>(maxGroups);
        forwarding = new Forwarding(relays, settings.sources(), groups, counters, trace);
    }

    @Override
    public int onFrame(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        trace.now(nowNs);
        final int place = places[port];
        if (place == SPLITTER) {
            return Ending.SHUFFLECAST_FROM_SPLITTER.id();
        }
        if (info.ipVersion != 4) {
            return onOther(nowNs, port, frame, info);
        }
        if (!Igmp.isMulticast(info.dstIp)) {
            return NOT_FOR_US;
        }
        if (IgmpPacket.isIgmp(frame, info.l3Offset)) {
            return Ending.SHUFFLECAST_IGMP.id();
        }
        if (Igmp.isLinkLocal(info.dstIp)) {
            return Ending.SHUFFLECAST_LINK_LOCAL.id();
        }
        return place == HOSTS
                ? forwarding.fromHost(port, frame, info, egress)
                : forwarding.fromSplitter(place, frame, info, egress);
    }

    /** A frame that is no IPv4. */
    private int onOther(
            final long nowNs, final int port, final DirectBuffer frame, final FrameInfo info) {
        if (info.ipVersion == 6) {
            return Ipv6.dstHigh(frame, info.l3Offset) >>> 56 == MULTICAST6
                    ? Ending.SHUFFLECAST_IPV6.id()
                    : NOT_FOR_US;
        }
        if (info.kind == FrameKind.MAC_CONTROL) {
            return Ending.MAC_CONTROL_DROPPED.id();
        }
        if (info.frameLength < Ethernet.LENGTH
                || Ethernet.etherType(frame, info.frameOffset) != Heartbeat.ETHER_TYPE) {
            return NOT_FOR_US;
        }
        final int end = info.frameOffset + info.frameLength;
        if (!Heartbeat.isSound(frame, info.l3Offset, end)) {
            return Ending.SHUFFLECAST_BAD_HEARTBEAT.id();
        }
        final int tor = Heartbeat.tor(frame, info.l3Offset);
        final long version = Heartbeat.ruleVersion(frame, info.l3Offset);
        return places[port] != HOSTS
                        && relays[places[port]].upstreams.onHeartbeat(nowNs, port, tor, version)
                ? Ending.SHUFFLECAST_HEARTBEAT.id()
                : Ending.SHUFFLECAST_UNKNOWN_HEARTBEAT.id();
    }

    @Override
    public int groupOf(final DirectBuffer frame, final FrameInfo info) {
        return info.ipVersion == 4 && groups.slot(info.dstIp) != EntryTable.NONE ? info.dstIp : 0;
    }

    @Override
    public long onTick(final long nowNs, final EgressSink egress) {
        begin(nowNs);
        if (nowNs >= nextBeatNs) {
            for (final Relay relay : relays) {
                relay.beat(egress);
            }
            // Beats that a pause of the thread took are left out.
            nextBeatNs += heartbeatNs * ((nowNs - nextBeatNs) / heartbeatNs + 1);
        }
        long next = nextBeatNs;
        for (final Relay relay : relays) {
            next = Math.min(next, relay.upstreams.onTick(nowNs));
        }
        return next;
    }

    private void begin(final long nowNs) {
        trace.now(nowNs);
        if (nextBeatNs == Long.MIN_VALUE) {
            nextBeatNs = nowNs;
            for (final Relay relay : relays) {
                relay.upstreams.begin(nowNs);
            }
        }
    }

    @Override
    public String install(final long nowNs, final RuleSet rules) {
        trace.now(nowNs);
        final int node = forwarding.nodeOf(rules.tor());
        final String refusal =
                node == Forwarding.NONE
                        ? "ToR " + rules.tor() + " is no node of this switch; see show relays"
                        : relays[node].rules.install(rules.version(), rules.sources());
        if (refusal != null) {
            counters.count(Tally.SHUFFLECAST_RULES_REFUSED);
            return refusal;
        }
        trace.node(
                ShufflecastEvent.RULES,
                relays[node].splitter,
                rules.tor(),
                (int) rules.version() & 0xFF_FFFF,
                rules.sources().size());
        return null;
    }

    @Override
    public List<RelayPicture> relays(final long nowNs) {
        begin(nowNs);
        return Arrays.stream(relays).map(relay -> relay.picture(nowNs)).toList();
    }

    @Override
    public GroupChange setGroup(final long nowNs, final GroupEntry entry, final EgressSink egress)
            throws GroupRefusedException {
        return set(nowNs, (ShufflecastGroup) entry);
    }

    @Override
    public String startGroup(final long nowNs, final GroupEntry entry)
            throws GroupRefusedException {
        set(nowNs, (ShufflecastGroup) entry);
        return null;
    }

    private GroupChange set(final long nowNs, final ShufflecastGroup entry)
            throws GroupRefusedException {
        trace.now(nowNs);
        if ((entry.ports() & splitters) != 0) {
            throw new GroupRefusedException(
                    "a port of the group is a splitter port or an in port; name ports with hosts");
        }
        final GroupChange change = groups.set(entry, entry.ports());
        trace.groupSet(entry.mcstId(), entry.pathCount());
        return change;
    }

    @Override
    public boolean unsetGroup(final long nowNs, final int mcstId) {
        final boolean there = groups.unset(mcstId);
        if (there) {
            trace.now(nowNs);
            trace.groupUnset(mcstId);
        }
        return there;
    }

    @Override
    public int groupCount() {
        return groups.size();
    }

    @Override
    public ShufflecastView group(final int mcstId) {
        final int slot = groups.slot(mcstId);
        return slot == EntryTable.NONE ? null : view(slot);
    }

    @Override
    public List<ShufflecastView> groups() {
        return groups.slotsInOrder().stream().map(this::view).toList();
    }

    private ShufflecastView view(final int slot) {
        return new ShufflecastView(
                groups.entry(slot).mcstId(),
                groups.exits(slot),
                groups.frames(slot),
                groups.copies(slot));
    }

    @Override
    public void trace(final TraceSink sink) {
        trace.sink(sink);
    }

    @Override
    public void events(final GroupEvents listener) {
        // Silent relays are in show relays, and in the tallies.
    }

    @Override
    public void close() {
        // All memory is the heap's.
    }
}
