package io.polycast.cli.shufflecast;

import io.polycast.cli.console.Subcommand;
import picocli.CommandLine.Command;

/** {@code polycast shufflecast}. */
@Command(
        name = "shufflecast",
        description = {
            "Plan a Shufflecast, a multicast network of passive splitters, compute its rules, run"
                    + " its control.",
            "A p,k-Shufflecast has k columns of p^k ToRs. ToRs are numbered from 0."
        },
        subcommands = {
            TreeCommand.class,
            RulesCommand.class,
            FailCommand.class,
            PlanCommand.class,
            CostCommand.class,
            VerifyCommand.class,
            ControlCommand.class,
        })
public final class ShufflecastCommand extends Subcommand {
    @Override
    public Integer call() {
        throw wrongUsage(
                "no subcommand given: shufflecast tree, rules, fail, plan, cost, verify, control");
    }
}
