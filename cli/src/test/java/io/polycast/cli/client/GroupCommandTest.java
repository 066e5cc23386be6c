package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code group set} and {@code group unset} against a running switch. */
@Timeout(120)
class GroupCommandTest {
    @TempDir private Path directory;
    private RunningSwitch running;

    @BeforeEach
    void start() throws IOException {
        running = new RunningSwitch(directory);
    }

    @AfterEach
    void stop() throws Exception {
        running.stop();
    }

    private void restart() throws Exception {
        running.stop();
        running = new RunningSwitch(directory);
    }

    private static String group(final int last, final String... more) {
        return "{id: 10.255.0."
                + last
                + String.join("", more)
                + ", paths: [{port: p1, host: {ip: 10.0.0.9, mac: \"02:00:00:00:00:09\", qpn:"
                + " 9}}]}";
    }

    private static String otherMember(final int last) {
        return group(last).replace("10.0.0.9", "10.0.0.8");
    }

    private CommandRun set(final String input, final String... options) {
        final String[] words = new String[options.length + 2];
        words[0] = "set";
        words[1] = "-";
        System.arraycopy(options, 0, words, 2, options.length);
        return running.group(input, words);
    }

    private JsonNode answer(final String input, final String... options) {
        final String[] words = new String[options.length + 1];
        words[0] = "--json";
        System.arraycopy(options, 0, words, 1, options.length);
        final CommandRun run = set(input, words);
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        return run.json();
    }

    private static void assertAnswer(
            final String change, final long version, final Long before, final JsonNode answer) {
        assertEquals(change, answer.path("change").textValue(), answer.toString());
        assertEquals(version, answer.path("version").longValue(), answer.toString());
        assertTrue(answer.has("version_before"), answer.toString());
        assertEquals(
                before == null ? "null" : before.toString(),
                answer.path("version_before").asText());
    }

    private void assertRefused(final int exitCode, final String line, final CommandRun run) {
        assertEquals(exitCode, run.exitCode(), run.out() + run.err());
        assertEquals(List.of("polycast: " + line), run.errors());
        assertEquals("", run.out());
    }

    @Test
    void shouldSayWhatBecameOfTheGroupAndWhichVersionWasThere() {
        assertEquals("group 10.255.0.7 is active: created, version 2\n", set(group(7)).out());
        assertEquals(
                "group 10.255.0.7 is active: anew, version 3 (before: 2): the same members, nothing"
                        + " acknowledged\n",
                set(group(7)).out());
        assertEquals(
                "group 10.255.0.7 is active: replaced, version 4 (before: 3): other members,"
                        + " nothing acknowledged\n",
                set(otherMember(7)).out());
        assertAnswer("anew", 5, 4L, answer(group(7, ", epoch: 5").replace("0.9", "0.8")));
        assertAnswer("kept", 6, 5L, answer(group(7, ", epoch: 5").replace("0.9", "0.8")));
        assertAnswer("created", 2, null, answer(group(8)));
        assertEquals(6, running.groups().get(1).get("version").longValue());
        assertEquals(
                2,
                running.show("mft", "10.255.0.8", "--json")
                        .json()
                        .at("/group/version")
                        .longValue());
    }

    @Test
    void shouldKeepVersionsOverARestartAndNeverGiveOneTwice() throws Exception {
        answer(group(7));
        answer(group(7));
        answer(group(8));
        restart();
        assertAnswer("anew", 4, 3L, answer(group(7)));
        assertEquals(ExitCode.DONE, running.group("", "unset", "10.255.0.7").exitCode());
        restart();
        assertAnswer("created", 6, null, answer(group(7)));
        assertAnswer("anew", 3, 2L, answer(group(8)));
    }

    @Test
    void shouldNotOverwriteWhenToldToCreate() {
        assertAnswer("created", 2, null, answer(group(7), "--create"));
        assertRefused(
                ExitCode.FAILED,
                "group 10.255.0.7 exists with version 2; set it without --create, or with"
                        + " --if-version 2",
                set(otherMember(7), "--create"));
        assertEquals(2, running.groups().get(1).get("version").longValue());
        assertRefused(
                ExitCode.FAILED,
                "group 10.255.0.1 exists with version 1; set it without --create, or with"
                        + " --if-version 1",
                set(group(1), "--create"));
    }

