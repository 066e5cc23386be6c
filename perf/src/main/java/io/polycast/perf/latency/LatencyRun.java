package io.polycast.perf.latency;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/** One open-loop run: sends by schedule, takes copies, and allocates nothing meanwhile. */
public final class LatencyRun {
    /** Packets that are sent at a time before copies are taken again, when the generator is behind. */
    private static final int BURST = 32;

    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(10);

    /** After the last packet, copies are awaited for so long. */
    private static final long DRAIN_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Wire wire;
    private final Schedule schedule;
    private final double rate;
    private final NanoClock clock;
    private final Histogram latency = new Histogram(1, LONGEST_NS, 3);
    private final Histogram lag = new Histogram(1, LONGEST_NS, 3);
    private final Wire.CopyListener listener = this::onCopy;
    private long startNs;
    private long measureNs;
    private long sent;
    private long copies;
    private long strange;

    /**
     * @param wire to send over
     * @param schedule of the packets
     * @param rate of the schedule, for the report
     * @param clock that never steps
     */
    public LatencyRun(
            final Wire wire, final Schedule schedule, final double rate, final NanoClock clock) {
        this.wire = wire;
        this.schedule = schedule;
        this.rate = rate;
        this.clock = clock;
    }

    /**
     * Runs.
     *
     * @param warmUpNs at the beginning, which does not count
     * @param durationNs that counts
     * @return what was found
     */
    public LatencyReport run(final long warmUpNs, final long durationNs) {
        startNs = clock.nanoTime();
        measureNs = startNs + warmUpNs;
        final long endNs = measureNs + durationNs;
        long dueNs = startNs + schedule.nextNs();
        long nowNs = clock.nanoTime();
        while (dueNs - endNs < 0) {
            int work = 0;
            while (dueNs - nowNs <= 0 && dueNs - endNs < 0 && work < BURST && wire.send(dueNs)) {
                if (dueNs - measureNs >= 0) {
                    sent++;
                    lag.recordValue(Math.min(LONGEST_NS, nowNs - dueNs));
                }
                dueNs = startNs + schedule.nextNs();
                work++;
            }
            work += wire.poll(listener);
            if (work == 0) {
                Thread.yield();
            }
            nowNs = clock.nanoTime();
        }
        final long expected = sent * wire.copiesOfAPacket();
        final long lastNs = nowNs;
        while (copies < expected && clock.nanoTime() - lastNs < DRAIN_NS) {
            if (wire.poll(listener) == 0) {
                Thread.yield();
            }
        }
        return new LatencyReport(
                rate,
                sent,
                copies,
                expected - copies,
                wire.foreign() + strange,
                LatencyReport.Percentiles.of(latency),
                LatencyReport.Percentiles.of(lag));
    }

    private void onCopy(final long stamp) {
        final long nowNs = clock.nanoTime();
        if (stamp - startNs < 0 || stamp - nowNs > 0) {
            strange++;
            return;
        }
        if (stamp - measureNs >= 0) {
            copies++;
            latency.recordValue(Math.min(LONGEST_NS, nowNs - stamp));
        }
    }
}
