package io.polycast.dataplane.fault;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Faults to inject into frames. Each frame meets each fault independently, once when it comes in at
 * a port and once when it leaves at one.
 *
 * @param loss probability that a frame vanishes, in [0, 1]
 * @param duplicate probability that a frame comes twice, in [0, 1]
 * @param corrupt probability that one bit of a frame flips, in [0, 1]
 * @param seed of the choices: the same seed and the same arrivals make the same faults
 */
public record FaultSpec(double loss, double duplicate, double corrupt, long seed) {
    private static final long DEFAULT_SEED = 1;
    private static final String LOSS = "loss";
    private static final String DUPLICATE = "duplicate";
    private static final String CORRUPT = "corrupt";
    private static final String SEED = "seed";
    private static final String EXAMPLE = "write for instance loss=0.01,seed=7";

    /** Checks the ranges. */
    public FaultSpec {
        if (!isProbability(loss) || !isProbability(duplicate) || !isProbability(corrupt)) {
            throw new IllegalArgumentException(
                    "loss="
                            + loss
                            + ", duplicate="
                            + duplicate
                            + ", corrupt="
                            + corrupt
                            + ": each has to be in [0, 1]");
        }
    }

    /**
     * Reads {@code KEY=VALUE[,KEY=VALUE...]} with the keys loss, duplicate, corrupt and seed.
     *
     * @param text to read
     * @return the faults; at least one of them has a probability above 0
     * @throws FaultSyntaxException when the text is something else
     */
    public static FaultSpec parse(final String text) throws FaultSyntaxException {
        final Map<String, String> given = new HashMap<>();
        for (final String part : text.split(",", -1)) {
            final int equals = part.indexOf('=');
            if (equals < 1) {
                throw new FaultSyntaxException("'" + part + "' is not KEY=VALUE; " + EXAMPLE);
            }
            final String key = part.substring(0, equals).strip();
            if (given.put(key, part.substring(equals + 1).strip()) != null) {
                throw new FaultSyntaxException("'" + key + "' is given twice; give it once");
            }
        }
        final double loss = probability(LOSS, given.remove(LOSS));
        final double duplicate = probability(DUPLICATE, given.remove(DUPLICATE));
        final double corrupt = probability(CORRUPT, given.remove(CORRUPT));
        final long seed = seed(given.remove(SEED));
        if (!given.isEmpty()) {
            throw new FaultSyntaxException(
                    "'"
                            + given.keySet().stream().sorted().findFirst().orElseThrow()
                            + "' is no fault; there are loss, duplicate and corrupt, and seed");
        }
        if (loss + duplicate + corrupt == 0) {
            throw new FaultSyntaxException(
                    "no fault has a probability above 0; leave the option out, or " + EXAMPLE);
        }
        return new FaultSpec(loss, duplicate, corrupt, seed);
    }

    private static double probability(final String key, final String value)
            throws FaultSyntaxException {
        if (value == null) {
            return 0;
        }
        try {
            final double number = Double.parseDouble(value);
            if (isProbability(number)) {
                return number;
            }
        } catch (final NumberFormatException ignored) {
            // Said below, as for a number out of range.
        }
        throw new FaultSyntaxException(
                key + "=" + value + " is no probability; write a number from 0 to 1, as 0.01");
    }

    private static long seed(final String value) throws FaultSyntaxException {
        if (value == null) {
            return DEFAULT_SEED;
        }
        try {
            return Long.parseLong(value);
        } catch (final NumberFormatException e) {
            throw new FaultSyntaxException(
                    "seed=" + value + " is no whole number of 64 bits; write for instance seed=7");
        }
    }

    private static boolean isProbability(final double number) {
        return number >= 0 && number <= 1;
    }

    /** The faults in the words of {@link #parse}. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        append(text, LOSS, loss);
        append(text, DUPLICATE, duplicate);
        append(text, CORRUPT, corrupt);
        return text.append(SEED).append('=').append(seed).toString();
    }

    private static void append(final StringBuilder text, final String key, final double value) {
        if (value > 0) {
            text.append(String.format(Locale.ROOT, "%s=%s,", key, value));
        }
    }
}
