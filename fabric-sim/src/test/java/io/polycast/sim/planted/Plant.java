package io.polycast.sim.planted;

import io.polycast.sim.check.Invariant;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A planted bug.
 *
 * @param probe runs a seed; its answer begins with the name of the broken invariant, or is null
 * @param className the changed class
 * @param edits by method of this class, or by {@code Class.method} of its package
 * @param seed whose run shows the bug: the first that the tests tagged {@code search} found
 * @param invariant what it breaks there
 */
record Plant(
        Class<? extends LongFunction<String>> probe,
        String className,
        Map<String, List<Edit>> edits,
        long seed,
        Invariant invariant) {}
