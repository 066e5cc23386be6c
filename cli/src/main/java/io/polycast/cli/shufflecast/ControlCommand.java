package io.polycast.cli.shufflecast;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.node.shufflecast.ControlFile;
import io.polycast.node.shufflecast.ControlProcess;
import io.polycast.node.shufflecast.ControlSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast control}. */
@Command(
        name = "control",
        description = {
            "Run the control of a Shufflecast until SIGTERM or SIGINT.",
            "The control tells relays their rules, repairs failures, and sets members of groups."
        },
        footer = {"", "See docs/shufflecast.md for the file's keys and the link."})
final class ControlCommand extends Subcommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration of the control.")
    private Path file;

    @Override
    public Integer call() {
        try {
            final ControlSettings settings = ControlFile.read(file);
            final ControlProcess process = ControlProcess.open(settings);
            final Thread onSignal = stopBySignal(process);
            try {
                sayStarted(settings, process);
                process.run();
            } finally {
                leaveToCaller(onSignal);
            }
            return ExitCode.DONE;
        } catch (final ConfigurationException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.MISSING, "the control cannot start: " + e.getMessage(), e);
        }
    }

    /** Without the halt a control that was told to stop would report the signal as its exit code. */
    private static Thread stopBySignal(final ControlProcess process) {
        final Thread onSignal =
                new Thread(
                        () -> {
                            process.close();
                            Runtime.getRuntime().halt(ExitCode.DONE);
                        },
                        "control-shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        return onSignal;
    }

    /** A control that ends by a defect has the exit code of one, which its service manager looks at. */
    private static void leaveToCaller(final Thread onSignal) {
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (final IllegalStateException e) {
            // A signal came first: the hook ends the process.
        }
    }

    private void sayStarted(final ControlSettings settings, final ControlProcess process)
            throws IOException {
        final String endpoint =
                process.endpoint().getAddress().getHostAddress()
                        + ":"
                        + process.endpoint().getPort();
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("pid", ProcessHandle.current().pid());
            document.put("p", settings.shape().p());
            document.put("k", settings.shape().k());
            document.put("tors", settings.tors().size());
            document.put("listen", endpoint);
            printJson(document);
        } else {
            println(
                    "control of a "
                            + settings.shape()
                            + "-Shufflecast of "
                            + settings.tors().size()
                            + " ToRs: relays and applications at "
                            + endpoint);
        }
        console().out().flush();
    }
}
