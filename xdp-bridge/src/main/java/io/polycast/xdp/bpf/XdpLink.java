package io.polycast.xdp.bpf;

import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An XDP program on a device for as long as this object, or at least the process, lives: the kernel
 * detaches it with the last descriptor, also after SIGKILL.
 */
public final class XdpLink implements AutoCloseable {
    /** XDP_FLAGS_SKB_MODE: on socket buffers. */
    public static final int GENERIC = 1 << 1;

    /** XDP_FLAGS_DRV_MODE: in the driver. */
    public static final int NATIVE = 1 << 2;

    private static final int BPF_XDP = 37;

    private final int fd;
    private boolean closed;

    /**
     * @param program to attach
     * @param ifindex of the device in the calling thread's namespace
     * @param mode {@link #GENERIC} or {@link #NATIVE}
     * @throws SysException when the kernel refuses: EBUSY when another program is there
     */
    public XdpLink(final BpfProgram program, final int ifindex, final int mode)
            throws SysException {
        // BPF_LINK_CREATE: prog_fd u32 @0, target_ifindex @4, attach_type @8, flags @12
        final UnsafeBuffer attr = Bpf.attr();
        attr.putInt(0, program.fd());
        attr.putInt(4, ifindex);
        attr.putInt(8, BPF_XDP);
        attr.putInt(12, mode);
        fd = Bpf.call(Bpf.LINK_CREATE, attr, null);
        if (fd < 0) {
            throw new SysException("attach XDP program", -fd);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Sys.libc().close(fd);
        }
    }
}
