package io.polycast.xdp.sys;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Asks again and again which XDP program a device has. Allocates nothing after it was made: direct
 * memory of each look would be given back by full collections alone.
 */
public final class XdpWatch implements AutoCloseable {
    private final int fd;
    private final Netlink ask;
    private final UnsafeBuffer answer = Sys.allocate(Netlink.ANSWER);

    /**
     * Asks in the calling thread's network namespace from now on, whichever thread calls.
     *
     * @param ifindex of the device
     * @throws SysException when there are no sockets left
     */
    public XdpWatch(final int ifindex) throws SysException {
        ask = Link.question(ifindex);
        fd = Sys.check(Netlink.socket(Netlink.NETLINK_ROUTE), "socket netlink");
    }

    /**
     * Looks now.
     *
     * @param mode of the wanted program: XDP_FLAGS_SKB_MODE or XDP_FLAGS_DRV_MODE
     * @return id of the program that is attached in this mode, else of one in another mode, 0 when
     *     there is none, -1 when the device is gone or the kernel does not tell
     */
    public int program(final int mode) {
        return Link.program(answer, ask.askOn(fd, answer), mode);
    }

    @Override
    public void close() {
        Sys.libc().close(fd);
    }
}
