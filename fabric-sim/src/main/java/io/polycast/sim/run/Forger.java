package io.polycast.sim.run;

import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.IcrcField;
import io.polycast.parser.wire.Opcode;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.HostNode;
import io.polycast.sim.net.Network;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.Transport;
import java.util.List;

/** Sends forged frames from a host's own link. */
final class Forger {
    /** Farther than any window: cannot become true while the frame is under way. */
    private static final int FAR = 1 << 16;

    /** Packets of a window. */
    private static final int NEAR = 64;

    private final Network network;
    private final List<GroupState> groups;
    private final HostNode[] hosts;

    Forger(final Network network, final List<GroupState> groups) {
        this.network = network;
        this.groups = groups;
        hosts = network.hosts();
    }

    /** Returns whether there was anybody to forge for. */
    boolean forge(final Fault fault) {
        final GroupState group = groups.get(fault.detail() % groups.size());
        final MemberState source = group.source();
        final MemberState victim = receiver(group, fault.target());
        if (victim == null || group.isBetween()) {
            return false;
        }
        if (fault.kind() == FaultKind.STALE_DATA) {
            return leaveOver(group, victim, fault);
        }
        if (source == null || source.isClosed()) {
            return false;
        }
        final int sent = Psn.previous(source.qp().sqPsn());
        return switch (fault.kind()) {
            case FORGED_FEEDBACK -> {
                if ((fault.target() & 1) != 0) {
                    yield inject(victim.host(), victim, Opcode.ACKNOWLEDGE, sent, true);
                }
                // Right in all but the port that it comes from.
                final int liar =
                        (victim.host() + 1 + fault.target() % (hosts.length - 1)) % hosts.length;
                yield inject(liar, victim, Opcode.ACKNOWLEDGE, sent, false);
            }
            case BEYOND_SENT ->
                    inject(
                            victim.host(),
                            victim,
                            Opcode.ACKNOWLEDGE,
                            Psn.plus(sent, FAR + fault.target()),
                            false);
            default ->
                    // A receiver's frame that would make it the source, were its ICRC right.
                    inject(victim.host(), victim, Opcode.SEND_ONLY, Psn.next(sent), true);
        };
    }

    /** Before its first phase a group's source is the one that begins. */
    private static MemberState first(final GroupState group) {
        return group.phase() < 0
                ? group.members().get(group.plan().phases().get(0).source())
                : null;
    }

    /** A right frame in all but its time: just behind the job's first PSN, or far from all its PSNs. */
    private boolean leaveOver(final GroupState group, final MemberState from, final Fault fault) {
        if (from == first(group) || from.isClosed() || group.isDone() || isToRefuse(group, from)) {
            return false;
        }
        final int draw = fault.target() >>> 2;
        final int distance =
                switch (fault.target() & 3) {
                    case 0, 1 -> -1 - draw % NEAR;
                    case 2 -> -1 - draw;
                    default -> 2 * FAR + draw;
                };
        group.onStray(from.index());
        return inject(
                from.host(), from, Opcode.SEND_ONLY, Psn.plus(group.firstPsn(), distance), false);
    }

    /** A frame of a member that refuses ends its refusal (rule 6), and this one may arrive late. */
    private static boolean isToRefuse(final GroupState group, final MemberState member) {
        return group.plan().refusal() != null && group.plan().refusal().member() == member.index();
    }

    private static MemberState receiver(final GroupState group, final int draw) {
        final int count = group.members().size();
        for (int i = 0; i < count; i++) {
            final MemberState member = group.members().get((draw + i) % count);
            if (member != group.source() && member.isLive() && !member.hasRefused()) {
                return member;
            }
        }
        return null;
    }

    private boolean inject(
            final int from,
            final MemberState victim,
            final int opcode,
            final int psn,
            final boolean broken) {
        if (hosts[from].isDead()) {
            return false;
        }
        final Transport transport = network.scenario().transport();
        final RoceFrame frame = transport.addressing().ipv6() ? RoceFrame.ipv6() : RoceFrame.ipv4();
        frame.srcMac(Addresses.hostMac(victim.host()))
                .dstMac(victim.qp().settings().address().remoteMac())
                .src(Addresses.text(Addresses.ip(victim.host()), transport.addressing().ipv6()))
                .dst(
                        Addresses.text(
                                Addresses.mcstId(victim.group().index()),
                                transport.addressing().ipv6()))
                .opcode(opcode)
                .destQpn(1)
                .migReq(network.scenario().hosts().migReq())
                .psn(psn);
        if (transport.addressing().vlanTci() >= 0) {
            frame.vlan(transport.addressing().vlanTci());
        }
        if (opcode == Opcode.ACKNOWLEDGE) {
            frame.aeth(Aeth.ACK_UNLIMITED, 0);
        } else {
            frame.ackReq(true).payload(new byte[] {1, 2, 3, 4});
        }
        final byte[] bytes = frame.build();
        if (broken) {
            // The whole ICRC: damage on the way could mend a bit.
            for (int i = bytes.length - IcrcField.LENGTH; i < bytes.length; i++) {
                bytes[i] = (byte) ~bytes[i];
            }
        }
        hosts[from].inject(bytes, broken);
        return true;
    }
}
