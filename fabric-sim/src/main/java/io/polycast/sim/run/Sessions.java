package io.polycast.sim.run;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.HostSettings;
import io.polycast.sim.net.Network;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.time.Rng;
import io.polycast.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Applications: they connect, send phase after phase, and hand the source's part over. */
final class Sessions {
    private static final int MAX_GAP_NS = 20_000;

    private final Network network;
    private final List<GroupState> groups;
    private final HostSettings settings;
    private final Members members;
    private final Rng rng;
    private final Set<GroupState> between = new HashSet<>();
    private Jobs jobs;
    private int open;

    Sessions(
            final Network network,
            final List<GroupState> groups,
            final Topology topology,
            final Members members,
            final Rng rng) {
        this.network = network;
        this.groups = groups;
        settings = new HostSettings(network.scenario(), topology);
        this.members = members;
        this.rng = rng;
    }

    /**
     * @param ends jobs and begins the next
     */
    void start(final Jobs ends) {
        jobs = ends;
        for (final GroupPlan plan : network.scenario().groups()) {
            final GroupState group = new GroupState(groups.size(), plan, network.scenario().seed());
            for (int i = 0; i < plan.hosts().size(); i++) {
                final int host = plan.hosts().get(i);
                final MemberState member =
                        new MemberState(
                                group,
                                i,
                                host,
                                queuePair(group, host),
                                network.scenario().transport().receives());
                group.add(member);
                members.add(member, this);
            }
            groups.add(group);
            open++;
            network.after(rng.nextInt(MAX_GAP_NS), () -> begin(group));
        }
    }

    /** A new queue pair of the job that runs or comes next. */
    QueuePair queuePair(final GroupState group, final int host) {
        final boolean others = group.job() > 0 && group.plan().renewal().otherQpns();
        final int qpn = others ? Addresses.otherQpn(group.index()) : Addresses.qpn(group.index());
        return new QueuePair(
                settings.of(group.index(), host, qpn, group.firstPsn())
                        .honourCredits((group.plan().first().psn() & 1) != 0)
                        .build());
    }

    /** Begins the group's next phase, or its next job, or ends it. */
    void begin(final GroupState group) {
        if (group.isRenewalDue()) {
            jobs.end(group);
            return;
        }
        between.remove(group);
        final boolean same = group.phase() >= 0 && !group.isFirstOfItsJob();
        final MemberState before = same ? group.source() : null;
        group.advance();
        if (group.isDone()) {
            open--;
            return;
        }
        final MemberState source = group.source();
        if (before != null && before != source) {
            before.qp().becomeReceiver();
            source.qp().becomeSource();
            network.tally().count(FaultKind.SOURCE_SWITCH);
        }
        source.begin();
        members.node(source.host()).pump(network.nowNs());
    }

    /**
     * A member has made a frame.
     *
     * @return whether it is lost, and its reference is given back
     */
    boolean onSent(final MemberState member, final int chunk) {
        final GroupState group = member.group();
        if (group.source() != member) {
            return false;
        }
        final int frame = group.countFrame();
        if (group.isRenewalDue()
                && frame == group.plan().renewal().killAfter()
                && between.add(group)) {
            jobs.kill(group);
        }
        if (frame > group.plan().phases().get(group.phase()).firstLost()) {
            return false;
        }
        network.tally().count(FaultKind.FIRST_LOST);
        network.frames().release(chunk);
        return true;
    }

    /** The source was told that a receiver refuses. */
    void onFailed(final GroupState group) {
        if (between.add(group)) {
            network.tally().count(FaultKind.JOB_FAILURE);
            group.members().forEach(MemberState::close);
            group.fail();
            begin(group);
        }
    }

    void onPhaseDone(final GroupState group) {
        if (!between.add(group)) {
            return;
        }
        final MemberState source = group.source();
        for (final MemberState member : group.members()) {
            if (member != source && member.isLive() && !member.hasReceived(group.phaseEnd())) {
                throw new InvariantViolation(
                        Invariant.DELIVERY,
                        "all of phase "
                                + group.phase()
                                + " is acknowledged, but "
                                + member.who()
                                + " is at "
                                + member.position());
            }
        }
        source.end();
        network.after(network.nowNs() + rng.nextInt(MAX_GAP_NS), () -> begin(group));
    }

    boolean areDone() {
        return open == 0;
    }

    String describe() {
        final StringBuilder text = new StringBuilder();
        for (final GroupState group : groups) {
            if (group.isDone()) {
                continue;
            }
            text.append("group ").append(group.index()).append(" in phase ").append(group.phase());
            for (final MemberState member : group.members()) {
                text.append("; member ").append(member.index());
                if (member == group.source()) {
                    text.append(" sends, unacknowledged ")
                            .append(member.qp().unackedPsn())
                            .append(" of ")
                            .append(member.qp().sqPsn());
                } else {
                    text.append(member.isLive() ? " at " : " dead at ").append(member.position());
                }
            }
            text.append(". ");
        }
        return text.toString();
    }
}
