package io.polycast.xdp.afxdp.socket;

import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/**
 * Way in which the kernel moves a socket's frames.
 *
 * @param zeroCopy the device reads and writes the chunks, else the kernel copies
 * @param gather a frame may leave in several buffers
 */
public record XskWay(boolean zeroCopy, boolean gather) {
    public static final long ACT_XSK_ZEROCOPY = 8; // NETDEV_XDP_ACT_XSK_ZEROCOPY

    /**
     * Ways to try, best first. In copy mode a second buffer costs more than copying 1 KiB, and as
     * much more at 3,400 B (a veth, Linux 6.18), so gathering is for zero-copy unless it is asked
     * for.
     *
     * @param options of the port
     * @param features of the device's driver, negative when the kernel does not tell
     */
    static List<XskWay> candidates(final XskOptions options, final long features) {
        final List<XskWay> ways = new ArrayList<>();
        final boolean mayZeroCopy = features < 0 || (features & ACT_XSK_ZEROCOPY) != 0;
        if (options.zeroCopy() == Wish.ON || options.zeroCopy() == Wish.AUTO && mayZeroCopy) {
            if (options.gather() != Wish.OFF) {
                ways.add(new XskWay(true, true));
            }
            if (options.gather() != Wish.ON) {
                ways.add(new XskWay(true, false));
            }
        }
        if (options.zeroCopy() != Wish.ON) {
            ways.add(new XskWay(false, options.gather() == Wish.ON));
        }
        return ways;
    }

    /** Whether a bind was refused because the way is not offered. */
    public static boolean isRefusal(final SysException ex) {
        return ex.errno() == Errno.EOPNOTSUPP
                || ex.errno() == Errno.ENOTSUPP
                || ex.errno() == Errno.EINVAL;
    }

    @Override
    public String toString() {
        return (zeroCopy ? "zero-copy" : "copy") + (gather ? ", gather" : "");
    }
}
