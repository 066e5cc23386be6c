package io.polycast.node.endpoint;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Udp;
import io.polycast.xdp.afpacket.AfPacketSpec;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/** The wire of a host: a raw socket at the network device that leads to the group. */
final class DeviceWire {
    private static final int BATCH = 64;

    /** IPv4, UDP, BTH and ICRC. */
    private static final int HEADERS = 20 + 8 + 12 + 4;

    private static final int SMALL_CHUNK = 4096;
    private static final int LARGE_CHUNK = 8192;

    private DeviceWire() {}

    /**
     * Opens the wire to a group.
     *
     * @param deviceName given by the user, or null for the device of the route
     * @param address of the group, dotted quad
     * @param pathMtu of the queue pair
     * @return the wire
     * @throws EndpointException when there is no device or route, or a capability is missing
     */
    static Wire open(final String deviceName, final String address, final int pathMtu)
            throws EndpointException {
        try {
            final InetAddress routed = routed(address);
            final NetworkInterface device = device(deviceName, routed, address);
            final String ip = addressOf(device, routed).getHostAddress();
            final long mac = macOf(device);
            if (device.getMTU() < pathMtu + HEADERS) {
                throw missing(
                        "device "
                                + device.getName()
                                + " has MTU "
                                + device.getMTU()
                                + ", a path MTU of "
                                + pathMtu
                                + " needs "
                                + (pathMtu + HEADERS)
                                + ": choose --mtu, the same for all members, or ip link set "
                                + device.getName()
                                + " mtu");
            }
            return open(device.getName(), mac, ip, pathMtu);
        } catch (final IOException e) {
            throw missing("device " + deviceName + ": " + IoReason.of(e));
        }
    }

    private static Wire open(
            final String device, final long mac, final String ip, final int pathMtu)
            throws IOException, EndpointException {
        final DatagramChannel quiet = quiet(ip);
        try {
            final PortSpec spec = new AfPacketSpec(device);
            final int chunk =
                    pathMtu + 2 * FrameMemory.HEADROOM > SMALL_CHUNK ? LARGE_CHUNK : SMALL_CHUNK;
            final FrameMemory memory = Ports.memory(List.of(spec), chunk, BATCH);
            final Port port = spec.open(new PortId(0, "endpoint"), memory);
            return new Wire(port, memory, mac, ip, quiet);
        } catch (final PortException e) {
            CloseHelper.quietClose(quiet);
            throw new EndpointException(EndpointException.Kind.MISSING, e.getMessage(), e);
        }
    }

    /**
     * Without a socket at the RoCE port the kernel would answer each data packet with ICMP "port unreachable". The
     * socket is not read: its buffer fills, and the kernel drops the rest in silence.
     */
    private static DatagramChannel quiet(final String ip) throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 1);
            channel.bind(new InetSocketAddress(ip, Udp.PORT_ROCE));
        } catch (final BindException e) {
            // Another program of this host, such as soft-RoCE, has the port and keeps the kernel
            // quiet.
            return channel;
        } catch (final IOException e) {
            CloseHelper.quietClose(channel);
            throw e;
        }
        return channel;
    }

    /** The host's address on the kernel's route to the group, or null without one. */
    private static InetAddress routed(final String address) throws IOException {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.connect(new InetSocketAddress(address, Udp.PORT_ROCE));
            return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
        } catch (final IOException e) {
            return null;
        }
    }

    private static NetworkInterface device(
            final String name, final InetAddress routed, final String address)
            throws IOException, EndpointException {
        if (name == null && routed == null) {
            throw missing(
                    "this host has no route to the group's address "
                            + address
                            + ": name its device with --device, or ip route add");
        }
        final NetworkInterface device =
                name == null
                        ? NetworkInterface.getByInetAddress(routed)
                        : NetworkInterface.getByName(name);
        if (device == null) {
            throw missing("no device " + name + " in this network namespace; see ip link");
        }
        return device;
    }

    private static InetAddress addressOf(final NetworkInterface device, final InetAddress routed)
            throws EndpointException {
        final List<InetAddress> all =
                device.inetAddresses().filter(each -> each instanceof Inet4Address).toList();
        if (all.isEmpty()) {
            throw missing(
                    "device "
                            + device.getName()
                            + " has no IPv4 address; ip addr add ADDRESS dev "
                            + device.getName());
        }
        return all.contains(routed) ? routed : all.get(0);
    }

    private static long macOf(final NetworkInterface device) throws IOException, EndpointException {
        final byte[] bytes = device.getHardwareAddress();
        if (bytes == null || bytes.length != 6) {
            throw missing(
                    "device "
                            + device.getName()
                            + " is no Ethernet device: name one with --device");
        }
        return Ethernet.loadMac(new UnsafeBuffer(bytes), 0);
    }

    private static EndpointException missing(final String message) {
        return new EndpointException(EndpointException.Kind.MISSING, message);
    }
}
