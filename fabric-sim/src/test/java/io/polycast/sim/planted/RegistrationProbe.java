package io.polycast.sim.planted;

import io.polycast.sim.registration.GroupLives;
import java.util.function.LongFunction;

/** Runs lives of groups in a class loader of its own; only JDK types pass to the outside. */
public final class RegistrationProbe implements LongFunction<String> {
    @Override
    public String apply(final long seed) {
        try {
            new GroupLives(seed).run();
            return null;
        } catch (final AssertionError e) {
            return e.getMessage();
        }
    }
}
