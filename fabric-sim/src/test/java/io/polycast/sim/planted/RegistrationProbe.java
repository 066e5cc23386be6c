package io.polycast.sim.planted;

import io.polycast.sim.registration.RegistrationResult;
import io.polycast.sim.registration.RegistrationRun;
import java.util.function.LongFunction;

/** Runs lives of groups in a class loader of its own; only JDK types pass to the outside. */
public final class RegistrationProbe implements LongFunction<String> {
    @Override
    public String apply(final long seed) {
        final RegistrationResult result = RegistrationRun.of(seed);
        return result.broken() == null ? null : result.broken() + ": " + result.message();
    }
}
