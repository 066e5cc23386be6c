package io.polycast.xdp.sys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Capabilities and limits of this process on this host.
 *
 * @param kernelRelease as uname -r prints it
 * @param effectiveCapabilities bit n for capability n
 * @param memlockBytes that may be locked, -1 for no limit
 * @param afXdp whether the kernel gives AF_XDP sockets (also false when the capability is missing)
 * @param receiveBufferMax net.core.rmem_max, -1 when unknown
 * @param cores of the process
 */
public record HostFacts(
        String kernelRelease,
        long effectiveCapabilities,
        long memlockBytes,
        boolean afXdp,
        long receiveBufferMax,
        int cores) {
    private static final int AF_XDP = 44;

    /** Capabilities that ports need (linux/capability.h). */
    public enum Capability {
        /** Change devices, attach XDP programs, promiscuous mode. */
        NET_ADMIN(12),
        /** Raw and AF_XDP sockets. */
        NET_RAW(13),
        /** Lock memory beyond the limit. */
        IPC_LOCK(14),
        /** Implies the others for bpf(2). */
        SYS_ADMIN(21),
        /** Raise limits. */
        SYS_RESOURCE(24),
        /** Load programs that reckon with addresses, as the kernel datapath's do. */
        PERFMON(38),
        /** Load programs and maps. */
        BPF(39);

        private final int bit;

        Capability(final int bit) {
            this.bit = bit;
        }

        /**
         * @return as capabilities(7) writes it
         */
        public String text() {
            return "CAP_" + name().toUpperCase(Locale.ROOT);
        }
    }

    /**
     * Asks now.
     *
     * @return facts
     */
    public static HostFacts read() {
        return new HostFacts(
                firstLine(Path.of("/proc/sys/kernel/osrelease"), "unknown"),
                effective(lines(Path.of("/proc/self/status"))),
                Sys.memlock(),
                hasAfXdp(),
                Long.parseLong(firstLine(Path.of("/proc/sys/net/core/rmem_max"), "-1")),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * @param capability to look for
     * @return whether the process has it
     */
    public boolean has(final Capability capability) {
        return (effectiveCapabilities >>> capability.bit & 1) != 0;
    }

    /**
     * @return whether the kernel takes programs of the kernel datapath from this process
     */
    public boolean loadsKernelDatapath() {
        return has(Capability.PERFMON) || has(Capability.SYS_ADMIN);
    }

    static long effective(final List<String> status) {
        for (final String line : status) {
            if (line.startsWith("CapEff:")) {
                return Long.parseUnsignedLong(line.substring(7).trim(), 16);
            }
        }
        return 0;
    }

    private static boolean hasAfXdp() {
        final int fd = Sys.libc().socket(AF_XDP, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            return false;
        }
        Sys.libc().close(fd);
        return true;
    }

    private static String firstLine(final Path file, final String otherwise) {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        final List<String> lines = lines(file);
        return lines.isEmpty() ? otherwise : lines.get(0).trim();
    }

    private static List<String> lines(final Path file) {
        try {
            return Files.readAllLines(file);
        } catch (final IOException ex) {
            throw new UncheckedIOException("cannot read " + file, ex);
        }
    }
}
