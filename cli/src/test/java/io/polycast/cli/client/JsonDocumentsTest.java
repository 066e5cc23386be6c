package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents of {@code --json}: version, keys, errors. */
@Timeout(120)
class JsonDocumentsTest {
    private static final String ENTRY =
            "{id: 10.255.0.9, paths: [{port: p1, host: {ip: 10.0.0.9, mac: \"02:00:00:00:00:09\","
                    + " qpn: 9}}]}";

    @TempDir private static Path directory;
    private static RunningSwitch running;

    @BeforeAll
    static void start() throws IOException {
        running = new RunningSwitch(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        running.stop();
    }

    private static JsonNode document(final CommandRun run) {
        final JsonNode json = run.json();
        assertEquals("schema", json.fieldNames().next(), run.out());
        assertEquals(1, json.get("schema").intValue());
        assertSnakeCase(json, run.out());
        return json;
    }

    /** Below {@code entry} keys are those of the configuration. */
    private static void assertSnakeCase(final JsonNode node, final String document) {
        for (final Map.Entry<String, JsonNode> field : node.properties()) {
            assertTrue(
                    field.getKey().matches("[a-z][a-z0-9]*(_[a-z0-9]+)*"),
                    field.getKey() + " in " + document);
            if (!field.getKey().equals("entry")) {
                assertSnakeCase(field.getValue(), document);
            }
        }
        if (node.isArray()) {
            node.forEach(each -> assertSnakeCase(each, document));
        }
    }

    private static void assertError(final int exitCode, final String error, final CommandRun run) {
        assertEquals(exitCode, run.exitCode(), run.out() + run.err());
        final JsonNode json = document(run);
        assertFalse(json.get("ok").booleanValue());
        assertEquals(exitCode, json.get("exit").intValue());
        assertTrue(json.get("error").textValue().contains(error), run.out());
        json.get("error")
                .textValue()
                .lines()
                .forEach(line -> assertTrue(run.err().contains("polycast: " + line), run.err()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"groups", "ports", "counters", "drops", "steering"})
    void shouldShowWithSnakeCaseAndSchema(final String what) {
        assertTrue(document(running.show(what, "--json")).get("ok").booleanValue());
    }

    @Test
    void shouldShowAGroupWithItsEntryAsItIsSet() {
        final JsonNode group = document(running.show("mft", "10.255.0.1", "--json")).get("group");
        assertEquals("2s", group.at("/entry/policy/silentAfter").textValue());
        assertEquals(0, group.at("/entry/memoryBase").intValue());
        final CommandRun again = running.group(group.get("entry").toString(), "set", "-", "--json");
        assertEquals("anew", document(again).get("change").textValue(), again.err());
    }

    @Test
    void shouldSetAndUnset() {
        assertEquals(
                "created",
                document(running.group(ENTRY.replace("0.9,", "0.6,"), "set", "-", "--json"))
                        .get("change")
                        .textValue());
        assertTrue(
                document(running.group("", "unset", "10.255.0.6", "--json"))
                        .get("ok")
                        .booleanValue());
        final JsonNode list = document(running.group("[]", "set", "-", "--json"));
        assertTrue(list.get("ok").booleanValue());
        assertEquals(0, list.get("exit").intValue());
    }

    @Test
    void shouldTakeTheOptionInEachPlace() {
        for (final String line :
                new String[] {
                    "--json group set -",
                    "group --json set -",
                    "group set --json -",
                    "group set - --json"
                }) {
            final CommandRun run =
                    CommandRun.withInput(
                            ENTRY,
                            Stream.concat(
                                            Stream.of(line.split(" ")),
                                            Stream.of("--socket", running.socket()))
                                    .toArray(String[]::new));
            assertEquals(ExitCode.DONE, run.exitCode(), line + run.err());
            assertTrue(document(run).get("ok").booleanValue(), line);
        }
    }

    @Test
    void shouldSayOfAnErrorInADocument() {
        assertError(
                ExitCode.FAILED,
                "no group 10.255.0.2",
                running.show("mft", "10.255.0.2", "--json"));
        assertError(ExitCode.USAGE, "show mft needs", running.show("mft", "--json"));
        assertError(
                ExitCode.MISSING,
                "no switch answers at",
                CommandRun.of(
                        "show",
                        "groups",
                        "--json",
                        "--socket",
                        directory.resolve("no").toString()));
        assertError(
                ExitCode.USAGE,
                "there is no port 'p9'",
                running.group(ENTRY.replace("p1", "p9"), "set", "-", "--json"));
        assertError(
                ExitCode.MISSING,
                "no switch answers at",
                CommandRun.withInput(
                        "[" + ENTRY + "]",
                        "group",
                        "set",
                        "-",
                        "--json",
                        "--socket",
                        directory.resolve("no").toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "show weather --json, expected one of groups",
        "--json, no command given",
        "--json demoo, Did you mean",
        "demo --json --receivers 0, --receivers 0",
        "demo --receivers many --json, not a whole number",
        "group --json, no subcommand given",
        "bench --json, ./polycast bench"
    })
    void shouldSayOfWrongUsageInADocument(final String line, final String error) {
        assertError(ExitCode.USAGE, error, CommandRun.of(line.split(" ")));
    }

    @Test
    void shouldNotTakeAWordBehindTheEndOfOptionsForTheOption() {
        assertEquals("", CommandRun.of("show", "weather", "--", "--json").out());
    }

    @Test
    void shouldNameThePlacesOfAWrongConfiguration() throws IOException {
        final Path file =
                Files.writeString(
                        directory.resolve("wrong.yaml"),
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p0, driver: memery}]\n");
        final CommandRun run = CommandRun.of("check", "--json", "-c", file.toString());
        assertError(ExitCode.USAGE, "memery", run);
        final JsonNode problem = run.json().get("problems").get(0);
        assertEquals(file.toString(), problem.get("file").textValue());
        assertEquals(2, problem.get("line").intValue());
        assertEquals(28, problem.get("column").intValue());
        assertFalse(problem.get("what").textValue().isEmpty());
        assertFalse(problem.get("remedy").textValue().isEmpty());
        final CommandRun none =
                CommandRun.of("check", "--json", "-c", directory.resolve("none.yaml").toString());
        assertError(ExitCode.USAGE, "does not exist", none);
        assertTrue(none.json().get("problems").get(0).get("line").isNull());
    }

    @Test
    void shouldSayInTheDocumentThatAListIsBroken() {
        final CommandRun run =
                running.group("- " + ENTRY + "\n- {id: 10.255.0.8\n- {}\n", "set", "-", "--json");
        assertEquals(ExitCode.USAGE, run.exitCode());
        final JsonNode json = document(run);
        assertFalse(json.get("ok").booleanValue());
        assertTrue(
                json.get("error").textValue().contains("standard input:3:3: not YAML"), run.out());
        assertEquals(ExitCode.USAGE, json.get("exit").intValue());
        assertEquals(1, json.get("set").intValue());
    }

    @Test
    void shouldPrintDocumentsOfCommandsWithoutASwitch() throws IOException {
        final Path file = directory.resolve("switch.yaml");
        final JsonNode check = document(CommandRun.of("check", "--json", "-c", file.toString()));
        assertTrue(check.get("frame_memory_bytes").longValue() > 0);
        document(CommandRun.of("version", "--json"));
        document(CommandRun.of("doctor", "--json"));
        document(CommandRun.of("sim", "faults", "--seeds", "1", "--jobs", "1", "--json"));
        final JsonNode demo = document(CommandRun.of("demo", "--bytes", "64KiB", "--json"));
        assertTrue(demo.get("problem").isNull());
    }
}
