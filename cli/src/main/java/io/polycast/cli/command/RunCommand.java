package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.appliance.Rehearsal;
import io.polycast.dataplane.appliance.StartOptions;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ThreadPlan;
import io.polycast.dataplane.fault.FaultSpec;
import io.polycast.dataplane.fault.FaultSyntaxException;
import io.polycast.dataplane.fault.Faults;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.TakeOver;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code polycast run}. */
@Command(
        name = "run",
        description = "Run a switch until SIGTERM, SIGINT or a stop request; then close its ports.",
        footer = {
            "",
            "Prints one line when every port is open and every group active. Standard error gets a",
            "line for each event: from WARN on, under systemd from INFO on. The environment"
                    + " variable",
            "POLYCAST_LOG (ERROR, WARN, INFO, DEBUG) changes that."
        })
final class RunCommand extends Subcommand {
    private static final String NO_RELOAD =
            "SIGHUP ignored, the switch goes on: there is no reload yet; polycast group set changes"
                    + " groups, polycast run --replace -c FILE takes over with another file";

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration of the switch.")
    private Path file;

    @Option(
            names = "--fault",
            paramLabel = "FAULTS",
            converter = FaultOption.class,
            description =
                    "Injects faults at every port, in both directions, for trials: loss=P,"
                            + " duplicate=P and corrupt=P with probabilities from 0 to 1, and"
                            + " seed=N, with commas between them.")
    private FaultSpec faults;

    @Option(
            names = "--forget-groups",
            description =
                    "Starts without the groups that were set at run time; else they come back,"
                            + " except where the configuration names the same id.")
    private boolean forgetGroups;

    @Option(
            names = "--replace",
            description =
                    "Takes over from the switch that runs with this configuration's control socket:"
                            + " prepares all it can, makes the other close its ports and end, goes"
                            + " on with its feedback and groups, and says how long nobody served.")
    private boolean replace;

    /** Reads the faults as picocli wants it. */
    static final class FaultOption implements ITypeConverter<FaultSpec> {
        @Override
        public FaultSpec convert(final String text) {
            try {
                return FaultSpec.parse(text);
            } catch (final FaultSyntaxException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    @Override
    public Integer call() {
        HangUp.ignore(() -> console().note(NO_RELOAD));
        final Configuration configuration = ConfigurationFile.read(file);
        configuration.warnings().forEach(warning -> console().note(warning.toString()));
        final PortOpener ports = ports();
        try (TakeOver takeOver = replace ? TakeOver.from(configuration.control().socket()) : null) {
            if (replace && takeOver == null) {
                console()
                        .note(
                                "nobody serves at "
                                        + configuration.control().socket()
                                        + ": nothing to replace, starting");
            }
            return serve(configuration, start(configuration, ports, takeOver), takeOver);
        } catch (final ApplianceException e) {
            throw new CommandFailedException(e.exitCode(), e.getMessage(), e);
        }
    }

    private Appliance start(
            final Configuration configuration, final PortOpener ports, final TakeOver takeOver)
            throws ApplianceException {
        if (takeOver != null) {
            Rehearsal.play(configuration, forgetGroups).ifPresent(console()::note);
        }
        try {
            return Appliance.start(configuration, new StartOptions(ports, forgetGroups, takeOver));
        } catch (final ApplianceException e) {
            if (takeOver == null || !takeOver.isDemanded()) {
                throw e;
            }
            throw new CommandFailedException(
                    e.exitCode(),
                    "process "
                            + takeOver.pid()
                            + " was told to hand over, but this one cannot start, and nobody serves"
                            + " now unless that one refused: "
                            + e.getMessage(),
                    e);
        }
    }

    private int serve(
            final Configuration configuration, final Appliance appliance, final TakeOver takeOver) {
        final Thread onSignal = new Thread(() -> stopForGood(appliance), "pc-shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        final Throwable failure;
        try {
            sayReady(configuration, appliance, takeOver);
            failure = appliance.awaitStop();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            appliance.close();
            throw new CommandFailedException(ExitCode.FAILED, "the switch was interrupted", e);
        }
        appliance.close();
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (final IllegalStateException e) {
            // A signal came first: the hook closes everything and ends the process.
            return ExitCode.DONE;
        }
        if (appliance.successor() != 0) {
            console()
                    .note(
                            "switch "
                                    + configuration.identity().name()
                                    + " handed over to process "
                                    + appliance.successor());
        }
        if (failure != null) {
            throw new CommandFailedException(
                    ExitCode.FAILED,
                    "the switch failed: " + failure + " (POLYCAST_DEBUG=1 shows where)",
                    failure);
        }
        return ExitCode.DONE;
    }

    private PortOpener ports() {
        if (faults == null) {
            return PortOpener.STANDARD;
        }
        console()
                .note(
                        "warning: every port loses or damages frames on purpose ("
                                + faults
                                + "); leave --fault out to serve real traffic");
        return Faults.over(PortOpener.STANDARD, faults);
    }

    /** Without the halt a switch that was told to stop would report the signal as its exit code. */
    private static void stopForGood(final Appliance appliance) {
        appliance.close();
        Runtime.getRuntime().halt(ExitCode.DONE);
    }

    private void sayReady(
            final Configuration configuration, final Appliance appliance, final TakeOver takeOver) {
        final long gapMs = takeOver == null ? 0 : takeOver.gapMs();
        final int groups = configuration.groups().size() + appliance.keptGroups();
        final String name = configuration.identity().name();
        final String threading =
                ThreadPlan.of(configuration.pipeline(), Runtime.getRuntime().availableProcessors())
                        .threading()
                        .name()
                        .toLowerCase(Locale.ROOT);
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("ready", true);
            document.put("name", name);
            document.put("pid", ProcessHandle.current().pid());
            document.put("ports", configuration.ports().size());
            document.put("groups", groups);
            document.put("groups_kept", appliance.keptGroups());
            document.put("threading", threading);
            if (takeOver != null) {
                document.put("replaced", takeOver.pid());
                document.put("gap_ms", gapMs);
            }
            if (faults != null) {
                document.put("faults", faults.toString());
            }
            document.put("socket", configuration.control().socket().toString());
            printJson(document);
        } else {
            println(
                    String.format(
                            "switch %s is ready: %d ports, %d groups, %s threading, control %s%s",
                            name,
                            configuration.ports().size(),
                            groups,
                            threading,
                            configuration.control().socket(),
                            takeOver == null
                                    ? ""
                                    : ", took over from process "
                                            + takeOver.pid()
                                            + ", gap of service "
                                            + gapMs
                                            + " ms"));
        }
        console().out().flush();
    }
}
