package io.polycast.cli.shufflecast;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.TextTable;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.topology.shuffle.Bundle;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.WiringPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast plan}. */
@Command(
        name = "plan",
        description = {
            "Plan the wiring: nodes of each ToR, splitters, and bundles of fibres.",
            "With fewer ToRs than k p^k some ToRs are several nodes, with a splitter each."
        })
final class PlanCommand extends InstanceCommand {
    @Option(
            names = "--tors",
            paramLabel = "T",
            description = "Number of ToR switches (default: k p^k).")
    private Integer tors;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Draw the plan; for up to " + PlanDrawing.MAX_FIBRES + " fibres.")
    private Path svg;

    @Override
    public Integer call() {
        final ShuffleShape shape = shape();
        final WiringPlan plan =
                valid("--tors: ", () -> new WiringPlan(shape, tors == null ? shape.nodes() : tors));
        if (svg != null) {
            draw(shape, plan);
        }
        if (json()) {
            printJson(document(shape, plan));
        } else {
            print(shape, plan);
        }
        return ExitCode.DONE;
    }

    private void draw(final ShuffleShape shape, final WiringPlan plan) {
        final String text = valid("--svg: ", () -> new PlanDrawing(shape, plan).svg());
        try {
            Files.writeString(svg, text, StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "--svg " + svg + ": " + IoReason.of(e) + "; give a file that can be written",
                    e);
        }
    }

    private static Map<String, Object> document(final ShuffleShape shape, final WiringPlan plan) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("p", shape.p());
        document.put("k", shape.k());
        document.put("nodes", shape.nodes());
        document.put("splitters", plan.splitters());
        document.put("transceivers", plan.transceivers());
        document.put("fibres", plan.fibres());
        final List<Map<String, Object>> tors = new ArrayList<>();
        for (final PhysicalTor tor : plan.placement().tors()) {
            final List<Map<String, Object>> nodes = new ArrayList<>();
            for (final int node : tor.nodes()) {
                final Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("node", node);
                entry.put("id", shape.id(node));
                entry.put(
                        "in",
                        IntStream.range(0, shape.p())
                                .mapToObj(receiver -> plan.feeds(node, receiver))
                                .toList());
                entry.put("delivers", node == tor.deliveringNode());
                nodes.add(entry);
            }
            final Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tor", tor.number());
            entry.put("nodes", nodes);
            tors.add(entry);
        }
        document.put("tors", tors);
        final List<Map<String, Object>> bundles = new ArrayList<>();
        for (final Bundle bundle : plan.bundles()) {
            final Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("bundle", bundle.number());
            entry.put("from", bundle.from());
            entry.put("to", bundle.to());
            entry.put("fibres", bundle.fibres());
            bundles.add(entry);
        }
        document.put("bundles", bundles);
        return document;
    }

    private void print(final ShuffleShape shape, final WiringPlan plan) {
        println(
                shape
                        + "-Shufflecast: "
                        + plan.placement().tors().size()
                        + " ToRs, "
                        + plan.splitters()
                        + " splitters 1:"
                        + shape.p()
                        + ", "
                        + plan.transceivers()
                        + " transceivers, "
                        + plan.fibres()
                        + " fibres in "
                        + shape.classes()
                        + " bundles");
        final List<PhysicalTor> shared = plan.placement().sharedTors();
        if (!shared.isEmpty()) {
            println("");
            final TextTable table = new TextTable(List.of("ToR of several nodes", "nodes"));
            shared.forEach(
                    tor -> table.row(List.of(Integer.toString(tor.number()), list(tor.nodes()))));
            table.lines().forEach(this::println);
        }
        println("");
        final TextTable table = new TextTable(List.of("bundle", "from nodes", "to nodes"));
        plan.bundles()
                .forEach(
                        bundle ->
                                table.row(
                                        List.of(
                                                Integer.toString(bundle.number()),
                                                list(bundle.from()),
                                                list(bundle.to()))));
        table.lines().forEach(this::println);
    }
}
