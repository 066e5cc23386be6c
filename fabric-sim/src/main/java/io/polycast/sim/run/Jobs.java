package io.polycast.sim.run;

import io.polycast.parser.psn.Psn;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.Network;
import io.polycast.sim.net.SwitchNode;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.Renewal;
import io.polycast.sim.time.Rng;
import java.util.List;

/**
 * Ends a group's first job, or lets it die, and begins the second. Old queue pairs go, their frames
 * drain, a switch may restart, the entry may be set again, and new queue pairs come.
 */
final class Jobs {
    private static final int MAX_CLOSE_NS = 20_000;
    private static final int MAX_SET_GAP_NS = 10_000;
    private static final int MAX_DOWN_NS = 20_000;

    /** Between two looks whether anything is still under way. */
    private static final long LOOK_NS = 2_000;

    private final Network network;
    private final GroupFrames groupFrames;
    private final Sessions sessions;
    private final Controller controller;
    private final Members members;
    private final Rng rng;

    Jobs(
            final Network network,
            final Sessions sessions,
            final Controller controller,
            final Members members,
            final Rng rng) {
        this.network = network;
        this.groupFrames = new GroupFrames(network.frames());
        this.sessions = sessions;
        this.controller = controller;
        this.members = members;
        this.rng = rng;
    }

    /**
     * The source's process dies; the others find out one after the other. Where switches take silent members
     * out, not before its last data has been answered: who goes earlier is silent, and out until a set.
     */
    void kill(final GroupState group) {
        network.tally().count(FaultKind.JOB_DEATH);
        final MemberState source = group.source();
        source.close();
        if (group.plan().evict()) {
            onDrained(group, () -> end(group));
            return;
        }
        for (final MemberState member : group.members()) {
            network.after(network.nowNs() + rng.nextInt(MAX_CLOSE_NS), member::close);
        }
        network.after(network.nowNs() + MAX_CLOSE_NS, () -> onDrained(group, () -> renew(group)));
    }

    /** The first job has ended. */
    void end(final GroupState group) {
        group.members().forEach(MemberState::close);
        onDrained(group, () -> renew(group));
    }

    private void onDrained(final GroupState group, final Runnable then) {
        final int mcstId = Addresses.mcstId(group.index());
        groupFrames.makeWorthless(mcstId);
        if (groupFrames.isAny(mcstId)) {
            network.after(network.nowNs() + LOOK_NS, () -> onDrained(group, then));
        } else {
            then.run();
        }
    }

    private void renew(final GroupState group) {
        final Renewal renewal = group.plan().renewal();
        if (renewal.restart().node() >= 0 && !node(group, renewal).isUp()) {
            // A second job without a set is valid only after this restart.
            network.after(network.nowNs() + LOOK_NS, () -> renew(group));
            return;
        }
        network.tally().count(FaultKind.SECOND_JOB);
        group.beginRenewal(firstPsn(group, renewal));
        for (final MemberState member : group.members()) {
            member.renew(sessions.queuePair(group, member.host()));
        }
        if (renewal.restart().node() >= 0) {
            restart(group, renewal);
        }
        network.after(network.nowNs() + renewal.gapNs(), () -> announce(group, renewal));
    }

    private static int firstPsn(final GroupState group, final Renewal renewal) {
        final MemberState source = group.source();
        final int highest = source.qp().sqPsn();
        int least = highest;
        int most = group.firstPsn();
        for (final MemberState member : group.members()) {
            if (member != source && member.isLive()) {
                final int lacks = member.qp().rqPsn();
                least = Psn.distance(lacks, least) > 0 ? lacks : least;
                most = Psn.distance(most, lacks) > 0 ? lacks : most;
            }
        }
        return switch (renewal.first().start()) {
            case DRAWN -> renewal.first().draw();
            case SAME -> group.firstPsn();
            case NEAR_MINIMUM -> Psn.plus(least, renewal.first().draw());
            case NEAR_PATH -> Psn.plus(most, renewal.first().draw());
            case NEAR_HIGHEST -> Psn.plus(highest, renewal.first().draw());
        };
    }

    private int nodeOf(final GroupState group, final Renewal renewal) {
        final List<Integer> nodes = controller.nodes(group);
        return nodes.get(renewal.restart().node() % nodes.size());
    }

    private SwitchNode node(final GroupState group, final Renewal renewal) {
        return controller.node(nodeOf(group, renewal));
    }

    private void restart(final GroupState group, final Renewal renewal) {
        final int node = nodeOf(group, renewal);
        network.tally()
                .count(
                        renewal.restart().keepState()
                                ? FaultKind.RESTART_KEEPING_STATE
                                : FaultKind.RESTART_LOSING_STATE);
        controller.node(node).stop();
        final long downNs = 1 + rng.nextLong(Math.min(MAX_DOWN_NS, renewal.gapNs()));
        network.after(
                network.nowNs() + downNs,
                () -> {
                    controller.node(node).start(renewal.restart().keepState());
                    controller.startAll(node);
                });
    }

    private void announce(final GroupState group, final Renewal renewal) {
        if (renewal.entry().announced()) {
            final int gapNs = rng.nextInt(MAX_SET_GAP_NS);
            controller.announce(group, gapNs, () -> onDrained(group, () -> begin(group, renewal)));
        } else {
            onDrained(group, () -> begin(group, renewal));
        }
    }

    private void begin(final GroupState group, final Renewal renewal) {
        for (final MemberState member : group.members()) {
            if (!member.isLive() && renewal.revives() && !member.hasRefused()) {
                network.tally().count(FaultKind.REVIVAL);
                members.revive(member.host());
                member.revive();
            } else if (member.hasRefused()
                    // Whom no switch heard before the job died is no less a member than before.
                    && (renewal.entry().announced() || !member.isEvicted())
                    && !members.node(member.host()).isDead()) {
                member.revive();
            }
            if (member.isLive()) {
                member.open();
            }
        }
        controller.nodes(group).forEach(node -> controller.node(node).onJob(group.index()));
        group.endRenewal();
        sessions.begin(group);
    }
}
