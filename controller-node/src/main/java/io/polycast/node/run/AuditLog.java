package io.polycast.node.run;

import io.polycast.dataplane.disk.IoReason;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each request that changes something: time, who, what, status. */
final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private final Writer out;

    /**
     * @param file to append to, or null for none
     * @throws IOException when it cannot be written
     */
    AuditLog(final Path file) throws IOException {
        out = file == null ? null : open(file);
    }

    private static BufferedWriter open(final Path file) throws IOException {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.newBufferedWriter(
                    file,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (final IOException e) {
            throw new IOException(
                    "security.audit "
                            + file
                            + " cannot be written ("
                            + IoReason.of(e)
                            + "): change security.audit",
                    e);
        }
    }

    synchronized void note(final String who, final String what, final int status) {
        if (out == null) {
            return;
        }
        try {
            // A path may have line ends, which must not forge a line.
            out.write(
                    Instant.now()
                            + " "
                            + who
                            + " "
                            + what.replaceAll("\\p{Cntrl}", "?")
                            + " "
                            + status
                            + "\n");
            out.flush();
        } catch (final IOException full) {
            LOG.error("audit: a line is lost: {}", full.getMessage());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
