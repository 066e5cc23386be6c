package io.polycast.perf.feedback;

import com.fasterxml.jackson.annotation.JsonProperty;

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
 * @param acksInPerPacket feedback frames that the switch took, by data packets
 * @param acksOutPerPacket aggregates that it sent, by data packets
 */
public record Goodput(
        int receivers,
        int payload,
        double seconds,
        @JsonProperty("goodput_bps") double goodput,
        @JsonProperty("data_packets") long dataPackets,
        long retransmitted,
        long naks,
        @JsonProperty("acks_in_per_packet") double acksInPerPacket,
        @JsonProperty("acks_out_per_packet") double acksOutPerPacket) {}
