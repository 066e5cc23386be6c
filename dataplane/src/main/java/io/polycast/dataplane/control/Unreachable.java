package io.polycast.dataplane.control;

import io.polycast.dataplane.disk.IoReason;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Explains why no switch answers at a socket, with the remedy.
 */
final class Unreachable {
    private static final String DENIED = "Permission denied";

    private Unreachable() {}

    /**
     * @param socket that could not be connected to
     * @param cause of it
     * @return the refusal, with the owner when this user lacks the right
     */
    static ControlException at(final Path socket, final Exception cause) {
        final String message =
                isDenied(cause)
                        ? denied(socket)
                        : "no switch answers at "
                                + socket
                                + " ("
                                + why(socket, cause)
                                + "); start it, or name its control.socket with --socket";
        return new ControlException(ControlException.UNREACHABLE, message, cause);
    }

    private static boolean isDenied(final Exception cause) {
        return cause.getMessage() != null && cause.getMessage().contains(DENIED);
    }

    private static String why(final Path socket, final Exception cause) {
        if (Files.isDirectory(socket)) {
            return "it is a directory";
        }
        if (Files.isRegularFile(socket)) {
            return "it is a file, not a socket";
        }
        if (cause instanceof ConnectException) {
            return "its process has ended";
        }
        if (Files.notExists(socket)) {
            return "there is no such file";
        }
        return cause instanceof IllegalArgumentException
                ? "the path is too long for a socket"
                : IoReason.of((IOException) cause);
    }

    /** The socket itself, or the first directory on the way to it that this user may not enter. */
    private static String denied(final Path socket) {
        Path barrier = socket.toAbsolutePath();
        for (Path each = barrier.getParent(); each != null; each = each.getParent()) {
            if (!Files.isExecutable(each)) {
                barrier = each;
            }
        }
        final String owner = owner(barrier);
        return "permission denied: "
                + barrier
                + " belongs to user "
                + owner
                + ", and user "
                + System.getProperty("user.name")
                + " may not use it; run the command as that user (sudo -u "
                + owner
                + " ...) or as root";
    }

    private static String owner(final Path file) {
        try {
            return Files.getOwner(file).getName();
        } catch (final IOException e) {
            return "unknown";
        }
    }
}
