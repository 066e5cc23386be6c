package io.polycast.perf.feedback;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * Goodput of a source and its receivers, queue pairs as RNICs have them, through the switch.
 *
 * @param receivers of the group
 * @param payload bytes of a packet
 * @param seconds measured
 * @param goodput bits of messages a second that every receiver executed
 * @param dataPackets that the switch took
 * @param retransmitted packets that the source sent again
 * @param naks sequence NAKs that made it do so; its retry timer expires where a thread had to wait
 * @param acks by data packets
 */
public record Goodput(
        int receivers,
        int payload,
        double seconds,
        @JsonProperty("goodput_bps") double goodput,
        @JsonProperty("data_packets") long dataPackets,
        long retransmitted,
        long naks,
        @JsonUnwrapped AckRates acks) {}
