package io.polycast.cli.shufflecast;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.TextTable;
import io.polycast.cli.figure.FigureFiles;
import io.polycast.cli.figure.StatementReport;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.shuffle.ShuffleFigures;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.cost.HopLatency;
import io.polycast.topology.shuffle.cost.LineRate;
import io.polycast.topology.shuffle.cost.PacketCore;
import io.polycast.topology.shuffle.cost.Splitter;
import io.polycast.topology.shuffle.cost.TreeParts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast cost}. */
@Command(
        name = "cost",
        description = {
            "Show power, price, light and latency of an instance beside an overlay and a packet"
                    + " core.",
            "With --out write the paper's figures and summary.json, whatever the instance."
        })
final class CostCommand extends ShuffleSubcommand {
    private static final double METRES_PER_KM = 1000;

    @Option(
            names = "--p",
            paramLabel = "P",
            defaultValue = "4",
            description = "Fan-out of the splitters, 2 to 8 (default: ${DEFAULT-VALUE}).")
    private int p;

    @Option(
            names = "--k",
            paramLabel = "K",
            defaultValue = "4",
            description = "Columns, at least 1 (default: ${DEFAULT-VALUE}).")
    private int k;

    @Option(
            names = "--ports",
            paramLabel = "N",
            defaultValue = "32",
            description = "Ports of the packet core's switches (default: ${DEFAULT-VALUE}).")
    private int ports;

    @Option(
            names = "--metres",
            paramLabel = "M",
            defaultValue = "100",
            description = "Longest fibre (default: ${DEFAULT-VALUE}).")
    private double metres;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory of the figures; made when it is missing.")
    private Path out;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of figure 7c (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() {
        final ShuffleShape shape = shape(p, k);
        final Splitter splitter = new Splitter(shape.p());
        valid("--p: ", splitter::usd);
        final PacketCore core = valid("--ports: ", () -> new PacketCore(shape.nodes(), ports));
        if (!(metres >= 0) || metres > Integer.MAX_VALUE) {
            throw wrongUsage("--metres " + metres + " is not in [0, " + Integer.MAX_VALUE + "]");
        }
        final Map<String, Object> document = document(shape, splitter, core);
        final List<Statement> statements = out == null ? List.of() : write();
        if (out != null) {
            document.put("statements", StatementReport.documents(statements));
        }
        if (json()) {
            printJson(document);
        } else {
            print(document, statements);
        }
        return ExitCode.DONE;
    }

    private Map<String, Object> document(
            final ShuffleShape shape, final Splitter splitter, final PacketCore core) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("p", shape.p());
        document.put("k", shape.k());
        document.put("tors", shape.nodes());
        document.put("excess_percent", core.excessPercent());
        document.put("latency_us", HopLatency.meanHops(shape) * HopLatency.US_PER_HOP);
        document.put("core_latency_us", core.meanHops() * HopLatency.US_PER_HOP);
        document.put("loss_db", splitter.lossDb());
        final TreeParts ours = TreeParts.of(shape);
        final TreeParts overlay = TreeParts.ofOverlay(shape.nodes());
        final TreeParts ofCore = TreeParts.of(core);
        document.put("active_ports", ours.ports());
        document.put("overlay_active_ports", overlay.ports());
        document.put("core_active_ports", ofCore.ports());
        final List<Map<String, Object>> rates = new ArrayList<>();
        for (final LineRate rate : LineRate.values()) {
            final Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("gbps", rate.gbps());
            entry.put("usd_per_tor", TreeParts.usdPerTor(shape, rate));
            entry.put("tree_usd", ours.usd(rate, splitter.usd()));
            entry.put("core_tree_usd", ofCore.usd(rate, 0));
            entry.put("tree_watts", ours.watts(rate));
            entry.put("overlay_tree_watts", overlay.watts(rate));
            entry.put("core_tree_watts", ofCore.watts(rate));
            entry.put("budget_db", rate.budgetDb());
            entry.put("margin_db", splitter.marginDb(rate, metres / METRES_PER_KM));
            entry.put("max_p", Splitter.maxFanout(rate));
            rates.add(entry);
        }
        document.put("rates", rates);
        return document;
    }

    private List<Statement> write() {
        final FigureFiles files = new FigureFiles(out);
        final FigureResult figures = ShuffleFigures.all(seed);
        files.write(figures.panels(), figures.statements());
        return figures.statements();
    }

    private void print(final Map<String, Object> document, final List<Statement> statements) {
        document.forEach(
                (key, value) -> {
                    if (!(value instanceof List)) {
                        println(key.replace('_', ' ') + ": " + text(value));
                    }
                });
        println("");
        final List<?> rates = (List<?>) document.get("rates");
        TextTable table = null;
        for (final Object each : rates) {
            final Map<?, ?> rate = (Map<?, ?>) each;
            if (table == null) {
                table =
                        new TextTable(
                                rate.keySet().stream()
                                        .map(key -> key.toString().replace('_', ' '))
                                        .toList());
            }
            table.row(rate.values().stream().map(CostCommand::text).toList());
        }
        table.lines().forEach(this::println);
        if (!statements.isEmpty()) {
            println("");
            StatementReport.lines(statements).forEach(this::println);
        }
    }

    private static String text(final Object value) {
        return value instanceof Double number ? Statement.text(number) : String.valueOf(value);
    }
}
