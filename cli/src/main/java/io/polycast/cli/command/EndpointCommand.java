package io.polycast.cli.command;

import io.polycast.cli.console.ByteSize;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.node.endpoint.EndpointException;
import io.polycast.node.endpoint.EndpointRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code polycast endpoint}: a file through a group, on hosts without an RNIC. */
@Command(
        name = "endpoint",
        description =
                "Send a file to a group, or receive one, with a software queue pair at a network"
                        + " device; see docs/agent.md.",
        subcommands = {EndpointCommand.Send.class, EndpointCommand.Receive.class})
final class EndpointCommand extends Subcommand {
    @Override
    public Integer call() {
        throw wrongUsage("no subcommand given: endpoint send or endpoint receive");
    }

    /** What both sides have in common. */
    private abstract static class Side extends Subcommand {
        @Mixin private EndpointOptions options;

        @Parameters(paramLabel = "FILE", description = "File to send, or to write.")
        private Path file;

        @Override
        public final Integer call() {
            final EndpointRun.Result result;
            try {
                result = run(options, file);
            } catch (final EndpointException e) {
                throw new CommandFailedException(exitCode(e), e.getMessage(), e);
            }
            if (!result.refusedLeave().isEmpty()) {
                console()
                        .note(
                                "the controller did not confirm that this host has left: "
                                        + result.refusedLeave());
            }
            print(result);
            return ExitCode.DONE;
        }

        abstract EndpointRun.Result run(EndpointOptions chosen, Path path) throws EndpointException;

        abstract boolean isSource();

        private static int exitCode(final EndpointException e) {
            return switch (e.kind()) {
                case USAGE -> ExitCode.USAGE;
                case MISSING -> ExitCode.MISSING;
                case FAILED -> ExitCode.FAILED;
            };
        }

        private void print(final EndpointRun.Result result) {
            final var report = result.report();
            if (!json()) {
                println(
                        String.format(
                                Locale.ROOT,
                                "%s %s: %d bytes in %.3f s, %.3f Gb/s, sha256 %s",
                                isSource() ? "sent" : "received",
                                file,
                                report.bytes(),
                                report.seconds(),
                                report.gbps(),
                                report.sha256()));
                return;
            }
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("side", isSource() ? "send" : "receive");
            document.put("group", options.group());
            document.put("address", result.address());
            document.put("file", file.toString());
            document.put("bytes", report.bytes());
            document.put("seconds", report.seconds());
            document.put("gbps", report.gbps());
            document.put("messages", report.messages());
            document.put("retransmitted", report.retransmitted());
            document.put("sha256", report.sha256());
            printJson(document);
        }
    }

    /** {@code polycast endpoint send}. */
    @Command(
            name = "send",
            description =
                    "Send a file to all members of a group, also to those that join meanwhile.",
            footer = {"", "Exit code 1 when a member does not answer or the group is refused."})
    static final class Send extends Side {
        @Option(
                names = "--message",
                paramLabel = "SIZE",
                converter = ByteSize.class,
                defaultValue = "256KiB",
                description =
                        "Bytes of a SEND, 256 to 16MiB (default: ${DEFAULT-VALUE}). Hosts join"
                                + " between two of them.")
        private long message;

        @Override
        EndpointRun.Result run(final EndpointOptions chosen, final Path path)
                throws EndpointException {
            if (message < EndpointRun.LEAST_MESSAGE || message > EndpointRun.MOST_MESSAGE) {
                throw wrongUsage("--message " + message + " is not in 256 to 16777216 (16MiB)");
            }
            return EndpointRun.send(
                    chosen.settings(this::wrongUsage), path, (int) message, console()::note);
        }

        @Override
        boolean isSource() {
            return true;
        }
    }

    /** {@code polycast endpoint receive}. */
    @Command(
            name = "receive",
            description =
                    "Receive the file that is sent to a group. FILE is written when all of it has"
                            + " come with the right SHA-256.",
            footer = {"", "Exit code 1 when the file does not arrive or the group is refused."})
    static final class Receive extends Side {
        @Override
        EndpointRun.Result run(final EndpointOptions chosen, final Path path)
                throws EndpointException {
            return EndpointRun.receive(chosen.settings(this::wrongUsage), path);
        }

        @Override
        boolean isSource() {
            return false;
        }
    }
}
