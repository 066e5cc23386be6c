package io.polycast.xdp.sys;

import java.util.Locale;

/** Numbers of the system calls that we make by number. */
public final class SystemCalls {
    /**
     * No call has this number: the kernel answers ENOSYS, which becomes a refusal like any other.
     */
    public static final long UNKNOWN = -1;

    /** mmap(2). */
    public static final long MMAP = number(machine(), 9, 222);

    /** bpf(2). */
    public static final long BPF = number(machine(), 321, 280);

    private SystemCalls() {}

    /**
     * @return Java's name of this machine's architecture
     */
    public static String machine() {
        return System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    }

    /** Aarch64 and RISC-V share the numbers of asm-generic/unistd.h; others are not known here. */
    static long number(final String machine, final long x86, final long generic) {
        return switch (machine) {
            case "amd64", "x86_64" -> x86;
            case "aarch64", "riscv64" -> generic;
            default -> UNKNOWN;
        };
    }
}
