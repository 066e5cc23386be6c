package io.polycast.cli.shufflecast;

import io.polycast.topology.shuffle.ShuffleShape;
import picocli.CommandLine.Option;

/** A command about one instance. */
abstract class InstanceCommand extends ShuffleSubcommand {
    @Option(
            names = "--p",
            paramLabel = "P",
            required = true,
            description = "Fan-out of the splitters, at least 2.")
    private int p;

    @Option(
            names = "--k",
            paramLabel = "K",
            required = true,
            description = "Columns, at least 1; k p^k is at most " + ShuffleShape.MAX_NODES + ".")
    private int k;

    /**
     * @return the instance of the options
     */
    final ShuffleShape shape() {
        return shape(p, k);
    }
}
