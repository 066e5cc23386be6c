package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages when no switch can be reached at a socket. */
class UnreachableTest {
    @TempDir private Path dir;

    private static String said(final Path socket, final Exception cause) {
        final ControlException e = Unreachable.at(socket, cause);
        assertEquals(ControlException.UNREACHABLE, e.exitCode());
        return e.getMessage();
    }

    @Test
    void shouldNameTheOwnerWhenPermissionIsDenied() throws IOException {
        final Path socket = Files.createFile(dir.resolve("s.sock"));
        final String owner = Files.getOwner(socket).getName();
        assertEquals(
                "permission denied: "
                        + socket
                        + " belongs to user "
                        + owner
                        + ", and user "
                        + System.getProperty("user.name")
                        + " may not use it; run the command as that user (sudo -u "
                        + owner
                        + " ...) or as root",
                said(socket, new SocketException("Permission denied")));
    }

    @Test
    void shouldSayWhyNobodyAnswers() throws IOException {
        final Path socket = dir.resolve("s.sock");
        try (ServerSocketChannel gone = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gone.bind(UnixDomainSocketAddress.of(socket));
        }
        assertTrue(
                said(socket, new ConnectException("Connection refused"))
                        .startsWith(
                                "no switch answers at " + socket + " (its process has ended);"));
        assertTrue(
                said(dir, new ConnectException("Connection refused"))
                        .startsWith("no switch answers at " + dir + " (it is a directory);"));
        final Path file = Files.createFile(dir.resolve("file"));
        assertTrue(
                said(file, new ConnectException("Connection refused"))
                        .startsWith(
                                "no switch answers at " + file + " (it is a file, not a socket);"));
        final Path none = dir.resolve("none.sock");
        assertTrue(
                said(none, new SocketException("No such file or directory"))
                        .startsWith("no switch answers at " + none + " (there is no such file);"));
        assertTrue(
                said(socket, new IllegalArgumentException("java's word"))
                        .contains("(the path is too long for a socket)"));
    }
}
