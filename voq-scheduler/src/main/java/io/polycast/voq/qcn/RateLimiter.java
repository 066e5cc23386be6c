package io.polycast.voq.qcn;

/**
 * Reaction point of 802.1Qau at a sender: the rate limiter of one flow.
 *
 * <p>A notification takes the current rate as target and cuts the current rate by feedback / 128. Then
 * cycles follow, counted by bytes and by time. In the first five, fast recovery, the rate goes half of
 * the way to the target. After them, active increase, the target rises as well; it rises faster once
 * both counts are there. At line rate the limiter is off.
 */
public final class RateLimiter {
    private static final double GAIN = 1.0 / 128;

    private final LimiterSettings settings;
    private boolean on;
    private double rate;
    private double target;
    private long bytesLeft;
    private long cycleEnd;
    private int byteCycles;
    private int timeCycles;
    private long free = Long.MIN_VALUE;
    private double rest;

    /**
     * @param settings constants
     */
    public RateLimiter(final LimiterSettings settings) {
        this.settings = settings;
        rate = settings.lineRate();
        target = rate;
    }

    /**
     * A notification arrives.
     *
     * @param now in ticks
     * @param feedback in [1, 63]; others count as the nearest of these
     */
    public void onNotification(final long now, final int feedback) {
        final int cut = Math.max(1, Math.min(CongestionPoint.MAX_FEEDBACK, feedback));
        // A target that no cycle has passed since stays: the flow was already slowed for it.
        if (!on || byteCycles > 0) {
            target = rate;
        }
        rate = Math.max(settings.minRate(), rate * (1 - GAIN * cut));
        on = true;
        byteCycles = 0;
        timeCycles = 0;
        bytesLeft = settings.cycleBytes();
        cycleEnd = now + settings.cycleTicks();
    }

    /**
     * A frame leaves.
     *
     * @param now in ticks, not before {@link #freeFrom}
     * @param bytes of the frame
     */
    public void onSent(final long now, final int bytes) {
        onTick(now);
        final double ticks = bytes / rate + rest;
        final long whole = (long) ticks;
        rest = ticks - whole;
        free = now + whole;
        if (on) {
            bytesLeft -= bytes;
            if (bytesLeft <= 0) {
                byteCycles++;
                bytesLeft =
                        byteCycles < settings.recoveryCycles()
                                ? settings.cycleBytes()
                                : settings.cycleBytes() / 2;
                raise();
            }
        }
    }

    /**
     * Ends the cycles whose time is over.
     *
     * @param now in ticks
     */
    public void onTick(final long now) {
        while (on && cycleEnd - now <= 0) {
            timeCycles++;
            cycleEnd +=
                    timeCycles < settings.recoveryCycles()
                            ? settings.cycleTicks()
                            : settings.cycleTicks() / 2;
            raise();
        }
    }

    /**
     * @return tick from which on the next frame may leave
     */
    public long freeFrom() {
        return free;
    }

    /**
     * @return current rate in bytes a tick
     */
    public double rate() {
        return rate;
    }

    /**
     * @return whether the flow is slowed
     */
    public boolean isOn() {
        return on;
    }

    private void raise() {
        final int recovery = settings.recoveryCycles();
        if (byteCycles > recovery && timeCycles > recovery) {
            final int cycles = Math.min(byteCycles, timeCycles) - recovery;
            target += settings.hyperIncrease() * cycles;
        } else if (byteCycles > recovery || timeCycles > recovery) {
            target += settings.increase();
        }
        target = Math.min(target, settings.lineRate());
        rate = (rate + target) / 2;
        if (rate >= settings.lineRate() * (1 - 1e-3)) {
            rate = settings.lineRate();
            on = false;
        }
    }
}
