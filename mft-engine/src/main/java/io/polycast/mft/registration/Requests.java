package io.polycast.mft.registration;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import io.polycast.parser.mrp.MrpType;
import java.util.List;

/** Packets from the leader's side: sets, COMMIT and REMOVE. Each is idempotent. */
final class Requests {
    private final RegistrationSettings settings;
    private final GroupTable table;
    private final Groups groups;
    private final Changes changes;
    private final MrpOutput output;

    Requests(
            final RegistrationSettings settings,
            final GroupTable table,
            final Groups groups,
            final Changes changes,
            final MrpOutput output) {
        this.settings = settings;
        this.table = table;
        this.groups = groups;
        this.changes = changes;
        this.output = output;
    }

    /** Takes a packet; answers null, or why it is refused. */
    MrpReason take(
            final MrpAddress address, final Peer from, final MrpPacket packet, final long nowNs) {
        if (table.isStatic(address)) {
            return refuse(address, from, packet, MrpReason.STATIC);
        }
        final Registered group = groups.find(address);
        if (SetCollector.isOfSet(packet.type())) {
            return takeSet(address, group, from, packet, nowNs);
        }
        return packet.type() == MrpType.COMMIT
                ? commit(address, group, from, packet, nowNs)
                : remove(address, group, from, packet, nowNs);
    }

    private MrpReason takeSet(
            final MrpAddress address,
            final Registered known,
            final Peer from,
            final MrpPacket packet,
            final long nowNs) {
        Registered group = known;
        if (group == null || !group.isAlive()) {
            if (group != null && !isNewer(packet, group.removed())) {
                return refuse(address, from, packet, MrpReason.STALE);
            }
            group = group == null ? groups.create(address) : group;
            if (group == null || !groups.hasRoomFor(group)) {
                return refuse(address, from, packet, MrpReason.TABLE_FULL);
            }
        }
        Round round = group.roundOf(packet.revision());
        if (round == null || round == group.removed()) {
            if (round != null || group.newest() != null && !isNewer(packet, group.newest())) {
                return refuse(address, from, packet, MrpReason.STALE);
            }
            round = changes.begin(group, packet.revision(), from);
        }
        if (!round.upstream().is(from.port(), from.mac())) {
            return refuse(address, from, packet, MrpReason.LOOP);
        }
        round.heard(nowNs);
        if (round.stage() == Round.Stage.COLLECTING) {
            round.collector().add(packet);
            if (round.collector().fault() != null || round.collector().isComplete()) {
                changes.prepare(group, round);
                answer(group, round, from);
                return round.refusal() == null ? null : round.refusal().reason();
            }
        }
        if (packet.type() == MrpType.GROUP) {
            Asking.retry(round, settings.times().tries());
            group.tellAgain(settings.times().tries());
            round.refresh(nowNs, settings.times());
            answer(group, round, from);
        }
        return null;
    }

    /** Answers a GROUP by the stage of its round. */
    void answer(final Registered group, final Round round, final Peer to) {
        switch (round.stage()) {
            case COLLECTING -> output.incomplete(group.address(), to, round.revision());
            case REFUSED -> output.refusal(group.address(), to, round.revision(), round.refusal());
            default -> output.missing(group.address(), to, MrpType.CONFIRM, round);
        }
    }

    private MrpReason commit(
            final MrpAddress address,
            final Registered group,
            final Peer from,
            final MrpPacket packet,
            final long nowNs) {
        final Round round = group == null ? null : group.roundOf(packet.revision());
        if (round == null || round == group.removed()) {
            final Round newest = group == null ? null : group.newest();
            if (newest != null && !isNewer(packet, newest)) {
                return refuse(address, from, packet, MrpReason.STALE);
            }
            output.incomplete(address, from, packet.revision());
            return null;
        }
        if (!round.upstream().is(from.port(), from.mac())) {
            return refuse(address, from, packet, MrpReason.LOOP);
        }
        round.heard(nowNs);
        if (round.stage() == Round.Stage.COLLECTING || round.stage() == Round.Stage.REFUSED) {
            answer(group, round, from);
            return null;
        }
        if (round.set().group().owner() != packet.order().owner()) {
            return refuse(address, from, packet, MrpReason.OWNER);
        }
        if (round.stage() == Round.Stage.PREPARED) {
            // Without a word: the answer leaves when the group is kept.
            return table.keep(round.picture(address)) ? putInForce(group) : null;
        }
        Asking.retry(round, settings.times().tries());
        output.missing(address, from, MrpType.COMMITTED, round);
        return null;
    }

