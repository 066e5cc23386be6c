package io.polycast.xdp.pcapfile;

import io.polycast.parser.pcap.PcapWriter;
import io.polycast.xdp.port.PortException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/** A nanosecond pcap under a temporary name, which gets its own when it is whole. */
final class CaptureOutput {
    private static final int BUFFER = 1 << 20;

    private final Path file;
    private final Path temporary;
    private final FileChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BUFFER);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int used;
    private IOException failure;

    private CaptureOutput(final Path file, final Path temporary, final FileChannel channel) {
        this.file = file;
        this.temporary = temporary;
        this.channel = channel;
        used = PcapWriter.writeFileHeader(buffer, 0);
    }

    static CaptureOutput open(final String port, final Path file) throws PortException {
        final Path temporary = file.resolveSibling(file.getFileName() + ".part");
        try {
            return new CaptureOutput(
                    file,
                    temporary,
                    FileChannel.open(
                            temporary,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE));
        } catch (final IOException ex) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port "
                            + port
                            + ": cannot write capture "
                            + temporary
                            + ": "
                            + ex
                            + "; name a directory that exists and can be written",
                    ex);
        }
    }

    /** Room for a frame, which then must be finished with {@link #add}; -1 when writing failed. */
    int reserve(final int length) {
        if (BUFFER - used < PcapWriter.RECORD_HEADER_LENGTH + length) {
            write();
        }
        return failure == null ? used + PcapWriter.RECORD_HEADER_LENGTH : -1;
    }

    boolean isWritable() {
        return failure == null;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    void add(final long timestampNs, final int length) {
        used += PcapWriter.writeRecordHeader(buffer, used, timestampNs, length) + length;
    }

    private void write() {
        bytes.limit(used).position(0);
        used = 0;
        try {
            while (failure == null && bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (final IOException ex) {
            failure = ex;
        }
        bytes.clear();
    }

    /** Makes the file whole and gives it its name; throws when any of it could not be written. */
    void finish() {
        write();
        try (channel) {
            if (failure != null) {
                throw failure;
            }
            Files.move(
                    temporary,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException ex) {
            discard();
            throw new UncheckedIOException("capture " + file + " could not be written", ex);
        }
    }

    /** Leaves nothing behind. */
    void discard() {
        try (channel) {
            Files.deleteIfExists(temporary);
        } catch (final IOException ex) {
            throw new UncheckedIOException("capture " + temporary + " could not be removed", ex);
        }
    }
}
