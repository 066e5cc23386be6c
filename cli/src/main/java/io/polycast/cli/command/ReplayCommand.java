package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.console.TextTable;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.control.ControlProtocol;
import io.polycast.dataplane.replay.Replay;
import io.polycast.dataplane.replay.ReplayException;
import io.polycast.parser.contract.Ending;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast replay}. */
@Command(
        name = "replay",
        description =
                "The reference model: feed captures to a switch in virtual time and write what"
                    + " leaves each port. Same input, same bytes out; drivers in FILE are ignored.",
        footer = {
            "",
            "Frames are taken in order of their time stamps, ties in order of ports. The run ends"
                    + " when",
            "no one-shot timer is due within one second (virtual) of the last frame."
        })
final class ReplayCommand extends Subcommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration of the switch.")
    private Path file;

    @Option(
            names = "--in",
            paramLabel = "PORT=PCAP",
            required = true,
            arity = "1..*",
            description = "A capture (pcap or pcapng, Ethernet), and the port it comes in on.")
    private List<String> inputs;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Where PORT.pcap of each port is written (nanosecond pcap).")
    private Path directory;

    @Option(names = "--trace", paramLabel = "FILE", description = "One JSON line an event.")
    private Path trace;

    @Option(
            names = "--tables",
            paramLabel = "FILE",
            description = "The tables after the last event, as JSON.")
    private Path tables;

    @Override
    public Integer call() {
        final List<Replay.Input> parsed = new ArrayList<>();
        for (final String input : inputs) {
            final int equals = input.indexOf('=');
            if (equals < 1 || equals == input.length() - 1) {
                throw wrongUsage("--in " + input + " is not PORT=PCAP");
            }
            parsed.add(
                    new Replay.Input(
                            input.substring(0, equals), Path.of(input.substring(equals + 1))));
        }
        final Configuration configuration = ConfigurationFile.read(file);
        final Replay.Outcome outcome;
        try {
            outcome = Replay.run(configuration, new Replay.Job(parsed, directory, trace, tables));
        } catch (final ReplayException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
        if (json()) {
            printJson(document(outcome));
        } else {
            print(outcome);
        }
        return ExitCode.DONE;
    }

    private static Map<String, Object> document(final Replay.Outcome outcome) {
        final Map<String, Object> endings = new LinkedHashMap<>();
        outcome.endings()
                .forEach(
                        (ending, frames) ->
                                endings.put(ControlProtocol.key(ending.label()), frames));
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("frames_in", outcome.framesIn());
        document.put("frames_out", outcome.framesOut());
        document.put("endings", endings);
        return document;
    }

    private void print(final Replay.Outcome outcome) {
        println(outcome.framesIn() + " frames in");
        outcome.framesOut()
                .forEach(
                        (port, frames) ->
                                println(frames + " out, " + directory.resolve(port + ".pcap")));
        final TextTable table = new TextTable(List.of("ending", "class", "frames"));
        for (final Map.Entry<Ending, Long> each : outcome.endings().entrySet()) {
            table.row(
                    List.of(
                            each.getKey().label(),
                            each.getKey().disposition().name().toLowerCase(Locale.ROOT),
                            each.getValue().toString()));
        }
        table.lines().forEach(this::println);
    }
}
