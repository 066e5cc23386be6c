package io.polycast.core.surrogate.pause;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.MacControl;
import org.agrona.DirectBuffer;

/**
 * Classes that neighbours paused, by port: PAUSE stops all eight, PFC those that it names, each for
 * its time. A class that is paused for longer than the watchdog without a break is released, and
 * pauses of it do not count until it has been unpaused once.
 */
public final class Pauses {
    private static final int CLASSES = MacControl.CLASSES;
    private static final int ALL = (1 << CLASSES) - 1;
    private static final long BITS_OF_QUANTUM = 512;
    private static final long NS_TIMES_MBPS = 1_000;

    private final long speedMbps;
    private final long watchdogNs;
    private final CounterBlock counters;
    private final long[] untilNs;
    private final long[] sinceNs;
    private final int[] paused;
    private final int[] ignored;

    /**
     * @param ports of the switch
     * @param speedMbps of the links: a quantum is 512 bit times
     * @param watchdogNs longest time that a class is paused without a break, in ns
     * @param counters of the shard
     */
    public Pauses(
            final int ports,
            final long speedMbps,
            final long watchdogNs,
            final CounterBlock counters) {
        this.speedMbps = speedMbps;
        this.watchdogNs = watchdogNs;
        this.counters = counters;
        untilNs = new long[ports * CLASSES];
        sinceNs = new long[ports * CLASSES];
        paused = new int[ports];
        ignored = new int[ports];
    }

    /**
     * Takes a MAC control frame.
     *
     * @param nowNs time, in ns
     * @param port that it came in by
     * @param frame holds it
     * @param body offset of the opcode
     * @param end of the frame
     * @return false when it is neither PAUSE nor PFC, or cut short
     */
    public boolean onFrame(
            final long nowNs,
            final int port,
            final DirectBuffer frame,
            final int body,
            final int end) {
        if (end - body < MacControl.PAUSE_LENGTH) {
            return false;
        }
        switch (MacControl.opcode(frame, body)) {
            case MacControl.OPCODE_PAUSE:
                final int quanta = MacControl.pauseTime(frame, body);
                for (int each = 0; each < CLASSES; each++) {
                    set(nowNs, port, each, quanta);
                }
                return true;
            case MacControl.OPCODE_PFC:
                if (end - body < MacControl.PFC_LENGTH) {
                    return false;
                }
                final int enabled = MacControl.enabled(frame, body);
                for (int each = 0; each < CLASSES; each++) {
                    if ((enabled >>> each & 1) != 0) {
                        set(nowNs, port, each, MacControl.pauseTime(frame, body, each));
                    }
                }
                return true;
            default:
                return false;
        }
    }

    private void set(final long nowNs, final int port, final int of, final int quanta) {
        final int bit = 1 << of;
        release(nowNs, port);
        if (quanta == 0) {
            paused[port] &= ~bit;
            ignored[port] &= ~bit;
        } else {
            if ((paused[port] & bit) == 0 && (ignored[port] & bit) == 0) {
                paused[port] |= bit;
                sinceNs[port * CLASSES + of] = nowNs;
            }
            untilNs[port * CLASSES + of] = nowNs + ns(quanta, speedMbps);
        }
    }

    /**
     * @param quanta of 512 bit times, in [0, 65535]
     * @param mbps speed of the link
     * @return their time, in ns
     */
    public static long ns(final int quanta, final long mbps) {
        return quanta * BITS_OF_QUANTUM * NS_TIMES_MBPS / mbps;
    }

    /** Ends what has run out, and what the watchdog ends. */
    private void release(final long nowNs, final int port) {
        for (int left = paused[port] | ignored[port]; left != 0; left &= left - 1) {
            final int of = Integer.numberOfTrailingZeros(left);
            final int bit = 1 << of;
            final int at = port * CLASSES + of;
            if (untilNs[at] <= nowNs) {
                paused[port] &= ~bit;
                ignored[port] &= ~bit;
            } else if ((paused[port] & bit) != 0 && nowNs - sinceNs[at] >= watchdogNs) {
                paused[port] &= ~bit;
                ignored[port] |= bit;
                counters.count(Tally.SURROGATE_PAUSES_BROKEN);
            }
        }
    }

    /**
     * @param nowNs time, in ns
     * @param port of the switch
     * @return classes that may not leave by the port now: bit n is class n
     */
    public int paused(final long nowNs, final int port) {
        if ((paused[port] | ignored[port]) != 0) {
            release(nowNs, port);
        }
        return paused[port] & ALL;
    }

    /**
     * @param port of the switch
     * @return when its next class may leave again, in ns, or {@link Long#MAX_VALUE}
     */
    public long nextNs(final int port) {
        long next = Long.MAX_VALUE;
        for (int left = paused[port]; left != 0; left &= left - 1) {
            final int at = port * CLASSES + Integer.numberOfTrailingZeros(left);
            next = Math.min(next, Math.min(untilNs[at], sinceNs[at] + watchdogNs));
        }
        return next;
    }
}
