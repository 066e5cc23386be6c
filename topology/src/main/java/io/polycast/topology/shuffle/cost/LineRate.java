package io.polycast.topology.shuffle.cost;

/** Table I: what a switch port and an optical transceiver of a rate take and cost. */
public enum LineRate {
    /** 10 Gb/s, transceiver for 10 km. */
    GBPS_10(10, 2.64, 55.5, 1, 27, 14.9),
    /** 25 Gb/s, transceiver for 10 km. */
    GBPS_25(25, 3.75, 86.2, 1, 59, 18),
    /** 100 Gb/s, transceiver for 2 km. */
    GBPS_100(100, 14.06, 237.5, 3.5, 189, 14);

    private final int gbps;
    private final double portWatts;
    private final double portUsd;
    private final double transceiverWatts;
    private final double transceiverUsd;
    private final double budgetDb;

    LineRate(
            final int gbps,
            final double portWatts,
            final double portUsd,
            final double transceiverWatts,
            final double transceiverUsd,
            final double budgetDb) {
        this.gbps = gbps;
        this.portWatts = portWatts;
        this.portUsd = portUsd;
        this.transceiverWatts = transceiverWatts;
        this.transceiverUsd = transceiverUsd;
        this.budgetDb = budgetDb;
    }

    /** Rate in Gb/s. */
    public int gbps() {
        return gbps;
    }

    /** Power of a port with its transceiver, in watts. */
    public double watts() {
        return portWatts + transceiverWatts;
    }

    /** Price of a port with its transceiver, in USD. */
    public double usd() {
        return portUsd + transceiverUsd;
    }

    /** Loss that transmitter and receiver bridge, in dB. */
    public double budgetDb() {
        return budgetDb;
    }
}
