package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfInfo;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.bpf.BpfProgram;
import io.polycast.xdp.bpf.Helper;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;
import io.polycast.xdp.bpf.XdpLink;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.SysException;
import io.polycast.xdp.sys.XdpHook;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The program that brings a device's frames to its sockets, but for those that the kernel
 * replicates itself: {@code return bpf_redirect_map(&sockets, ctx->rx_queue_index, XDP_PASS)}. A
 * queue without socket goes on to the stack.
 */
final class XdpAttachment implements Attachment {
    private static final int XDP_PASS = 2;
    private static final int XDP_MD_RX_QUEUE_INDEX = 16; // struct xdp_md: rx_queue_index
    private static final long RETRY_NS = 5_000_000_000L;
    private static final long RETRY_PAUSE_NS = 10_000_000L;

    private final BpfMap sockets;
    private final BpfProgram program;
    private final int programId;
    private final int ifindex;
    private final int flags;
    private final String mode;
    private XdpLink link;

    private XdpAttachment(
            final BpfMap sockets,
            final BpfProgram program,
            final int ifindex,
            final int flags,
            final String mode)
            throws SysException {
        this.sockets = sockets;
        this.program = program;
        this.programId = BpfInfo.programId(program.fd());
        this.ifindex = ifindex;
        this.flags = flags;
        this.mode = mode;
        link = link(program, ifindex, flags);
    }

    static UnsafeBuffer program(final int socketsFd, final PortPart part) {
        final BpfAssembler code = new BpfAssembler().alu(Alu.MOV, Reg.R6, Reg.R1);
        if (part != null) {
            part.write(code, -1);
        }
        return code.load(Width.WORD, Reg.R2, Reg.R6, XDP_MD_RX_QUEUE_INDEX)
                .loadMap(Reg.R1, socketsFd)
                .alu(Alu.MOV, Reg.R3, XDP_PASS)
                .call(Helper.REDIRECT_MAP)
                .exit()
                .assemble();
    }

    /** Has the kernel judge the program. */
    static void rehearse(final PortPart part) throws SysException {
        try (BpfMap map = new BpfMap(BpfMap.Type.XSKMAP, 4, 4, 1, "polycast_xsks")) {
            load(map, false, part).close();
        }
    }

    private static BpfProgram load(final BpfMap map, final boolean multiBuffer, final PortPart part)
            throws SysException {
        return BpfProgram.loadXdp("polycast_redir", program(map.fd(), part), multiBuffer);
    }

    /** Attaches, with room for the sockets of so many queues. */
    static XdpAttachment attach(
            final int ifindex, final int queues, final XdpMode wanted, final PortPart part)
            throws SysException {
        final BpfMap map = new BpfMap(BpfMap.Type.XSKMAP, 4, 4, queues, "polycast_xsks");
        try {
            return attach(ifindex, map, wanted, part);
        } catch (final SysException ex) {
            map.close();
            throw ex;
        }
    }

    /**
     * Native first; above a driver's limit of one-piece frames only a multi-buffer program is taken
     * (ERANGE on veth, EINVAL or EOPNOTSUPP elsewhere); generic last.
     */
    private static XdpAttachment attach(
            final int ifindex, final BpfMap map, final XdpMode wanted, final PortPart part)
            throws SysException {
        if (wanted == XdpMode.GENERIC) {
            return attach(ifindex, map, false, XdpLink.GENERIC, "generic", null);
        }
        try {
            return attach(ifindex, map, false, XdpLink.NATIVE, "native", part);
        } catch (final SysException first) {
            if (isFinal(first)) {
                throw first;
            }
            try {
                return attach(
                        ifindex, map, true, XdpLink.NATIVE, "native (multi-buffer program)", null);
            } catch (final SysException second) {
                if (isFinal(second) || wanted == XdpMode.NATIVE) {
                    throw first;
                }
                return attach(ifindex, map, false, XdpLink.GENERIC, "generic", null);
            }
        }
    }

    static boolean isFinal(final SysException ex) {
        return ex.errno() == Errno.EBUSY
                || ex.errno() == Errno.EEXIST
                || ex.errno() == Errno.EPERM
                || ex.errno() == Errno.EACCES;
    }

    private static XdpAttachment attach(
            final int ifindex,
            final BpfMap map,
            final boolean multiBuffer,
            final int flags,
            final String mode,
            final PortPart part)
            throws SysException {
        final BpfProgram program = load(map, multiBuffer, part);
        try {
            return new XdpAttachment(map, program, ifindex, flags, mode);
        } catch (final SysException ex) {
            program.close();
            throw ex;
        }
    }

    /** A process that was just killed may not have let go of the device yet. */
    private static XdpLink link(final BpfProgram program, final int ifindex, final int flags)
            throws SysException {
        removeLeftOver(ifindex);
        final long startNs = System.nanoTime();
        while (true) {
            try {
                return new XdpLink(program, ifindex, flags);
            } catch (final SysException ex) {
                if (ex.errno() != Errno.EBUSY || System.nanoTime() - startNs >= RETRY_NS) {
                    throw ex;
                }
                LockSupport.parkNanos(RETRY_PAUSE_NS);
            }
        }
    }

    @Override
    public String mode() {
        return mode;
    }

    @Override
    public void connect(final int queue, final int socketFd) throws SysException {
        sockets.update(queue, socketFd);
    }

    @Override
    public int programId() {
        return programId;
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public void attachAgain() throws SysException {
        link.close();
        final Optional<Link> now = Link.query(ifindex);
        if (now.isPresent() && now.get().xdpProgram() != 0) {
            XdpHook.clear(ifindex, LeftOver.flags(now.get()), -1);
        }
        link = new XdpLink(program, ifindex, flags);
    }

    /** Nothing: it is gone when the process is. */
    @Override
    public long count(final int counter) {
        return 0;
    }

    /** The device was a wire's end when a process was killed, and is none any more. */
    private static void removeLeftOver(final int ifindex) throws SysException {
        final Optional<LeftOver> found = LeftOver.find(ifindex, null);
        if (found.isPresent()) {
            try (LeftOver leftOver = found.get()) {
                leftOver.remove(ifindex);
            }
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(link, program, sockets);
    }
}
