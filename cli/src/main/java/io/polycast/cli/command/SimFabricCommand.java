package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.console.TextTable;
import io.polycast.cli.figure.FigureFiles;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.figure.Figure;
import io.polycast.sim.rack.figure.FigureRunner;
import io.polycast.sim.rack.figure.Figures;
import io.polycast.sim.rack.figure.Scale;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code polycast sim fabric}. */
@Command(
        name = "fabric",
        description = {
            "Simulate figures of the server-rack fabric, and compare them with the paper.",
            "Writes FIGURE.csv, FIGURE.png and summary.json into a directory. The same seed gives"
                    + " the same files."
        })
final class SimFabricCommand extends Subcommand {
    private static final int MOST_JOBS = 256;

    @Parameters(paramLabel = "FIGURE", description = "Figure such as 4, panel such as 4a, or all.")
    private String figure;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Directory of the files; made when it is missing.")
    private Path out;

    @Option(names = "--quick", description = "Fewer points, shorter runs: the shape.")
    private boolean quick;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            defaultValue = "0",
            description = "Threads; 0 is one for each processor (default: ${DEFAULT-VALUE}).")
    private int jobs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of drops, orders and trees (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws InterruptedException {
        if (jobs < 0 || jobs > MOST_JOBS) {
            throw wrongUsage(
                    "--jobs "
                            + jobs
                            + " is not in [0, "
                            + MOST_JOBS
                            + "]; 0 is one for each"
                            + " processor");
        }
        final List<Figure> figures = Figures.find(figure);
        if (figures.isEmpty()) {
            throw wrongUsage(
                    "no figure '"
                            + figure
                            + "'; there are: "
                            + String.join(", ", Figures.names())
                            + ", all");
        }
        final int threads = jobs == 0 ? Runtime.getRuntime().availableProcessors() : jobs;
        final FigureRunner runner = new FigureRunner(new Scale(quick, seed), threads);
        final List<FigureResult> results = runner.run(figures, progress(runner.runs(figures)));
        if (console().errIsTerminal()) {
            console().err().print("\r" + " ".repeat(40) + "\r");
        }
        final List<Statement> statements = write(results);
        if (json()) {
            printJson(document(runner.events(), statements));
        } else {
            print(statements);
        }
        return ExitCode.DONE;
    }

    private IntConsumer progress(final int runs) {
        return done -> {
            if (console().errIsTerminal()) {
                console().err().print("\r" + done + " of " + runs + " runs ");
                console().err().flush();
            }
        };
    }

    private List<Statement> write(final List<FigureResult> results) {
        final List<Statement> statements = new ArrayList<>();
        try {
            final FigureFiles files = new FigureFiles(out);
            for (final FigureResult result : results) {
                for (final Panel panel : result.panels()) {
                    if (Figures.names(figure).contains(panel.name())) {
                        files.write(panel);
                    }
                }
                result.statements().stream()
                        .filter(each -> Figures.names(figure).contains(each.figure()))
                        .forEach(statements::add);
            }
            files.write(statements);
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.FAILED,
                    "--out "
                            + out
                            + ": "
                            + e.getMessage()
                            + "; give a directory that can be"
                            + " written");
        }
        return statements;
    }

    private static Map<String, Object> document(
            final long events, final List<Statement> statements) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("events", events);
        final List<Map<String, Object>> list = new ArrayList<>();
        for (final Statement each : statements) {
            final Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("figure", each.figure());
            entry.put("statement", each.statement());
            entry.put("ours", each.ours());
            entry.put("paper", each.paper());
            entry.put("verdict", each.verdict().label());
            list.add(entry);
        }
        document.put("statements", list);
        return document;
    }

    private void print(final List<Statement> statements) {
        final TextTable table =
                new TextTable(List.of("figure", "statement", "ours", "paper", "verdict"));
        for (final Statement each : statements) {
            table.row(
                    List.of(
                            each.figure(),
                            each.statement(),
                            each.ours(),
                            each.paper(),
                            each.verdict().label()));
        }
        table.lines().forEach(this::println);
    }
}
