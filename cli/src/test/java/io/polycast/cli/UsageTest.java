package io.polycast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.command.PolycastCommand;
import io.polycast.cli.console.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class UsageTest {
    static Stream<List<String>> everyCommand() {
        final List<List<String>> all = new ArrayList<>();
        collect(new CommandLine(new PolycastCommand(null)), List.of(), all);
        return all.stream();
    }

    private static void collect(
            final CommandLine command, final List<String> path, final List<List<String>> all) {
        all.add(path);
        command.getSubcommands()
                .forEach(
                        (name, child) -> {
                            final List<String> longer = new ArrayList<>(path);
                            longer.add(name);
                            collect(child, longer, all);
                        });
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void shouldExplainEachCommandOnStandardOutput(final List<String> command) {
        final List<String> args = new ArrayList<>(command);
        args.add("--help");
        final CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertEquals(ExitCode.DONE, run.exitCode());
        assertTrue(run.out().startsWith("Usage: polycast"), run.out());
        assertEquals("", run.err());
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void shouldRefuseUnknownOptionsInOneLine(final List<String> command) {
        final List<String> args = new ArrayList<>(command);
        args.add("--no-such-option");
        final CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains("--help"), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldAskForACommand() {
        final CommandRun run = CommandRun.of();
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(List.of("polycast: no command given; see polycast --help"), run.errors());
    }

    @Test
    void shouldSuggestTheCommandThatWasMeant() {
        final CommandRun run = CommandRun.of("demoo");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("Did you mean: polycast demo"), run.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--receivers 0, 0 is not in 1 to 63",
        "--receivers 64, 64 is not in 1 to 63",
        "--receivers many, not a whole number",
        "--bytes 0, not in 1 to",
        "--bytes 12XB, 12XB",
        "--loss 1, no probability",
        "--loss -0.1, no probability",
        "--loss NaN, no probability",
        "--op read, 'expected one of send, write but was ''read'''",
        "--verify some, 'expected one of full, sample but was'",
        "--mtu 1500, none of 256"
    })
    void shouldRefuseWrongDemos(final String option, final String expected) {
        final String[] parts = option.split(" ");
        final CommandRun run = CommandRun.of("demo", parts[0] + "=" + parts[1]);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains(expected), run.err());
    }

    @Test
    void shouldNameWhatCanBeShownAsOneTypesIt() {
        final CommandRun run = CommandRun.of("show", "weather");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(
                run.err()
                        .contains(
                                "expected one of groups, mft, why, ports, counters, drops,"
                                        + " steering, voqs, legs, relays but was 'weather'"),
                run.err());
    }

    @Test
    void shouldPrintItsVersionAsJson() {
        final CommandRun run = CommandRun.of("version", "--json");
        assertEquals(ExitCode.DONE, run.exitCode());
        assertEquals(
                System.getProperty("java.runtime.version"), run.json().get("java").textValue());
    }

    @Test
    void shouldSendBenchToTheLauncher() {
        final CommandRun run = CommandRun.of("bench");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("./polycast bench"), run.err());
    }
}
