package io.polycast.sim.draw;

import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;

/** Draws how many frames of a phase's beginning are lost before the first switch. */
final class FirstLosses {
    private static final int MOST = 3;

    private FirstLosses() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!rng.percent(30)) {
            return scenario;
        }
        final List<GroupPlan> groups = new ArrayList<>();
        for (final GroupPlan plan : scenario.groups()) {
            final List<Phase> phases = new ArrayList<>();
            for (final Phase phase : plan.phases()) {
                final int lost = rng.percent(60) ? rng.between(1, MOST) : 0;
                phases.add(new Phase(phase.source(), phase.messages(), lost));
            }
            groups.add(plan.withPhases(phases));
        }
        return scenario.withGroups(groups);
    }
}
