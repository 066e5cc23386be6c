package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ConfigurationSummary;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast check}. */
@Command(
        name = "check",
        description =
                "Validate a configuration and print what a switch would do with it. Opens no port;"
                        + " doctor -c looks at the devices. Files of a controller, a host agent or"
                        + " a Shufflecast's control are validated too.")
final class CheckCommand extends Subcommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description =
                    "Configuration. Files of several switches are checked against each other.")
    private List<Path> files;

    @Override
    public Integer call() {
        final FileKind kind = FileKind.of(files.get(0));
        if (files.size() == 1 && kind != FileKind.SWITCH) {
            return checkOther(files.get(0), kind);
        }
        final List<Configuration> configurations =
                files.stream().map(ConfigurationFile::read).toList();
        if (files.size() > 1) {
            ConfigurationFile.checkTogether(files);
        }
        if (json()) {
            printJson(document(configurations));
        } else {
            for (int i = 0; i < files.size(); i++) {
                summary(configurations.get(i)).lines().forEach(this::println);
                println(files.get(i) + " is valid");
            }
        }
        return ExitCode.DONE;
    }

    private int checkOther(final Path file, final FileKind kind) {
        try {
            kind.check(file);
        } catch (final ConfigurationException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
        if (json()) {
            printJson(Map.of("valid", true, "kind", kind.label()));
        } else {
            println(file + " is valid: the configuration of " + kind.label());
        }
        return ExitCode.DONE;
    }

    /** Of one file its summary, of several a list of summaries. */
    private static Map<String, Object> document(final List<Configuration> configurations) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("valid", true);
        if (configurations.size() == 1) {
            document.putAll(summary(configurations.get(0)).values());
        } else {
            document.put(
                    "switches",
                    configurations.stream().map(each -> summary(each).values()).toList());
        }
        return document;
    }

    private static ConfigurationSummary summary(final Configuration configuration) {
        return new ConfigurationSummary(configuration, Runtime.getRuntime().availableProcessors());
    }
}
