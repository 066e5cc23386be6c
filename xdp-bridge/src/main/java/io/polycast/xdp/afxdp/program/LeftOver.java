package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.BpfInfo;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.bpf.PerCore;
import io.polycast.xdp.bpf.XdpLink;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import io.polycast.xdp.sys.XdpHook;
import java.util.Optional;
import java.util.OptionalInt;
import org.agrona.concurrent.UnsafeBuffer;

/** A wire's program that an earlier process of ours left on a device. */
final class LeftOver implements AutoCloseable {
    static final String NAME = "polycast_wire";
    static final String COUNTERS = "polycast_silent";

    private static final int NOT_OPEN = -1;

    private final int fd;
    private final int mode;

    private LeftOver(final int fd, final int mode) {
        this.fd = fd;
        this.mode = mode;
    }

    /**
     * Looks; strangers' programs are none. Without CAP_SYS_ADMIN, which reading their names takes,
     * the record decides, and what was counted is lost.
     *
     * @param record of the switch's programs, or null
     */
    static Optional<LeftOver> find(final int ifindex, final ProgramRecord record) {
        final Optional<Link> link = Link.query(ifindex);
        if (link.isEmpty() || link.get().xdpProgram() == 0) {
            return Optional.empty();
        }
        final int mode = flags(link.get());
        int fd = -1;
        try {
            fd = BpfInfo.openProgram(link.get().xdpProgram());
            if (BpfInfo.programName(fd).equals(NAME)) {
                return Optional.of(new LeftOver(fd, mode));
            }
        } catch (final SysException ex) {
            if (record != null && record.knows(ifindex, link.get().xdpProgram())) {
                return Optional.of(new LeftOver(NOT_OPEN, mode));
            }
        }
        if (fd >= 0) {
            Sys.libc().close(fd);
        }
        return Optional.empty();
    }

    /** How a device's program is attached. */
    static int flags(final Link link) {
        return link.xdpMode().equals("generic") ? XdpLink.GENERIC : XdpLink.NATIVE;
    }

    /** Puts a program in its place. */
    void giveWay(final int ifindex, final int programFd, final int flags) throws SysException {
        if (flags == mode) {
            XdpHook.replace(ifindex, programFd, flags, fd);
        } else {
            remove(ifindex);
            XdpHook.fill(ifindex, programFd, flags);
        }
    }

    void remove(final int ifindex) throws SysException {
        XdpHook.clear(ifindex, mode, fd);
    }

    /** Its counts, or null. */
    UnsafeBuffer counts() throws SysException {
        if (fd == NOT_OPEN) {
            return null;
        }
        final OptionalInt found = BpfInfo.openMap(fd, COUNTERS);
        if (found.isEmpty()) {
            return null;
        }
        try (BpfMap map =
                BpfMap.adopt(found.getAsInt(), 4, WireProgram.COUNTERS_LENGTH, COUNTERS)) {
            return PerCore.sum(map, WireProgram.COUNTERS_LENGTH);
        }
    }

    @Override
    public void close() {
        if (fd != NOT_OPEN) {
            Sys.libc().close(fd);
        }
    }
}
