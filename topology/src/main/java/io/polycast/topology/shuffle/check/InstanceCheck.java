package io.polycast.topology.shuffle.check;

import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.List;

/** Checks all statements about one instance. */
public final class InstanceCheck {
    private InstanceCheck() {}

    /**
     * @param maxNodes at least 2
     * @return all instances of up to so many ToRs, the largest p of each k first
     */
    public static List<ShuffleShape> instances(final int maxNodes) {
        final List<ShuffleShape> instances = new ArrayList<>();
        for (int k = 1; nodes(2, k) <= maxNodes; k++) {
            final List<ShuffleShape> ofColumns = new ArrayList<>();
            for (int p = 2; nodes(p, k) <= maxNodes; p++) {
                ofColumns.add(0, new ShuffleShape(p, k));
            }
            instances.addAll(ofColumns);
        }
        return instances;
    }

    private static double nodes(final int p, final int k) {
        return k * Math.pow(p, k);
    }

    /**
     * @param shape of the instance
     * @param seed of the sets that are drawn
     * @return what was found; the same seed gives the same result
     */
    public static InstanceResult check(final ShuffleShape shape, final long seed) {
        final LemmaCheck lemmas = new LemmaCheck(shape);
        final boolean lemma1 = lemmas.lemma1();
        boolean recovered = true;
        boolean maxHopsOk = lemma1;
        long sets = 0;
        int exhaustive = 0;
        // With k = 1 a live source reaches all ToRs itself, whatever has failed: lemma 1 says so.
        if (shape.k() > 1) {
            final RecoveryCheck recovery = new RecoveryCheck(shape);
            recovery.tryPaper();
            final FailureSets failures = new FailureSets(shape, seed);
            final long[] count = new long[1];
            failures.forEach(
                    set -> {
                        recovery.tryComputed(set);
                        count[0]++;
                    });
            sets = count[0];
            exhaustive = failures.areAll() ? 1 : 0;
            recovered = recovery.recovered();
            maxHopsOk = lemma1 && recovery.maxHops() <= 3 * shape.k() - 1;
        }
        return new InstanceResult(
                1,
                shape.nodes(),
                new Lemmas(lemma1, lemmas.lemma2(), lemmas.lemma3(), lemmas.lemma4()),
                recovered,
                maxHopsOk,
                sets,
                exhaustive);
    }
}
