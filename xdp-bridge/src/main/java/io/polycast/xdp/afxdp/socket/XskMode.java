package io.polycast.xdp.afxdp.socket;

import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/**
 * Mode in which the kernel moves the frames of a socket.
 *
 * @param zeroCopy the device reads and writes the chunks, else the kernel copies
 * @param gather a frame may leave in several buffers
 */
public record XskMode(boolean zeroCopy, boolean gather) {
    public static final long ACT_XSK_ZEROCOPY = 8; // NETDEV_XDP_ACT_XSK_ZEROCOPY

    /**
     * Modes to try, best first. In copy mode a second buffer costs more than copying 1 KiB, and as
     * much more at 3,400 B (a veth, Linux 6.18), so gathering is for zero-copy unless it is asked
     * for.
     *
     * @param options of the port
     * @param features of the device's driver, negative when the kernel does not tell
     */
    static List<XskMode> candidates(final XskOptions options, final long features) {
        final List<XskMode> modes = new ArrayList<>();
        final boolean mayZeroCopy = features < 0 || (features & ACT_XSK_ZEROCOPY) != 0;
        if (options.zeroCopy() == Wish.ON || options.zeroCopy() == Wish.AUTO && mayZeroCopy) {
            if (options.gather() != Wish.OFF) {
                modes.add(new XskMode(true, true));
            }
            if (options.gather() != Wish.ON) {
                modes.add(new XskMode(true, false));
            }
        }
        if (options.zeroCopy() != Wish.ON) {
            modes.add(new XskMode(false, options.gather() == Wish.ON));
        }
        return modes;
    }

    /** Whether a bind was refused because the device does not offer the mode. */
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
