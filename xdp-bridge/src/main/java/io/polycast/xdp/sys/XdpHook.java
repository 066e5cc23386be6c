package io.polycast.xdp.sys;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A device's hook for an XDP program, set over rtnetlink. The program outlives the process
 * until another caller removes it.
 */
public final class XdpHook {
    private static final int RTM_SETLINK = 19;
    private static final int IFINFOMSG = 16;
    private static final int IFLA_XDP = 43;
    private static final int IFLA_XDP_FD = 1;
    private static final int IFLA_XDP_FLAGS = 3;
    private static final int IFLA_XDP_EXPECTED_FD = 8;
    private static final int XDP_FLAGS_UPDATE_IF_NOEXIST = 1;
    private static final int XDP_FLAGS_REPLACE = 1 << 4;
    private static final int EMPTY = -1;

    private XdpHook() {}

    /**
     * Puts a program where none is.
     *
     * @param ifindex of the device in the calling thread's namespace
     * @param programFd of the program
     * @param mode XDP_FLAGS_SKB_MODE or XDP_FLAGS_DRV_MODE
     * @throws SysException when the kernel refuses: EBUSY when there is one
     */
    public static void fill(final int ifindex, final int programFd, final int mode)
            throws SysException {
        set(ifindex, programFd, mode | XDP_FLAGS_UPDATE_IF_NOEXIST, EMPTY);
    }

    /**
     * Puts a program in another's place; no frame meets neither.
     *
     * @param ifindex of the device in the calling thread's namespace
     * @param programFd of the program
     * @param mode of both
     * @param expectedFd of the one that has to be there, or -1 for whichever
     * @throws SysException when the kernel refuses: EEXIST when another is there
     */
    public static void replace(
            final int ifindex, final int programFd, final int mode, final int expectedFd)
            throws SysException {
        set(ifindex, programFd, expecting(mode, expectedFd), expectedFd);
    }

    /**
     * Takes a program away.
     *
     * @param ifindex of the device in the calling thread's namespace
     * @param mode of it
     * @param expectedFd of the one that has to be there, or -1 for whichever
     * @throws SysException when the kernel refuses: EEXIST when another is there
     */
    public static void clear(final int ifindex, final int mode, final int expectedFd)
            throws SysException {
        set(ifindex, EMPTY, expecting(mode, expectedFd), expectedFd);
    }

    private static int expecting(final int mode, final int expectedFd) {
        return expectedFd == EMPTY ? mode : mode | XDP_FLAGS_REPLACE;
    }

    private static void set(
            final int ifindex, final int programFd, final int flags, final int expectedFd)
            throws SysException {
        final Netlink netlink = new Netlink(RTM_SETLINK);
        final int message = netlink.reserve(IFINFOMSG);
        final UnsafeBuffer request = netlink.request();
        request.putInt(message + 4, ifindex);
        final int nest = netlink.attribute(IFLA_XDP, 0);
        request.putInt(netlink.attribute(IFLA_XDP_FD, 4), programFd);
        request.putInt(netlink.attribute(IFLA_XDP_FLAGS, 4), flags);
        if (expectedFd != EMPTY) {
            request.putInt(netlink.attribute(IFLA_XDP_EXPECTED_FD, 4), expectedFd);
        }
        netlink.closeNest(nest);
        final int errno = netlink.command(Netlink.NETLINK_ROUTE);
        if (errno != 0) {
            throw new SysException(
                    programFd == EMPTY ? "detach XDP program" : "attach XDP program", errno);
        }
    }
}
