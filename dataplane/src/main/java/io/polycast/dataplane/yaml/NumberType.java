package io.polycast.dataplane.yaml;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A whole number, decimal or hexadecimal, within a range. */
public final class NumberType extends ScalarType<Long> {
    private static final Pattern DECIMAL = Pattern.compile("-?(?:0|[1-9][0-9]{0,19})");
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]{1,16}");
    private static final Pattern OCTAL = Pattern.compile("0[0-9]+");
    private static final BigInteger ALL_64_BITS =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private final BigInteger least;
    private final BigInteger most;
    private final boolean powerOfTwo;

    private NumberType(
            final BigInteger least,
            final BigInteger most,
            final boolean powerOfTwo,
            final String allowed) {
        super("number", allowed);
        this.least = least;
        this.most = most;
        this.powerOfTwo = powerOfTwo;
    }

    public static NumberType range(final long least, final long most) {
        return new NumberType(
                BigInteger.valueOf(least), BigInteger.valueOf(most), false, least + " to " + most);
    }

    public static NumberType powerOfTwo(final long least, final long most) {
        return new NumberType(
                BigInteger.valueOf(least),
                BigInteger.valueOf(most),
                true,
                "a power of two from " + least + " to " + most);
    }

    /** All 64 bits: values from 2^63 on come out negative. */
    public static NumberType unsigned64() {
        return new NumberType(BigInteger.ZERO, ALL_64_BITS, false, "0 to 0xffffffffffffffff");
    }

    public static NumberType unsigned32() {
        return new NumberType(
                BigInteger.ZERO, BigInteger.valueOf(0xFFFF_FFFFL), false, "0 to 0xffffffff");
    }

    @Override
    public boolean takesTextOnly() {
        return false;
    }

    @Override
    public Long parse(final ScalarNode scalar) throws BadValueException {
        final String text = scalar.getValue();
        final BigInteger value;
        if (HEXADECIMAL.matcher(text).matches()) {
            // Quoted as well: JSON has no other way to write one.
            value = new BigInteger(text.substring(2), 16);
        } else if (!Nodes.isPlain(scalar) && DECIMAL.matcher(text).matches()) {
            throw new BadValueException(
                    "the text '" + Nodes.shortened(text) + "' is not a number",
                    "write it without quotes: " + allowed());
        } else if (DECIMAL.matcher(text).matches()) {
            value = new BigInteger(text);
        } else if (OCTAL.matcher(text).matches()) {
            throw new BadValueException(
                    "YAML reads " + Nodes.shortened(text) + " as an octal number",
                    "write it without the leading 0, or as 0x..");
        } else {
            throw new BadValueException("'" + Nodes.shortened(text) + "' is not a whole number");
        }
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new BadValueException(text + " is out of range");
        }
        if (powerOfTwo && value.bitCount() != 1) {
            throw new BadValueException(text + " is not a power of two");
        }
        return value.longValue();
    }
}
