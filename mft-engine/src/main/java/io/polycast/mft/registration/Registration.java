package io.polycast.mft.registration;

import io.polycast.mft.registration.GroupTable.PathService;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.PortBudget;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import java.util.Iterator;
import org.agrona.DirectBuffer;

/**
 * Registration of groups on one switch (docs/mrp.md). Frames and time come in; frames and group
 * entries go out. Bad packets are answered by a reason, never by an exception. Not threadsafe.
 */
public final class Registration {
    private final RegistrationSettings settings;
    private final UnicastTable routes;
    private final GroupTable table;
    private final Groups groups;
    private final Changes changes;
    private final Requests requests;
    private final Answers answers;
    private final Asking asking;
    private final PathsOut out;
    private final MrpOutput output;
    private final PortBudget budget;
    private final MrpFrame frame = new MrpFrame();
    private final MrpPacket packet = new MrpPacket();
    private MrpAuthenticator authenticator;
    private long dueNs;
    private boolean isDueKnown;

    /**
     * @param settings of registration
     * @param routes unicast
     * @param table of groups
     * @param sink that frames leave by
     * @param authenticator of packets
     */
    public Registration(
            final RegistrationSettings settings,
            final UnicastTable routes,
            final GroupTable table,
            final EgressSink sink,
            final MrpAuthenticator authenticator) {
        this.settings = settings;
        this.routes = routes;
        this.table = table;
        this.authenticator = authenticator;
        groups = new Groups(settings.limits().groups());
        out = new PathsOut(table);
        changes = new Changes(settings, routes, table, groups, out);
        output = new MrpOutput(settings, sink, authenticator);
        requests = new Requests(settings, table, groups, changes, output);
        answers = new Answers(groups, changes, output);
        asking = new Asking(output, settings.times());
        budget = new PortBudget(settings.limits().packetsPerSecond(), settings.limits().burst());
    }

    /**
     * Other keys from now on.
     *
     * @param other made by {@link MrpAuthenticator#withKeys}
     */
    public void authenticator(final MrpAuthenticator other) {
        authenticator = other;
        output.authenticator(other);
    }

    /**
     * Takes a frame.
     *
     * @param port that it came by, in [0, 64)
     * @param buffer that holds it
     * @param offset of the destination MAC
     * @param length in bytes, without FCS
     * @param nowNs monotonic time, in ns
     * @param wallMs wall clock, in ms since 1970
     * @return null when it was taken, or why it was refused
     */
    public MrpReason onFrame(
            final int port,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs,
            final long wallMs) {
        if (frame.find(buffer, offset, length, settings.udpPort()) != MrpFrame.FOUND) {
            return MrpReason.MALFORMED;
        }
        if (!table.isGroup(frame.dst())) {
            return MrpReason.PREFIX;
        }
        if (!budget.spend(port, nowNs)) {
            return MrpReason.RATE;
        }
        if (!packet.wrap(buffer, frame.payload(), frame.payloadLength())
                || packet.isIpv6() != frame.isIpv6()) {
            return MrpReason.MALFORMED;
        }
        if (!authenticator.verify(frame.dst(), packet, wallMs)) {
            return MrpReason.AUTH;
        }
        output.wall(wallMs);
        final Peer from = new Peer(port, frame.srcMac(), frame.src());
        if (!frame.src().equals(frame.dst())) {
            routes.hear(frame.src(), port, frame.srcMac());
        }
        final MrpReason reason = dispatch(frame.dst(), from, nowNs);
        final Registered group = groups.find(frame.dst());
        if (group != null) {
            asking.ask(group, nowNs);
            isDueKnown = false;
        }
        return reason;
    }

    private MrpReason dispatch(final MrpAddress group, final Peer from, final long nowNs) {
        if (packet.type() == MrpType.EVENT) {
            return answers.event(group, from, packet);
        }
        return packet.type().asks()
                ? requests.take(group, from, packet, nowNs)
                : answers.take(group, from, packet);
    }

    /**
     * Puts a revision in force that {@link GroupTable#keep} was asked to keep, and that is kept now.
     *
     * @param kept as it was handed over
     * @param nowNs monotonic time, in ns
     * @param wallMs wall clock, in ms since 1970
     * @return null, or why it is not in force: {@link MrpReason#STALE} when it is not pending any more
     */
    public MrpReason commit(final RegisteredGroup kept, final long nowNs, final long wallMs) {
        final Registered group = pending(kept, wallMs);
        if (group == null) {
            return MrpReason.STALE;
        }
        final MrpReason fault = requests.putInForce(group);
        asking.ask(group, nowNs);
        isDueKnown = false;
        return fault;
    }

