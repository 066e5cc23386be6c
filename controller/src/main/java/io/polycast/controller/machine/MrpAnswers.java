package io.polycast.controller.machine;

import io.polycast.controller.group.Group;
import io.polycast.controller.group.Member;
import io.polycast.controller.group.Phase;
import io.polycast.controller.group.Round;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** MRP that came back to a leader's agent. Answers to other revisions and phases change nothing. */
final class MrpAnswers {
    /** Questions after which agents that are not there count as away. */
    private static final int PATIENCE = 5;

    private final Registry registry;
    private final Proposals proposals;
    private final Conclusions conclusions;
    private final Fallback fallback;
    private final Driver driver;
    private final MrpPacket packet = new MrpPacket();

    MrpAnswers(
            final Registry registry,
            final Proposals proposals,
            final Conclusions conclusions,
            final Fallback fallback,
            final Driver driver) {
        this.registry = registry;
        this.proposals = proposals;
        this.conclusions = conclusions;
        this.fallback = fallback;
        this.driver = driver;
    }

    /** Takes a packet; one that cannot be read, or of no group, changes nothing. */
    void on(final MrpAddress host, final MrpAddress address, final byte[] bytes) {
        final Group group = registry.byId.get(address.last32());
        if (group == null
                || !registry.addressOf(group).equals(address)
                || !packet.wrap(new UnsafeBuffer(bytes), 0, bytes.length)) {
            return;
        }
        if (packet.type() == MrpType.EVENT) {
            onEvent(group, host);
        } else if (group.round() != null) {
            if (host.equals(group.round().leader())
                    && packet.revision() == group.round().revision()) {
                onAnswer(group, group.round());
            }
        } else if (host.equals(group.leader()) && packet.revision() == group.revision()) {
            onRefreshed(group);
        }
        if (registry.byId.containsKey(group.id())) {
            driver.run(group);
        }
    }

    private void onAnswer(final Group group, final Round round) {
        final Phase phase = round.phase();
        switch (packet.type()) {
            case CONFIRM:
                onConfirm(group, round);
                break;
            case COMMITTED:
                if (phase == Phase.COMMIT && isEnough(group, round)) {
                    conclusions.committed(group);
                }
                break;
            case REMOVED:
                onRemoved(group, round);
                break;
            case REFUSED:
                if (phase == Phase.PROPOSE || phase == Phase.COMMIT) {
                    onRefused(group, round);
                } else if (phase == Phase.REMOVE && isBehind(packet.refusal().reason())) {
                    final int step = round.staleStep();
                    round.revision(group.nextRevision(step));
                    round.askAt(timeOfStep(step));
                }
                break;
            default:
                break;
        }
    }

    private void onConfirm(final Group group, final Round round) {
        final boolean incomplete = (packet.flags() & Mrp.FLAG_INCOMPLETE) != 0;
        final long change = registry.now + registry.settings.timing().change();
        if (round.phase() == Phase.COMMIT && incomplete) {
            // The switch has restarted: the set goes out again, and then the commit.
            round.phase(Phase.PROPOSE, round.deadline());
        } else if (round.phase() == Phase.PROPOSE && incomplete) {
            final long soon = registry.now + registry.settings.timing().retryFirst();
            round.askAt(Math.min(round.askAt(), soon));
        } else if (round.phase() == Phase.PROPOSE && isEnough(group, round)) {
            round.phase(Phase.COMMIT, change);
            if (group.isRegistered()) {
                // Switches that never answer have the revision of before.
                round.missing().addAll(round.targets().keySet());
            }
        }
    }

    private void onRemoved(final Group group, final Round round) {
        final List<MrpAddress> named = new ArrayList<>();
        for (int i = 0; i < packet.records(); i++) {
            named.add(packet.node(i).address());
        }
        named.removeIf(host -> !isOf(group, round, host));
        final boolean all = named.isEmpty() && !hasMore();
        if (round.phase() == Phase.ABORT) {
            if (all) {
                conclusions.failed(group, round.failure(), Conclusions.textOf(round));
            }
        } else if (round.phase() == Phase.REMOVE) {
            if (round.failure().isEmpty()) {
                round.missing().clear();
                round.missing().addAll(named);
            }
            if (all) {
                conclusions.removed(group);
            }
        }
    }

    /** Whether a host is a member, or becomes one; others have left before, and need not be waited for. */
    private static boolean isOf(final Group group, final Round round, final MrpAddress host) {
        final Member before = group.members().get(host);
        return round.targets().containsKey(host) || before != null && !before.isEvicted();
    }

    private boolean hasMore() {
        return (packet.flags() & Mrp.FLAG_MORE) != 0;
    }

