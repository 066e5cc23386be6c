package io.polycast.xdp.pcapfile;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.PortException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

/**
 * Receives the frames of one capture (pcap or pcapng) and sends into another (nanosecond pcap).
 * Either may be absent. The capture to read is checked to its end when the port opens; the one
 * written has the name {@code FILE.part} until the port is closed.
 */
public final class PcapPort extends PortBase {
    private final LongSupplier clock;
    private final CaptureInput input;
    private CaptureOutput output;

    /**
     * @param index of the port, in [0, 64)
     * @param name of the port
     * @param memory of the switch
     * @param in capture to read, or null
     * @param out capture to write, or null: what is sent is only counted
     * @param clock time stamps of what is sent: ns since 1970
     * @throws PortException when a capture is not usable
     */
    public PcapPort(
            final int index,
            final String name,
            final FrameMemory memory,
            final Path in,
            final Path out,
            final LongSupplier clock)
            throws PortException {
        super(index, name, memory);
        this.clock = clock;
        this.input = in == null ? null : CaptureInput.open(name, in);
        this.output = out == null ? null : CaptureOutput.open(name, out);
    }

    /**
     * Says whether the captures could be had. The one to write is left alone.
     *
     * @param name of the port
     * @param in capture to read, or null
     * @param out capture to write, or null
     * @return {@link Integer#MAX_VALUE}: frame memory is the only limit
     * @throws PortException when a capture is not usable
     */
    static int requireFit(final String name, final Path in, final Path out) throws PortException {
        if (in != null) {
            CaptureInput.open(name, in).close();
        }
        final Path directory = out == null ? null : out.toAbsolutePath().getParent();
        if (directory != null && !Files.isWritable(directory)) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port "
                            + name
                            + ": cannot write capture "
                            + out
                            + "; name a directory that exists and can be written");
        }
        return Integer.MAX_VALUE;
    }

    /**
     * @return time stamp of the next frame to receive, Long.MAX_VALUE when there is none left
     */
    public long nextTimestampNs() {
        return input == null ? Long.MAX_VALUE : input.timestampNs();
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        int taken = 0;
        long bytes = 0;
        while (taken < limit && input != null && input.isPresent()) {
            final int length = input.length();
            if (length > memory.frameCapacity()) {
                stats.addRxInvalid(1);
                input.advance();
                continue;
            }
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                break;
            }
            final int offset = chunk + FrameMemory.HEADROOM;
            buffer.putBytes(offset, input.buffer(), input.offset(), length);
            final long timestampNs = input.timestampNs();
            input.advance();
            taken++;
            bytes += length;
            handler.onFrame(index, offset, length, timestampNs);
        }
        if (taken > 0) {
            stats.addRx(taken, bytes);
        }
        return taken;
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        if (isTooLong(length)) {
            return false;
        }
        if (output != null) {
            final int at = output.reserve(length);
            if (at < 0) {
                stats.addTxErrors(1);
                return false;
            }
            output.buffer().putBytes(at, frame, offset, length);
            output.add(clock.getAsLong(), length);
        }
        stats.addTx(1, length);
        return true;
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        return send(buffer, offset, length);
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        final int length = copy.length();
        if (isTooLong(length)) {
            return false;
        }
        if (output != null) {
            final int at = output.reserve(length);
            if (at < 0) {
                stats.addTxErrors(1);
                return false;
            }
            FrameCopy.gather(output.buffer(), at, copy, headerOffset, icrc);
            output.add(clock.getAsLong(), length);
        }
        stats.addTx(1, length);
        return true;
    }

    private boolean isTooLong(final int length) {
        if (length <= memory.frameCapacity()) {
            return false;
        }
        stats.addTxTooLong();
        return true;
    }

    @Override
    public int flush() {
        return 0;
    }

    @Override
    public int room() {
        return output == null || output.isWritable() ? Integer.MAX_VALUE : 0;
    }

    @Override
    public int maxFrameLength() {
        return memory.frameCapacity();
    }

    /** Instead of {@link #close}: removes what was written, since it is not whole. */
    public void discard() {
        CloseHelper.close(input);
        if (output != null) {
            output.discard();
            output = null;
        }
    }

    /**
     * Gives the written capture its name.
     *
     * @throws java.io.UncheckedIOException when it could not be written; nothing is left then
     */
    @Override
    public void close() {
        CloseHelper.close(input);
        if (output != null) {
            final CaptureOutput whole = output;
            output = null;
            whole.finish();
        }
    }
}
