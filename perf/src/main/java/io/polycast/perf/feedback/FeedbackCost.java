package io.polycast.perf.feedback;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.polycast.parser.contract.Tally;
import io.polycast.perf.rig.Load;
import io.polycast.perf.rig.RigShape;
import java.util.Arrays;

/**
 * The switch's processor time for a data packet whose receivers answer, beside a packet whose
 * answers are dropped on arrival. Both take turns in one process, several times, so that neither
 * has the better hour; medians are compared. Making and copying frames is done on the same thread,
 * alike in both.
 *
 * @param ackEvery packets after which the source asks for an ACK
 * @param receivers of the group
 * @param payload bytes of a packet
 * @param acks by data packets
 * @param withFeedback ns of a packet, median
 * @param feedbackDropped ns of a packet, median
 * @param generator ns of a packet that the making of data frames takes, part of both
 */
public record FeedbackCost(
        @JsonProperty("ack_every") int ackEvery,
        int receivers,
        int payload,
        @JsonUnwrapped AckRates acks,
        @JsonProperty("cpu_ns_with_feedback") double withFeedback,
        @JsonProperty("cpu_ns_feedback_dropped") double feedbackDropped,
        @JsonProperty("cpu_ns_generator") double generator) {
    private static final double PERCENT = 100;

    /**
     * @return percentage by which a packet costs more with feedback
     */
    @JsonProperty("extra_percent")
    public double extraPercent() {
        return PERCENT * (withFeedback - feedbackDropped) / feedbackDropped;
    }

    /**
     * @return the same, without the making of data frames in the denominator
     */
    @JsonProperty("extra_percent_of_switch")
    public double extraPercentOfSwitch() {
        return PERCENT * (withFeedback - feedbackDropped) / (feedbackDropped - generator);
    }

    /**
     * Measures.
     *
     * @param receivers of the group, 1 to 63
     * @param payload bytes of a packet
     * @param ackEvery packets after which the source asks for an ACK
     * @param rounds of each kind, at least 1
     * @param roundNs time of one
     * @return the cost
     * @throws InterruptedException when the caller is interrupted
     */
    public static FeedbackCost measure(
            final int receivers,
            final int payload,
            final int ackEvery,
            final int rounds,
            final long roundNs)
            throws InterruptedException {
        final RigShape shape = RigShape.of("fused", receivers, payload, ackEvery);
        final double generator = Load.ofGenerator(shape, roundNs).nsPerPacket();
        try (Load load = new Load(shape)) {
            final double[] with = new double[rounds];
            final double[] dropped = new double[rounds];
            // Both ways are compiled before the first round that counts.
            for (int i = 0; i < 2; i++) {
                load.dropAnswers(i == 0);
                load.warmUp();
            }
            final long acksInBefore = load.rig().counters().total(Tally.ACKS_IN);
            final long acksOutBefore = load.rig().counters().total(Tally.ACKS_OUT);
            long packets = 0;
            for (int i = 0; i < rounds; i++) {
                load.dropAnswers(true);
                dropped[i] = load.measure(roundNs).nsPerPacket();
                load.dropAnswers(false);
                final Load.Cost cost = load.measure(roundNs);
                with[i] = cost.nsPerPacket();
                packets += cost.packets();
            }
            load.dropAnswers(true);
            final double acksIn = load.rig().counters().total(Tally.ACKS_IN) - acksInBefore;
            final double acksOut = load.rig().counters().total(Tally.ACKS_OUT) - acksOutBefore;
            return new FeedbackCost(
                    ackEvery,
                    receivers,
                    payload,
                    new AckRates(acksIn / packets, acksOut / packets),
                    median(with),
                    median(dropped),
                    generator);
        }
    }

    private static double median(final double[] values) {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        final int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