    /** The pending revision is kept: it comes into force, and the side of the leader is told. */
    MrpReason putInForce(final Registered group) {
        final Round round = group.pending();
        final MrpReason fault = changes.commit(group);
        if (fault == null) {
            output.missing(group.address(), round.upstream(), MrpType.COMMITTED, round);
        } else {
            answer(group, round, round.upstream());
        }
        return fault;
    }

    /** The pending revision cannot be kept: it is refused here and behind its branches. */
    void refuseKeeping(final Registered group) {
        final Round round = group.pending();
        changes.refuseBehind(
                group, round, new MrpRefusal(MrpReason.NOT_KEPT, settings.mac(), MrpAddress.NONE));
        answer(group, round, round.upstream());
    }

    private MrpReason remove(
            final MrpAddress address,
            final Registered group,
            final Peer from,
            final MrpPacket packet,
            final long nowNs) {
        final Round newest = group == null ? null : group.newest();
        if (newest == null) {
            output.names(address, from, MrpType.REMOVED, packet.revision(), List.of());
            return null;
        }
        final MemberSet set = (group.current() == null ? newest : group.current()).set();
        if (set != null && set.group().owner() != packet.order().owner()) {
            return refuse(address, from, packet, MrpReason.OWNER);
        }
        if (packet.order().scope() == MrpOrder.PENDING) {
            return removePending(address, group, from, packet);
        }
        final boolean newer = isNewer(packet, newest);
        // The revision in force ends although a newer one is pending: the leader's side pruned this
        // branch.
        final Round meant = newer ? newest : group.roundOf(packet.revision());
        if (meant == null) {
            return refuse(address, from, packet, MrpReason.STALE);
        }
        if (newer ? group.isAlive() : meant != group.removed()) {
            if (!newer && !meant.upstream().is(from.port(), from.mac())) {
                output.names(address, from, MrpType.REMOVED, packet.revision(), List.of());
                return null;
            }
            changes.remove(group, packet.revision(), from, nowNs);
        } else if (newer) {
            newest.revise(packet.revision());
        }
        final Round removal = group.removed();
        Asking.retry(removal, settings.times().tries());
        output.missing(address, from, MrpType.REMOVED, removal);
        return null;
    }

    private MrpReason removePending(
            final MrpAddress address,
            final Registered group,
            final Peer from,
            final MrpPacket packet) {
        final Round pending = group.pending();
        final Round current = group.current();
        if (current != null && current.revision() == packet.revision()) {
            return refuse(address, from, packet, MrpReason.STALE);
        }
        if (pending == null
                || pending.revision() != packet.revision()
                || !pending.upstream().is(from.port(), from.mac())) {
            output.names(address, from, MrpType.REMOVED, packet.revision(), List.of());
            return null;
        }
        if (pending.stage() != Round.Stage.REFUSED) {
            changes.refuseBehind(
                    group,
                    pending,
                    new MrpRefusal(MrpReason.STALE, settings.mac(), MrpAddress.NONE));
        }
        Asking.retry(pending, settings.times().tries());
        output.missing(address, from, MrpType.REMOVED, pending);
        return null;
    }

    private static boolean isNewer(final MrpPacket packet, final Round than) {
        return Mrp.isNewer(packet.revision(), than.revision());
    }

    /** NODES and DETAIL are refused without a word: the GROUP behind them gets the answer. */
    private MrpReason refuse(
            final MrpAddress address,
            final Peer from,
            final MrpPacket packet,
            final MrpReason reason) {
        if (packet.type() != MrpType.NODES && packet.type() != MrpType.DETAIL) {
            output.refusal(
                    address,
                    from,
                    packet.revision(),
                    new MrpRefusal(reason, settings.mac(), MrpAddress.NONE));
        }
        return reason;
    }
}
