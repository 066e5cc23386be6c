package io.polycast.xdp.sys;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Notices of the kernel about links of a network namespace, over rtnetlink. Each change is one
 * notice, so that a link that was down for a moment only is seen too. For one thread at a time,
 * which is none of packets.
 */
public final class LinkWatch implements AutoCloseable {
    private static final int RTM_NEWLINK = 16;
    private static final int RTM_DELLINK = 17;
    private static final int RTMGRP_LINK = 1;
    private static final int SOCKADDR_NL = 12; // family u16 @0, pid u32 @4, groups u32 @8
    private static final int IFINFOMSG = 16; // family u8 @0, index i32 @4, flags u32 @8
    private static final int IFLA_IFNAME = 3;
    private static final int IFF_UP = 1;
    private static final int IFF_LOWER_UP = 1 << 16;

    private final int noticeFd;
    private final int queryFd;
    private final UnsafeBuffer notice = Sys.allocate(Netlink.ANSWER);

    /** Takes notices. */
    @FunctionalInterface
    public interface Listener {
        /**
         * @param ifindex of a device, any of the namespace
         * @param name of it
         * @param state now
         */
        void onLink(int ifindex, String name, State state);
    }

    /** State of a device. */
    public enum State {
        /** Administratively up, with carrier. */
        UP,
        /** Administratively up, without carrier. */
        NO_CARRIER,
        /** Administratively down. */
        DOWN,
        /** Not in this namespace. */
        GONE
    }

    /**
     * Listens from now on, in the calling thread's network namespace.
     *
     * @throws SysException when the kernel gives no such socket
     */
    public LinkWatch() throws SysException {
        noticeFd = Sys.check(Netlink.socket(Netlink.NETLINK_ROUTE), "socket netlink");
        final int query = Netlink.socket(Netlink.NETLINK_ROUTE);
        final UnsafeBuffer address = Sys.allocate(SOCKADDR_NL);
        address.putShort(0, (short) Netlink.AF_NETLINK);
        address.putInt(8, RTMGRP_LINK);
        final int errno = query < 0 ? Sys.errno() : Sys.bind(noticeFd, address);
        if (errno != 0) {
            Sys.libc().close(noticeFd);
            Sys.libc().close(query);
            throw new SysException("bind netlink", errno);
        }
        queryFd = query;
    }

    /**
     * Asks for the state of a device.
     *
     * @param ifindex of the device
     * @return its state now
     */
    public State state(final int ifindex) {
        final UnsafeBuffer answer = Link.question(ifindex).askOn(queryFd);
        return answer.capacity() < Netlink.HEADER + IFINFOMSG
                ? State.GONE
                : ofFlags(answer.getInt(Netlink.HEADER + 8));
    }

    private static State ofFlags(final int flags) {
        if ((flags & IFF_UP) == 0) {
            return State.DOWN;
        }
        return (flags & IFF_LOWER_UP) == 0 ? State.NO_CARRIER : State.UP;
    }

    /**
     * Takes the notices that wait, in order, without waiting for more.
     *
     * @param listener called for each notice about a link
     * @return false when notices were lost because too many came: the caller asks for each state
     */
    public boolean poll(final Listener listener) {
        boolean complete = true;
        while (true) {
            final long got =
                    Sys.libc()
                            .recv(
                                    noticeFd,
                                    notice.addressOffset(),
                                    notice.capacity(),
                                    Sys.MSG_DONTWAIT);
            if (got >= 0) {
                parse((int) got, listener);
            } else if (Sys.errno() == Errno.ENOBUFS) {
                complete = false;
            } else if (Sys.errno() != Errno.EINTR) {
                return complete;
            }
        }
    }

    private void parse(final int length, final Listener listener) {
        int at = 0;
        while (at + Netlink.HEADER + IFINFOMSG <= length) {
            final int bytes = notice.getInt(at);
            if (bytes < Netlink.HEADER + IFINFOMSG || at + bytes > length) {
                return;
            }
            final int type = notice.getShort(at + 4) & 0xffff;
            final int message = at + Netlink.HEADER;
            // Of family bridge: the port of a bridge, whose device stays.
            if (notice.getByte(message) == 0 && (type == RTM_NEWLINK || type == RTM_DELLINK)) {
                final int name = Netlink.find(notice, message + IFINFOMSG, at + bytes, IFLA_IFNAME);
                listener.onLink(
                        notice.getInt(message + 4),
                        name < 0 ? "" : Netlink.text(notice, name),
                        type == RTM_DELLINK ? State.GONE : ofFlags(notice.getInt(message + 8)));
            }
            at += bytes + 3 & ~3;
        }
    }

    @Override
    public void close() {
        Sys.libc().close(noticeFd);
        Sys.libc().close(queryFd);
    }
}
