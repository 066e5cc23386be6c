package io.polycast.cli.console;

import io.polycast.dataplane.config.Sizes;
import io.polycast.dataplane.yaml.BadValueException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes on the command line, read as in the configuration: 4096, 64KiB, 256MB, 1.5GiB. */
public final class ByteSize implements ITypeConverter<Long> {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};

    @Override
    public Long convert(final String value) {
        try {
            return Sizes.parseBytes(value);
        } catch (final BadValueException e) {
            throw new TypeConversionException(
                    e.getMessage() + "; write bytes, or 64KiB, 256MB, 1GiB");
        }
    }

    /**
     * @param bytes at least 0
     * @return the size for people, in decimal units
     */
    public static String text(final double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1000 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
