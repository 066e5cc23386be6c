package io.polycast.xdp.afpacket;

import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/** Opens packet sockets (packet(7)). */
public final class PacketSocket {
    private static final int AF_PACKET = 17;
    private static final int SOL_SOCKET = 1;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_RCVBUFFORCE = 33;
    static final int SOL_PACKET = 263;
    static final int PACKET_STATISTICS = 6;
    private static final int PACKET_ADD_MEMBERSHIP = 1;
    private static final int PACKET_AUXDATA = 8;
    private static final int PACKET_VNET_HDR = 15;
    private static final int PACKET_IGNORE_OUTGOING = 23;
    private static final int PACKET_MR_PROMISC = 1;
    private static final int ETH_P_ALL = 3;
    private static final int SOCKET_BUFFER = 8 << 20;

    private PacketSocket() {}

    /**
     * Opens a non-blocking socket that receives all frames of a device and none that leave.
     *
     * @param port name of the port, for messages
     * @param device to bind to
     * @return descriptor
     * @throws PortException when it cannot be opened
     */
    static int open(final String port, final NetDevice device) throws PortException {
        final int index = indexOf(port, device);
        int fd = -1;
        try {
            // Protocol 0: nothing arrives before bind, when the options are set.
            fd = Sys.socket(AF_PACKET, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC | Sys.SOCK_NONBLOCK, 0);
            Sys.setOption(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1, "PACKET_IGNORE_OUTGOING");
            Sys.setOption(fd, SOL_PACKET, PACKET_AUXDATA, 1, "PACKET_AUXDATA");
            Sys.setOption(fd, SOL_PACKET, PACKET_VNET_HDR, 1, "PACKET_VNET_HDR");
            Sys.setOption(fd, SOL_SOCKET, SO_RCVBUFFORCE, SOCKET_BUFFER, "SO_RCVBUFFORCE");
            Sys.setOption(fd, SOL_SOCKET, SO_SNDBUFFORCE, SOCKET_BUFFER, "SO_SNDBUFFORCE");
            joinPromiscuous(fd, index);
            // struct sockaddr_ll: sll_family u16 @0, sll_protocol be16 @2, sll_ifindex i32 @4
            final UnsafeBuffer address = Sys.allocate(20);
            address.putShort(0, (short) AF_PACKET);
            address.putShort(2, (short) ETH_P_ALL, ByteOrder.BIG_ENDIAN);
            address.putInt(4, index);
            final int errno = Sys.bind(fd, address);
            if (errno != 0) {
                throw new SysException("bind", errno);
            }
            return fd;
        } catch (final SysException ex) {
            close(fd);
            throw refused(port, device, ex);
        }
    }

    /**
     * Makes a device take frames for all MAC addresses for as long as the descriptor is open.
     *
     * @param index of the device
     * @return descriptor that receives nothing
     * @throws SysException when it cannot be done
     */
    public static int holdPromiscuous(final int index) throws SysException {
        final int fd = Sys.socket(AF_PACKET, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC, 0);
        try {
            joinPromiscuous(fd, index);
            return fd;
        } catch (final SysException ex) {
            close(fd);
            throw ex;
        }
    }

    private static void joinPromiscuous(final int fd, final int index) throws SysException {
        // struct packet_mreq: mr_ifindex i32 @0, mr_type u16 @4, mr_alen u16 @6, mr_address[8]
        final UnsafeBuffer membership = Sys.allocate(16);
        membership.putInt(0, index);
        membership.putShort(4, (short) PACKET_MR_PROMISC);
        Sys.setOption(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership, "PACKET_ADD_MEMBERSHIP");
    }

    /**
     * @param port name of the port, for messages
     * @param device to look up
     * @return its index
     * @throws PortException when there is none, or it is down
     */
    public static int indexOf(final String port, final NetDevice device) throws PortException {
        final int index = device.index();
        if (index == 0) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": no device "
                            + device.name()
                            + " in this network namespace; see ip link");
        }
        if (!device.isUp()) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": device "
                            + device.name()
                            + " is down; ip link set "
                            + device.name()
                            + " up");
        }
        return index;
    }

    private static PortException refused(
            final String port, final NetDevice device, final SysException ex) {
        if (ex.errno() == Errno.EPERM || ex.errno() == Errno.EACCES) {
            return new PortException(
                    PortException.Kind.MISSING_CAPABILITY,
                    "port "
                            + port
                            + ": "
                            + ex.getMessage()
                            + " on device "
                            + device.name()
                            + "; packet sockets need CAP_NET_RAW and CAP_NET_ADMIN: run it as root,"
                            + " or as the service with AmbientCapabilities",
                    ex);
        }
        return new PortException(
                PortException.Kind.DEVICE,
                "port " + port + ": " + ex.getMessage() + " on device " + device.name(),
                ex);
    }

    private static void close(final int fd) {
        if (fd >= 0) {
            Sys.libc().close(fd);
        }
    }
}