    @Test
    void shouldOverwriteOnlyTheVersionThatIsNamed() {
        assertRefused(
                ExitCode.FAILED,
                "group 10.255.0.7 does not exist, not even with version 1; set it without"
                        + " --if-version, or with --create",
                set(group(7), "--if-version", "1"));
        answer(group(7));
        assertAnswer("anew", 3, 2L, answer(group(7), "--if-version", "2"));
        assertRefused(
                ExitCode.FAILED,
                "group 10.255.0.7 has version 3, not 1; see what changed it (show mft 10.255.0.7)"
                        + " and name the version that may be overwritten",
                set(group(7), "--if-version", "1"));
        assertAnswer("replaced", 2, 1L, answer(group(1).replace("p1", "p0"), "--if-version", "1"));
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense() {
        for (final String version : List.of("0", "-1", "x", "9223372036854775808", "1.5", "")) {
            final CommandRun run = set(group(7), "--if-version=" + version);
            assertEquals(ExitCode.USAGE, run.exitCode(), version + run.err());
            assertEquals(1, run.errors().size(), run.err());
            assertTrue(run.err().contains("--if-version"), run.err());
        }
        final CommandRun both = set(group(7), "--create", "--if-version", "1");
        assertEquals(ExitCode.USAGE, both.exitCode());
        assertTrue(both.err().contains("--create"), both.err());
        assertEquals(1, both.errors().size(), both.err());
        assertEquals(1, running.groups().size());
    }

    @Test
    void shouldRemoveAGroupAndSayWhenItReturns() throws Exception {
        answer(group(7));
        final CommandRun unset = running.group("", "unset", "10.255.0.7", "--json");
        assertEquals("10.255.0.7", unset.json().get("id").textValue());
        assertEquals(false, unset.json().get("configured").booleanValue());
        final CommandRun again = running.group("", "unset", "10.255.0.7");
        assertEquals(ExitCode.FAILED, again.exitCode());
        assertEquals(1, again.errors().size(), again.err());
        assertEquals(
                "group 10.255.0.1 is removed; it returns at the next start, because the"
                        + " configuration file names it\n",
                running.group("", "unset", "10.255.0.1").out());
        assertEquals(0, running.groups().size());
        restart();
        assertEquals(1, running.groups().size());
    }

    @Test
    void shouldSayThatAConfiguredGroupIsSetUntilTheNextStart() throws Exception {
        final CommandRun set = set(group(1));
        assertEquals(
                "group 10.255.0.1 is active: replaced, version 2 (before: 1): other members,"
                        + " nothing acknowledged; the next start takes the configuration file's"
                        + " entry again\n",
                set.out());
        restart();
        assertEquals(2, running.groups().get(0).get("path_count").intValue());
        assertEquals(
                3,
                running.groups().get(0).get("version").longValue(),
                "another entry than version 1 and 2, as far as the switch knows");
    }

    @Test
    void shouldSetAListWithOneLineAGroup() throws IOException {
        final Path file = directory.resolve("list.yaml");
        Files.writeString(
                file,
                """
                # Three groups, in three ways of writing.
                - id: 10.255.0.7
                  paths:
                  - port: p0
                    host: {ip: 10.0.0.9, mac: "02:00:00:00:00:09", qpn: 9}
                - %s
                -
                    id: 10.255.0.9
                    paths: [{port: p1, switch: {mac: "02:00:00:00:01:fe"}}]
                """
                        .formatted(group(8)));
        final CommandRun run = running.group("", "set", file.toString());
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertEquals(
                """
                group 10.255.0.7 is active: created, version 2
                group 10.255.0.8 is active: created, version 2
                group 10.255.0.9 is active: created, version 2
                """,
                run.out());
        assertEquals(4, running.groups().size());
        final JsonNode json =
                answer("[" + group(8) + ",\n" + group(8) + "," + group(10) + "]").get("groups");
        assertAnswer("anew", 3, 2L, json.get(0));
        assertAnswer("anew", 4, 3L, json.get(1));
        assertAnswer("created", 2, null, json.get(2));
    }

    @Test
    void shouldRefuseEntriesOfAListByPlaceAndSetTheOthers() {
        final String list =
                "- "
                        + group(7)
                        + "\n- "
                        + group(8).replace("p1", "p7")
                        + "\n-   id: 10.255.0.9\n    paths: 5\n- "
                        + group(1)
                        + "\n- *unknown\n- "
                        + group(10)
                        + "\n";
        final CommandRun run = set(list, "--create");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(
                """
                group 10.255.0.7 is active: created, version 2
                group 10.255.0.10 is active: created, version 2
                """,
                run.out());
        assertEquals(
                List.of(
                        "polycast: standard input:2:35: there is no port 'p7'; did you mean 'p0'?",
                        "polycast: standard input:4:12: 'paths' must be a list, not the number '5';"
                                + " write its entries as [..., ...] or one a line after '- '",
                        "polycast: standard input:5:3: group 10.255.0.1 exists with version 1; set"
                                + " it without --create, or with --if-version 1",
                        "polycast: standard input:6:3: alias *unknown names nothing in this entry;"
                                + " write the entry out",
                        "polycast: 4 of 6 entries are refused, the others are set"),
                run.errors());
        final CommandRun json = set("[" + group(7) + ", {id: 10.255.0.8}]", "--json");
        assertEquals(ExitCode.USAGE, json.exitCode());
        final JsonNode refused = json.json().get("groups").get(1);
        assertEquals(false, refused.get("ok").booleanValue());
        assertTrue(
                refused.get("error")
                        .textValue()
                        .startsWith("standard input:1:" + (4 + group(7).length()) + ": "),
                refused.toString());
        assertEquals(1, json.json().get("set").intValue());
        assertEquals(1, json.json().get("refused").intValue());
    }

    @Test
    void shouldSetWhatStandsBeforeABrokenEntryAndSaySo() {
        final CommandRun run = set("- " + group(7) + "\n- {id: 10.255.0.8\n- {}\n");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals("group 10.255.0.7 is active: created, version 2\n", run.out());
        assertEquals(2, run.errors().size(), run.err());
        assertTrue(
                run.errors().get(0).startsWith("polycast: standard input:3:3: not YAML: "),
                run.err());
        assertEquals("polycast: 1 entry is set, nothing is set from there on", run.errors().get(1));
    }

    @Test
    void shouldSetAnEmptyListAndAListOfOne() {
        final CommandRun empty = set("[]");
        assertEquals(ExitCode.DONE, empty.exitCode());
        assertEquals(
                List.of("polycast: standard input has no entries: nothing is set"), empty.errors());
        assertEquals(
                "polycast: the only entry is refused, nothing is set",
                set("[" + group(1) + "]", "--create").errors().get(1));
        assertEquals(0, answer("[]").get("groups").size());
        assertEquals(
                "group 10.255.0.7 is active: created, version 2\n",
                set("[" + group(7) + "]").out());
    }

    @Test
    void shouldCountRefusedEntriesInWords() {
        assertEquals(
                "polycast: 1 of 2 entries is refused, the other one is set",
                set("[" + group(1) + ", " + group(7) + "]", "--create").errors().get(1));
        assertEquals(
                "polycast: 1 of 3 entries is refused, the others are set",
                set("[" + group(1) + ", " + group(8) + ", " + group(9) + "]", "--create")
                        .errors()
                        .get(1));
    }

    @Test
    void shouldNotPrintALineForEachOfManyRefusedEntries() {
        final String list = "- {id: 10.255.0.9}\n".repeat(3_000);
        final CommandRun run = set(list);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(22, run.errors().size(), run.err());
        assertEquals(
                "polycast: 2980 more lines on refused entries are not shown; --json has all of"
                        + " them",
                run.errors().get(20));
        assertEquals(
                "polycast: 3000 of 3000 entries are refused, nothing is set", run.errors().get(21));
        assertEquals(3_000, set(list, "--json").json().get("groups").size());
    }

    @Test
    void shouldSetMoreThanOneRequestHolds() {
        final StringBuilder list = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            list.append("- id: 10.254.%d.%d\n  paths:\n".formatted(i / 200, 1 + i % 200));
            for (int member = 0; member < 8; member++) {
                list.append("  - port: p%d\n    host: ".formatted(member % 2))
                        .append(
                                "{ip: 10.1.0.%d, mac: \"02:00:00:00:01:%02x\", qpn: %d}\n"
                                        .formatted(member, member, 16 + member));
            }
        }
        assertTrue(list.length() > 1 << 19, "more than an entry has");
        final CommandRun run = set(list.toString());
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertEquals(900, run.out().lines().count());
        assertEquals(901, running.groups().size());
    }

