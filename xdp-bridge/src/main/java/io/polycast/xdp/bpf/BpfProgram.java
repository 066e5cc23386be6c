package io.polycast.xdp.bpf;

import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;

/** A loaded XDP program. */
public final class BpfProgram implements AutoCloseable {
    private static final int BPF_PROG_TYPE_XDP = 6;
    private static final int BPF_XDP = 37;
    private static final int BPF_XDP_DEVMAP = 33;
    private static final int BPF_F_XDP_HAS_FRAGS = 1 << 5;
    private static final int LOG_BYTES = 1 << 20;
    private static final Pattern FIGURES =
            Pattern.compile("processed \\d+ insns|verification time |stack depth ");

    private final int fd;
    private boolean closed;

    private BpfProgram(final int fd) {
        this.fd = fd;
    }

    /**
     * Loads an XDP program. When the verifier refuses, it is asked again for its log.
     *
     * @param name for bpftool, at most 15 characters of letters, digits and underscore
     * @param code from {@link BpfAssembler#assemble}
     * @param multiBuffer whether it can cope with frames in several pieces
     * @return the program
     * @throws SysException when the kernel refuses; with the verifier's reason, and its log
     */
    public static BpfProgram loadXdp(
            final String name, final UnsafeBuffer code, final boolean multiBuffer)
            throws SysException {
        return load(name, code, multiBuffer, BPF_XDP);
    }

    /**
     * Loads an XDP program for entries of DEVMAPs: it sees what has been redirected to a device.
     *
     * @param name for bpftool, at most 15 characters of letters, digits and underscore
     * @param code from {@link BpfAssembler#assemble}
     * @return the program
     * @throws SysException when the kernel refuses; with the verifier's reason, and its log
     */
    public static BpfProgram loadXdpEgress(final String name, final UnsafeBuffer code)
            throws SysException {
        return load(name, code, false, BPF_XDP_DEVMAP);
    }

    private static BpfProgram load(
            final String name,
            final UnsafeBuffer code,
            final boolean multiBuffer,
            final int attachType)
            throws SysException {
        final int fd = load(name, code, multiBuffer, attachType, null);
        if (fd >= 0) {
            return new BpfProgram(fd);
        }
        final UnsafeBuffer log = Sys.allocate(LOG_BYTES);
        final int again = load(name, code, multiBuffer, attachType, log);
        if (again >= 0) {
            return new BpfProgram(again);
        }
        final String said = text(log);
        throw new SysException("load XDP program " + name, -again, reason(said), said);
    }

    private static int load(
            final String name,
            final UnsafeBuffer code,
            final boolean multiBuffer,
            final int attachType,
            final UnsafeBuffer log) {
        // BPF_PROG_LOAD: prog_type u32 @0, insn_cnt @4, insns u64 @8, license u64 @16, log_level
        // u32 @24, log_size @28, log_buf u64 @32, kern_version u32 @40, prog_flags @44,
        // prog_name[16] @48, prog_ifindex @64, expected_attach_type @68
        final UnsafeBuffer license = Sys.cString("Dual BSD/GPL");
        final UnsafeBuffer attr = Bpf.attr();
        attr.putInt(0, BPF_PROG_TYPE_XDP);
        attr.putInt(4, code.capacity() / BpfAssembler.INSTRUCTION);
        attr.putLong(8, code.addressOffset());
        attr.putLong(16, license.addressOffset());
        if (log != null) {
            attr.putInt(24, 1);
            attr.putInt(28, log.capacity());
            attr.putLong(32, log.addressOffset());
        }
        attr.putInt(44, multiBuffer ? BPF_F_XDP_HAS_FRAGS : 0);
        Bpf.name(attr, 48, name);
        attr.putInt(68, attachType);
        final int result = Bpf.call(Bpf.PROG_LOAD, attr, code);
        java.lang.ref.Reference.reachabilityFence(license);
        java.lang.ref.Reference.reachabilityFence(log);
        return result;
    }

    private static String text(final UnsafeBuffer log) {
        int length = 0;
        while (length < log.capacity() && log.getByte(length) != 0) {
            length++;
        }
        return log.getStringWithoutLengthAscii(0, length).strip();
    }

    /** The line of the verifier's log that says why; what follows it are figures of its work. */
    static String reason(final String log) {
        return log.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !FIGURES.matcher(line).lookingAt())
                .reduce((earlier, later) -> later)
                .map(line -> "verifier: " + line)
                .orElse("");
    }

    /**
     * @return descriptor
     */
    public int fd() {
        return fd;
    }

    /** Lets go of the program; it stays where it is attached. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Sys.libc().close(fd);
        }
    }
}
