package io.polycast.sim.swarm;

import io.polycast.sim.check.Invariant;
import io.polycast.sim.run.RunResult;
import io.polycast.sim.run.Simulation;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.QueuePlan;
import io.polycast.sim.scenario.Refusal;
import io.polycast.sim.scenario.Renewal;
import io.polycast.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a failing scenario small: fewer groups, receivers, faults, messages and bytes, as long as the
 * same invariant still breaks. Greedy, with a budget of runs.
 */
final class Shrinker {
    private static final int MAX_RUNS = 300;

    private final Simulation simulation;
    private final Invariant invariant;
    private Scenario best;
    private RunResult bestResult;
    private int runs;

    private Shrinker(final Simulation simulation, final Scenario failing, final RunResult result) {
        this.simulation = simulation;
        this.invariant = result.broken();
        best = failing;
        bestResult = result;
    }

    static Failure shrink(
            final Simulation simulation, final Scenario failing, final RunResult result) {
        final Shrinker shrinker = new Shrinker(simulation, failing, result);
        boolean progress = true;
        while (progress && shrinker.runs < MAX_RUNS) {
            progress = shrinker.round();
        }
        return new Failure(
                failing.seed(),
                failing.switches().queues().isOn(),
                result,
                shrinker.best,
                shrinker.bestResult);
    }

    private boolean round() {
        boolean progress = false;
        List<Scenario> smaller = candidates(best);
        for (int i = 0; i < smaller.size() && runs < MAX_RUNS; i++) {
            if (fails(smaller.get(i))) {
                progress = true;
                smaller = candidates(best);
                i = -1;
            }
        }
        return progress;
    }

    private boolean fails(final Scenario scenario) {
        runs++;
        final RunResult result = simulation.run(scenario);
        if (result.broken() != invariant) {
            return false;
        }
        best = scenario;
        bestResult = result;
        return true;
    }

    /** Every one of them is smaller in some respect, the largest steps first. */
    private static List<Scenario> candidates(final Scenario from) {
        final List<Scenario> to = new ArrayList<>();
        for (int i = 0; i < from.groups().size() && from.groups().size() > 1; i++) {
            to.add(from.withGroups(without(from.groups(), i)));
        }
        if (!from.switches().kernel().equals(KernelPlan.NONE)) {
            to.add(from.withKernel(KernelPlan.NONE));
        }
        if (from.switches().queues().isOn()) {
            to.add(from.withQueues(QueuePlan.OFF));
        }
        if (!from.hosts().equals(HostKinds.PLAIN)) {
            to.add(from.withHosts(HostKinds.PLAIN));
        }
        for (int i = 0; i < from.trouble().faults().size(); i++) {
            final List<Fault> faults = without(from.trouble().faults(), i);
            to.add(from.withFaults(faults));
        }
        final Noise noise = from.trouble().noise();
        for (int part = 0; part < 7; part++) {
            final Noise less = quieter(noise, part);
            if (!less.equals(noise)) {
                to.add(from.withNoise(less));
            }
        }
        for (int i = 0; i < from.groups().size(); i++) {
            for (final GroupPlan plan : smaller(from, from.groups().get(i))) {
                final List<GroupPlan> groups = new ArrayList<>(from.groups());
                groups.set(i, plan);
                to.add(from.withGroups(groups));
            }
        }
        return to;
    }

    private static <T> List<T> without(final List<T> list, final int index) {
        final List<T> rest = new ArrayList<>(list);
        rest.remove(index);
        return rest;
    }

    private static Noise quieter(final Noise n, final int part) {
        return new Noise(
                part == 0 ? 0 : n.lossPpm(),
                part == 1 ? 0 : n.duplicationPpm(),
                part == 2 ? 0 : n.reorderingPpm(),
                part == 3 ? 0 : n.corruptionPpm(),
                part == 4 ? 0 : n.jitterPpm(),
                n.jitterNs(),
                n.reorderingNs(),
                new Noise.Backlog(
                        part == 5 ? Long.MAX_VALUE : n.backlog().queueNs(),
                        part == 6 ? Long.MAX_VALUE : n.backlog().markNs()));
    }

