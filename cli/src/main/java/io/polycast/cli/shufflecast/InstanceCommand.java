package io.polycast.cli.shufflecast;

import io.polycast.cli.console.Subcommand;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** A command about one instance. */
abstract class InstanceCommand extends Subcommand {
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
        return valid("", () -> new ShuffleShape(p, k));
    }

    /**
     * @param option whose value is checked, with a blank behind it, or nothing
     * @param value computes what the option stands for
     * @return the value; one that is refused is wrong usage
     */
    final <T> T valid(final String option, final Supplier<T> value) {
        try {
            return value.get();
        } catch (final IllegalArgumentException e) {
            throw wrongUsage(option + e.getMessage());
        }
    }

    /**
     * @param tors numbers
     * @return them with blanks between
     */
    static String list(final List<Integer> tors) {
        return tors.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
