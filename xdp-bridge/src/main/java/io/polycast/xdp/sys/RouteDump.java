package io.polycast.xdp.sys;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Asks the kernel for all routes and neighbours of the calling thread's network namespace, over rtnetlink (RFC
 * 3549). The call waits for the kernel: it is none for threads of packets.
 */
public final class RouteDump {
    private static final int RTM_GETROUTE = 26;
    private static final int RTM_GETNEIGH = 30;
    private static final int MESSAGE = 12;
    private static final int ANY_FAMILY = 0;

    private final UnsafeBuffer answer = Sys.allocate(Netlink.ANSWER);

    /**
     * @return all routes and neighbours
     * @throws SysException when the kernel does not tell
     */
    public RouteMessages read() throws SysException {
        final RouteMessages messages = new RouteMessages();
        ask(RTM_GETROUTE, messages);
        ask(RTM_GETNEIGH, messages);
        return messages;
    }

    private void ask(final int type, final RouteMessages messages) throws SysException {
        final Netlink question = new Netlink(type);
        question.request().putByte(question.reserve(MESSAGE), (byte) ANY_FAMILY);
        final int fd = Sys.check(Netlink.socket(Netlink.NETLINK_ROUTE), "socket netlink");
        try {
            messages.begin();
            final int errno = question.dump(fd, answer, messages);
            if (errno != 0) {
                throw new SysException("routes and neighbours over netlink", errno);
            }
        } finally {
            Sys.libc().close(fd);
        }
    }
}
