package io.polycast.sim.draw;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Renewal;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;

/** Draws second jobs on groups' entries. */
final class SecondJobs {
    private static final int PSN_LIMIT = 1 << 24;
    private static final int NEAR = 12;
    private static final int SHORT_GAP_NS = 50_000;

    private final Scenario scenario;
    private final Rng rng;

    SecondJobs(final Scenario scenario, final Rng rng) {
        this.scenario = scenario;
        this.rng = rng;
    }

    static Scenario draw(final Scenario scenario, final Rng rng) {
        return rng.percent(65) ? new SecondJobs(scenario, rng).draw() : scenario;
    }

    private Scenario draw() {
        final List<GroupPlan> groups = new ArrayList<>();
        for (final GroupPlan plan : scenario.groups()) {
            groups.add(groups.isEmpty() || rng.percent(50) ? second(plan) : plan);
        }
        return scenario.withGroups(groups);
    }

    /** The plan with a second job behind its phases. */
    GroupPlan second(final GroupPlan plan) {
        final List<Phase> phases = new ArrayList<>(plan.phases());
        final int atPhase = phases.size();
        for (int n = rng.between(1, 2); n > 0; n--) {
            phases.add(new Phase(source(plan), rng.between(1, 12), 0));
        }
        return plan.withPhases(phases).withRenewal(renewal(plan, atPhase));
    }

    /** Somebody who does not die. */
    private int source(final GroupPlan plan) {
        final int source = rng.nextInt(plan.hosts().size());
        return rng.percent(40) || dies(plan.hosts().get(source))
                ? plan.phases().get(0).source()
                : source;
    }

    private boolean dies(final int host) {
        return scenario.trouble().faults().stream()
                .anyMatch(fault -> fault.kind() == FaultKind.CRASH && fault.target() == host);
    }

    private Renewal renewal(final GroupPlan plan, final int atPhase) {
        final boolean killed = rng.percent(45);
        final boolean restarts = rng.percent(40) && !isOutageSilence();
        final boolean otherQpns = rng.percent(40);
        final boolean announced = otherQpns || rng.percent(60);
        // A start begins anew by itself; a single switch is all that there is to start.
        final boolean started = restarts && scenario.shape().kind() == Shape.Kind.SINGLE;
        final boolean brief = announced ? rng.percent(65) : started && rng.percent(60);
        final Renewal.Start start = start(killed);
        final long idleNs = scenario.switches().idleAnewNs();
        return new Renewal(
                atPhase,
                killed ? 1 + rng.nextInt(frames(plan, atPhase - 1)) : 0,
                otherQpns,
                new Renewal.First(
                        start,
                        start == Renewal.Start.DRAWN
                                ? rng.percent(50) ? 0 : rng.nextInt(PSN_LIMIT)
                                : rng.between(-NEAR, NEAR)),
                1
                        + (brief
                                ? rng.nextLong(Math.min(idleNs, SHORT_GAP_NS))
                                : idleNs + rng.nextLong(idleNs)),
                new Renewal.Entry(
                        announced, announced ? other(plan.first().epoch()) : plan.first().epoch()),
                new Renewal.Restart(restarts ? rng.nextInt(1 << 16) : -1, rng.percent(60)),
                false);
    }

    /** One repetition meets this restart, another an earlier fault: a live switch would be silent for too long. */
    private boolean isOutageSilence() {
        return scenario.groups().stream().anyMatch(GroupPlan::evict)
                && scenario.switches().silentMarginNs() < 2 * scenario.transport().retryNs();
    }

    private Renewal.Start start(final boolean killed) {
        if (rng.percent(killed ? 25 : 40)) {
            return Renewal.Start.DRAWN;
        }
        if (!killed && rng.percent(50)) {
            return Renewal.Start.SAME;
        }
        return switch (rng.nextInt(3)) {
            case 0 -> Renewal.Start.NEAR_MINIMUM;
            case 1 -> Renewal.Start.NEAR_PATH;
            default -> Renewal.Start.NEAR_HIGHEST;
        };
    }

    private long other(final long epoch) {
        return rng.percent(50) ? GroupSpec.NO_EPOCH : epoch + 1 + rng.nextInt(4);
    }

    /** Frames of a phase when none is repeated. */
    private int frames(final GroupPlan plan, final int phase) {
        int first = 0;
        for (int i = 0; i < phase; i++) {
            first += plan.phases().get(i).messages();
        }
        int frames = 0;
        for (int i = 0; i < plan.phases().get(phase).messages(); i++) {
            frames += 1 + Math.max(0, plan.bytes(first + i) - 1) / scenario.transport().mtu();
        }
        return frames;
    }
}
