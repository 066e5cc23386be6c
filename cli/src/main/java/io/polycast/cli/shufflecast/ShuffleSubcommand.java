package io.polycast.cli.shufflecast;

import io.polycast.cli.console.Subcommand;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Common part of the commands: refused values are wrong usage. */
abstract class ShuffleSubcommand extends Subcommand {
    /**
     * @param p of the instance
     * @param k of the instance
     * @return the instance
     */
    final ShuffleShape shape(final int p, final int k) {
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
