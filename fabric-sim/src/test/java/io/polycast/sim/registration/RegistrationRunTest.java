package io.polycast.sim.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Groups come and go under faults, and no invariant breaks. */
class RegistrationRunTest {
    private static final int SEEDS = 100;

    @Test
    void shouldBreakNoInvariant() throws InterruptedException {
        final RegistrationReport report = RegistrationSwarm.run(1, SEEDS, 1, done -> {});
        report.failures().forEach(failure -> System.out.println(failure));
        assertEquals(0, report.failures().size());
        assertTrue(report.refusals() > 0 && report.lost() > 0 && report.repeated() > 0);
    }

    @Test
    void shouldRunTheSameForTheSameSeed() {
        assertEquals(RegistrationRun.of(7), RegistrationRun.of(7));
    }
}
