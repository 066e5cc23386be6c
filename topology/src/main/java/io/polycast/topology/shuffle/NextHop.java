package io.polycast.topology.shuffle;

/**
 * Algorithm 1 of the paper, line by line: the next relay on the route from a source to a destination.
 * The instance's rules do not need it, because {@link StaticRelays} has the partition criteria of lemma
 * 2. It is the definition that they are checked against.
 */
public final class NextHop {
    private final ShuffleShape shape;

    /**
     * @param shape of the instance
     */
    public NextHop(final ShuffleShape shape) {
        this.shape = shape;
    }

    /**
     * @param source in [0, nodes())
     * @param destination in [0, nodes()), another than the source
     * @param current the source, or a relay that this method returned for both; not the destination
     * @return the next ToR of the route
     */
    public int next(final int source, final int destination, final int current) {
        final int k = shape.k();
        final int ahead = Math.floorMod(shape.column(destination) - shape.column(current), k);
        final int x = ahead == 0 ? k : ahead;
        final int digit;
        if (x == k || highDigits(destination, k - x) == lowDigits(current, k - x)) {
            digit = shape.digit(destination, x - 1);
        } else {
            final int passed = Math.floorMod(shape.column(current) - shape.column(source), k);
            digit = shape.digit(source, k - passed - 1);
        }
        return shape.firstFed(shape.mirrorClass(current)) + digit;
    }

    /** The leading digits of a row, as a number. */
    private int highDigits(final int tor, final int digits) {
        return shape.row(tor) / power(shape.k() - digits);
    }

    /** The last digits of a row, as a number. */
    private int lowDigits(final int tor, final int digits) {
        return shape.row(tor) % power(digits);
    }

    private int power(final int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= shape.p();
        }
        return power;
    }
}
