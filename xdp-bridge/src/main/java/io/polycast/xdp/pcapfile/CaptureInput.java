package io.polycast.xdp.pcapfile;

import io.polycast.parser.pcap.CaptureFormatException;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.xdp.port.PortException;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A capture that is read to its end before its first frame is used, so that no run stops half-way.
 */
final class CaptureInput implements AutoCloseable {
    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;
    private final CaptureReader reader;
    private boolean present;

    private CaptureInput(final MappedByteBuffer mapped) {
        this.mapped = mapped;
        this.buffer = new UnsafeBuffer(mapped);
        this.reader = CaptureReader.over(buffer);
        advance();
    }

    static CaptureInput open(final String port, final Path file) throws PortException {
        MappedByteBuffer mapped = null;
        CaptureInput input = null;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() > Integer.MAX_VALUE) {
                throw new PortException(
                        PortException.Kind.USAGE,
                        "port "
                                + port
                                + ": capture "
                                + file
                                + " has "
                                + channel.size()
                                + " bytes > "
                                + Integer.MAX_VALUE
                                + "; split it with editcap -c");
            }
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            final CaptureReader check = CaptureReader.over(new UnsafeBuffer(mapped));
            while (check.next()) {
                continue;
            }
            input = new CaptureInput(mapped);
            return input;
        } catch (final CaptureFormatException ex) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port " + port + ": capture " + file + ": " + ex.getMessage(),
                    ex);
        } catch (final NoSuchFileException ex) {
            throw new PortException(
                    PortException.Kind.USAGE, "port " + port + ": no capture " + file, ex);
        } catch (final IOException ex) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port " + port + ": cannot read capture " + file + ": " + ex.getMessage(),
                    ex);
        } finally {
            if (input == null) {
                IoUtil.unmap(mapped);
            }
        }
    }

    /** Unmaps the capture: there are no more frames. A second call does nothing. */
    @Override
    public void close() {
        if (buffer.capacity() > 0) {
            present = false;
            buffer.wrap(0, 0);
            IoUtil.unmap(mapped);
        }
    }

    boolean isPresent() {
        return present;
    }

    long timestampNs() {
        return present ? reader.timestampNs() : Long.MAX_VALUE;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    int offset() {
        return reader.offset();
    }

    int length() {
        return reader.length();
    }

    void advance() {
        present = reader.next();
    }
}
