package io.polycast.core.limits;

/**
 * Rates beyond which frames are dropped as {@code rate limited}. The defaults never meet members that
 * behave as RNICs do.
 *
 * @param feedbackBurst feedback frames that a path may save up, at least 1: more than the packets that a
 *     source ever has in flight
 * @param feedbackPerMs feedback frames that a path may send each millisecond beside the two that each data
 *     frame earns it, in [1, 1000000]
 * @param sourceIntervalNs in which a group's source may move once, in ns; 0: no limit
 * @param sourceBurst moves of the source that a group may save up, at least 1
 * @param neighbourPerMs answers to ARP and ND each millisecond a port, in [1, 1000000]
 * @param neighbourBurst answers that a port may save up, at least 1
 */
public record LimitSettings(
        int feedbackBurst,
        int feedbackPerMs,
        long sourceIntervalNs,
        int sourceBurst,
        int neighbourPerMs,
        int neighbourBurst) {
    /**
     * 65,536 packets in flight are 400 Gb/s for 1.3 ms at path MTU 1024. 256 a millisecond is one CNP
     * each 4 us, an RNIC's shortest gap. A source hands over after a round trip, so not twice in 20 us
     * for long. 64 answers per millisecond resolve 100,000 groups in two seconds.
     */
    public static final LimitSettings DEFAULT =
            new LimitSettings(65_536, 256, 20_000, 256, 64, 4096);
}
