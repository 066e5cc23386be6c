package io.polycast.xdp.afxdp.socket;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A switch's frame memory as the kernel knows it. The first socket registers it; each further one,
 * of any device and queue, names a bound socket to share it with (XDP_SHARED_UMEM). When the last
 * socket has gone, the next one registers again.
 *
 * <p>Sharers inherit zero-copy and gathering from the first socket. So there is one registration
 * for each mode in which sockets use the memory. The bytes are the same, and a chunk may be in all
 * registrations.
 */
public final class Umem {
    private static final Map<FrameMemory, Map<XskMode, Umem>> ALL = new WeakHashMap<>();

    private final List<Integer> bound = new ArrayList<>();

    private Umem() {}

    static Umem of(final FrameMemory memory, final XskMode mode) {
        synchronized (ALL) {
            return ALL.computeIfAbsent(memory, unused -> new HashMap<>())
                    .computeIfAbsent(mode, unused -> new Umem());
        }
    }

    /**
     * A bound socket of this memory, or -1. Callers hold this object's lock while they share it.
     */
    int boundSocket() {
        return bound.isEmpty() ? -1 : bound.get(0);
    }

    void add(final int fd) {
        bound.add(fd);
    }

    synchronized void remove(final int fd) {
        bound.remove((Integer) fd);
    }

    /** Registers the memory through a new socket. */
    static void register(final int fd, final FrameMemory memory) throws SysException {
        // struct xdp_umem_reg: addr u64 @0, len u64 @8, chunk_size u32 @16, headroom u32 @20,
        // flags u32 @24, tx_metadata_len u32 @28
        final UnsafeBuffer registration = Sys.allocate(32);
        registration.putLong(0, memory.address());
        registration.putLong(8, memory.buffer().capacity());
        registration.putInt(16, memory.chunkSize());
        try {
            set(fd, registration);
        } catch (final SysException ex) {
            final boolean limited =
                    ex.errno() == Errno.ENOBUFS
                            || ex.errno() == Errno.ENOMEM
                            || ex.errno() == Errno.EPERM;
            if (!limited || !Sys.raiseMemlock()) {
                throw ex;
            }
            set(fd, registration);
        }
    }

    /**
     * Registers the memory for a moment. Where the limit for locked memory is shared with a process
     * that still serves, the kernel's refusal proves nothing as long as the limit itself is high
     * enough.
     */
    public static void rehearse(final FrameMemory memory) throws SysException {
        final int fd = Sys.socket(XskSocket.AF_XDP, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC, 0);
        try {
            register(fd, memory);
        } catch (final SysException ex) {
            if (ex.errno() != Errno.ENOBUFS || Sys.memlock() < memory.buffer().capacity()) {
                throw ex;
            }
        } finally {
            Sys.libc().close(fd);
        }
    }

    private static void set(final int fd, final UnsafeBuffer registration) throws SysException {
        Sys.setOption(fd, XskSocket.SOL_XDP, XskSocket.XDP_UMEM_REG, registration, "XDP_UMEM_REG");
    }
}
