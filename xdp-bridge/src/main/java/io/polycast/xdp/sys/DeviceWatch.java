package io.polycast.xdp.sys;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * XDP features of drivers, and notices of changes, over the netlink family "netdev" (since Linux
 * 6.3). Asks in the namespace in which it was made, whichever thread calls.
 */
public final class DeviceWatch implements AutoCloseable {
    /** A bit of {@link #xdpFeatures}: takes frames that were redirected to it. */
    public static final long TAKES_REDIRECTED = 4;

    private static final int SOL_NETLINK = 270;
    private static final int NETLINK_ADD_MEMBERSHIP = 1;
    private static final int GENL_ID_CTRL = 16;
    private static final int GENLMSGHDR = 4;
    private static final int CTRL_CMD_GETFAMILY = 3;
    private static final int CTRL_ATTR_FAMILY_ID = 1;
    private static final int CTRL_ATTR_FAMILY_NAME = 2;
    private static final int CTRL_ATTR_MCAST_GROUPS = 7;
    private static final int CTRL_ATTR_MCAST_GRP_NAME = 1;
    private static final int CTRL_ATTR_MCAST_GRP_ID = 2;
    private static final int NETDEV_CMD_DEV_GET = 1;
    private static final int NETDEV_A_DEV_IFINDEX = 1;
    private static final int NETDEV_A_DEV_XDP_FEATURES = 3;
    private static final String FAMILY = "netdev";
    private static final String NOTICES = "mgmt";
    private static final int NOTICE_BYTES = 4096;

    private final int queryFd;
    private final int noticeFd;
    private final int family;
    private final UnsafeBuffer notice = Sys.allocate(NOTICE_BYTES);

    /**
     * Listens from now on.
     *
     * @throws SysException when there are no sockets left
     */
    public DeviceWatch() throws SysException {
        queryFd = Sys.check(Netlink.socket(Netlink.NETLINK_GENERIC), "socket netlink");
        noticeFd = Netlink.socket(Netlink.NETLINK_GENERIC);
        int id = -1;
        boolean done = false;
        try {
            final UnsafeBuffer found = describe();
            final int from = Netlink.HEADER + GENLMSGHDR;
            id = Netlink.find(found, from, found.capacity(), CTRL_ATTR_FAMILY_ID);
            id = id < 0 ? -1 : found.getShort(Netlink.value(id)) & 0xffff;
            final int group = noticeGroup(found, from);
            if (noticeFd >= 0 && group >= 0) {
                join(group);
            }
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
        family = id;
    }

    private void join(final int group) throws SysException {
        // An unbound socket has the kernel's own address, to which the kernel does not speak.
        final UnsafeBuffer any = Sys.allocate(12);
        any.putShort(0, (short) Netlink.AF_NETLINK);
        final int errno = Sys.bind(noticeFd, any);
        if (errno != 0) {
            throw new SysException("bind netlink", errno);
        }
        Sys.setOption(
                noticeFd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, group, "NETLINK_ADD_MEMBERSHIP");
    }

    private UnsafeBuffer describe() {
        final Netlink find = new Netlink(GENL_ID_CTRL);
        find.request().putByte(find.reserve(GENLMSGHDR), (byte) CTRL_CMD_GETFAMILY);
        find.request()
                .putStringWithoutLengthAscii(
                        find.attribute(CTRL_ATTR_FAMILY_NAME, FAMILY.length() + 1), FAMILY);
        return find.askOn(queryFd);
    }

    private static int noticeGroup(final UnsafeBuffer found, final int from) {
        final int groups = Netlink.find(found, from, found.capacity(), CTRL_ATTR_MCAST_GROUPS);
        if (groups < 0) {
            return -1;
        }
        // Each is an attribute of its own number: 1, 2, ...
        for (int number = 1; ; number++) {
            final int entry =
                    Netlink.find(found, Netlink.value(groups), Netlink.end(found, groups), number);
            if (entry < 0) {
                return -1;
            }
            final int name = within(found, entry, CTRL_ATTR_MCAST_GRP_NAME);
            final int id = within(found, entry, CTRL_ATTR_MCAST_GRP_ID);
            if (name >= 0 && id >= 0 && Netlink.text(found, name).equals(NOTICES)) {
                return found.getInt(Netlink.value(id));
            }
        }
    }

    private static int within(final UnsafeBuffer found, final int entry, final int type) {
        return Netlink.find(found, Netlink.value(entry), Netlink.end(found, entry), type);
    }

    /**
     * Asks what a device's driver can do with XDP (enum netdev_xdp_act: 1 basic, 2 redirect, 4
     * takes redirected frames, 8 zero-copy, 16 offload, 32 multi-buffer, 64 takes multi-buffer
     * frames).
     *
     * @param index of the device
     * @return the bits, or -1 when the kernel does not tell (before 6.3, or no such device)
     */
    public long xdpFeatures(final int index) {
        if (family < 0) {
            return -1;
        }
        final Netlink ask = new Netlink(family);
        ask.request().putByte(ask.reserve(GENLMSGHDR), (byte) NETDEV_CMD_DEV_GET);
        ask.request().putInt(ask.attribute(NETDEV_A_DEV_IFINDEX, 4), index);
        final UnsafeBuffer answer = ask.askOn(queryFd);
        final int features =
                Netlink.find(
                        answer,
                        Netlink.HEADER + GENLMSGHDR,
                        answer.capacity(),
                        NETDEV_A_DEV_XDP_FEATURES);
        return features < 0 ? -1 : answer.getLong(Netlink.value(features));
    }

    /**
     * Takes what notices there are, without waiting.
     *
     * @return whether there was one, or some were lost
     */
    public boolean changed() {
        boolean changed = false;
        while (noticeFd >= 0) {
            final long got =
                    Sys.libc()
                            .recv(noticeFd, notice.addressOffset(), NOTICE_BYTES, Sys.MSG_DONTWAIT);
            if (got < 0 && Sys.errno() != Errno.ENOBUFS) {
                return changed;
            }
            changed = true;
        }
        return changed;
    }

    @Override
    public void close() {
        Sys.libc().close(queryFd);
        if (noticeFd >= 0) {
            Sys.libc().close(noticeFd);
        }
    }
}
