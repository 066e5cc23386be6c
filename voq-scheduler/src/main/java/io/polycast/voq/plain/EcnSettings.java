package io.polycast.voq.plain;

/**
 * Marks of a queue, as DCQCN's congestion point has them: no frame below {@code low}, each above {@code
 * high}, between them with a chance that rises from 0 to {@code maxPercent}.
 *
 * @param low bytes, at least 0
 * @param high bytes, at least {@code low}
 * @param maxPercent in [0, 100]
 */
public record EcnSettings(int low, int high, int maxPercent) {
    /** Marks nothing. */
    public static final EcnSettings OFF = new EcnSettings(Integer.MAX_VALUE, Integer.MAX_VALUE, 0);

    /** Checks the ranges. */
    public EcnSettings {
        if (low < 0 || low > high || maxPercent < 0 || maxPercent > 100) {
            throw new IllegalArgumentException(
                    "low=" + low + " high=" + high + " maxPercent=" + maxPercent);
        }
    }
}
