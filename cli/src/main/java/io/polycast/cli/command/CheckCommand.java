package io.polycast.cli.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.config.Configuration;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast check}. */
@Command(
        name = "check",
        description =
                "Validate a configuration and print what a switch would do with it. Opens no port;"
                        + " doctor -c looks at the devices.")
final class CheckCommand extends Subcommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration of the switch.")
    private Path file;

    @Override
    public Integer call() {
        final Configuration configuration = ConfigurationFile.read(file);
        final int cores = Runtime.getRuntime().availableProcessors();
        if (json()) {
            printJson(Plan.document(configuration, cores));
        } else {
            Plan.lines(configuration, cores).forEach(this::println);
        }
        return ExitCode.DONE;
    }
}
