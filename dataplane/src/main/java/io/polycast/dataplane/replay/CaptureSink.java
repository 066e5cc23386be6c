package io.polycast.dataplane.replay;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.pcap.PcapWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the frames that leave each port into a nanosecond pcap; takes all frames, as an idle port
 * would.
 */
final class CaptureSink implements EgressSink {
    private final OutputStream[] outputs;
    private final long[] counts;
    private byte[] bytes = new byte[1 << 16];
    private UnsafeBuffer record = new UnsafeBuffer(bytes);
    private long nowNs;

    CaptureSink(final OutputStream[] outputs) throws IOException {
        this.outputs = outputs;
        this.counts = new long[outputs.length];
        final int length = PcapWriter.writeFileHeader(record, 0);
        for (final OutputStream output : outputs) {
            output.write(bytes, 0, length);
        }
    }

    void now(final long timeNs) {
        nowNs = timeNs;
    }

    /** Time of the last call of {@link #now(long)}. */
    long nowNs() {
        return nowNs;
    }

    long count(final int port) {
        return counts[port];
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final int start = begin(length);
        record.putBytes(start, frame, offset, length);
        return end(egressPort, start + length);
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final int start = begin(copy.length());
        record.putBytes(start, copy.header, headerOffset, copy.headerLength);
        record.putBytes(start + copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
        Icrc.store(record, start + copy.headerLength + copy.icrcIndex, icrc);
        return end(egressPort, start + copy.length());
    }

    private int begin(final int length) {
        if (PcapWriter.RECORD_HEADER_LENGTH + length > bytes.length) {
            bytes = new byte[2 * (PcapWriter.RECORD_HEADER_LENGTH + length)];
            record = new UnsafeBuffer(bytes);
        }
        return PcapWriter.writeRecordHeader(record, 0, nowNs, length);
    }

    private boolean end(final int port, final int length) {
        try {
            outputs[port].write(bytes, 0, length);
        } catch (final IOException e) {
            // A sink has no way to say this; the replay takes it off again.
            throw new UncheckedIOException(e);
        }
        counts[port]++;
        return true;
    }
}
