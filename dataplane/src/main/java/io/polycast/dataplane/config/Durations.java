package io.polycast.dataplane.config;

import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Nodes;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 3us, 50ms, 2s, 1.5ms. */
public final class Durations {
    private static final Pattern SHAPE =
            Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?) ?(ns|us|ms|s|h)");
    private static final BigDecimal LIMIT = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final long[] SCALES = {
        3_600_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
    };
    private static final String[] UNITS = {"h", "s", "ms", "us", "ns"};

    private Durations() {}

    /**
     * @param text a number with a unit of ns, us, ms, s or h
     * @return nanoseconds, in [0, 2^63)
     * @throws BadValueException when it is no duration, or not a whole number of nanoseconds
     */
    public static long parseNs(final String text) throws BadValueException {
        final Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new BadValueException(
                    "'" + Nodes.shortened(text) + "' is not a duration",
                    "write a number with a unit of ns, us, ms, s or h, such as 50ms");
        }
        final BigDecimal ns =
                new BigDecimal(matcher.group(1))
                        .multiply(BigDecimal.valueOf(scale(matcher.group(2))));
        if (ns.compareTo(LIMIT) > 0) {
            throw new BadValueException("'" + text + "' is too long a duration");
        }
        if (ns.stripTrailingZeros().scale() > 0) {
            throw new BadValueException(
                    "'" + text + "' is not a whole number of nanoseconds", "round it");
        }
        return ns.longValueExact();
    }

    /**
     * @param ns nanoseconds, at least 0
     * @return in the largest unit that needs no fraction
     */
    public static String format(final long ns) {
        if (ns == 0) {
            return "0s";
        }
        for (int i = 0; i < SCALES.length; i++) {
            if (ns % SCALES[i] == 0) {
                return ns / SCALES[i] + UNITS[i];
            }
        }
        throw new AssertionError("every number is a multiple of 1");
    }

    private static long scale(final String unit) {
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(unit)) {
                return SCALES[i];
            }
        }
        throw new AssertionError(unit);
    }
}
