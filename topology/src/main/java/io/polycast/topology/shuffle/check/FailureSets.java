package io.polycast.topology.shuffle.check;

import io.polycast.topology.shuffle.ShuffleShape;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Sets of fewer than p failed relays that are tried for an instance. Few sets are all tried. Of many,
 * drawn ones are, and of each mirror class the sets that leave one live member.
 */
final class FailureSets {
    /** Up to so many sets, all are tried. */
    static final long MOST_SETS = 20_000;

    private static final int DRAWN = 2_000;

    /** Up to this p, each member of a class is left alone in turn. */
    private static final int MOST_MEMBERS = 31;

    private static final int DRAWN_OF_CLASS = 100;

    private final ShuffleShape shape;
    private final Random random;

    FailureSets(final ShuffleShape shape, final long seed) {
        this.shape = shape;
        random = new Random(seed * 31 * 31 + shape.p() * 31L + shape.k());
    }

    /** Whether all sets are tried. */
    boolean areAll() {
        return count() <= MOST_SETS;
    }

    /** Sets of 1 to p - 1 ToRs, or a number above {@link #MOST_SETS} when there are more. */
    private long count() {
        long sum = 0;
        long choices = 1;
        for (int size = 1; size < shape.p() && sum <= MOST_SETS; size++) {
            choices = choices * (shape.nodes() - size + 1) / size;
            sum += choices;
        }
        return sum;
    }

    /**
     * @param each is handed each set
     */
    void forEach(final Consumer<int[]> each) {
        if (areAll()) {
            for (int size = 1; size < shape.p(); size++) {
                combine(new int[size], 0, 0, each);
            }
            return;
        }
        for (int i = 0; i < DRAWN; i++) {
            each.accept(draw(1 + random.nextInt(shape.p() - 1)));
        }
        for (int mirrorClass = 0; mirrorClass < shape.classes(); mirrorClass++) {
            final int sets = shape.p() <= MOST_MEMBERS ? shape.p() : DRAWN_OF_CLASS;
            for (int i = 0; i < sets; i++) {
                each.accept(allBut(mirrorClass, sets == shape.p() ? i : random.nextInt(shape.p())));
            }
        }
    }

    private void combine(
            final int[] set, final int size, final int from, final Consumer<int[]> each) {
        if (size == set.length) {
            each.accept(set.clone());
            return;
        }
        for (int tor = from; tor < shape.nodes(); tor++) {
            set[size] = tor;
            combine(set, size + 1, tor + 1, each);
        }
    }

    private int[] draw(final int size) {
        return random.ints(0, shape.nodes()).distinct().limit(size).toArray();
    }

    private int[] allBut(final int mirrorClass, final int live) {
        final int[] set = new int[shape.p() - 1];
        Arrays.setAll(set, i -> shape.mirror(mirrorClass, i < live ? i : i + 1));
        return set;
    }
}
