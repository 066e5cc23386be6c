package io.polycast.dataplane.fault;

import java.util.SplittableRandom;
import org.agrona.MutableDirectBuffer;

/**
 * The choices of one direction of one port; for one thread. A frame costs the same draws whatever
 * happens to it, so that raising one probability does not move the other faults.
 */
final class Dice {
    private final FaultSpec spec;
    private final SplittableRandom random;
    private boolean lost;
    private boolean duplicated;
    private boolean corrupted;
    private int where;

    Dice(final FaultSpec spec, final int port, final int direction) {
        this.spec = spec;
        // Neighbouring seeds make unrelated sequences in a SplittableRandom only after a split.
        SplittableRandom split = new SplittableRandom(spec.seed());
        for (int i = 0; i <= 2 * port + direction; i++) {
            split = split.split();
        }
        random = split;
    }

    /** Decides the fate of the next frame. */
    void roll() {
        lost = random.nextDouble() < spec.loss();
        duplicated = random.nextDouble() < spec.duplicate();
        corrupted = random.nextDouble() < spec.corrupt();
        where = random.nextInt() & Integer.MAX_VALUE;
    }

    boolean lost() {
        return lost;
    }

    boolean duplicated() {
        return duplicated;
    }

    boolean corrupted() {
        return corrupted;
    }

    /** Flips one bit, any of the frame's. */
    void damage(final MutableDirectBuffer frame, final int offset, final int length) {
        final int bit = where % (length * Byte.SIZE);
        final int at = offset + bit / Byte.SIZE;
        frame.putByte(at, (byte) (frame.getByte(at) ^ 1 << bit % Byte.SIZE));
    }
}
