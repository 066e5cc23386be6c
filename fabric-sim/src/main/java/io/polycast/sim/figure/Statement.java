package io.polycast.sim.figure;

import java.util.Locale;

/**
 * A statement of a paper and what is found here.
 *
 * @param figure panel that it is about
 * @param statement in words
 * @param ours what was measured
 * @param paper what the paper says
 * @param verdict on it
 */
public record Statement(
        String figure, String statement, String ours, String paper, Verdict verdict) {
    private static final double MARGIN = 0.15;

    /** So that the ends of the range are inside. */
    private static final double EPSILON = 1e-9;

    /**
     * A number.
     *
     * @param figure panel
     * @param statement in words
     * @param ours measured
     * @param low least of the paper's range
     * @param high most of it
     * @return the statement, reproduced inside the range widened by 15 %
     */
    public static Statement number(
            final String figure,
            final String statement,
            final double ours,
            final double low,
            final double high) {
        final boolean inside =
                ours >= low * (1 - MARGIN) - EPSILON && ours <= high * (1 + MARGIN) + EPSILON;
        final String paper = low == high ? text(low) : text(low) + " to " + text(high);
        return new Statement(figure, statement, text(ours), paper, verdict(inside));
    }

    /**
     * A shape: an order, a limit, a line.
     *
     * @param figure panel
     * @param statement in words
     * @param ours numbers that the predicate looked at
     * @param paper what it says
     * @param holds whether the predicate holds
     * @return the statement
     */
    public static Statement shape(
            final String figure,
            final String statement,
            final String ours,
            final String paper,
            final boolean holds) {
        return new Statement(figure, statement, ours, paper, verdict(holds));
    }

    /**
     * A number that cannot be held to the paper's.
     *
     * @param figure panel
     * @param statement in words, with the reason
     * @param ours what was found
     * @param paper what it says
     * @return the statement
     */
    public static Statement notComparable(
            final String figure, final String statement, final String ours, final String paper) {
        return new Statement(figure, statement, ours, paper, Verdict.NOT_COMPARABLE);
    }

    /**
     * @param value a number
     * @return it with at most three decimals
     */
    public static String text(final double value) {
        final String all = String.format(Locale.ROOT, "%.3f", value);
        return all.replaceAll("\\.?0+$", "");
    }

    /**
     * @param values numbers
     * @return them with one decimal, separated by spaces
     */
    public static String list(final double... values) {
        final StringBuilder all = new StringBuilder();
        for (final double value : values) {
            all.append(all.isEmpty() ? "" : " ").append(String.format(Locale.ROOT, "%.1f", value));
        }
        return all.toString();
    }

    private static Verdict verdict(final boolean holds) {
        return holds ? Verdict.REPRODUCED : Verdict.NOT_REPRODUCED;
    }
}
