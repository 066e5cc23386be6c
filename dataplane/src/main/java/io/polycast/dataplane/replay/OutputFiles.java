package io.polycast.dataplane.replay;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.CloseHelper;

/**
 * Files that get their names only when all of them are whole: until then they end in {@code .part},
 * and are removed when something goes wrong.
 */
final class OutputFiles implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Map<Path, OutputStream> streams = new LinkedHashMap<>();
    private boolean committed;

    OutputStream create(final Path file) throws IOException {
        final Path parent = file.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory");
        }
        final OutputStream stream =
                new BufferedOutputStream(Files.newOutputStream(part(file)), BUFFER_BYTES);
        final OutputStream other = streams.put(file.toAbsolutePath().normalize(), stream);
        if (other != null) {
            other.close();
            throw new IOException(file + " would be written twice");
        }
        return stream;
    }

    void commit() throws IOException {
        for (final OutputStream stream : streams.values()) {
            stream.close();
        }
        for (final Path file : streams.keySet()) {
            Files.move(part(file), file, StandardCopyOption.REPLACE_EXISTING);
        }
        committed = true;
    }

    private static Path part(final Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    @Override
    public void close() throws IOException {
        if (!committed) {
            CloseHelper.quietCloseAll(streams.values());
            for (final Path file : streams.keySet()) {
                Files.deleteIfExists(part(file));
            }
        }
    }
}
