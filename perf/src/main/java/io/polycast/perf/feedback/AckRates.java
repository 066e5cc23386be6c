package io.polycast.perf.feedback;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Feedback of a run, by data packets that the switch took.
 *
 * @param in feedback frames that the switch took
 * @param out aggregates that it sent
 */
public record AckRates(
        @JsonProperty("acks_in_per_packet") double in,
        @JsonProperty("acks_out_per_packet") double out) {}