    @Test
    void shouldSayWhereAnEntryIsWrong() {
        final CommandRun run = set("{id: 10.255.0.7}");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().startsWith("polycast: standard input:1:"), run.err());
        assertEquals(1, running.groups().size());
    }

    @Test
    void shouldRefuseWhatIsTooLargeForAnEntry() {
        assertRefused(
                ExitCode.USAGE,
                "standard input is larger than 524288 bytes: no group's entry is",
                set("x".repeat(1 << 20)));
        final CommandRun list =
                set("- " + group(7) + "\n- " + "x".repeat(1 << 20) + "\n- " + group(8));
        assertEquals(ExitCode.USAGE, list.exitCode());
        assertEquals(
                "polycast: standard input:2:3: the entry is larger than 524288 bytes; no group's"
                        + " entry is",
                list.errors().get(0));
        assertEquals(2, list.out().lines().count(), list.out());
    }

    @Test
    void shouldRefuseAFileThatIsTooLargeOrMissing() throws IOException {
        final Path file = directory.resolve("big.yaml");
        try (var big = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            big.setLength((64L << 20) + 1);
        }
        assertRefused(
                ExitCode.USAGE,
                file + " has 67108865 bytes, more than 67108864; split the list",
                running.group("", "set", file.toString()));
        assertEquals(
                ExitCode.USAGE,
                running.group("", "set", directory.resolve("none").toString()).exitCode());
    }
}
