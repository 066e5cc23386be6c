package io.polycast.xdp.afxdp.socket;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.LibC;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.Mmap;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** One AF_XDP socket: one queue of one device, its four rings mapped (linux/if_xdp.h). */
public final class XskSocket {
    static final int SOL_XDP = 283;
    static final int XDP_UMEM_REG = 4;

    static final int AF_XDP = 44;
    private static final int XDP_MMAP_OFFSETS = 1;
    private static final int XDP_RX_RING = 2;
    private static final int XDP_TX_RING = 3;
    private static final int XDP_UMEM_FILL_RING = 5;
    private static final int XDP_UMEM_COMPLETION_RING = 6;
    private static final int XDP_STATISTICS = 7;
    private static final int XDP_MAX_TX_SKB_BUDGET = 9;
    private static final int XDP_SHARED_UMEM = 1;
    private static final int XDP_COPY = 1 << 1;
    private static final int XDP_ZEROCOPY = 1 << 2;
    private static final int XDP_USE_NEED_WAKEUP = 1 << 3;
    private static final int XDP_USE_SG = 1 << 4;
    private static final int SOL_SOCKET = 1;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_BUSY_POLL = 46;
    private static final int SO_PREFER_BUSY_POLL = 69;
    private static final int SO_BUSY_POLL_BUDGET = 70;

    /**
     * Bytes that the kernel counts for a frame under way in copy mode: its buffer with its page.
     */
    private static final int BYTES_UNDER_WAY = 16_384;

    private static final long XDP_PGOFF_RX_RING = 0;
    private static final long XDP_PGOFF_TX_RING = 0x80000000L;
    private static final long XDP_UMEM_PGOFF_FILL_RING = 0x100000000L;
    private static final long XDP_UMEM_PGOFF_COMPLETION_RING = 0x180000000L;
    private static final int DESCRIPTOR = 16;
    private static final int ADDRESS = 8;
    private static final long RETRY_NS = 5_000_000_000L;
    private static final long RETRY_PAUSE_NS = 10_000_000L;

    private final LibC libc;
    private final int fd;
    private final Umem umem;
    private final XskMode mode;
    private final UnsafeBuffer[] maps = new UnsafeBuffer[4];
    private final UnsafeBuffer statistics = Sys.allocate(48);
    private ConsumerRing received;
    private ProducerRing fill;
    private ProducerRing transmit;
    private ConsumerRing completed;
    private boolean closed;

    /**
     * Opens and binds in the best mode that the kernel takes.
     *
     * @param memory of the switch
     * @param ifindex of the device in the calling thread's namespace
     * @param queue of the device
     * @param ringSize entries of the receive, transmit and completion rings
     * @param options of the port
     */
    public static XskSocket open(
            final FrameMemory memory,
            final int ifindex,
            final int queue,
            final int ringSize,
            final XskOptions options)
            throws SysException {
        final List<XskMode> modes = XskMode.candidates(options, Link.xdpFeatures(ifindex));
        for (int i = 0; ; i++) {
            try {
                return new XskSocket(memory, ifindex, queue, ringSize, modes.get(i), options);
            } catch (final SysException ex) {
                if (!XskMode.isRefusal(ex) || i + 1 == modes.size()) {
                    throw ex;
                }
            }
        }
    }

    private XskSocket(
            final FrameMemory memory,
            final int ifindex,
            final int queue,
            final int ringSize,
            final XskMode mode,
            final XskOptions options)
            throws SysException {
        final int rxSize = ringSize;
        final int fillSize = XskQueue.fillSize(ringSize);
        final int txSize = ringSize;
        this.mode = mode;
        libc = Sys.libc();
        umem = Umem.of(memory, mode);
        fd = Sys.socket(AF_XDP, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC, 0);
        try {
            Sys.setOption(fd, SOL_XDP, XDP_UMEM_FILL_RING, fillSize, "XDP_UMEM_FILL_RING");
            Sys.setOption(
                    fd, SOL_XDP, XDP_UMEM_COMPLETION_RING, txSize, "XDP_UMEM_COMPLETION_RING");
            Sys.setOption(fd, SOL_XDP, XDP_RX_RING, rxSize, "XDP_RX_RING");
            Sys.setOption(fd, SOL_XDP, XDP_TX_RING, txSize, "XDP_TX_RING");
            synchronized (umem) {
                final int sharedWith = umem.boundSocket();
                if (sharedWith < 0) {
                    Umem.register(fd, memory);
                }
                map(rxSize, fillSize, txSize);
                bind(ifindex, queue, sharedWith);
                letManyGo(txSize);
                pollBusily(options);
                umem.add(fd);
            }
        } catch (final SysException ex) {
            unmapAndClose();
            throw ex;
        }
    }

