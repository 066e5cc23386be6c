package io.polycast.sim.exhaustive;

/**
 * A small case.
 *
 * @param receivers in [1, 4]
 * @param packets in [1, 6]
 * @param losses copies and data frames that may be lost, together
 * @param lostFeedback ACKs and NAKs that may be lost, together
 * @param ackEach whether every packet asks for an ACK, or only the last
 * @param announced whether the switch knows the first PSN
 * @param firstPsn of the packets
 */
public record CaseSettings(
        int receivers,
        int packets,
        int losses,
        int lostFeedback,
        boolean ackEach,
        boolean announced,
        int firstPsn) {}
