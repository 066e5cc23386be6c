package io.polycast.dataplane.replay;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.parser.pcap.CaptureFormatException;
import io.polycast.parser.pcap.CaptureReader;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * All frames of some captures in the order in which a switch sees them: by time stamp, ties by port,
 * then as they stand in their files. Every capture is read to its end before anything is done with
 * it, so that a broken one is known in time.
 */
final class CaptureIndex implements AutoCloseable {
    private final List<MappedByteBuffer> mapped = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();

    /**
     * One frame.
     *
     * @param timestampNs since 1970
     * @param port index of the port that it comes in on
     * @param capture that holds it
     * @param offset of its first byte
     * @param length in bytes
     */
    record Frame(long timestampNs, int port, DirectBuffer capture, int offset, int length) {}

    /** Adds a capture's frames; {@link #sort} when all are in. */
    void add(final int port, final Path file) throws ReplayException {
        final DirectBuffer capture = map(file);
        try {
            final CaptureReader reader = CaptureReader.over(capture);
            while (reader.next()) {
                frames.add(
                        new Frame(
                                reader.timestampNs(),
                                port,
                                capture,
                                reader.offset(),
                                reader.length()));
            }
        } catch (final CaptureFormatException e) {
            throw new ReplayException(file + ": " + e.getMessage(), e);
        }
    }

    private DirectBuffer map(final Path file) throws ReplayException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw new ReplayException(
                        file
                                + ": "
                                + size
                                + " bytes > "
                                + Integer.MAX_VALUE
                                + "; split it: editcap -c 1000000 IN OUT");
            }
            if (size == 0) {
                return new UnsafeBuffer(new byte[0]);
            }
            final MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
            mapped.add(bytes);
            return new UnsafeBuffer(bytes);
        } catch (final NoSuchFileException e) {
            throw new ReplayException(file + ": does not exist; name an existing capture", e);
        } catch (final IOException e) {
            if (Files.isDirectory(file)) {
                throw new ReplayException(file + ": is a directory; name a capture in it", e);
            }
            throw new ReplayException(
                    file + ": cannot be read (" + IoReason.of(e) + "); check its rights", e);
        }
    }

    /** Puts the frames into their order; stable, so that frames of one instant keep theirs. */
    void sort() {
        frames.sort(
                (a, b) -> {
                    final int byTime = Long.compare(a.timestampNs(), b.timestampNs());
                    return byTime != 0 ? byTime : Integer.compare(a.port(), b.port());
                });
    }

    List<Frame> frames() {
        return frames;
    }

    @Override
    public void close() {
        frames.clear();
        mapped.forEach(IoUtil::unmap);
        mapped.clear();
    }
}
