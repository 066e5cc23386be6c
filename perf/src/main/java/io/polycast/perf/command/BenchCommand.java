package io.polycast.perf.command;

import io.polycast.cli.console.Subcommand;
import java.io.PrintWriter;

/** Common part of the subcommands of {@code polycast bench}: output, and refusal of wrong options. */
abstract class BenchCommand extends Subcommand {
    final PrintWriter out() {
        return console().out();
    }

    final PrintWriter err() {
        return console().err();
    }

    /**
     * @param wrong whether the options are refused
     * @param message what is wrong
     */
    final void refuse(final boolean wrong, final String message) {
        if (wrong) {
            throw wrongUsage(message);
        }
    }
}
