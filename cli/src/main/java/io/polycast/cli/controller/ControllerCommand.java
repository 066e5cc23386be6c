package io.polycast.cli.controller;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.node.config.ControllerFile;
import io.polycast.node.config.NodeConfig;
import io.polycast.node.log.LogBackup;
import io.polycast.node.run.ControllerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast controller}. */
@Command(
        name = "controller",
        description = "Run one node of the controller until SIGTERM or SIGINT.",
        footer = {"", "See docs/controller.md for the file's keys, HTTP, backup and restore."})
public final class ControllerCommand extends Subcommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration of the controller.")
    private Path file;

    @Option(
            names = "--backup",
            paramLabel = "DIR",
            description = "Copy the log of a stopped node into a new directory, and end.")
    private Path backup;

    @Option(
            names = "--restore",
            paramLabel = "DIR",
            description = "Copy a backup to a stopped node that has no log, and end.")
    private Path restore;

    @Override
    public Integer call() {
        if (backup != null && restore != null) {
            throw wrongUsage("--backup and --restore exclude each other: give one of them");
        }
        final NodeConfig config = read(file);
        try {
            if (backup != null) {
                return copied(LogBackup.copy(config.log().directory(), backup), backup);
            }
            if (restore != null) {
                return copied(
                        LogBackup.copy(restore, config.log().directory()),
                        config.log().directory());
            }
            return run(config);
        } catch (final IOException | RuntimeException failed) {
            throw new CommandFailedException(
                    ExitCode.MISSING,
                    "the controller cannot start: " + failed.getMessage(),
                    failed);
        }
    }

    private static NodeConfig read(final Path file) {
        try {
            return ControllerFile.read(file);
        } catch (final ConfigurationException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    private int copied(final long bytes, final Path target) {
        if (json()) {
            printJson(Map.of("bytes", bytes, "directory", target.toString()));
        } else {
            println(bytes + " bytes copied to " + target);
        }
        return ExitCode.DONE;
    }

    private int run(final NodeConfig config) throws IOException {
        final CountDownLatch stop = new CountDownLatch(1);
        final ControllerProcess process = new ControllerProcess(config);
        // Without the halt a controller that was told to stop would report the signal as its exit
        // code.
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    process.close();
                                    Runtime.getRuntime().halt(ExitCode.DONE);
                                },
                                "controller-shutdown"));
        sayStarted(config);
        try {
            stop.await();
        } catch (final InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private void sayStarted(final NodeConfig config) {
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("name", config.settings().name());
            document.put("pid", ProcessHandle.current().pid());
            document.put("node", config.log().self());
            document.put("nodes", config.doors().size());
            document.put("http", text(config.own().http()));
            document.put("agents", text(config.own().agents()));
            printJson(document);
        } else {
            println(
                    String.format(
                            "controller %s, node %d of %d: http %s, agents %s",
                            config.settings().name(),
                            config.log().self(),
                            config.doors().size(),
                            text(config.own().http()),
                            text(config.own().agents())));
        }
        console().out().flush();
    }

    private static String text(final java.net.InetSocketAddress endpoint) {
        return endpoint.getAddress().getHostAddress() + ":" + endpoint.getPort();
    }
}
