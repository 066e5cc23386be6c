package io.polycast.parser.wire;

/** RNR NAK timer codes (IBTA volume 1, table 46): 5 bits, of which code 0 is the longest delay. */
public final class RnrTimer {
    /** Codes are in [0, CODES). */
    public static final int CODES = 32;

    private static final long UNIT_NS = 10_000;

    /** In units of 10 us, by code. */
    private static final int[] UNITS = {
        65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
        1536, 2048, 3072, 4096, 6144, 8192, 12_288, 16_384, 24_576, 32_768, 49_152
    };

    private RnrTimer() {}

    /**
     * @param code timer code; only its low 5 bits count
     * @return the delay in ns, in [10_000, 655_360_000]
     */
    public static long nanos(final int code) {
        return UNITS[code & CODES - 1] * UNIT_NS;
    }

    /**
     * @param a timer code, in [0, 32)
     * @param b timer code, in [0, 32)
     * @return the one with the longer delay
     */
    public static int longer(final int a, final int b) {
        return nanos(a) >= nanos(b) ? a : b;
    }

    /**
     * @param delayNs that a receiver needs, at least 0
     * @return the shortest code that is not shorter, or 0 when none is long enough
     */
    public static int codeFor(final long delayNs) {
        for (int code = 1; code < CODES; code++) {
            if (nanos(code) >= delayNs) {
                return code;
            }
        }
        return 0;
    }
}
