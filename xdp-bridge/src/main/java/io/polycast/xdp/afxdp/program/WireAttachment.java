package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.BpfInfo;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.bpf.BpfProgram;
import io.polycast.xdp.bpf.PerCore;
import io.polycast.xdp.bpf.XdpLink;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.SysException;
import io.polycast.xdp.sys.XdpHook;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A wire's program on one of its devices. Netlink attaches the program, so it outlives a killed
 * process; an orderly close detaches it. A program that was left behind is replaced in one step,
 * and its counts continue.
 */
final class WireAttachment implements Attachment {
    private static final long RETRY_NS = 5_000_000_000L;
    private static final long RETRY_PAUSE_NS = 10_000_000L;

    private final int ifindex;
    private final SilenceGuard guard;
    private final BpfMap sockets;
    private final int peerIfindex;
    private final BpfMap counters;
    private final PortPart part;
    private BpfMap peer;
    private UnsafeBuffer inherited;
    private BpfProgram program;
    private int programId;
    private int flags;
    private String mode;

    private WireAttachment(
            final int ifindex,
            final SilenceGuard guard,
            final BpfMap sockets,
            final int peerIfindex,
            final BpfMap counters,
            final PortPart part) {
        this.ifindex = ifindex;
        this.guard = guard;
        this.sockets = sockets;
        this.peerIfindex = peerIfindex;
        this.counters = counters;
        this.part = part;
    }

    /**
     * Attaches.
     *
     * @param ifindex of the device
     * @param queues that there is to be room for
     * @param wanted mode
     * @param guard of the switch
     * @param peerIfindex device at the wire's other end
     * @param part of the port, or null
     */
    static WireAttachment attach(
            final int ifindex,
            final int queues,
            final XdpMode wanted,
            final SilenceGuard guard,
            final int peerIfindex,
            final PortPart part)
            throws SysException {
        BpfMap sockets = null;
        BpfMap counters = null;
        try {
            sockets = sockets(queues);
            counters = counters();
            final WireAttachment attachment =
                    new WireAttachment(ifindex, guard, sockets, peerIfindex, counters, part);
            attachment.attach(wanted);
            return attachment;
        } catch (final SysException ex) {
            CloseHelper.closeAll(sockets, counters);
            throw ex;
        }
    }

    private static BpfMap sockets(final int queues) throws SysException {
        return new BpfMap(BpfMap.Type.XSKMAP, 4, 4, queues, "polycast_xsks");
    }

    private static BpfMap counters() throws SysException {
        return new BpfMap(
                BpfMap.Type.PERCPU_ARRAY, 4, WireProgram.COUNTERS_LENGTH, 1, LeftOver.COUNTERS);
    }

    /** Has the kernel judge the program. */
    static void rehearse(final SilenceGuard guard, final int peerIfindex, final PortPart part)
            throws SysException {
        try (BpfMap sockets = sockets(1);
                BpfMap counters = counters();
                BpfMap devices = PortPart.deviceMap(part, peerIfindex, "polycast_peer")) {
            BpfProgram.loadXdp(
                            LeftOver.NAME,
                            WireProgram.assemble(
                                    guard.watch(), sockets.fd(), devices.fd(), counters.fd(), part),
                            false)
                    .close();
        }
    }

    /** The same order as without a wire: native, native for frames in pieces, generic. */
    private void attach(final XdpMode wanted) throws SysException {
        if (wanted == XdpMode.GENERIC) {
            put(false, XdpLink.GENERIC, "generic");
            return;
        }
        try {
            put(false, XdpLink.NATIVE, "native");
        } catch (final SysException first) {
            if (XdpAttachment.isFinal(first)) {
                throw first;
            }
            try {
                put(true, XdpLink.NATIVE, "native (multi-buffer program)");
            } catch (final SysException second) {
                if (XdpAttachment.isFinal(second) || wanted == XdpMode.NATIVE) {
                    throw first;
                }
                put(false, XdpLink.GENERIC, "generic");
            }
        }
    }

    private void put(final boolean multiBuffer, final int wantedFlags, final String name)
            throws SysException {
        // Only a program that replicates redirects to devices by two maps, and so must agree on
        // what
        // they run. One for frames in pieces can have no map whose programs are not.
        final PortPart own = multiBuffer || wantedFlags != XdpLink.NATIVE ? null : part;
        final BpfMap devices = PortPart.deviceMap(own, peerIfindex, "polycast_peer");
        BpfProgram loaded = null;
        try {
            loaded =
                    BpfProgram.loadXdp(
                            LeftOver.NAME,
                            WireProgram.assemble(
                                    guard.watch(), sockets.fd(), devices.fd(), counters.fd(), own),
                            multiBuffer);
            programId = BpfInfo.programId(loaded.fd());
            putPatiently(loaded, wantedFlags);
        } catch (final SysException ex) {
            CloseHelper.closeAll(loaded, devices);
            throw ex;
        }
        peer = devices;
        program = loaded;
        flags = wantedFlags;
        note();
        mode = name;
    }

    /** A process that was just killed may not have let go of the device yet. */
    private void putPatiently(final BpfProgram loaded, final int wantedFlags) throws SysException {
        final long startNs = System.nanoTime();
        while (true) {
            final Optional<LeftOver> found = LeftOver.find(ifindex, guard.record());
            try {
                if (found.isPresent()) {
                    found.get().giveWay(ifindex, loaded.fd(), wantedFlags);
                    inherited = found.get().counts();
                } else {
                    XdpHook.fill(ifindex, loaded.fd(), wantedFlags);
                }
                return;
            } catch (final SysException ex) {
                if (ex.errno() != Errno.EBUSY || System.nanoTime() - startNs >= RETRY_NS) {
                    throw ex;
                }
                LockSupport.parkNanos(RETRY_PAUSE_NS);
            } finally {
                found.ifPresent(LeftOver::close);
            }
        }
    }

    private void note() {
        try {
            guard.record().put(ifindex, programId);
        } catch (final IOException e) {
            guard.onUnwritten(e.getMessage());
        }
    }

    @Override
    public String mode() {
        return mode;
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
        final Optional<Link> now = Link.query(ifindex);
        final boolean taken = now.isPresent() && now.get().xdpProgram() != 0;
        if (taken && LeftOver.flags(now.get()) == flags) {
            XdpHook.replace(ifindex, program.fd(), flags, -1);
            return;
        }
        if (taken) {
            XdpHook.clear(ifindex, LeftOver.flags(now.get()), -1);
        }
        XdpHook.fill(ifindex, program.fd(), flags);
    }

    @Override
    public void connect(final int queue, final int socketFd) throws SysException {
        sockets.update(queue, socketFd);
    }

    @Override
    public long count(final int counter) {
        return PerCore.sum(counters, WireProgram.COUNTERS_LENGTH).getLong(counter)
                + (inherited == null ? 0 : inherited.getLong(counter));
    }

    @Override
    public void close() {
        if (!guard.leavesPrograms()) {
            try {
                XdpHook.clear(ifindex, flags, program.fd());
            } catch (final SysException ignored) {
                // The device is gone, or somebody has put another program there.
            }
        }
        CloseHelper.closeAll(program, sockets, peer, counters);
    }
}
