package io.polycast.cli.demo;

import java.util.SplittableRandom;

/** One direction of a link: loses each frame independently, the same ones for the same seed. */
final class Hop {
    private final double loss;
    private final SplittableRandom random;
    private long lost;

    /**
     * @param loss probability, in [0, 1)
     * @param seed of the run
     * @param number of this hop, different for each
     */
    Hop(final double loss, final long seed, final int number) {
        this.loss = loss;
        this.random = new SplittableRandom(seed * 1_000_003 + number);
    }

    /** Whether the next frame is lost. */
    boolean loses() {
        if (loss > 0 && random.nextDouble() < loss) {
            lost++;
            return true;
        }
        return false;
    }

    /** Frames lost so far. */
    long lost() {
        return lost;
    }
}