    /** Of rings that stand for the kernel's, with calls of the caller's; not to be closed. */
    XskSocket(
            final LibC libc,
            final XskMode mode,
            final ConsumerRing received,
            final ProducerRing fill,
            final ProducerRing transmit,
            final ConsumerRing completed) {
        this.libc = libc;
        this.mode = mode;
        this.received = received;
        this.fill = fill;
        this.transmit = transmit;
        this.completed = completed;
        fd = -1;
        umem = null;
    }

    private void map(final int rxSize, final int fillSize, final int txSize) throws SysException {
        final UnsafeBuffer offsets = Sys.allocate(4 * RingLayout.LENGTH); // rx, tx, fr, cr
        if (Sys.option(fd, SOL_XDP, XDP_MMAP_OFFSETS, offsets) != offsets.capacity()) {
            throw new SysException("getsockopt XDP_MMAP_OFFSETS", Errno.EINVAL);
        }
        final RingLayout rx = RingLayout.read(offsets, 0);
        final RingLayout tx = RingLayout.read(offsets, RingLayout.LENGTH);
        final RingLayout fr = RingLayout.read(offsets, 2 * RingLayout.LENGTH);
        final RingLayout cr = RingLayout.read(offsets, 3 * RingLayout.LENGTH);
        received =
                new ConsumerRing(
                        map(0, rx, rxSize, DESCRIPTOR, XDP_PGOFF_RX_RING), rx, rxSize, DESCRIPTOR);
        transmit =
                new ProducerRing(
                        map(1, tx, txSize, DESCRIPTOR, XDP_PGOFF_TX_RING), tx, txSize, DESCRIPTOR);
        fill =
                new ProducerRing(
                        map(2, fr, fillSize, ADDRESS, XDP_UMEM_PGOFF_FILL_RING),
                        fr,
                        fillSize,
                        ADDRESS);
        completed =
                new ConsumerRing(
                        map(3, cr, txSize, ADDRESS, XDP_UMEM_PGOFF_COMPLETION_RING),
                        cr,
                        txSize,
                        ADDRESS);
    }

    private UnsafeBuffer map(
            final int slot,
            final RingLayout layout,
            final int size,
            final int entryBytes,
            final long pageOffset)
            throws SysException {
        final int length = layout.entries() + size * entryBytes;
        final long address = Mmap.shared(fd, length, pageOffset);
        maps[slot] = new UnsafeBuffer(address, length);
        return maps[slot];
    }

    /** The kernel releases a queue some time after its socket was closed: EBUSY is tried again. */
    private void bind(final int ifindex, final int queue, final int sharedWith)
            throws SysException {
        // struct sockaddr_xdp: sxdp_family u16 @0, sxdp_flags u16 @2, sxdp_ifindex u32 @4,
        // sxdp_queue_id u32 @8, sxdp_shared_umem_fd u32 @12
        final UnsafeBuffer address = Sys.allocate(16);
        address.putShort(0, (short) AF_XDP);
        // Sharers inherit all of it from the pool of the first; naming anything is EINVAL.
        final int flags =
                (mode.zeroCopy() ? XDP_ZEROCOPY : XDP_COPY)
                        | (mode.gather() ? XDP_USE_SG : 0)
                        | XDP_USE_NEED_WAKEUP;
        address.putShort(2, (short) (sharedWith < 0 ? flags : XDP_SHARED_UMEM));
        address.putInt(4, ifindex);
        address.putInt(8, queue);
        address.putInt(12, Math.max(sharedWith, 0));
        final long startNs = System.nanoTime();
        int errno = Sys.bind(fd, address);
        while (errno == Errno.EBUSY && System.nanoTime() - startNs < RETRY_NS) {
            LockSupport.parkNanos(RETRY_PAUSE_NS);
            errno = Sys.bind(fd, address);
        }
        if (errno != 0) {
            throw new SysException("bind AF_XDP socket to queue " + queue, errno);
        }
    }

