package io.polycast.topology.shuffle.cost;

/**
 * A passive splitter.
 *
 * @param fanout receivers, at least 2
 */
public record Splitter(int fanout) {
    /** Loss of a fibre, in dB per km (section IV-B). */
    public static final double FIBRE_DB_PER_KM = 0.36;

    private static final double LOSS_DB = 0.8;
    private static final double LOSS_DB_PER_DOUBLING = 3.4;

    /** Fan-out, loss in dB and price in USD of table I. */
    private static final double[][] TABLE = {{2, 4, 7.5}, {4, 7.3, 9.3}, {8, 10.6, 12}};

    /** Largest fan-out of table I. */
    public static final int MAX_PRICED = 8;

    /** Checks the fan-out. */
    public Splitter {
        if (fanout < 2) {
            throw new IllegalArgumentException("fan-out " + fanout + ": at least 2");
        }
    }

    /** Insertion loss in dB by the formula of section II-C, 0.8 + 3.4 log2 of the fan-out. */
    public double lossDb() {
        return LOSS_DB + LOSS_DB_PER_DOUBLING * Math.log(fanout) / Math.log(2);
    }

    /**
     * Loss of the smallest splitter of table I that has the fan-out.
     *
     * @return dB
     * @throws IllegalArgumentException above {@link #MAX_PRICED}
     */
    public double tableLossDb() {
        return row()[1];
    }

    /**
     * Price of the smallest splitter of table I that has the fan-out.
     *
     * @return USD
     * @throws IllegalArgumentException above {@link #MAX_PRICED}
     */
    public double usd() {
        return row()[2];
    }

    private double[] row() {
        for (final double[] row : TABLE) {
            if (fanout <= row[0]) {
                return row;
            }
        }
        throw new IllegalArgumentException(
                "fan-out " + fanout + ": table I has splitters up to 1:" + MAX_PRICED);
    }

    /**
     * @param rate of the transceivers
     * @param fibreKm from the splitter to the receiver, in km
     * @return what is left of the budget in dB; negative when the receiver is too weak
     */
    public double marginDb(final LineRate rate, final double fibreKm) {
        return rate.budgetDb() - lossDb() - FIBRE_DB_PER_KM * fibreKm;
    }

    /**
     * @param rate of the transceivers
     * @return the largest fan-out whose loss the budget bridges without fibre
     */
    public static int maxFanout(final LineRate rate) {
        return (int) Math.pow(2, (rate.budgetDb() - LOSS_DB) / LOSS_DB_PER_DOUBLING);
    }
}
