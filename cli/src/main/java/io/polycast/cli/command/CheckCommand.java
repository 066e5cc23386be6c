package io.polycast.cli.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ConfigurationSummary;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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
        final ConfigurationSummary summary =
                new ConfigurationSummary(configuration, Runtime.getRuntime().availableProcessors());
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("valid", true);
            document.putAll(summary.values());
            printJson(document);
        } else {
            summary.lines().forEach(this::println);
            println(file + " is valid");
        }
        return ExitCode.DONE;
    }
}
