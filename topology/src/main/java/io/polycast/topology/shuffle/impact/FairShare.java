package io.polycast.topology.shuffle.impact;

import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;

/**
 * Shares of the line rate with several active sources (figure 7c). A relay divides its line rate equally
 * among the active sources that it serves. A source sends at the rate of its busiest relay.
 */
public final class FairShare {
    private final ShuffleShape shape;
    private final Function<FailedRelays, RelayRules> repair;

    /**
     * @param shape of the instance
     * @param repair of a failed relay
     */
    public FairShare(final ShuffleShape shape, final Function<FailedRelays, RelayRules> repair) {
        this.shape = shape;
        this.repair = repair;
    }

    /**
     * @param active number of active sources, in [1, nodes() - 1]
     * @param samples of sources and failed relays, at least 1
     * @param seed of the draws
     * @return mean loss of throughput of an active source after a relay has failed and been repaired, in
     *     [0, 1]; the failed relay is no source
     */
    public double meanLoss(final int active, final int samples, final long seed) {
        final Random random = new Random(seed);
        final StaticRelays healthy = new StaticRelays(shape);
        double loss = 0;
        for (int i = 0; i < samples; i++) {
            final int failed = random.nextInt(shape.nodes());
            final int[] sources = draw(active, failed, random);
            final double[] before = rates(sources, healthy);
            final double[] after = rates(sources, repair.apply(new FailedRelays(shape, failed)));
            for (int s = 0; s < active; s++) {
                loss += 1 - after[s] / before[s];
            }
        }
        return loss / samples / active;
    }

    private int[] draw(final int active, final int failed, final Random random) {
        final int[] others = new int[shape.nodes() - 1];
        Arrays.setAll(others, i -> i < failed ? i : i + 1);
        for (int i = 0; i < active; i++) {
            final int swapped = i + random.nextInt(others.length - i);
            final int other = others[swapped];
            others[swapped] = others[i];
            others[i] = other;
        }
        return Arrays.copyOf(others, active);
    }

    private double[] rates(final int[] sources, final RelayRules rules) {
        final int[] served = new int[shape.nodes()];
        final int[][] relays = new int[sources.length][shape.classes()];
        for (int s = 0; s < sources.length; s++) {
            rules.fill(sources[s], relays[s]);
            for (final int relay : relays[s]) {
                if (relay != RelayRules.NONE) {
                    served[relay]++;
                }
            }
        }
        final double[] rates = new double[sources.length];
        for (int s = 0; s < sources.length; s++) {
            int busiest = 1;
            for (final int relay : relays[s]) {
                busiest = relay == RelayRules.NONE ? busiest : Math.max(busiest, served[relay]);
            }
            rates[s] = 1.0 / busiest;
        }
        return rates;
    }
}
