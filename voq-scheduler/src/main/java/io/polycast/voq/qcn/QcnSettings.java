package io.polycast.voq.qcn;

import io.polycast.voq.FabricDefaults;

/**
 * Constants of a congestion point.
 *
 * @param balance units that the pool is to hold (Qeq), at least 1
 * @param weight of the pool's change (w), at least 0
 * @param sampleBytes bytes that arrive between two samples (Is), at least 1
 * @param marking which flow is notified
 */
public record QcnSettings(int balance, int weight, int sampleBytes, Marking marking) {
    /** Checks the ranges. */
    public QcnSettings {
        if (balance < 1 || weight < 0 || sampleBytes < 1) {
            throw new IllegalArgumentException(
                    "balance=" + balance + " weight=" + weight + " sampleBytes=" + sampleBytes);
        }
    }

    /**
     * @param marking which flow is notified
     * @return those of a congestion point at a fabric input (Table 1)
     */
    public static QcnSettings input(final Marking marking) {
        return of(FabricDefaults.QCN_INPUT_UNITS, marking);
    }

    /**
     * @param marking which flow is notified
     * @return those of a congestion point at a fabric output (Table 1)
     */
    public static QcnSettings output(final Marking marking) {
        return of(FabricDefaults.QCN_OUTPUT_UNITS, marking);
    }

    private static QcnSettings of(final int balance, final Marking marking) {
        return new QcnSettings(
                balance, FabricDefaults.QCN_WEIGHT, FabricDefaults.QCN_SAMPLE_BYTES, marking);
    }
}
