package io.polycast.xdp.open;

import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.afxdp.AfXdpPort;
import io.polycast.xdp.afxdp.SilenceGuard;
import io.polycast.xdp.datagram.DatagramPort;
import io.polycast.xdp.dpdk.DpdkPort;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.pcapfile.PcapPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortSpec;
import java.time.Instant;
import java.util.List;

/** Opens ports. */
public final class Ports {
    private static final long NANOS = 1_000_000_000L;

    private Ports() {}

    /**
     * Opens a port, in the calling thread's network namespace, before the switch's threads start.
     *
     * @param spec what it is to be
     * @param memory of the switch
     * @return the open port
     * @throws PortException when it cannot be opened; one line says why and what to do
     */
    public static Port open(final PortSpec spec, final FrameMemory memory) throws PortException {
        return open(spec, memory, null, null, null);
    }

    /**
     * Opens a port that may be one end of a wire.
     *
     * @param spec what it is to be
     * @param memory of the switch
     * @param guard what an AF_XDP port's program asks for signs of life, or null
     * @param peer device at the wire's other end, or null
     * @return the open port
     * @throws PortException when it cannot be opened; one line says why and what to do
     */
    public static Port open(
            final PortSpec spec,
            final FrameMemory memory,
            final SilenceGuard guard,
            final String peer)
            throws PortException {
        return open(spec, memory, guard, peer, null);
    }

    /**
     * Opens a port that may be one end of a wire and may serve groups in the kernel.
     *
     * @param spec what it is to be
     * @param memory of the switch
     * @param guard what an AF_XDP port's program asks for signs of life, or null
     * @param peer device at the wire's other end, or null
     * @param fastPath of the switch, opened for the same ports, or null
     * @return the open port
     * @throws PortException when it cannot be opened; one line says why and what to do
     */
    public static Port open(
            final PortSpec spec,
            final FrameMemory memory,
            final SilenceGuard guard,
            final String peer,
            final FastPath fastPath)
            throws PortException {
        return switch (spec.driver()) {
            case MEMORY -> new MemoryPort(spec.index(), spec.name(), memory, spec.ringSize());
            case DATAGRAM ->
                    new DatagramPort(
                            spec.index(),
                            spec.name(),
                            memory,
                            need(spec, spec.local(), "local"),
                            need(spec, spec.remote(), "remote"));
            case PCAP ->
                    new PcapPort(
                            spec.index(),
                            spec.name(),
                            memory,
                            spec.in(),
                            spec.out(),
                            Ports::wallClockNs);
            case AF_PACKET ->
                    new AfPacketPort(
                            spec.index(),
                            spec.name(),
                            memory,
                            need(spec, spec.device(), "device"),
                            spec.ringSize());
            case AF_XDP -> {
                need(spec, spec.device(), "device");
                yield new AfXdpPort(spec, memory, guard, peer, fastPath);
            }
            case DPDK -> {
                need(spec, spec.dpdk(), "devargs");
                yield new DpdkPort(spec, memory);
            }
        };
    }

    /**
     * Makes the frame memory of a switch, large enough for all its rings to be full at once.
     *
     * @param specs of all ports
     * @param chunkSize bytes in a chunk: 4096 when an AF_XDP port is among them
     * @param inFlight most frames that the switch itself holds between receive and transmit
     * @return the memory
     * @throws IllegalArgumentException when it would exceed 2 GiB
     */
    public static FrameMemory memory(
            final List<PortSpec> specs, final int chunkSize, final int inFlight) {
        int rxChunks = inFlight;
        int txChunks = 0;
        for (final PortSpec spec : specs) {
            rxChunks += spec.rxChunks();
            txChunks += spec.txChunks();
        }
        return new FrameMemory(chunkSize, Math.max(rxChunks, 1), Math.max(txChunks, 1));
    }

    private static <T> T need(final PortSpec spec, final T value, final String key)
            throws PortException {
        if (value == null) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port " + spec.name() + ": driver " + spec.driver().key() + " needs " + key);
        }
        return value;
    }

    private static long wallClockNs() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * NANOS + now.getNano();
    }
}
