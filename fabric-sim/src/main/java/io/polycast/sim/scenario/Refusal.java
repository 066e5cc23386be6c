package io.polycast.sim.scenario;

/**
 * A receiver that refuses for good, as one does whose memory is not what the source thinks.
 *
 * @param member index of it
 * @param message number of the message that it answers with a fatal NAK, in the first job
 * @param evicts whether the switches then take it out, else the group fails
 */
public record Refusal(int member, int message, boolean evicts) {}