    private static List<GroupPlan> smaller(final Scenario from, final GroupPlan plan) {
        final List<GroupPlan> to = new ArrayList<>();
        for (int phase = 0; phase < plan.phases().size(); phase++) {
            if (plan.phases().size() > 1) {
                to.add(withoutPhase(plan, phase));
            }
            final Phase whole = plan.phases().get(phase);
            if (whole.firstLost() > 0) {
                to.add(withPhase(plan, phase, new Phase(whole.source(), whole.messages(), 0)));
            }
        }
        if (plan.refusal() != null) {
            to.add(plan.withRefusal(null));
        }
        if (plan.renewal() != null) {
            to.add(plan.withRenewal(null));
            if (plan.renewal().restart().node() >= 0) {
                to.add(plan.withRenewal(plan.renewal().withoutRestart()));
            }
        }
        for (int member = 0; member < plan.hosts().size() && plan.hosts().size() > 2; member++) {
            final boolean refuses = plan.refusal() != null && plan.refusal().member() == member;
            if (refuses || sends(plan, member) || !leavesLiveReceiver(from, plan, member)) {
                continue;
            }
            final List<Phase> phases = new ArrayList<>();
            for (final Phase phase : plan.phases()) {
                final int source = phase.source() > member ? phase.source() - 1 : phase.source();
                phases.add(new Phase(source, phase.messages(), phase.firstLost()));
            }
            final Refusal refusal = plan.refusal();
            final boolean later = refusal != null && refusal.member() > member;
            to.add(
                    plan.withHosts(without(plan.hosts(), member))
                            .withPhases(phases)
                            .withRefusal(
                                    later
                                            ? new Refusal(
                                                    refusal.member() - 1,
                                                    refusal.message(),
                                                    refusal.evicts())
                                            : refusal));
        }
        for (int phase = 0; phase < plan.phases().size(); phase++) {
            final Phase whole = plan.phases().get(phase);
            if (whole.messages() > 1) {
                final Phase half =
                        new Phase(whole.source(), whole.messages() / 2, whole.firstLost());
                to.add(withPhase(plan, phase, half));
            }
        }
        for (int i = 0; i < plan.messageBytes().size(); i++) {
            if (plan.messageBytes().get(i) > 1) {
                final List<Integer> bytes = new ArrayList<>(plan.messageBytes());
                bytes.set(i, bytes.get(i) / 2);
                to.add(plan.withMessageBytes(bytes));
            }
        }
        return to;
    }

    /** A group whose receivers are all dead has nothing to complete. */
    private static boolean leavesLiveReceiver(
            final Scenario from, final GroupPlan plan, final int without) {
        for (int member = 0; member < plan.hosts().size(); member++) {
            final int host = plan.hosts().get(member);
            final boolean dies =
                    from.trouble().faults().stream()
                            .anyMatch(
                                    fault ->
                                            fault.kind() == FaultKind.CRASH
                                                    && fault.target() == host);
            final boolean refuses = plan.refusal() != null && plan.refusal().member() == member;
            if (member != without && !sends(plan, member) && !dies && !refuses) {
                return true;
            }
        }
        return plan.phases().stream().map(Phase::source).distinct().count() > 1;
    }

    private static boolean sends(final GroupPlan plan, final int member) {
        return plan.phases().stream().anyMatch(phase -> phase.source() == member);
    }

    private static GroupPlan withPhase(final GroupPlan plan, final int index, final Phase to) {
        final List<Phase> phases = new ArrayList<>(plan.phases());
        phases.set(index, to);
        return plan.withPhases(phases);
    }

    /** A second job keeps its phases, as long as each job has one. */
    private static GroupPlan withoutPhase(final GroupPlan plan, final int index) {
        final List<Phase> phases = without(plan.phases(), index);
        final Renewal renewal = plan.renewal();
        if (renewal == null || index >= renewal.atPhase()) {
            return plan.withPhases(phases);
        }
        return plan.withRenewal(
                        renewal.atPhase() == 1 ? null : renewal.withPhase(renewal.atPhase() - 1))
                .withPhases(phases);
    }
}
