package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Round;
import io.polycast.controller.group.Want;
import io.polycast.parser.mrp.MrpAddress;
import java.util.Collection;

/** Revisions on their way to the switches: which one, by which leader, and what its agent sends. */
final class Proposals {
    private static final int MAX_SHIFT = 16;

    /** Questions of a commit after which another leader takes over from one that is away. */
    private static final int PATIENCE = 3;

    private final Registry registry;

    Proposals(final Registry registry) {
        this.registry = registry;
    }

    /** Makes the next revision of a round's members, and lets switches confirm it. */
    void propose(final Group group, final Round round, final long deadline) {
        round.phase(Phase.PROPOSE, deadline);
        renew(group, round, 1);
    }

    /** Offers the members of a round, but for evicted ones, as another revision; the deadline stays. */
    void renew(final Group group, final Round round, final int step) {
        round.revision(group.nextRevision(step));
        if (round.targets().values().stream().anyMatch(each -> !each.isEvicted())) {
            round.targets().values().removeIf(Member::isEvicted);
        }
        for (final Want want : round.wants()) {
            if (want.kind() == Want.Kind.JOIN) {
                final Member member = want.member().brought(round.psn(), round.revision());
                round.targets().put(want.ip(), member);
            }
        }
        round.leader(choose(group, round.targets().keySet()));
        round.askAt(registry.now);
        for (final Member member : round.targets().values()) {
            tellMember(group, member.ip(), member.qpn(), round.revision());
        }
    }

    /** Tells an agent what the tables are to hold for its host. */
    void tellMember(final Group group, final MrpAddress ip, final int qpn, final int revision) {
        registry.tell(
                ip, new ToAgent.Member(group.name(), registry.addressOf(group), qpn, revision));
    }

    /** The leader of before if its agent is there, else the first host whose agent is. */
    MrpAddress choose(final Group group, final Collection<MrpAddress> hosts) {
        if (hosts.contains(group.leader()) && registry.agents.has(group.leader())) {
            return group.leader();
        }
        for (final MrpAddress host : hosts) {
            if (registry.agents.has(host)) {
                return host;
            }
        }
        return MrpAddress.NONE;
    }

    /** Asks once more, and sets the time of the next question. */
    void ask(final Group group, final Round round) {
        final long first = registry.settings.timing().retryFirst();
        final int shift = Math.min(round.attempts(), MAX_SHIFT);
        final long wait = Math.min(first << shift, registry.settings.timing().retryMost());
        round.asked(registry.now + wait);
        switch (round.phase()) {
            case PREPARE:
                registry.tell(round.prepared(), new ToAgent.Prepare(group.name(), round.number()));
                break;
            case EXPECT:
                for (final MrpAddress joiner : round.waiting()) {
                    registry.tell(
                            joiner, new ToAgent.Expect(group.name(), round.number(), round.psn()));
                }
                break;
            default:
                askSwitches(group, round);
        }
    }

    private void askSwitches(final Group group, final Round round) {
        switch (round.phase()) {
            case PROPOSE:
                if (isLeaderless(round, 0)) {
                    final MrpAddress next = choose(group, round.targets().keySet());
                    if (!next.equals(MrpAddress.NONE)) {
                        renew(group, round, 1);
                        ask(group, round);
                    }
                    break;
                }
                for (final byte[] packet :
                        registry.packets.set(
                                group,
                                round.revision(),
                                round.leader(),
                                round.targets().values())) {
                    registry.packet(round.leader(), group, packet);
                }
                break;
            case COMMIT:
                if (isLeaderless(round, PATIENCE)) {
                    propose(group, round, round.deadline());
                    break;
                }
                registry.packet(round.leader(), group, registry.packets.commit(round.revision()));
                break;
            case ABORT:
                registry.packet(
                        round.leader(), group, registry.packets.remove(round.revision(), true));
                break;
            default:
                if (isLeaderless(round, 0)) {
                    final boolean first = group.members().isEmpty();
                    round.leader(
                            choose(group, (first ? round.targets() : group.members()).keySet()));
                }
                registry.packet(
                        round.leader(), group, registry.packets.remove(round.revision(), false));
        }
    }

    private boolean isLeaderless(final Round round, final int patience) {
        return round.attempts() > patience && !registry.agents.has(round.leader());
    }
}
