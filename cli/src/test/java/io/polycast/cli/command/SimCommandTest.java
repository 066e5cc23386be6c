package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import org.junit.jupiter.api.Test;

class SimCommandTest {
    @Test
    void shouldSumUpSeedsInOneDocument() {
        final CommandRun run = CommandRun.of("sim", "faults", "--seeds", "1..20", "--json");
        final JsonNode json = run.json();
        assertEquals(0, run.exitCode(), run.out());
        assertEquals(20, json.path("seeds").asInt());
        assertEquals(0, json.path("violations").asInt());
        for (final String field :
                new String[] {"events", "packets", "losses_injected", "corruptions_injected"}) {
            assertTrue(json.path(field).asLong() > 0, field);
        }
        assertTrue(json.has("restarts_injected") && json.has("seconds"));
        assertEquals(
                json.path("losses_injected").asLong(),
                json.path("faults").path("losses").asLong()
                        + json.path("faults").path("down_losses").asLong());
    }

    @Test
    void shouldGiveTheSameSumsWhateverTheNumberOfJobs() {
        final JsonNode one = json("--jobs", "1");
        final JsonNode three = json("--jobs", "3");
        assertEquals(one.path("events"), three.path("events"));
        assertEquals(one.path("faults"), three.path("faults"));
    }

    @Test
    void shouldCountWhatQueuesDo() {
        final CommandRun run =
                CommandRun.of("sim", "faults", "--seeds", "1..5", "--queues", "--json");
        assertEquals(0, run.exitCode(), run.out());
        assertTrue(run.json().path("queues").path("stops").asLong() > 0);
        assertTrue(json("--jobs", "1").path("queues").isMissingNode());
    }

    private static JsonNode json(final String... options) {
        return CommandRun.of("sim", "faults", "--seeds", "30..45", "--json", options[0], options[1])
                .json();
    }

    @Test
    void shouldSaySoInWords() {
        final CommandRun run = CommandRun.of("sim", "faults", "--seeds", "7");
        assertEquals(0, run.exitCode());
        assertTrue(run.out().startsWith("1 seed, "), run.out());
    }

    @Test
    void shouldRefuseWhatIsNoRange() {
        for (final String range : new String[] {"x", "5..3", "1...4", "-1"}) {
            assertEquals(2, CommandRun.of("sim", "faults", "--seeds=" + range).exitCode(), range);
        }
        assertEquals(2, CommandRun.of("sim", "faults", "--jobs=-1").exitCode());
        assertEquals(2, CommandRun.of("sim").exitCode());
    }

    @Test
    void shouldSayWhichWayARangeCounts() {
        assertEquals(
                "polycast: --seeds 5..1 counts down; write 1..5",
                errorOf("--seeds=5..1").replaceAll("; see .*", ""));
        assertEquals(
                "polycast: --jobs -1 is not in [0, 256]; 0 is one for each processor",
                errorOf("--jobs=-1").replaceAll("; see .*", ""));
        assertEquals(
                "polycast: --jobs 100000 is not in [0, 256]; 0 is one for each processor",
                errorOf("--jobs=100000").replaceAll("; see .*", ""));
    }

    private static String errorOf(final String option) {
        return CommandRun.of("sim", "faults", option).errors().get(0);
    }
}
