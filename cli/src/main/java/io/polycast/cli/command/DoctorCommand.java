package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.doctor.ControllerChecks;
import io.polycast.cli.doctor.Doctor;
import io.polycast.cli.doctor.Finding;
import io.polycast.cli.doctor.Finding.Status;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.node.config.ControllerFile;
import io.polycast.node.config.NodeConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast doctor}. */
@Command(
        name = "doctor",
        description =
                "Check Java, kernel, capabilities and devices; say what is wrong and the remedy.",
        footer = {"", "Exit code 3 when anything fails; warnings do not count."})
final class DoctorCommand extends Subcommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Check what this configuration of a switch or a controller needs too.")
    private Path file;

    private List<Finding> examine() {
        final FileKind kind = file == null ? FileKind.SWITCH : FileKind.of(file);
        if (kind == FileKind.CONTROLLER) {
            return ControllerChecks.run(controller());
        }
        if (kind != FileKind.SWITCH) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    file
                            + " is the configuration of "
                            + kind.label()
                            + ": give doctor one of a switch or a controller; 'polycast check -c"
                            + " "
                            + file
                            + "' validates this one");
        }
        return Doctor.examine(file == null ? null : ConfigurationFile.read(file));
    }

    private NodeConfig controller() {
        try {
            return ControllerFile.read(file);
        } catch (final ConfigurationException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    @Override
    public Integer call() {
        final List<Finding> findings = examine();
        final boolean healthy = findings.stream().noneMatch(each -> each.status() == Status.FAIL);
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("healthy", healthy);
            document.put("findings", findings);
            printJson(document);
        } else {
            findings.forEach(each -> println(each.line()));
        }
        return healthy ? ExitCode.DONE : ExitCode.MISSING;
    }
}
