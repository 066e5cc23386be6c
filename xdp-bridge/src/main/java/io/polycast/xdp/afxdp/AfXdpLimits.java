package io.polycast.xdp.afxdp;

import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.afxdp.socket.XskMode;
import io.polycast.xdp.afxdp.socket.XskOptions;
import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import io.polycast.xdp.sys.SystemCalls;
import java.util.ArrayList;
import java.util.List;

/** Requirements of an AF_XDP port on its device, and the words of refusals. */
public final class AfXdpLimits {
    private static final long ACT_BASIC = 1; // NETDEV_XDP_ACT_BASIC
    private static final int LEAST_STOCK = 64;
    private static final int ETHERNET = 14;
    private static final int VLAN = 4;

    /**
     * Bytes that endpoints leave between path MTU and device MTU: the longest headers, and ICRC.
     */
    private static final int ROCE_HEADERS = 80;

    private AfXdpLimits() {}

    /**
     * Checks a device against the chunks: a frame must fit one chunk behind the headroom.
     *
     * @param port name of the port, for messages
     * @param device to check
     * @param queues to serve
     * @param chunkSize of the frame memory
     * @return longest frame, with a VLAN tag
     * @throws PortException with the numbers and the remedy
     */
    static int maxFrameLength(
            final String port, final NetDevice device, final int queues, final int chunkSize)
            throws PortException {
        if (chunkSize != 2048 && chunkSize != 4096) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port "
                            + port
                            + ": frame memory has chunks of "
                            + chunkSize
                            + " bytes; AF_XDP takes 2048 or 4096");
        }
        final int mtu = device.mtu().orElse(0);
        final int capacity = chunkSize - FrameMemory.HEADROOM;
        final int longest = mtu + ETHERNET + VLAN;
        if (longest > capacity) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": device "
                            + device.name()
                            + " has MTU "
                            + mtu
                            + ": frames of up to "
                            + longest
                            + " bytes > "
                            + capacity
                            + " that a chunk of "
                            + chunkSize
                            + " less "
                            + FrameMemory.HEADROOM
                            + " of headroom holds, RoCE path MTU "
                            + largestPathMtu(chunkSize)
                            + " at most; ip link set "
                            + device.name()
                            + " mtu "
                            + maxMtu(chunkSize));
        }
        requireQueues(port, device, queues);
        return longest;
    }

    private static void requireQueues(final String port, final NetDevice device, final int queues)
            throws PortException {
        final int available = device.rxQueues();
        if (queues > available) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": queues="
                            + queues
                            + " > "
                            + available
                            + " receive queues of device "
                            + device.name()
                            + "; ask for fewer, or add some with ethtool -L");
        }
        if (queues < available) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": device "
                            + device.name()
                            + " has "
                            + available
                            + " receive queues, queues="
                            + queues
                            + ": frames on the others would pass the switch by; leave queues out,"
                            + " or ethtool -L "
                            + device.name()
                            + " rx "
                            + queues
                            + " (or combined "
                            + queues
                            + ")");
        }
    }

    /**
     * Chunks that each queue holds to receive into. The frame memory was planned for this number. A
     * queue that held more would take chunks from other ports, and from frames of other shards.
     *
     * @param spec of the port
     * @param shards that share the device's queues
     * @param queues of the device that a shard serves
     * @return chunks of one queue, 0 when there are more queues than chunks
     */
    static int stock(final AfXdpSpec spec, final int shards, final int queues) {
        return spec.rxChunks(shards) / queues;
    }

    /**
     * @param spec of the port
     * @param stock of one queue
     * @return whether the stock takes a burst, and is enough for a zero-copy driver that posts
     *     chunks by the block
     */
    static boolean isEnough(final AfXdpSpec spec, final int stock) {
        return stock >= Math.min(LEAST_STOCK, spec.ringSize());
    }

    /**
     * @param chunkSize of the frame memory
     * @return largest MTU of a device whose frames, VLAN tag included, fit a chunk
     */
    public static int maxMtu(final int chunkSize) {
        return chunkSize - FrameMemory.HEADROOM - ETHERNET - VLAN;
    }

    /** Largest IBTA path MTU whose frames, with all headers, fit a chunk. */
    private static int largestPathMtu(final int chunkSize) {
        int pathMtu = 4096;
        while (pathMtu + ROCE_HEADERS > maxMtu(chunkSize)) {
            pathMtu /= 2;
        }
        return pathMtu;
    }

    /**
     * @param id of the port
     * @param spec of it
     * @param device of it
     * @param features of the device's driver, negative when the kernel does not tell
     * @throws PortException when the port demands a feature that the driver does not offer
     */
    static void requireFeatures(
            final PortId id, final AfXdpSpec spec, final NetDevice device, final long features)
            throws PortException {
        final String driver =
                "port " + id.name() + ": the driver of device " + device.name() + " offers no ";
        if (features < 0) {
            return;
        }
        if (spec.xsk().zeroCopy() == Wish.ON && (features & XskMode.ACT_XSK_ZEROCOPY) == 0) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    driver
                            + "socket with zeroCopy on: write auto or off, the frames are copied"
                            + " then");
        }
        if (spec.mode() == XdpMode.NATIVE && (features & ACT_BASIC) == 0) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    driver + "XDP: use mode auto or generic, or driver af_packet");
        }
    }

    static PortException explain(
            final PortId id,
            final AfXdpSpec spec,
            final NetDevice device,
            final long memoryBytes,
            final SysException ex) {
        final String what =
                "port " + id.name() + ": " + ex.getMessage() + " on device " + device.name();
        final String wish = ex.getMessage().startsWith("bind") ? demanded(spec.xsk()) : "";
        if (!wish.isEmpty() && XskMode.isRefusal(ex)) {
            return new PortException(
                    PortException.Kind.DEVICE,
                    what
                            + "; its driver offers no socket with "
                            + wish
                            + ": write auto or off, the frames are copied then",
                    ex);
        }
        return new PortException(
                kind(ex.errno()), what + remedy(ex.errno(), device, memoryBytes), ex);
    }

    private static PortException.Kind kind(final int errno) {
        return switch (errno) {
            case Errno.EPERM, Errno.EACCES, Errno.ENOBUFS, Errno.ENOMEM ->
                    PortException.Kind.MISSING_CAPABILITY;
            default -> PortException.Kind.DEVICE;
        };
    }

    /** Remedy for the operator after a refusal, behind a semicolon; empty when none is known. */
    private static String remedy(final int errno, final NetDevice device, final long memoryBytes) {
        return switch (errno) {
            case Errno.EPERM, Errno.EACCES ->
                    "; AF_XDP needs CAP_NET_RAW, CAP_NET_ADMIN and CAP_BPF: run it as root, or as"
                            + " the service with AmbientCapabilities";
            case Errno.ENOBUFS, Errno.ENOMEM ->
                    "; frame memory of "
                            + memoryBytes
                            + " bytes, of which this process may lock "
                            + Sys.memlock()
                            + ": ulimit -l unlimited, LimitMEMLOCK=infinity in the service"
                            + " unit, or CAP_IPC_LOCK";
            case Errno.EBUSY, Errno.EEXIST ->
                    "; another program holds it: end it (bpftool net shows it),"
                            + " or ip link set dev "
                            + device.name()
                            + " xdp off";
            case Errno.EAFNOSUPPORT -> "; the kernel has no AF_XDP (CONFIG_XDP_SOCKETS)";
            case Errno.ENOSYS ->
                    "; this kernel has no such system call, or its number on "
                            + SystemCalls.machine()
                            + " is not known here: use driver af_packet";
            case Errno.ERANGE, Errno.EOPNOTSUPP, Errno.EINVAL ->
                    "; its driver does not accept this program with MTU "
                            + device.mtu().orElse(0)
                            + ": lower the MTU, or write mode: generic or driver:"
                            + " af_packet";
            case Errno.ENOPROTOOPT -> "; this kernel does not have it: remove its key";
            default -> "";
        };
    }

    private static String demanded(final XskOptions options) {
        final List<String> wishes = new ArrayList<>();
        if (options.zeroCopy() == Wish.ON) {
            wishes.add("zeroCopy on");
        }
        if (options.gather() == Wish.ON) {
            wishes.add("gather on");
        }
        return String.join(" and ", wishes);
    }
}
