package io.polycast.cli.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.JobsOption;
import io.polycast.cli.console.ProgressLine;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.figure.FigureFiles;
import io.polycast.cli.figure.StatementReport;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.figure.Figure;
import io.polycast.sim.rack.figure.FigureRunner;
import io.polycast.sim.rack.figure.Figures;
import io.polycast.sim.rack.figure.Scale;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin private JobsOption jobs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of drops, orders and trees (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws InterruptedException {
        final int threads = jobs.threads();
        final List<Figure> figures = Figures.find(figure);
        if (figures.isEmpty()) {
            throw wrongUsage(
                    "no figure '"
                            + figure
                            + "'; there are: "
                            + String.join(", ", Figures.names())
                            + ", all");
        }
        final FigureFiles files = new FigureFiles(out);
        final FigureRunner runner = new FigureRunner(new Scale(quick, seed), threads);
        final ProgressLine progress = new ProgressLine(console(), runner.runs(figures), "runs");
        final List<FigureResult> results = runner.run(figures, progress::show);
        progress.clear();
        final List<Statement> statements = write(results, files);
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("events", runner.events());
            document.put("statements", StatementReport.documents(statements));
            printJson(document);
        } else {
            StatementReport.lines(statements).forEach(this::println);
        }
        return ExitCode.DONE;
    }

    private List<Statement> write(final List<FigureResult> results, final FigureFiles files) {
        final List<String> names = Figures.names(figure);
        final List<Panel> panels = new ArrayList<>();
        final List<Statement> statements = new ArrayList<>();
        for (final FigureResult result : results) {
            result.panels().stream()
                    .filter(each -> names.contains(each.name()))
                    .forEach(panels::add);
            result.statements().stream()
                    .filter(each -> names.contains(each.figure()))
                    .forEach(statements::add);
        }
        files.write(panels, statements);
        return statements;
    }
}
