package io.polycast.perf.latency;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.HdrHistogram.Histogram;

/**
 * Result of one run; all times in ns.
 *
 * @param rate wanted, in packets/s
 * @param sent packets within the measured time
 * @param copies of them that came
 * @param lost copies of them that did not
 * @param foreign frames that were no copies
 * @param latency from the time at which a packet was to be sent to the time at which a copy was taken
 * @param sendLag by which packets left later than they were to: when it is near the latency, the generator is
 *     what was measured
 */
@JsonPropertyOrder({"rate", "sent", "copies", "lost", "foreign", "latency_ns", "send_lag_ns"})
public record LatencyReport(
        double rate,
        long sent,
        long copies,
        long lost,
        long foreign,
        @JsonProperty("latency_ns") Percentiles latency,
        @JsonProperty("send_lag_ns") Percentiles sendLag) {
    /** The usual points of a distribution. */
    @JsonPropertyOrder({"count", "mean", "p50", "p90", "p99", "p99_9", "p99_99", "max"})
    public record Percentiles(
            long count,
            double mean,
            long p50,
            long p90,
            long p99,
            @JsonProperty("p99_9") long p999,
            @JsonProperty("p99_99") long p9999,
            long max) {
        static Percentiles of(final Histogram histogram) {
            return new Percentiles(
                    histogram.getTotalCount(),
                    histogram.getMean(),
                    histogram.getValueAtPercentile(50),
                    histogram.getValueAtPercentile(90),
                    histogram.getValueAtPercentile(99),
                    histogram.getValueAtPercentile(99.9),
                    histogram.getValueAtPercentile(99.99),
                    histogram.getMaxValue());
        }
    }
}
