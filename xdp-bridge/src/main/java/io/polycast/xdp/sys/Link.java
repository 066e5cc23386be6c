package io.polycast.xdp.sys;

import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * State of a device of the calling thread's namespace, from rtnetlink.
 *
 * @param index of the device
 * @param name of it
 * @param kind as {@code ip link} has it (veth, bridge, ...), "" for hardware
 * @param peerIndex of a veth's other end, or of the device below; 0 when there is none
 * @param peerIsHere whether that one is in the same namespace
 * @param xdpMode none, native, generic, hardware or several
 * @param xdpProgram id of the attached program, 0 for none
 */
public record Link(
        int index,
        String name,
        String kind,
        int peerIndex,
        boolean peerIsHere,
        String xdpMode,
        int xdpProgram) {
    private static final int RTM_GETLINK = 18;
    private static final int IFINFOMSG = 16;
    private static final int IFLA_IFNAME = 3;
    private static final int IFLA_LINK = 5;
    private static final int IFLA_LINKINFO = 18;
    private static final int IFLA_INFO_KIND = 1;
    private static final int IFLA_LINK_NETNSID = 37;
    private static final int IFLA_XDP = 43;
    private static final int IFLA_XDP_ATTACHED = 2;
    private static final int IFLA_XDP_PROG_ID = 4;
    private static final int IFLA_XDP_DRV_PROG_ID = 5;
    private static final int IFLA_XDP_SKB_PROG_ID = 6;
    private static final int XDP_FLAGS_SKB_MODE = 1 << 1;

    /**
     * @param index of a device
     * @return its state, if it exists
     */
    public static Optional<Link> query(final int index) {
        final UnsafeBuffer answer = question(index).ask(Netlink.NETLINK_ROUTE);
        final int from = Netlink.HEADER + IFINFOMSG;
        final int to = answer.capacity();
        final int name = Netlink.find(answer, from, to, IFLA_IFNAME);
        if (name < 0) {
            return Optional.empty();
        }
        final int peer = Netlink.find(answer, from, to, IFLA_LINK);
        final int xdp = Netlink.find(answer, from, to, IFLA_XDP);
        return Optional.of(
                new Link(
                        answer.getInt(Netlink.HEADER + 4),
                        Netlink.text(answer, name),
                        kind(answer, Netlink.find(answer, from, to, IFLA_LINKINFO)),
                        peer < 0 ? 0 : answer.getInt(Netlink.value(peer)),
                        peer >= 0 && Netlink.find(answer, from, to, IFLA_LINK_NETNSID) < 0,
                        xdp < 0 ? "none" : mode(answer, xdp),
                        xdp < 0 ? 0 : program(answer, xdp)));
    }

    /** Request for a device. */
    static Netlink question(final int index) {
        final Netlink netlink = new Netlink(RTM_GETLINK);
        // struct ifinfomsg: ifi_family u8 @0, ifi_type u16 @2, ifi_index i32 @4, flags, change
        final int message = netlink.reserve(IFINFOMSG);
        netlink.request().putInt(message + 4, index);
        return netlink;
    }

    /** The program of an answer's device, as {@link XdpWatch#program} has it. */
    static int program(final UnsafeBuffer answer, final int length, final int mode) {
        final int from = Netlink.HEADER + IFINFOMSG;
        if (length == 0 || Netlink.find(answer, from, length, IFLA_IFNAME) < 0) {
            return -1;
        }
        final int xdp = Netlink.find(answer, from, length, IFLA_XDP);
        if (xdp < 0) {
            return 0;
        }
        // Where a device has several, each has an attribute of its own and none the common one.
        final int own =
                Netlink.find(
                        answer,
                        Netlink.value(xdp),
                        Netlink.end(answer, xdp),
                        mode == XDP_FLAGS_SKB_MODE ? IFLA_XDP_SKB_PROG_ID : IFLA_XDP_DRV_PROG_ID);
        return own < 0 ? program(answer, xdp) : answer.getInt(Netlink.value(own));
    }

    private static String kind(final UnsafeBuffer answer, final int info) {
        if (info < 0) {
            return "";
        }
        final int kind =
                Netlink.find(
                        answer, Netlink.value(info), Netlink.end(answer, info), IFLA_INFO_KIND);
        return kind < 0 ? "" : Netlink.text(answer, kind);
    }

    private static String mode(final UnsafeBuffer answer, final int xdp) {
        final int attached =
                Netlink.find(
                        answer, Netlink.value(xdp), Netlink.end(answer, xdp), IFLA_XDP_ATTACHED);
        return switch (attached < 0 ? 0 : answer.getByte(Netlink.value(attached))) {
            case 0 -> "none";
            case 1 -> "native";
            case 2 -> "generic";
            case 3 -> "hardware";
            default -> "several";
        };
    }

    private static int program(final UnsafeBuffer answer, final int xdp) {
        final int id =
                Netlink.find(
                        answer, Netlink.value(xdp), Netlink.end(answer, xdp), IFLA_XDP_PROG_ID);
        return id < 0 ? 0 : answer.getInt(Netlink.value(id));
    }

    /**
     * Asks what a device's driver can do with XDP (enum netdev_xdp_act: 1 basic, 2 redirect, 4
     * takes redirected frames, 8 zero-copy, 16 offload, 32 multi-buffer, 64 takes multi-buffer
     * frames).
     *
     * @param index of the device
     * @return the bits, or -1 when the kernel does not tell (before 6.3)
     */
    public static long xdpFeatures(final int index) {
        try (DeviceWatch watch = new DeviceWatch()) {
            return watch.xdpFeatures(index);
        } catch (final SysException ex) {
            return -1;
        }
    }
}
