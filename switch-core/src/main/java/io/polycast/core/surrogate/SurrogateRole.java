package io.polycast.core.surrogate;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.role.EntryTable;
import io.polycast.core.role.LegPicture;
import io.polycast.core.role.QueuePicture;
import io.polycast.core.role.Role;
import io.polycast.core.surrogate.congestion.InputPoints;
import io.polycast.core.surrogate.pause.Pauses;
import io.polycast.core.surrogate.snooping.GeneralQueries;
import io.polycast.core.surrogate.snooping.Snooping;
import io.polycast.core.surrogate.snooping.SnoopingTimes;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.view.SurrogateView;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import io.polycast.voq.ingress.IngressView;
import io.polycast.voq.lane.Lanes;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A node of a surrogate tree. The role holds each frame of a group. Each copy of the frame waits in the
 * VOQ of its exit and lane until the exit grants it. A slow exit therefore does not slow the others, and
 * memory is bounded. Copies leave in {@link #onTick}, which the switch calls between batches.
 */
public final class SurrogateRole implements Role {
    private static final int NOT_FOR_US = Role.notMine(Ending.NOT_FOR_US.id());
    private static final long AGAIN_NS = 20_000;

    private final Exits exits;
    private final Lanes lanes;
    private final EntryTable<SurrogateGroup> groups;
    private final GroupViews views;
    private final Snooping snooping;
    private final Replication replication;
    private final Arrivals arrivals;
    private final Legs legs;
    private final Router router;
    private final LegDelivery delivery;
    private final Pauses pauses;
    private final Upstream upstream;
    private final HostOutput hosts;
    private final InputPoints points;
    private final SurrogateTrace trace = new SurrogateTrace();
    private final GeneralQueries queries = new GeneralQueries();
    private final long mac;
    private final int incarnation;
    private boolean hasBegun;

    /**
     * @param mac of the node, 48 bits
     * @param ports of the switch; ports and legs together are at most 63
     * @param maxGroups room of the table, and of the snooping table
     * @param settings of the role
     * @param store in which frames are held
     * @param counters of the shard
     * @param incarnation of the process, which other nodes tell it from an earlier one by
     */
    public SurrogateRole(
            final long mac,
            final int ports,
            final int maxGroups,
            final SurrogateSettings settings,
            final FrameStore store,
            final CounterBlock counters,
            final int incarnation) {
        this.mac = mac;
        this.incarnation = incarnation;
        exits = new Exits(ports, settings.legs());
        lanes = SchedulerSettings.lanes(settings);
        groups = new EntryTable<>(maxGroups);
        views = new GroupViews(exits, groups);
        snooping =
                settings.snooping()
                        ? new Snooping(
                                exits.count(),
                                exits.uplinks(),
                                exits.hosts(),
                                maxGroups,
                                SnoopingTimes.STANDARD,
                                counters)
                        : null;
        final LegOutput output = new LegOutput(mac, exits);
        hosts = new HostOutput(mac, exits);
        points = new InputPoints(mac, lanes, store.capacity(), settings.congestion());
        replication =
                new Replication(exits, lanes, settings, store, counters, output, points, trace);
        arrivals = new Arrivals(lanes, exits.legs(), replication, store, settings.timers());
        legs =
                new Legs(
                        exits,
                        lanes,
                        replication.answers(),
                        arrivals,
                        output,
                        settings.timers(),
                        counters,
                        trace);
        router = new Router(exits, groups, snooping, replication, hosts, points, counters);
        delivery = new LegDelivery(exits, lanes, legs, arrivals, router, store);
        pauses =
                new Pauses(
                        ports,
                        settings.timers().linkMbps(),
                        settings.timers().watchdogNs(),
                        counters);
        upstream = new Upstream(exits, output, hosts, trace, settings.timers());
    }

    private void begin(final long nowNs) {
        trace.now(nowNs);
        if (!hasBegun) {
            hasBegun = true;
            legs.begin(nowNs, incarnation);
            if (snooping != null) {
                queries.begin(nowNs);
            }
        }
    }

    @Override
    public int onFrame(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        begin(nowNs);
        exits.learn(egress);
        hosts.to(egress);
        points.to(egress);
        if (info.kind == FrameKind.MAC_CONTROL) {
            final int end = info.frameOffset + info.frameLength;
            return pauses.onFrame(nowNs, port, frame, info.l3Offset, end)
                    ? SurrogateEndings.CONTROL
                    : Ending.MAC_CONTROL_DROPPED.id();
        }
        if (isBetweenNodes(frame, info)) {
            return onLegFrame(nowNs, port, frame, info);
        }
        if (exits.carriesLegs(port)) {
            return NOT_FOR_US;
        }
        final int lane = FrameClass.of(frame, info) * SchedulerSettings.STEPS;
        return router.onFrame(nowNs, port, lane, legs.reachable(), frame, info, FrameStore.NONE);
    }

    private static boolean isBetweenNodes(final DirectBuffer frame, final FrameInfo info) {
        return info.kind == FrameKind.OTHER
                && info.vlanTags == 0
                && info.ipVersion == 0
                && info.frameLength >= Ethernet.LENGTH
                && Ethernet.etherType(frame, info.frameOffset) == LegHeader.ETHER_TYPE;
    }

    private int onLegFrame(
            final long nowNs, final int port, final DirectBuffer frame, final FrameInfo info) {
        final int leg = exits.legOf(port, frame, info.frameOffset);
        if (leg == Exits.NONE || Ethernet.dstMac(frame, info.frameOffset) != mac) {
            return Ending.SURROGATE_NOT_A_LEG.id();
        }
        return delivery.onFrame(nowNs, leg, frame, info);
    }

    @Override
    public int groupOf(final DirectBuffer frame, final FrameInfo info) {
        return info.ipVersion == 4 && router.isGroup(info.dstIp) ? info.dstIp : 0;
    }

    @Override
    public long onTick(final long nowNs, final EgressSink egress) {
        begin(nowNs);
        exits.learn(egress);
        hosts.to(egress);
        replication.answers().onTick(nowNs);
        legs.checkSilence(
                nowNs,
                replication.answers().takeSilentLegs() | arrivals.brokenLegs(nowNs),
                replication.answers().takeStalledLegs());
        final long snoopingNs = snooping == null ? Long.MAX_VALUE : snoop(nowNs, egress);
        delivery.deliverKept(nowNs);
        legs.send(nowNs, egress);
        final boolean more = replication.depart(nowNs, pauses, egress);
        upstream.tell(nowNs, replication.stoppedLanes(), legs.states().up(), egress);
        if (more) {
            return nowNs + 1;
        }
        long next = Math.min(snoopingNs, upstream.nextDeadline());
        next = Math.min(next, Math.min(replication.answers().nextDeadline(), legs.nextDeadline()));
        for (int port = 0; port < exits.ports(); port++) {
            next = Math.min(next, pauses.nextNs(port));
        }
        if (replication.waitsForRoom() || arrivals.waitsForRoom()) {
            next = Math.min(next, nowNs + AGAIN_NS);
        }
        return Math.max(next, nowNs + 1);
    }

    private long snoop(final long nowNs, final EgressSink egress) {
        if (legs.takeQueryDue()) {
            queries.begin(nowNs);
        }
        if (queries.isDue(nowNs)) {
            hosts.queryAll();
            legs.askBelow(egress);
        }
        return Math.min(queries.nextNs(), snooping.onTick(nowNs, hosts));
    }

    @Override
    public GroupChange setGroup(final long nowNs, final GroupEntry entry, final EgressSink egress)
            throws GroupRefusedException {
        return set(nowNs, (SurrogateGroup) entry);
    }

    @Override
    public String startGroup(final long nowNs, final GroupEntry entry)
            throws GroupRefusedException {
        set(nowNs, (SurrogateGroup) entry);
        return null;
    }

    private GroupChange set(final long nowNs, final SurrogateGroup entry)
            throws GroupRefusedException {
        begin(nowNs);
        final GroupChange change = groups.set(entry, exits.of(entry));
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
    public SurrogateView group(final int mcstId) {
        final int slot = groups.slot(mcstId);
        return slot == EntryTable.NONE ? null : views.view(slot, snooped(mcstId));
    }

    @Override
    public List<SurrogateView> groups() {
        return groups.slotsInOrder().stream()
                .map(slot -> views.view(slot, snooped(groups.entry(slot).mcstId())))
                .toList();
    }

    @Override
    public List<SurrogateView> learned(final long nowNs) {
        return snooping == null ? List.of() : views.learned(nowNs, snooping);
    }

    private long snooped(final int mcstId) {
        return snooping == null ? 0 : snooping.members(mcstId);
    }

    @Override
    public List<QueuePicture> queues() {
        final IngressView view = replication.view();
        final List<QueuePicture> pictures = new ArrayList<>();
        for (int voq = 0; voq < view.voqs(); voq++) {
            final int exit = voq / SchedulerSettings.LANES;
            final int lane = voq % SchedulerSettings.LANES;
            if (replication.isUsed(voq)) {
                pictures.add(
                        new QueuePicture(
                                new QueuePicture.Place(
                                        exits.portOf(exit),
                                        exits.isLeg(exit)
                                                ? exits.leg(exits.legOf(exit)).node()
                                                : null,
                                        lanes.priority(lane),
                                        lane % SchedulerSettings.STEPS),
                                view.backlog(voq),
                                view.granted(voq),
                                view.outstanding(voq),
                                view.dropped(voq),
                                replication.isHeldBack(voq)));
            }
        }
        return pictures;
    }

    @Override
    public List<LegPicture> legs(final long nowNs) {
        begin(nowNs);
        return legs.states().pictures(nowNs);
    }

    @Override
    public void trace(final TraceSink sink) {
        trace.sink(sink);
    }

    @Override
    public void events(final GroupEvents listener) {
        legs.states().listener(listener);
    }

    @Override
    public void close() {
        // All memory is the heap's, or the store's.
    }
}
