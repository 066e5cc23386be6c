package io.polycast.xdp.open;

import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.afxdp.AfXdpPort;
import io.polycast.xdp.afxdp.program.SilenceGuard;
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
        return open(spec, List.of(memory), null, null, null).get(0);
    }

    /**
     * Opens a port for each of several shards, which share nothing but the device; in the calling
     * thread's network namespace, before the switch's threads start.
     *
     * @param spec what it is to be
     * @param memories of the shards, one each
     * @param guard what an AF_XDP port's program asks for signs of life, or null
     * @param peer device at the wire's other end, or null
     * @param fastPath of the switch, opened for the same ports, or null
     * @return the port as each shard has it, in the order of their memories
     * @throws PortException when it cannot be opened; one line says why and what to do
     */
    public static List<? extends Port> open(
            final PortSpec spec,
            final List<FrameMemory> memories,
            final SilenceGuard guard,
            final String peer,
            final FastPath fastPath)
            throws PortException {
        return switch (spec.driver()) {
            case AF_XDP -> {
                need(spec, spec.device(), "device");
                yield AfXdpPort.open(spec, memories, guard, peer, fastPath);
            }
            case MEMORY -> memories.stream().map(memory -> memoryPort(spec, memory)).toList();
            default -> {
                if (memories.size() > 1) {
                    throw new PortException(
                            PortException.Kind.USAGE,
                            "port "
                                    + spec.name()
                                    + ": driver "
                                    + spec.driver().key()
                                    + " has no queues for several fused shards; write shards: 1, or"
                                    + " threading: staged");
                }
                yield List.of(openOne(spec, memories.get(0)));
            }
        };
    }

    /**
     * Says before a port is opened whether its device, address or capture would do as it is now. Another
     * process may have the port: nothing of that process is touched.
     *
     * @param spec what the port is to be
     * @param chunkSize of the frame memory
     * @param shards that would share the port
     * @return longest frame that the port would carry, or the longest of all where only opening it tells
     * @throws PortException when it would be refused
     */
    public static int requireFit(final PortSpec spec, final int chunkSize, final int shards)
            throws PortException {
        return switch (spec.driver()) {
            case AF_XDP -> AfXdpPort.requireFit(spec, chunkSize, shards);
            case AF_PACKET -> AfPacketPort.requireFit(spec, chunkSize);
            case DATAGRAM -> DatagramPort.requireFit(spec, chunkSize);
            case PCAP -> PcapPort.requireFit(spec);
            case DPDK -> DpdkPort.requireFit(spec);
            case MEMORY -> Integer.MAX_VALUE;
        };
    }

    /**
     * Loads what a port's program is made of and registers its memory, and lets go of both: what the
     * kernel refuses is known before another process ends for this one.
     *
     * @param spec what the port is to be
     * @param memories of the shards, one each
     * @param guard as {@link #open} has it
     * @param peer as {@link #open} has it
     * @param fastPath as {@link #open} has it
     * @throws PortException when it would be refused
     */
    public static void rehearse(
            final PortSpec spec,
            final List<FrameMemory> memories,
            final SilenceGuard guard,
            final String peer,
            final FastPath fastPath)
            throws PortException {
        if (spec.driver() == PortSpec.Driver.AF_XDP) {
            AfXdpPort.rehearse(spec, memories, guard, peer, fastPath);
        }
    }

    private static MemoryPort memoryPort(final PortSpec spec, final FrameMemory memory) {
        return new MemoryPort(spec.index(), spec.name(), memory, spec.ringSize());
    }

    private static Port openOne(final PortSpec spec, final FrameMemory memory)
            throws PortException {
        return switch (spec.driver()) {
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
            case DPDK -> {
                need(spec, spec.dpdk(), "devargs");
                yield new DpdkPort(spec, memory);
            }
            case MEMORY, AF_XDP -> throw new IllegalStateException(spec.driver().key());
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
