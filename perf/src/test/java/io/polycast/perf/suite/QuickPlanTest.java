package io.polycast.perf.suite;

import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QuickPlanTest {
    @Property
    void shouldPlanNoMoreThanItsBudget(@ForAll @IntRange(min = 1, max = 500) final int sets) {
        final QuickPlan plan = QuickPlan.of(sets);
        final long iterations = QuickPlan.ITERATIONS + QuickPlan.WARM_UPS;
        final long set = iterations * plan.iterationMs() + (plan.forked() ? QuickPlan.FORK_MS : 0);
        assertTrue(sets * set <= QuickPlan.BUDGET_MS, plan.toString());
        assertTrue(plan.iterationMs() >= 1, plan.toString());
    }

    @Test
    void shouldForkForTheBenchmarksOfARun() {
        assertTrue(QuickPlan.of(50).forked());
    }
}
