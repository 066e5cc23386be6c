package io.polycast.sim.draw;

import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Refusal;
import io.polycast.sim.scenario.Renewal;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a receiver that refuses for good while another is late, and switches that restart
 * meanwhile. The member refuses once. Faults that make a switch forget the refusal are not drawn
 * beside it, because they would be no defect.
 */
final class Refusals {
    private static final int MAX_PAUSE_NS = 100_000;

    private Refusals() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!rng.percent(50)) {
            return scenario;
        }
        final GroupPlan plan = scenario.groups().get(0);
        final List<Integer> receivers = new ArrayList<>();
        for (int member = 0; member < plan.hosts().size(); member++) {
            final int index = member;
            final boolean dies =
                    scenario.trouble().faults().stream()
                            .anyMatch(
                                    fault ->
                                            fault.kind() == FaultKind.CRASH
                                                    && fault.target() == plan.hosts().get(index));
            if (!dies && plan.phases().stream().noneMatch(phase -> phase.source() == index)) {
                receivers.add(member);
            }
        }
        final int end = plan.renewal() == null ? plan.phases().size() : plan.renewal().atPhase();
        final int messages = plan.phases().subList(0, end).stream().mapToInt(Phase::messages).sum();
        int message = rng.nextInt(messages);
        while (message < messages && plan.bytes(message) == 0) {
            message++;
        }
        if (receivers.size() < 2 || message == messages) {
            return scenario;
        }
        final int member = receivers.remove(rng.nextInt(receivers.size()));
        final int late = plan.hosts().get(receivers.get(rng.nextInt(receivers.size())));
        // A switch whose last member is out says nothing: the next takes it for silent, if it may.
        final boolean alone = scenario.shape().kind() == Shape.Kind.SINGLE;
        final boolean evicts = (alone || plan.evict()) && rng.percent(50);
        final List<GroupPlan> groups = new ArrayList<>(scenario.groups());
        GroupPlan to = plan.withRefusal(new Refusal(member, message, evicts));
        // A restart without state brings back whom a fatal NAK took out, and nobody speaks for it.
        final Renewal renewal = to.renewal();
        final boolean forgets =
                renewal != null && renewal.restart().node() >= 0 && !renewal.restart().keepState();
        if (renewal != null && (!evicts || forgets)) {
            to = to.withRenewal(renewal.announcing());
        }
        groups.set(0, to);
        // Who refused says nothing to a switch that has lost its state, whichever group it restarts
        // for.
        groups.replaceAll(Refusals::keepingState);
        return scenario.withGroups(groups)
                .withFaults(faults(scenario, plan.hosts().get(member), late, rng));
    }

    private static GroupPlan keepingState(final GroupPlan plan) {
        return plan.renewal() == null ? plan : plan.withRenewal(plan.renewal().keepingState());
    }

    private static List<Fault> faults(
            final Scenario scenario, final int host, final int late, final Rng rng) {
        final List<Fault> faults = new ArrayList<>();
        for (final Fault fault : scenario.trouble().faults()) {
            switch (fault.kind()) {
                case GROUP_RESET, CONTROL_REPEATED, CONTROL_DELAYED, CONTROL_LOST -> {}
                case RESTART_KEEPING_STATE, RESTART_LOSING_STATE ->
                        faults.add(
                                new Fault(
                                        FaultKind.RESTART_KEEPING_STATE,
                                        fault.atNs(),
                                        fault.lengthNs(),
                                        fault.target(),
                                        0));
                default -> faults.add(fault);
            }
        }
        final long endNs = scenario.trouble().endNs();
        final long atNs = rng.nextLong(Math.min(endNs / 2, MAX_PAUSE_NS));
        faults.add(
                new Fault(
                        FaultKind.PAUSE,
                        atNs,
                        1 + rng.nextLong(Math.min(endNs - atNs, MAX_PAUSE_NS)),
                        late,
                        0));
        if (rng.percent(60)) {
            final var topology = scenario.shape().build();
            faults.add(
                    new Fault(
                            FaultKind.RESTART_KEEPING_STATE,
                            atNs + rng.nextLong(Math.min(endNs - atNs, MAX_PAUSE_NS)) / 2,
                            1 + rng.nextInt(10_000),
                            rng.percent(70)
                                    ? topology.peerNode(topology.hostNode(host), 0)
                                    : rng.nextInt(topology.switchCount()),
                            0));
        }
        return faults;
    }
}
