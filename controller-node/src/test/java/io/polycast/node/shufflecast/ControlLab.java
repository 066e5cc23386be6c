package io.polycast.node.shufflecast;

import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.ShuffleShape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A control of a 2,2-Shufflecast on loopback. */
final class ControlLab implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef0123456789abcdef";
    static final ShuffleShape SHAPE = new ShuffleShape(2, 2);
    private static final long RETURN_AFTER = 100_000_000L;

    final ControlProcess control;
    private final Thread thread;

    /**
     * @param directory for the token
     * @param port to listen at, or 0 for any
     */
    ControlLab(final Path directory, final int port) throws IOException {
        control = ControlProcess.open(settings(directory, port));
        thread = new Thread(control::run, "control");
        thread.start();
    }

    static ControlSettings settings(final Path directory, final int port) throws IOException {
        return new ControlSettings(
                new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port),
                token(directory),
                directory.resolve("groups"),
                SHAPE,
                new Placement(SHAPE, SHAPE.nodes()).tors(),
                RETURN_AFTER);
    }

    static Path token(final Path directory) throws IOException {
        final Path file = directory.resolve("token");
        Files.writeString(file, TOKEN + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    InetSocketAddress endpoint() throws IOException {
        return control.endpoint();
    }

    @Override
    public void close() {
        control.close();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