    /**
     * Lets one kick send the whole ring; kernels before 6.18 do not know the option and send 32.
     * And lets as many be under way in a driver that copies: the default is about ninety frames.
     */
    private void letManyGo(final int txSize) throws SysException {
        setIfAllowed(SOL_XDP, XDP_MAX_TX_SKB_BUDGET, txSize, "XDP_MAX_TX_SKB_BUDGET");
        setIfAllowed(
                SOL_SOCKET,
                SO_SNDBUFFORCE,
                (int) Math.min(1L << 29, (long) txSize * BYTES_UNDER_WAY),
                "SO_SNDBUFFORCE");
    }

    private void setIfAllowed(final int level, final int name, final int value, final String what)
            throws SysException {
        try {
            Sys.setOption(fd, level, name, value, what);
        } catch (final SysException ex) {
            if (ex.errno() != Errno.ENOPROTOOPT
                    && ex.errno() != Errno.EACCES
                    && ex.errno() != Errno.EPERM) {
                throw ex;
            }
        }
    }

    private void pollBusily(final XskOptions options) throws SysException {
        if (options.busyPollUs() > 0) {
            Sys.setOption(fd, SOL_SOCKET, SO_PREFER_BUSY_POLL, 1, "SO_PREFER_BUSY_POLL");
            Sys.setOption(fd, SOL_SOCKET, SO_BUSY_POLL, options.busyPollUs(), "SO_BUSY_POLL");
            Sys.setOption(
                    fd,
                    SOL_SOCKET,
                    SO_BUSY_POLL_BUDGET,
                    options.busyPollBudget(),
                    "SO_BUSY_POLL_BUDGET");
        }
    }

    public XskMode mode() {
        return mode;
    }

    public int fd() {
        return fd;
    }

    ConsumerRing received() {
        return received;
    }

    ProducerRing fill() {
        return fill;
    }

    ProducerRing transmit() {
        return transmit;
    }

    ConsumerRing completed() {
        return completed;
    }

    /**
     * Makes the kernel send what is in the transmit ring.
     *
     * @return false when it answered that it has no memory for frames (ENOBUFS)
     */
    boolean kickTransmit() {
        return libc.send(fd, 0, 0, Sys.MSG_DONTWAIT) >= 0 || Sys.errno() != Errno.ENOBUFS;
    }

    /** Makes the kernel look at the fill ring. */
    void kickReceive() {
        libc.recv(fd, 0, 0, Sys.MSG_DONTWAIT);
    }

    /**
     * struct xdp_statistics: rx_dropped u64 @0, rx_invalid_descs @8, tx_invalid_descs @16,
     * rx_ring_full @24, rx_fill_ring_empty_descs @32, tx_ring_empty_descs @40. Null when closed.
     */
    public UnsafeBuffer statistics() {
        return !closed && Sys.option(fd, SOL_XDP, XDP_STATISTICS, statistics) >= 40
                ? statistics
                : null;
    }

    void close() {
        if (!closed) {
            closed = true;
            umem.remove(fd);
            unmapAndClose();
        }
    }

    /** Mappings hold the socket: they go first. */
    private void unmapAndClose() {
        for (int i = 0; i < maps.length; i++) {
            if (maps[i] != null) {
                Sys.libc().munmap(maps[i].addressOffset(), maps[i].capacity());
                maps[i] = null;
            }
        }
        Sys.libc().close(fd);
    }
}
