package io.polycast.perf.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One benchmark with one set of parameters.
 *
 * @param name of the benchmark's method
 * @param params by name, as text
 * @param nsPerOp time in ns, the median of all forks' iterations
 * @param error half of the median's 99 % confidence interval in ns, or null when there was one iteration
 * @param allocBytesPerOp bytes that all threads together allocated, or null when not known
 * @param profile what a profiler found, by its own names; empty without one
 */
@JsonPropertyOrder({"name", "params", "ns_per_op", "error", "alloc_bytes_per_op"})
public record BenchmarkResult(
        String name,
        Map<String, String> params,
        @JsonProperty("ns_per_op") double nsPerOp,
        Double error,
        @JsonProperty("alloc_bytes_per_op") Double allocBytesPerOp,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> profile) {
    /** Copies; a result read from a file may lack what is empty. */
    public BenchmarkResult {
        params = params == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(params));
        profile = profile == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(profile));
    }

    /**
     * @return name and parameters in one line, which tells results of one run apart
     */
    public String key() {
        return params.isEmpty() ? name : name + " " + paramText();
    }

    /**
     * @return parameters as {@code name=value}, or ""
     */
    public String paramText() {
        final StringBuilder text = new StringBuilder();
        params.forEach(
                (name, value) ->
                        text.append(text.isEmpty() ? "" : " ")
                                .append(name)
                                .append('=')
                                .append(value));
        return text.toString();
    }
}
