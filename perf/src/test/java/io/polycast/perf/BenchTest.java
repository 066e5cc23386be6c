package io.polycast.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import io.polycast.perf.suite.BenchmarkSuite;
import io.polycast.perf.suite.StoredRun;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of the benchmarks: names, documents, exit codes. */
class BenchTest {
    @TempDir private Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int bench(final String... args) {
        return Bench.execute(
                new Console(
                        InputStream.nullInputStream(),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        false),
                args);
    }

    private Path run(final String name, final double ns, final double error) throws Exception {
        return Files.writeString(
                dir.resolve(name),
                """
                [{"name": "b", "params": {"size": "512"}, "ns_per_op": %s, "error": %s,
                  "alloc_bytes_per_op": 0.0}]
                """
                        .formatted(ns, error));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parse_classify",
                "replicate_copy",
                "replicate_copy_recompute",
                "ack_aggregate",
                "nack_aggregate",
                "cnp_filter",
                "cache_hit",
                "surrogate_hop",
                "voq_hop",
                "icrc_full",
                "icrc_patch",
                "mft_lookup",
                "pipeline_hop",
                "end_to_end"
            })
    void shouldKnowTheBenchmarksThatFiguresAreQuotedFrom(final String name) {
        assertTrue(new BenchmarkSuite(List.of()).names().containsKey(name), name);
    }

    @Test
    void shouldMeasureAllInAboutFiveMinutes() {
        final long seconds = new BenchmarkSuite(List.of()).seconds();
        assertTrue(seconds > 60 && seconds <= 5 * 60, seconds + " s");
    }

    @ParameterizedTest
    @CsvSource({
        "end_to_end, threading, staged;fused",
        "mft_lookup, groups, 1000;100000",
        "pipeline_hop, pattern, stream;single"
    })
    void shouldKnowTheirParameters(final String name, final String param, final String values) {
        final Map<String, List<String>> params =
                new BenchmarkSuite(List.of("\\." + name + "$")).names().get(name);
        assertEquals(List.of(values.split(";")), params.get(param), params.toString());
    }

    @Test
    void shouldPrintExactlyTheListThatWasPromised() throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        assertEquals(
                ExitCode.DONE,
                bench("--quick", "--json", "--save", dir + "/run.json", "pipeline_hop"),
                err.toString());
        final JsonNode document = new ObjectMapper().readTree(out.toString());
        assertEquals(1, document.get("schema").intValue());
        final JsonNode list = document.get("results");
        assertTrue(list.isArray(), out.toString());
        assertEquals(2, list.size(), out.toString());
        for (final JsonNode result : list) {
            final List<String> fields = new ArrayList<>();
            result.fieldNames().forEachRemaining(fields::add);
            assertEquals(
                    List.of("name", "params", "ns_per_op", "error", "alloc_bytes_per_op"), fields);
            assertEquals("pipeline_hop", result.get("name").textValue());
            assertTrue(result.get("params").get("pattern").isTextual());
            assertTrue(result.get("ns_per_op").doubleValue() > 0);
            assertTrue(result.get("error").isNumber());
            // A lone frame waits for two threads to wake: on a busy machine too few go by for the
            // harness's
            // own allocation to vanish.
            final boolean lone = result.get("params").get("pattern").textValue().equals("single");
            final double allocated = result.get("alloc_bytes_per_op").doubleValue();
            assertTrue(allocated >= 0 && (lone || allocated < 0.5), out.toString());
        }
        final StoredRun stored = StoredRun.read(dir.resolve("run.json"));
        assertEquals(2, stored.results().size());
        assertFalse(stored.date().isEmpty());
        assertEquals(Runtime.getRuntime().availableProcessors(), stored.machine().cores());
    }

    @Test
    void shouldFailOnASlowDownBeyondTheIntervals() throws Exception {
        final Path before = run("before", 100, 2);
        assertEquals(
                ExitCode.FAILED,
                bench("--compare", before.toString(), "--from", run("slow", 120, 2).toString()));
        assertTrue(out.toString().contains("slower"), out.toString());
    }

    @ParameterizedTest
    @CsvSource({"80, faster", "101, within noise"})
    void shouldPassWhatIsNotSlower(final double ns, final String verdict) throws Exception {
        final Path before = run("before", 100, 2);
        assertEquals(
                ExitCode.DONE,
                bench("--compare=" + before, "--from", run("now", ns, 2).toString()));
        assertTrue(out.toString().contains(verdict), out.toString());
    }

    @Test
    void shouldPrintAComparisonAsOneDocument() throws Exception {
        final Path before = run("before", 100, 2);
        assertEquals(
                ExitCode.FAILED,
                bench(
                        "--json",
                        "--compare",
                        before.toString(),
                        "--from",
                        run("slow", 120, 2).toString()));
        final JsonNode document = new ObjectMapper().readTree(out.toString());
        assertTrue(document.get("failed").booleanValue());
        assertEquals("SLOWER", document.get("comparison").get(0).get("verdict").textValue());
        assertEquals("b size=512", document.get("comparison").get(0).get("benchmark").textValue());
    }

    @ParameterizedTest
    @CsvSource({
        "--compare=/nowhere/baseline.json, --save",
        "no_such_benchmark, no benchmark is named like no_such_benchmark",
        "a(b, no regular expression",
        "--profile=magic, none of gc",
        "--tolerance=-1, negative",
        "--no-such-option, --help"
    })
    void shouldRefuseWrongUsageInOneLine(final String argument, final String expected) {
        assertEquals(ExitCode.USAGE, bench(argument));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains(expected), err.toString());
        assertEquals("", out.toString());
    }

    @Test
    void shouldListTheNamesThatThereAre() {
        assertEquals(ExitCode.USAGE, bench("no_such_benchmark"));
        assertTrue(err.toString().contains("ack_aggregate"), err.toString());
        assertTrue(err.toString().contains("icrc_full"), err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no_such_benchmark --json",
                "--json --no-such-option",
                "--json --tolerance=-1",
                "latency --json --fanout 0",
                "jfr --no-such-option --json",
                "soak --json",
                "xsk --json",
                "curves --rounds 0 --json"
            })
    void shouldPrintAnErrorAsADocumentToo(final String line) throws Exception {
        assertEquals(ExitCode.USAGE, bench(line.split(" ")));
        assertEquals(1, err.toString().lines().count(), err.toString());
        final JsonNode document = new ObjectMapper().readTree(out.toString());
        assertFalse(document.get("ok").booleanValue());
        assertEquals(ExitCode.USAGE, document.get("exit").intValue());
        assertEquals("polycast: " + document.get("error").textValue(), err.toString().strip());
    }

    @Test
    void shouldRefuseWhatIsNoStoredRun() throws Exception {
        final Path file = Files.writeString(dir.resolve("x"), "{\"a\": 1");
        assertEquals(ExitCode.USAGE, bench("--compare", file.toString()));
        assertTrue(err.toString().contains("no stored run"), err.toString());
    }

    @Test
    void shouldSayWhatAProfilerLacks() {
        assertEquals(
                ExitCode.MISSING,
                bench("--profile", "async", "--async-library", "/nowhere/lib.so", "icrc_full"));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains("/nowhere/lib.so"), err.toString());
        assertTrue(err.toString().contains("--async-library"), err.toString());
    }

    @Test
    void shouldExplainItself() {
        assertEquals(ExitCode.DONE, bench("--help"));
        assertTrue(out.toString().startsWith("Usage: polycast bench"), out.toString());
    }
}
