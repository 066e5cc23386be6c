package io.polycast.cli.command;

import io.polycast.cli.client.GroupCommand;
import io.polycast.cli.client.ShowCommand;
import io.polycast.cli.console.CommandRoot;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.Version;
import io.polycast.cli.controller.ControllerCommand;
import io.polycast.cli.shufflecast.ShufflecastCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of all commands; does nothing itself. */
@Command(
        name = "polycast",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "In-network reliable multicast for RDMA: a RoCEv2 replication switch.",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Exit codes: 0 done, 1 a check or run failed, 2 wrong usage or configuration,",
            "3 missing capability or device. Sizes: MB is 10^6 bytes, MiB is 2^20."
        },
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            HostAgentCommand.class,
            EndpointCommand.class,
            CheckCommand.class,
            ReplayCommand.class,
            GroupCommand.class,
            ControllerCommand.class,
            ShowCommand.class,
            DoctorCommand.class,
            SimCommand.class,
            ShufflecastCommand.class,
            VersionCommand.class,
            BenchCommand.class,
        })
public final class PolycastCommand extends CommandRoot implements Runnable {
    @Spec private CommandSpec spec;

    /**
     * @param console that all commands talk to
     */
    public PolycastCommand(final Console console) {
        super(console);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
