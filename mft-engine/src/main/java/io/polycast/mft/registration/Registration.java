package io.polycast.mft.registration;

import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.PortBudget;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpNode;
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
    private final GroupTable table;
    private final Groups groups;
    private final Changes changes;
    private final Requests requests;
    private final Answers answers;
    private final Asking asking;
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
        this.table = table;
        this.authenticator = authenticator;
        groups = new Groups(settings.limits().groups());
        changes = new Changes(settings, routes, table, groups);
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
     * A member is no longer served; its leader is told.
     *
     * @param mcstId of the group
     * @param member that was evicted or demoted
     * @param isDemoted whether it is to be served by unicast
     */
    public void onMemberOut(
            final MrpAddress mcstId, final MrpAddress member, final boolean isDemoted) {
        final Registered group = groups.find(mcstId);
        if (group == null || group.current() == null) {
            return;
        }
        for (final Branch branch : group.current().branches()) {
            if (branch.serves(member)) {
                final int flag = isDemoted ? MrpNode.DEMOTED : MrpNode.EVICTED;
                group.events().put(member, new MrpNode(member, 0, flag));
                group.tellNow();
                isDueKnown = false;
            }
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

    /** Groups that are known, removed ones that are remembered included. */
    public int size() {
        return groups.all().size();
    }
}
