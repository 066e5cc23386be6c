package io.polycast.topology.shuffle;

/**
 * Size and connectivity of a p,k-Shufflecast (section III-A). The instance has k columns of p^k ToRs.
 * ToR i stands in column i / p^k and row i mod p^k; the row has k digits in base p, and digit 0 is the
 * last one. The splitter of a ToR feeds p ToRs of the next column: those whose row is its own row
 * without the leading digit, followed by any digit.
 *
 * <p>Mirrors are the p ToRs of a column that differ in the leading digit (the partition) only. They
 * feed the same p ToRs. A mirror class is numbered column by column, by the other k - 1 digits.
 */
public final class ShuffleShape {
    /** Most logical ToRs of an instance. */
    public static final int MAX_NODES = 65_536;

    private final int p;
    private final int k;
    private final int rows;
    private final int classesPerColumn;

    /**
     * @param p ToRs behind a splitter, at least 2
     * @param k columns, at least 1
     * @throws IllegalArgumentException when a value is too small, or k p^k exceeds {@link #MAX_NODES}
     */
    public ShuffleShape(final int p, final int k) {
        if (p < 2 || k < 1) {
            throw new IllegalArgumentException("p=" + p + ", k=" + k + ": p >= 2, k >= 1");
        }
        final long nodes = nodes(p, k);
        if (nodes > MAX_NODES) {
            throw new IllegalArgumentException(
                    "p=" + p + ", k=" + k + ": k p^k exceeds " + MAX_NODES + " ToRs");
        }
        this.p = p;
        this.k = k;
        rows = (int) (nodes / k);
        classesPerColumn = rows / p;
    }

    /**
     * @param p at least 2
     * @param k at least 1
     * @return k p^k, or a number above {@link #MAX_NODES} when it is larger
     */
    static long nodes(final int p, final int k) {
        long nodes = k;
        for (int i = 0; i < k && nodes <= MAX_NODES; i++) {
            nodes *= p;
        }
        return nodes;
    }

    /** ToRs behind a splitter, mirrors of a class, partitions of a column. */
    public int p() {
        return p;
    }

    /** Columns, and digits of a row. */
    public int k() {
        return k;
    }

    /** ToRs of a column, p^k. */
    public int rows() {
        return rows;
    }

    /** Logical ToRs, k p^k. */
    public int nodes() {
        return k * rows;
    }

    /** Mirror classes of a column, ToRs of a partition: p^(k-1). */
    public int classesPerColumn() {
        return classesPerColumn;
    }

    /** Mirror classes, relays of a source, sources of a relay: k p^(k-1). */
    public int classes() {
        return k * classesPerColumn;
    }

    /**
     * @param tor in [0, nodes())
     * @return its column, in [0, k)
     */
    public int column(final int tor) {
        return tor / rows;
    }

    /**
     * @param tor in [0, nodes())
     * @return its row, in [0, rows())
     */
    public int row(final int tor) {
        return tor % rows;
    }

    /**
     * @param column any integer; columns are counted modulo k
     * @param row in [0, rows())
     * @return the ToR there
     */
    public int tor(final int column, final int row) {
        return Math.floorMod(column, k) * rows + row;
    }

    /**
     * @param tor in [0, nodes())
     * @param place in [0, k), 0 for the last digit
     * @return the digit of the ToR's row, in [0, p)
     */
    public int digit(final int tor, final int place) {
        int rest = row(tor);
        for (int i = 0; i < place; i++) {
            rest /= p;
        }
        return rest % p;
    }

    /**
     * @param tor in [0, nodes())
     * @return its partition: the leading digit of its row, in [0, p)
     */
    public int partition(final int tor) {
        return row(tor) / classesPerColumn;
    }

    /**
     * @param tor in [0, nodes())
     * @return the class of its mirrors, in [0, classes())
     */
    public int mirrorClass(final int tor) {
        return column(tor) * classesPerColumn + row(tor) % classesPerColumn;
    }

    /**
     * @param mirrorClass in [0, classes())
     * @param partition in [0, p)
     * @return the member of the class in the partition
     */
    public int mirror(final int mirrorClass, final int partition) {
        return mirrorClass / classesPerColumn * rows
                + partition * classesPerColumn
                + mirrorClass % classesPerColumn;
    }

    /**
     * @param mirrorClass in [0, classes())
     * @return the first of the p ToRs, numbered in a row, that each member of the class feeds
     */
    public int firstFed(final int mirrorClass) {
        return tor(mirrorClass / classesPerColumn + 1, mirrorClass % classesPerColumn * p);
    }

    /**
     * @param tor in [0, nodes())
     * @return the mirror class whose members feed the ToR
     */
    public int feeder(final int tor) {
        return Math.floorMod(column(tor) - 1, k) * classesPerColumn + row(tor) / p;
    }

    /**
     * @param source in [0, nodes())
     * @param column in [0, k)
     * @return the partition that relays for the source in the column (lemma 2): the source's leading
     *     digit in its own column, the next digit in the next column, and so on
     */
    public int partitionOf(final int source, final int column) {
        return digit(source, k - 1 - Math.floorMod(column - column(source), k));
    }

    /**
     * @param tor in [0, nodes())
     * @return column and digits such as (1,10); digits above 9 are parted by dots
     */
    public String id(final int tor) {
        final StringBuilder id = new StringBuilder("(").append(column(tor)).append(',');
        for (int place = k - 1; place >= 0; place--) {
            id.append(digit(tor, place)).append(p > 10 && place > 0 ? "." : "");
        }
        return id.append(')').toString();
    }

    /**
     * @param tor number to check
     * @throws IllegalArgumentException when the instance has no such ToR
     */
    public void check(final int tor) {
        if (tor < 0 || tor >= nodes()) {
            throw new IllegalArgumentException(
                    "ToR "
                            + tor
                            + " is not in [0, "
                            + (nodes() - 1)
                            + "], the ToRs of a "
                            + this
                            + "-Shufflecast");
        }
    }

    @Override
    public String toString() {
        return p + "," + k;
    }
}
