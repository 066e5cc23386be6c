package io.polycast.cli.shufflecast;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.TextTable;
import io.polycast.topology.shuffle.RelayTree;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast tree}. */
@Command(name = "tree", description = "Show the relays and routes of a source.")
final class TreeCommand extends InstanceCommand {
    @Option(names = "--source", paramLabel = "S", required = true, description = "ToR that sends.")
    private int source;

    @Override
    public Integer call() {
        final ShuffleShape shape = shape();
        final RelayTree tree =
                valid("--source: ", () -> new RelayTree(shape, source, new StaticRelays(shape)));
        if (json()) {
            printJson(document(shape, tree));
        } else {
            print(shape, tree);
        }
        return ExitCode.DONE;
    }

    private Map<String, Object> document(final ShuffleShape shape, final RelayTree tree) {
        final Map<String, List<Integer>> routes = new LinkedHashMap<>();
        for (int tor = 0; tor < shape.nodes(); tor++) {
            if (tor != source) {
                routes.put(Integer.toString(tor), tree.route(tor));
            }
        }
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("source", source);
        document.put("relays", tree.relays());
        document.put("routes", routes);
        return document;
    }

    private void print(final ShuffleShape shape, final RelayTree tree) {
        println("source " + source + " " + shape.id(source) + " of a " + shape + "-Shufflecast");
        println("relays " + list(tree.relays()));
        println("at most " + tree.maxHops() + " hops");
        println("");
        final TextTable table = new TextTable(List.of("ToR", "id", "hops", "route"));
        for (int tor = 0; tor < shape.nodes(); tor++) {
            if (tor != source) {
                table.row(
                        List.of(
                                Integer.toString(tor),
                                shape.id(tor),
                                Integer.toString(tree.hops(tor)),
                                list(tree.route(tor))));
            }
        }
        table.lines().forEach(this::println);
    }
}
