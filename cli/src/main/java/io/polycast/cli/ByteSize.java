package io.polycast.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as people write them: 4096, 64KiB, 256MB (10^6), 1.5GiB (2^30). */
public final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([a-z]*)");

    private static final Map<String, Long> UNITS =
            Map.of(
                    "", 1L,
                    "b", 1L,
                    "kb", 1_000L,
                    "mb", 1_000_000L,
                    "gb", 1_000_000_000L,
                    "tb", 1_000_000_000_000L,
                    "kib", 1L << 10,
                    "mib", 1L << 20,
                    "gib", 1L << 30,
                    "tib", 1L << 40);

    @Override
    public Long convert(final String value) {
        final Matcher matcher = FORM.matcher(value.strip().toLowerCase(Locale.ROOT));
        final Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new TypeConversionException(
                    "'" + value + "' is not a size: write bytes, or 64KiB, 256MB, 1GiB...");
        }
        final BigDecimal bytes =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw new TypeConversionException("'" + value + "' is not a whole number of bytes");
        }
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new TypeConversionException("'" + value + "' is beyond 8 EiB");
        }
        return bytes.longValueExact();
    }

    /**
     * @param bytes at least 0
     * @return the size for people, in decimal units
     */
    public static String text(final double bytes) {
        final String[] units = {"B", "kB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return unit == 0
                ? String.format(Locale.ROOT, "%.0f B", value)
                : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