    /**
     * Refuses a revision that {@link GroupTable#keep} was asked to keep, and that cannot be kept.
     *
     * @param group as it was handed over
     * @param nowNs monotonic time, in ns
     * @param wallMs wall clock, in ms since 1970
     */
    public void notKept(final RegisteredGroup group, final long nowNs, final long wallMs) {
        final Registered pending = pending(group, wallMs);
        if (pending != null) {
            requests.refuseKeeping(pending);
            asking.ask(pending, nowNs);
            isDueKnown = false;
        }
    }

    /** The group whose pending revision is this one, or null. */
    private Registered pending(final RegisteredGroup kept, final long wallMs) {
        final Registered group = groups.find(kept.address());
        final Round round = group == null ? null : group.pending();
        output.wall(wallMs);
        return round != null
                        && round.stage() == Round.Stage.PREPARED
                        && round.picture(kept.address()).equals(kept)
                ? group
                : null;
    }

    /**
     * Takes over a group that an earlier process had in force. The table has it already.
     *
     * @param group as it was kept
     * @param nowNs monotonic time, in ns; the group ages from here on
     * @return whether there was room
     */
    public boolean restore(final RegisteredGroup group, final long nowNs) {
        final Registered known = groups.create(group.address());
        if (known == null) {
            return false;
        }
        changes.restore(known, Round.restored(group, nowNs));
        out.retell(known);
        isDueKnown = false;
        return true;
    }

    /**
     * Forgets a group that the operator took out of the table. The leader's next GROUP registers it anew.
     *
     * @param address of the group
     */
    public void forget(final MrpAddress address) {
        final Registered group = groups.find(address);
        if (group == null) {
            return;
        }
        changes.endPending(group);
        if (group.current() != null) {
            changes.drop(group);
        }
        groups.all().remove(group);
    }

    /**
     * A path is no longer served; the leader is told of the nodes behind it.
     *
     * @param address of the group
     * @param path that was evicted or demoted
     * @param isDemoted whether its nodes are to be served by unicast
     */
    public void onPathOut(final MrpAddress address, final PathSpec path, final boolean isDemoted) {
        final Registered group = groups.find(address);
        if (group == null || group.current() == null) {
            return;
        }
        final PathService service = isDemoted ? PathService.DEMOTED : PathService.EVICTED;
        if (out.tell(group, path, service)) {
            isDueKnown = false;
        }
    }

    /**
     * Repeats what was not answered, and forgets what is too old. Does nothing before it is due.
     *
     * @param nowNs monotonic time, in ns
     * @param wallMs wall clock, in ms since 1970
     * @return when it is due again, in ns; {@link Long#MAX_VALUE} when only a frame can change that
     */
    public long onTick(final long nowNs, final long wallMs) {
        if (groups.all().isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (isDueKnown && nowNs - dueNs < 0) {
            return dueNs;
        }
        output.wall(wallMs);
        boolean isWaiting = false;
        final Iterator<Registered> all = groups.all().iterator();
        while (all.hasNext()) {
            final Registered group = all.next();
            expire(group, nowNs);
            if (group.isEmpty()) {
                all.remove();
            } else if (asking.isWaiting(group)) {
                isWaiting = true;
                asking.ask(group, nowNs);
            }
        }
        final RegistrationSettings.Times times = settings.times();
        dueNs = nowNs + (isWaiting ? times.repeatNs() : times.mostRepeatNs());
        isDueKnown = true;
        return groups.all().isEmpty() ? Long.MAX_VALUE : dueNs;
    }

    private void expire(final Registered group, final long nowNs) {
        final RegistrationSettings.Times times = settings.times();
        if (group.pending() != null && nowNs - group.pending().heardNs() >= times.pendingForNs()) {
            changes.endPending(group);
        }
        if (group.current() != null && nowNs - group.current().heardNs() >= times.ageAfterNs()) {
            changes.age(group);
        }
        if (group.removed() != null && nowNs - group.removed().heardNs() >= times.pendingForNs()) {
            group.removed(null);
        }
    }

    /**
     * Whether a revision is in force.
     *
     * @param mcstId of the group
     * @return its revision, or -1
     */
    public int revisionOf(final MrpAddress mcstId) {
        final Registered group = groups.find(mcstId);
        return group == null || group.current() == null ? -1 : group.current().revision();
    }

    /**
     * @param address of a group
     * @return the group with the revision in force, or null when none is
     */
    public RegisteredGroup find(final MrpAddress address) {
        final Registered group = groups.find(address);
        return group == null || group.current() == null ? null : group.current().picture(address);
    }

    /** Groups that are known, removed ones that are remembered included. */
    public int size() {
        return groups.all().size();
    }
}
