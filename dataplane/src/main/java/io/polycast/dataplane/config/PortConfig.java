package io.polycast.dataplane.config;

import io.polycast.xdp.port.DpdkSpec;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.XskOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One port.
 *
 * @param name in the configuration, unique
 * @param driver that moves its frames
 * @param device link's name, for af_xdp and af_packet, else null
 * @param queues receive queues that the device must have, or {@link #ALL_QUEUES}, for af_xdp
 * @param local address to receive at, for datagram, else null
 * @param remote address to send to, for datagram, else null
 * @param in capture to read, for pcap; null when nothing comes in
 * @param out capture to write, for pcap; null when what is sent is not kept
 * @param mode of af_xdp
 * @param mtu bytes behind the Ethernet header that the port has to carry, or 0
 * @param ringSize most frames waiting in each direction of each queue, for af_xdp, af_packet,
 *     memory and dpdk
 * @param xsk how to set up the sockets of af_xdp
 * @param dpdk device and how DPDK runs, for dpdk, else null
 */
public record PortConfig(
        String name,
        Driver driver,
        String device,
        int queues,
        InetSocketAddress local,
        InetSocketAddress remote,
        Path in,
        Path out,
        Mode mode,
        int mtu,
        int ringSize,
        XskOptions xsk,
        DpdkConfig dpdk) {
    /** Value of {@link #queues()} for as many as the device has. */
    public static final int ALL_QUEUES = 0;

    private static final int ETHERNET_AND_TAGS = 14 + 2 * 4;

    /** A port with rings and sockets as they are by default. */
    public PortConfig(
            final String name,
            final Driver driver,
            final String device,
            final int queues,
            final InetSocketAddress local,
            final InetSocketAddress remote,
            final Path in,
            final Path out,
            final Mode mode,
            final int mtu) {
        this(
                name,
                driver,
                device,
                queues,
                local,
                remote,
                in,
                out,
                mode,
                mtu,
                PortSpec.DEFAULT_RING_SIZE,
                XskOptions.DEFAULT,
                null);
    }

    /** What moves a port's frames. */
    public enum Driver {
        /** A queue in this process. */
        MEMORY,
        /** Capture files. */
        PCAP,
        /** One Ethernet frame per UDP datagram. */
        DATAGRAM,
        /** AF_XDP sockets. */
        AF_XDP,
        /** A packet socket. */
        AF_PACKET,
        /** A device of DPDK. */
        DPDK
    }

    /** How the XDP program is attached. */
    public enum Mode {
        /** Native, else generic. */
        AUTO,
        /** In the driver. */
        NATIVE,
        /** Behind the driver. */
        GENERIC
    }

    /**
     * @param maxFrameLength that the open port takes
     * @return bytes behind the Ethernet header and two VLAN tags
     */
    public static int carries(final int maxFrameLength) {
        return maxFrameLength - ETHERNET_AND_TAGS;
    }

    /**
     * @param maxFrameLength that the open port takes
     * @return why that is not what {@link #mtu()} demands, with the remedy behind "; "; empty when it is
     */
    public Optional<String> unmetMtu(final int maxFrameLength) {
        final int carries = carries(maxFrameLength);
        return mtu <= carries
                ? Optional.empty()
                : Optional.of(
                        "mtu="
                                + mtu
                                + " > "
                                + carries
                                + ", which is what it carries; lower mtu and the path MTU of its"
                                + " queue pairs, or raise the device's MTU (ip link set DEVICE mtu"
                                + " N), as far as pipeline.chunkSize allows");
    }

    /**
     * @param index of the port on its switch
     * @return the same in the words of the drivers
     */
    public PortSpec spec(final int index) {
        return new PortSpec(
                index,
                name,
                PortSpec.Driver.valueOf(driver.name()),
                device,
                queues,
                ringSize,
                local,
                remote,
                in,
                out,
                PortSpec.XdpMode.valueOf(mode.name()),
                xsk,
                dpdk == null ? null : new DpdkSpec(dpdk.devargs(), mtu, dpdk.eal()));
    }
}