    /**
     * Notes who is missing, and says whether the round goes on. It does without hosts that leave and whose agents are
     * away. One that changes no member goes on without members whose agents are away: the leader of before may be
     * one, and the next would wait for ever. Right after a controller's start all agents are away.
     */
    private boolean isEnough(final Group group, final Round round) {
        final boolean isPatient = round.attempts() < PATIENCE;
        round.missing().clear();
        for (int i = 0; i < packet.records(); i++) {
            final MrpAddress host = packet.node(i).address();
            final boolean isAway = !isPatient && !registry.agents.has(host);
            if (isOf(group, round, host) && (round.targets().containsKey(host) || !isAway)) {
                round.missing().add(host);
            }
        }
        return !hasMore()
                && (round.missing().isEmpty()
                        || !isPatient
                                && round.wants().isEmpty()
                                && round.missing().stream().noneMatch(registry.agents::has));
    }

    /** The first newer revision goes out at once, each further one waits longer: answers may be quick. */
    private long timeOfStep(final int step) {
        final long wait = registry.settings.timing().retryFirst() * (step / 2);
        return registry.now + Math.min(wait, registry.settings.timing().retryMost());
    }

    private static boolean isBehind(final MrpReason reason) {
        return reason == MrpReason.STALE;
    }

    private void onRefused(final Group group, final Round round) {
        final MrpRefusal refusal = packet.refusal();
        if (isBehind(refusal.reason()) || refusal.reason() == MrpReason.LOOP) {
            round.phase(Phase.PROPOSE, round.deadline());
            final int step = round.staleStep();
            proposals.renew(group, round, step);
            round.askAt(timeOfStep(step));
            return;
        }
        if (isNamed(refusal)) {
            round.missing().add(refusal.node());
        }
        if (refusal.mac() == 0) {
            conclusions.failed(group, refusal.reason().label(), textOf(refusal));
        } else {
            fallback.refused(group, refusal.reason().label(), textOf(refusal));
        }
    }

    private static boolean isNamed(final MrpRefusal refusal) {
        return !refusal.node().equals(MrpAddress.NONE);
    }

    private static String textOf(final MrpRefusal refusal) {
        final String who =
                refusal.mac() == 0 ? "the host" : "switch %012x".formatted(refusal.mac());
        return who
                + " refused the change: "
                + refusal.reason().label()
                + (isNamed(refusal) ? " (" + refusal.node() + ")" : "")
                + "; see the table of reasons in docs/mrp.md";
    }

    /** Answer to a refreshment: names who lacks the group. */
    private void onRefreshed(final Group group) {
        if (packet.type() == MrpType.REFUSED && isBehind(packet.refusal().reason())) {
            // A commit was obeyed after the change had been given up: the set in force goes out
            // again, newer.
            driver.heal(group);
            return;
        }
        if (packet.type() == MrpType.REFUSED) {
            fallback.lost(group, textOf(packet.refusal()));
            return;
        }
        if (packet.type() != MrpType.CONFIRM) {
            return;
        }
        if ((packet.flags() & Mrp.FLAG_INCOMPLETE) != 0) {
            driver.heal(group);
            return;
        }
        group.missing().clear();
        for (int i = 0; i < packet.records(); i++) {
            group.missing().add(packet.node(i).address());
        }
        group.missing().retainAll(group.members().keySet());
    }

    private void onEvent(final Group group, final MrpAddress host) {
        final List<MrpNode> nodes = new ArrayList<>();
        for (int i = 0; i < packet.records(); i++) {
            nodes.add(packet.node(i));
        }
        if (packet.revision() != group.revision()) {
            // The switch is ahead by a commit, or behind. It tells again, because the event is not
            // heard.
            return;
        }
        registry.packet(host, group, registry.packets.heard(packet.revision(), nodes));
        for (final MrpNode node : nodes) {
            final boolean evicted = (node.flags() & MrpNode.EVICTED) != 0;
            final Member.Service service =
                    evicted ? Member.Service.EVICTED : Member.Service.DEMOTED;
            final Member member = group.members().get(node.address());
            if (member != null && member.service() != service) {
                group.members().put(member.ip(), member.served(service));
                markInRound(group, member.ip(), service);
                registry.happened(group, evicted ? "evicted" : "demoted", member.ip(), "");
            }
        }
    }

    /** The revision on its way brings the same queue pair, unless the host joins with another. */
    private static void markInRound(
            final Group group, final MrpAddress ip, final Member.Service service) {
        final Round round = group.round();
        final Member target = round == null ? null : round.targets().get(ip);
        if (target != null
                && Changes.joins(round).stream().noneMatch(want -> want.ip().equals(ip))) {
            round.targets().put(ip, target.served(service));
        }
    }
}
