package io.polycast.voq.qcn;

/**
 * Congestion point of 802.1Qau. Once {@code sampleBytes} have arrived it computes Fb = -(Qoff + w *
 * Qdelta), where Qoff = Q - Qeq, and Qdelta is the change of Q since the last sample. A negative Fb is
 * a notification, quantised to 6 bits: -Qeq * (1 + 2w) and below is 63.
 *
 * <p>Marking by occupancy passes over all flows once in a sample.
 */
public final class QcnPoint implements CongestionPoint {
    private final QcnSettings settings;
    private final int[] held;
    private int occupancy;
    private int lastOccupancy;
    private int untilSample;
    private int offset;
    private int delta;

    /**
     * @param settings constants
     * @param flows that may share the pool: numbers are in [0, flows)
     */
    public QcnPoint(final QcnSettings settings, final int flows) {
        this.settings = settings;
        held = new int[flows];
        untilSample = settings.sampleBytes();
    }

    @Override
    public long onFrame(final int flow, final int bytes, final int units) {
        held[flow] += units;
        occupancy += units;
        untilSample -= bytes;
        if (untilSample > 0) {
            return QUIET;
        }
        untilSample = settings.sampleBytes();
        final int feedback = feedback();
        if (feedback == 0) {
            return QUIET;
        }
        final int marked = settings.marking() == Marking.OCCUPANCY ? largest() : flow;
        return (long) marked << 8 | feedback;
    }

    @Override
    public void onReleased(final int flow, final int units) {
        held[flow] -= units;
        occupancy -= units;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int delta() {
        return delta;
    }

    /**
     * @return units in the pool
     */
    public int occupancy() {
        return occupancy;
    }

    private int feedback() {
        offset = occupancy - settings.balance();
        delta = occupancy - lastOccupancy;
        lastOccupancy = occupancy;
        final long congestion = offset + (long) settings.weight() * delta;
        if (congestion <= 0) {
            return 0;
        }
        final long most = settings.balance() * (1L + 2L * settings.weight());
        return (int) Math.max(1, Math.min(MAX_FEEDBACK, congestion * MAX_FEEDBACK / most));
    }

    private int largest() {
        int most = 0;
        for (int flow = 1; flow < held.length; flow++) {
            if (held[flow] > held[most]) {
                most = flow;
            }
        }
        return most;
    }
}
