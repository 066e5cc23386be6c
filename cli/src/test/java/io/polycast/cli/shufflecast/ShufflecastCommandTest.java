package io.polycast.cli.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShufflecastCommandTest {
    @TempDir Path directory;

    private static CommandRun run(final String words) {
        final String[] args = words.split(" ");
        return CommandRun.of(
                Stream.concat(Stream.of("shufflecast"), Arrays.stream(args))
                        .toArray(String[]::new));
    }

    private static String errorOf(final String words) {
        final CommandRun run = run(words);
        assertEquals(2, run.exitCode(), run.out());
        assertEquals(1, run.errors().size());
        return run.errors().get(0).replaceAll("; see .*", "");
    }

    @Test
    void shouldShowRelaysAndRoutes() {
        final CommandRun run = run("tree --p 2 --k 2 --source 0 --json");
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode json = run.json();
        assertEquals(0, json.path("source").asInt());
        assertEquals("[0,1,4,5]", json.path("relays").toString());
        assertEquals("[0,4,1,7]", json.path("routes").path("7").toString());
        assertEquals(7, json.path("routes").size());
        assertTrue(run("tree --p 2 --k 2 --source 0").out().contains("relays 0 1 4 5"));
    }

    @Test
    void shouldShowTheSourcesOfARelay() {
        final JsonNode json = run("rules --p 4 --k 4 --tor 5 --json").json();
        assertEquals(5, json.path("tor").asInt());
        assertEquals(256, json.path("sources").size());
        assertTrue(run("rules --p 2 --k 2 --tor 5").out().contains("4 sources:\n0 2 4 5"));
    }

    @Test
    void shouldShowTheChangesOfARepair() {
        final CommandRun run = run("fail --p 2 --k 3 --failed 8 --repair paper --json");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("[0,16]", run.json().path("off").path("2").toString());
        assertEquals("[0,16]", run.json().path("on").path("6").toString());
        assertEquals(12, run.json().path("on").path("12").size());
        assertTrue(run.json().path("unreached").isEmpty());
        assertTrue(run.json().path("max_hops").asInt() <= 8);
    }

    @Test
    void shouldSayWhichTorsARepairDoesNotReach() {
        final CommandRun paper = run("fail --p 3 --k 2 --failed 0,1 --repair paper --json");
        assertEquals(1, paper.exitCode());
        assertEquals(
                "[3,4,5,6,7,8,10,11,12,13,14]",
                paper.json().path("unreached").path("9").toString());
        assertTrue(paper.err().contains("does not reach ToRs"), paper.err());
        final CommandRun computed = run("fail --p 3 --k 2 --failed 0,1");
        assertEquals(0, computed.exitCode());
        assertTrue(computed.out().contains("at most 4 hops"), computed.out());
    }

    @Test
    void shouldPlanTorsOfSeveralNodes() throws IOException {
        final Path svg = directory.resolve("plan.svg");
        final JsonNode json = run("plan --p 2 --k 3 --tors 15 --json --svg " + svg).json();
        assertEquals(24, json.path("splitters").asInt());
        assertEquals(15, json.path("tors").size());
        assertEquals(12, json.path("bundles").size());
        int shared = 0;
        for (final JsonNode tor : json.path("tors")) {
            int delivering = 0;
            for (final JsonNode node : tor.path("nodes")) {
                delivering += node.path("delivers").asBoolean() ? 1 : 0;
                assertEquals(2, node.path("in").size());
            }
            assertEquals(1, delivering);
            shared += tor.path("nodes").size() == 2 ? 1 : 0;
        }
        assertEquals(9, shared);
        final String drawing = Files.readString(svg);
        assertTrue(drawing.startsWith("<svg ") && drawing.endsWith("</svg>\n"));
        assertEquals(48, drawing.split("<line ").length - 1);
        assertTrue(run("plan --p 2 --k 2").out().contains("8 splitters 1:2"));
    }

    @Test
    void shouldShowWhatAnInstanceCosts() throws IOException {
        final Path out = directory.resolve("figures");
        final CommandRun run = run("cost --json --out " + out);
        assertEquals(0, run.exitCode(), run.err());
        final JsonNode json = run.json();
        assertEquals(1024, json.path("tors").asInt());
        assertEquals(488.78, json.path("rates").path(0).path("usd_per_tor").asDouble(), 1e-9);
        assertEquals(100, json.path("rates").path(2).path("gbps").asInt());
        for (final String panel : "6b 6c latency light 7a 7b 7c 10a 10b".split(" ")) {
            assertTrue(Files.size(out.resolve(panel + ".csv")) > 0, panel);
            assertTrue(Files.size(out.resolve(panel + ".png")) > 0, panel);
        }
        final JsonNode summary = new ObjectMapper().readTree(out.resolve("summary.json").toFile());
        assertEquals(summary.size(), json.path("statements").size());
        assertTrue(run("cost --p 2 --k 2").out().contains("excess percent: 100"));
    }

    @Test
    void shouldVerifyInstances() {
        final CommandRun run = run("verify --max-nodes 30 --json");
        assertEquals(0, run.exitCode(), run.out());
        final JsonNode json = run.json();
        for (final String key : "lemma1 lemma2 lemma3 lemma4 recovered max_hops_ok".split(" ")) {
            assertTrue(json.path(key).asBoolean(), key);
        }
        assertEquals(32, json.path("instances").asInt());
        assertEquals(3, json.path("exhaustive").asInt());
        assertEquals(8 + 18 + 153 + 24, json.path("failure_sets").asInt());
        assertEquals(run.json(), run("verify --max-nodes 30 --json --jobs 3").json());
        assertEquals(18, run("verify --p 3 --k 2 --json").json().path("sources").asInt());
    }

    @Test
    void shouldNameTheBoundOfWhatItRefuses() {
        assertEquals(
                "polycast: p=2, k=13: k p^k exceeds 65536 ToRs",
                errorOf("tree --p 2 --k 13 --source 0"));
        assertEquals("polycast: p=1, k=2: p >= 2, k >= 1", errorOf("rules --p 1 --k 2 --tor 0"));
        assertEquals(
                "polycast: --source: ToR 8 is not in [0, 7], the ToRs of a 2,2-Shufflecast",
                errorOf("tree --p 2 --k 2 --source 8"));
        assertEquals(
                "polycast: --tor: ToR -1 is not in [0, 7], the ToRs of a 2,2-Shufflecast",
                errorOf("rules --p 2 --k 2 --tor=-1"));
        assertEquals(
                "polycast: --tors: 25 ToRs are not in [9, 24], the range of a 2,3-Shufflecast",
                errorOf("plan --p 2 --k 3 --tors 25").replaceAll("; use.*", ""));
        assertEquals(
                "polycast: --failed: no live relay is left for ToRs 4 to 5: all their relays"
                        + " [0, 2] have failed; at most p - 1 = 1 of them may fail",
                errorOf("fail --p 2 --k 2 --failed 0,2"));
        assertEquals(
                "polycast: --svg: 98304 fibres; drawings have at most 20000",
                errorOf("plan --p 2 --k 12 --svg x.svg"));
        assertEquals(
                "polycast: --max-nodes 1 is not in [2, 10000]", errorOf("verify --max-nodes 1"));
        assertEquals(
                "polycast: give --max-nodes, or --p and --k of one instance",
                errorOf("verify --max-nodes 30 --p 2"));
        assertEquals(
                "polycast: p=100, k=2: k p^k exceeds 10000 ToRs", errorOf("verify --p 100 --k 2"));
        assertEquals(
                "polycast: --jobs -1 is not in [0, 256]; 0 is one for each processor",
                errorOf("verify --jobs=-1"));
        assertEquals(
                "polycast: --p: fan-out 9: table I has splitters up to 1:8",
                errorOf("cost --p 9 --k 2"));
        assertEquals(
                "polycast: --ports: tors=8, ports=2: at least 2 ToRs and 3 ports",
                errorOf("cost --p 2 --k 2 --ports 2"));
        assertTrue(errorOf("cost --p 2 --k 2 --metres=-1").contains("--metres -1.0 is not in"));
        assertTrue(errorOf("").startsWith("polycast: "));
    }

    @Test
    void shouldSayWhichFileCannotBeWritten() throws IOException {
        final CommandRun run = run("plan --p 2 --k 2 --svg " + directory.resolve("no/plan.svg"));
        assertEquals(2, run.exitCode());
        final Path file = Files.createFile(directory.resolve("file"));
        assertEquals(2, run("cost --p 2 --k 2 --out " + file).exitCode());
        assertTrue(run.err().contains("--svg "), run.err());
    }
}
