package io.polycast.xdp.pcapfile;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A port on capture files.
 *
 * @param in capture to read, or null when nothing comes in
 * @param out capture to write, or null when what is sent is only counted
 */
public record PcapSpec(Path in, Path out) implements PortSpec {
    /** Name of the driver in configurations. */
    public static final String DRIVER = "pcap";

    private static final long NANOS = 1_000_000_000L;

    @Override
    public String driver() {
        return DRIVER;
    }

    @Override
    public String where() {
        final String from = in == null ? "" : "from " + in;
        final String into = out == null ? "" : "into " + out;
        return from.isEmpty() || into.isEmpty() ? from + into : from + ' ' + into;
    }

    @Override
    public int rxChunks(final int shards) {
        return 1;
    }

    @Override
    public int txChunks() {
        return 0;
    }

    @Override
    public int requireFit(final PortId id, final int chunkSize, final int shards)
            throws PortException {
        return PcapPort.requireFit(id.name(), in, out);
    }

    @Override
    public Port open(final PortId id, final FrameMemory memory) throws PortException {
        return new PcapPort(id.index(), id.name(), memory, in, out, PcapSpec::wallClockNs);
    }

    private static long wallClockNs() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * NANOS + now.getNano();
    }
}
