package io.polycast.dataplane.config;

import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Nodes;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: 4096, 64KiB, 256MB; MB is 10^6, MiB is 2^20. */
public final class Sizes {
    private static final Pattern SHAPE =
            Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?) ?([kKMGT]i?B|B)?");
    private static final BigDecimal LIMIT = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Map<String, Long> SCALES =
            Map.of(
                    "B", 1L,
                    "kB", 1_000L,
                    "KB", 1_000L,
                    "KiB", 1L << 10,
                    "MB", 1_000_000L,
                    "MiB", 1L << 20,
                    "GB", 1_000_000_000L,
                    "GiB", 1L << 30,
                    "TB", 1_000_000_000_000L,
                    "TiB", 1L << 40);
    private static final String[] BY_SIZE = {"TiB", "TB", "GiB", "GB", "MiB", "MB", "KiB", "kB"};

    private Sizes() {}

    /**
     * @param text a number, with or without a unit
     * @return bytes, in [0, 2^63)
     * @throws BadValueException when it is no size, or not a whole number of bytes
     */
    public static long parseBytes(final String text) throws BadValueException {
        final Matcher matcher = SHAPE.matcher(text);
        final Long scale =
                matcher.matches()
                        ? SCALES.get(matcher.group(2) == null ? "B" : matcher.group(2))
                        : null;
        if (scale == null) {
            throw new BadValueException(
                    "'" + Nodes.shortened(text) + "' is not a size",
                    "write bytes or a number with kB, MB, GB (10^3..) or KiB, MiB, GiB (2^10..)");
        }
        final BigDecimal bytes =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(scale));
        if (bytes.compareTo(LIMIT) > 0) {
            throw new BadValueException("'" + text + "' is too large a size");
        }
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw new BadValueException(
                    "'" + text + "' is not a whole number of bytes", "round it");
        }
        return bytes.longValueExact();
    }

    /**
     * @param bytes at least 0
     * @return in the largest unit that needs no fraction
     */
    public static String format(final long bytes) {
        for (final String unit : BY_SIZE) {
            final long scale = SCALES.get(unit);
            if (bytes != 0 && bytes % scale == 0) {
                return bytes / scale + unit;
            }
        }
        return Long.toString(bytes);
    }
}
