package io.polycast.sim.draw;

import io.polycast.core.offload.OffloadSettings;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws groups that move to the kernel at once and are idle there, quiet or with data outstanding, until
 * a second job begins that nobody announces.
 */
final class KernelIdleness {
    private KernelIdleness() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!rng.percent(25)) {
            return scenario;
        }
        final SecondJobs jobs = new SecondJobs(scenario, rng);
        final List<GroupPlan> groups = new ArrayList<>();
        for (final GroupPlan plan : scenario.groups()) {
            final GroupPlan with = plan.renewal() == null ? jobs.second(plan) : plan;
            final boolean fixed = with.renewal().revives();
            final long idleNs =
                    1
                            + scenario.switches().idleAnewNs()
                            + rng.nextLong(scenario.switches().idleAnewNs());
            groups.add(
                    fixed
                            ? with
                            : with.withRenewal(
                                    with.renewal().idling(idleNs, with.first().epoch())));
        }
        final KernelPlan kernel =
                new KernelPlan(
                        -1,
                        rng.nextInt(1_000),
                        8,
                        rng.nextInt(2_000),
                        0,
                        1,
                        Long.MAX_VALUE,
                        new OffloadSettings(
                                0,
                                1 + rng.nextInt(2_000),
                                rng.nextInt(2_000),
                                1_000,
                                2_000,
                                1_000 + rng.nextInt(20_000),
                                scenario.switches().idleAnewNs()));
        return scenario.withGroups(groups).withKernel(kernel);
    }
}
