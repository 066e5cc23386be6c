package io.polycast.xdp.port;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Specification of a port; its driver decides which fields matter.
 *
 * @param index of the port, in [0, 64)
 * @param name of the port in the configuration
 * @param driver of the port
 * @param device network device (af_xdp, af_packet)
 * @param queues receive queues of the device, which must be all that it has; {@link #ALL_QUEUES} asks
 *     the device (af_xdp)
 * @param ringSize most frames waiting in each direction of each queue, a power of two (af_xdp,
 *     af_packet, memory, dpdk)
 * @param local address to bind (datagram)
 * @param remote address of the peer (datagram)
 * @param in capture to read, or null (pcap)
 * @param out capture to write, or null (pcap)
 * @param xdpMode how to attach the XDP program (af_xdp)
 * @param xsk how to set up the sockets (af_xdp)
 * @param dpdk the device and how DPDK runs, or null (dpdk)
 */
public record PortSpec(
        int index,
        String name,
        Driver driver,
        String device,
        int queues,
        int ringSize,
        InetSocketAddress local,
        InetSocketAddress remote,
        Path in,
        Path out,
        XdpMode xdpMode,
        XskOptions xsk,
        DpdkSpec dpdk) {
    /** Value of {@link #queues()} for as many as the device has. */
    public static final int ALL_QUEUES = 0;

    /** Ring size when nothing else is asked. */
    public static final int DEFAULT_RING_SIZE = 1024;

    /** Chunks that an AF_XDP queue's fill ring holds beyond its receive ring. */
    public static final int AF_XDP_SPARE = 64;

    /** Frames of one call to the kernel. */
    public static final int BATCH = 64;

    /** Checks what all drivers share. */
    public PortSpec {
        if (index < 0 || index >= 64) {
            throw new IllegalArgumentException(
                    "port " + name + ": index=" + index + " not in [0, 64)");
        }
        if (queues < ALL_QUEUES) {
            throw new IllegalArgumentException("port " + name + ": queues=" + queues + " < 0");
        }
        if (ringSize < 8 || ringSize > 32768 || Integer.bitCount(ringSize) != 1) {
            throw new IllegalArgumentException(
                    "port "
                            + name
                            + ": ringSize="
                            + ringSize
                            + " is not a power of two in [8, 32768]");
        }
    }

    /** A port of another driver than dpdk whose sockets are set up as they are by default. */
    public PortSpec(
            final int index,
            final String name,
            final Driver driver,
            final String device,
            final int queues,
            final int ringSize,
            final InetSocketAddress local,
            final InetSocketAddress remote,
            final Path in,
            final Path out,
            final XdpMode xdpMode) {
        this(
                index,
                name,
                driver,
                device,
                queues,
                ringSize,
                local,
                remote,
                in,
                out,
                xdpMode,
                XskOptions.DEFAULT,
                null);
    }

    /**
     * @param entries most frames waiting in each direction of each queue, a power of two
     * @return the same with that
     */
    public PortSpec withRingSize(final int entries) {
        return new PortSpec(
                index, name, driver, device, queues, entries, local, remote, in, out, xdpMode, xsk,
                dpdk);
    }

    /**
     * @return rx chunks that the port keeps on its receive side
     */
    public int rxChunks() {
        return rxChunks(1);
    }

    /**
     * @param shards that share the port's queues
     * @return rx chunks that each of them keeps on its receive side
     */
    public int rxChunks(final int shards) {
        return switch (driver) {
            // The receive ring of each queue, and some to spare in its fill ring.
            case AF_XDP ->
                    Math.max(1, (queues + shards - 1) / shards)
                            * (ringSize + Math.min(AF_XDP_SPARE, ringSize));
            case AF_PACKET -> BATCH;
            case MEMORY -> ringSize;
            case PCAP, DATAGRAM, DPDK -> 1;
        };
    }

    /**
     * @return tx chunks that wait on the port at most
     */
    public int txChunks() {
        return switch (driver) {
            // They copy a frame when they take it.
            case PCAP, DATAGRAM, DPDK -> 0;
            case AF_XDP, AF_PACKET, MEMORY -> ringSize;
        };
    }

    /** The way frames take. */
    public enum Driver {
        /** AF_XDP sockets over a network device. */
        AF_XDP,
        /** A raw packet socket over a network device. */
        AF_PACKET,
        /** Captures in and out. */
        PCAP,
        /** The same process. */
        MEMORY,
        /** One frame per UDP datagram. */
        DATAGRAM,
        /** A device of DPDK. */
        DPDK;

        /**
         * @return its name in configurations: af_xdp, af_packet, pcap, memory, datagram, dpdk
         */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How an XDP program is attached. */
    public enum XdpMode {
        /** In the driver, else in generic mode. */
        AUTO,
        /** In the driver. */
        NATIVE,
        /** On socket buffers: any device, slower. */
        GENERIC
    }

    /**
     * @param index of the port
     * @param name of the port
     * @param queueLength most frames waiting in each direction
     * @return a memory port
     */
    public static PortSpec memory(final int index, final String name, final int queueLength) {
        return new PortSpec(
                index,
                name,
                Driver.MEMORY,
                null,
                1,
                queueLength,
                null,
                null,
                null,
                null,
                XdpMode.AUTO);
    }

    /**
     * @param index of the port
     * @param name of the port
     * @param local address to bind
     * @param remote address of the peer
     * @return a datagram port
     */
    public static PortSpec datagram(
            final int index,
            final String name,
            final InetSocketAddress local,
            final InetSocketAddress remote) {
        return new PortSpec(
                index,
                name,
                Driver.DATAGRAM,
                null,
                1,
                DEFAULT_RING_SIZE,
                local,
                remote,
                null,
                null,
                XdpMode.AUTO);
    }

    /**
     * @param index of the port
     * @param name of the port
     * @param in capture to read, or null
     * @param out capture to write, or null
     * @return a pcap port
     */
    public static PortSpec pcap(final int index, final String name, final Path in, final Path out) {
        return new PortSpec(
                index,
                name,
                Driver.PCAP,
                null,
                1,
                DEFAULT_RING_SIZE,
                null,
                null,
                in,
                out,
                XdpMode.AUTO);
    }

    /**
     * @param index of the port
     * @param name of the port
     * @param device network device
     * @return an af_packet port
     */
    public static PortSpec afPacket(final int index, final String name, final String device) {
        return new PortSpec(
                index,
                name,
                Driver.AF_PACKET,
                device,
                1,
                DEFAULT_RING_SIZE,
                null,
                null,
                null,
                null,
                XdpMode.AUTO);
    }

    /**
     * @param index of the port
     * @param name of the port
     * @param dpdk device, and how DPDK runs
     * @return a dpdk port
     */
    public static PortSpec dpdk(final int index, final String name, final DpdkSpec dpdk) {
        return new PortSpec(
                index,
                name,
                Driver.DPDK,
                null,
                1,
                DEFAULT_RING_SIZE,
                null,
                null,
                null,
                null,
                XdpMode.AUTO,
                XskOptions.DEFAULT,
                dpdk);
    }

    /**
     * @param index of the port
     * @param name of the port
     * @param device network device
     * @param queues receive queues to serve
     * @param mode how to attach
     * @return an af_xdp port
     */
    public static PortSpec afXdp(
            final int index,
            final String name,
            final String device,
            final int queues,
            final XdpMode mode) {
        return new PortSpec(
                index,
                name,
                Driver.AF_XDP,
                device,
                queues,
                DEFAULT_RING_SIZE,
                null,
                null,
                null,
                null,
                mode);
    }
}
