package io.polycast.sim.draw;

import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws a receiver that dies, is taken out of service, and whose host takes part in the second job
 * again, with a set that begins the group anew.
 */
final class Returns {
    private Returns() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!rng.percent(50) || scenario.shape().kind() == Shape.Kind.FAT_TREE) {
            return scenario;
        }
        final int host = mortal(scenario, rng);
        if (host < 0) {
            return scenario;
        }
        final long endNs = scenario.trouble().endNs();
        final List<Fault> faults = new ArrayList<>(scenario.trouble().faults());
        faults.add(
                new Fault(
                        FaultKind.CRASH,
                        Math.min(rng.nextLong(endNs), rng.nextLong(endNs)) / 4,
                        0,
                        host,
                        0));
        final Scenario deadly = scenario.withFaults(faults);
        final SecondJobs jobs = new SecondJobs(deadly, rng);
        final List<GroupPlan> groups = new ArrayList<>();
        for (final GroupPlan plan : deadly.groups()) {
            GroupPlan to = plan.withEvict();
            if (plan.hosts().contains(host)) {
                to = to.renewal() == null ? jobs.second(to) : to;
                to = to.withRenewal(to.renewal().reviving());
            }
            groups.add(to);
        }
        return deadly.withGroups(groups);
    }

    /** A host that only receives, and not alone in any group; -1 when there is none. */
    private static int mortal(final Scenario scenario, final Rng rng) {
        final Set<Integer> spared = new HashSet<>();
        for (final GroupPlan plan : scenario.groups()) {
            final Set<Integer> receivers = new HashSet<>(plan.hosts());
            for (final Phase phase : plan.phases()) {
                spared.add(plan.hosts().get(phase.source()));
                receivers.remove(plan.hosts().get(phase.source()));
            }
            scenario.trouble().faults().stream()
                    .filter(fault -> fault.kind() == FaultKind.CRASH)
                    .forEach(fault -> receivers.remove(fault.target()));
            if (receivers.size() < 2) {
                spared.addAll(receivers);
            }
        }
        final List<Integer> hosts = scenario.groups().get(0).hosts();
        final int first = rng.nextInt(hosts.size());
        for (int i = 0; i < hosts.size(); i++) {
            final int host = hosts.get((first + i) % hosts.size());
            final boolean dies =
                    scenario.trouble().faults().stream()
                            .anyMatch(f -> f.kind() == FaultKind.CRASH && f.target() == host);
            if (!spared.contains(host) && !dies) {
                return host;
            }
        }
        return -1;
    }
}
