package io.polycast.cli.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel offers and allows this process, as /proc tells. */
final class KernelChecks {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    /** Bits of CAP_* in /proc/self/status, and what each is needed for. */
    private static final Map<String, Integer> CAPABILITIES = new LinkedHashMap<>();

    private static final int CAP_IPC_LOCK = 14;
    private static final int CAP_SYS_ADMIN = 21;

    static {
        CAPABILITIES.put("CAP_NET_RAW", 13);
        CAPABILITIES.put("CAP_NET_ADMIN", 12);
        CAPABILITIES.put("CAP_BPF", 39);
    }

    private final SystemFiles files;

    KernelChecks(final SystemFiles files) {
        this.files = files;
    }

    /**
     * @param memoryNeeded bytes of frame memory that would be locked
     * @param threads busy threads that would run, or 0 when unknown
     * @param cores there are
     */
    List<Finding> run(final long memoryNeeded, final int threads, final int cores) {
        final List<Finding> findings = new ArrayList<>();
        findings.add(kernel());
        findings.add(capabilities());
        findings.add(memlock(memoryNeeded));
        findings.add(jit());
        findings.add(cores(threads, cores));
        return findings;
    }

    private Finding kernel() {
        final String release = files.line("/proc/sys/kernel/osrelease").orElse("unknown");
        final Matcher matcher = VERSION.matcher(release);
        if (!matcher.matches()) {
            return Finding.warn(
                    "kernel", release, "Linux 5.10 or later is needed for AF_XDP ports");
        }
        final int version =
                Integer.parseInt(matcher.group(1)) * 1000 + Integer.parseInt(matcher.group(2));
        if (version < 5010) {
            return Finding.fail(
                    "kernel",
                    release + " cannot share one UMEM between devices",
                    "use Linux 5.10 or later, or ports of driver af_packet");
        }
        if (version < 6006) {
            return Finding.warn(
                    "kernel",
                    release + " has no AF_XDP multi-buffer",
                    "path MTU 4096 needs Linux 6.6; smaller ones work");
        }
        return Finding.ok("kernel", release);
    }

    private Finding capabilities() {
        final Optional<Long> effective = effectiveCapabilities();
        if (effective.isEmpty()) {
            return Finding.warn("capabilities", "/proc/self/status is not readable", "mount /proc");
        }
        final long bits = effective.get();
        final List<String> missing = new ArrayList<>();
        CAPABILITIES.forEach(
                (name, bit) -> {
                    // CAP_SYS_ADMIN stands for CAP_BPF on kernels and in places that predate it.
                    final boolean held =
                            has(bits, bit) || name.equals("CAP_BPF") && has(bits, CAP_SYS_ADMIN);
                    if (!held) {
                        missing.add(name);
                    }
                });
        return missing.isEmpty()
                ? Finding.ok("capabilities", String.join(", ", CAPABILITIES.keySet()))
                : Finding.fail(
                        "capabilities",
                        "missing " + String.join(", ", missing),
                        "run as root, or grant them as etc/polycast.service does; drivers datagram,"
                                + " memory and pcap need none");
    }

    private Finding memlock(final long memoryNeeded) {
        final Optional<Long> effective = effectiveCapabilities();
        if (effective.isPresent() && has(effective.get(), CAP_IPC_LOCK)) {
            return Finding.ok("memlock", "no limit (CAP_IPC_LOCK)");
        }
        final String limit =
                files.field("/proc/self/limits", "Max locked memory")
                        .map(values -> values.split("\\s+")[0])
                        .orElse("unknown");
        if (limit.equals("unlimited")) {
            return Finding.ok("memlock", "no limit");
        }
        final String remedy =
                "raise it to " + memoryNeeded + ": ulimit -l, or LimitMEMLOCK=infinity in the unit";
        if (!limit.matches("\\d+")) {
            return Finding.warn("memlock", "limit " + limit, remedy);
        }
        return Long.parseLong(limit) >= memoryNeeded
                ? Finding.ok("memlock", limit + " bytes")
                : Finding.fail(
                        "memlock", limit + " bytes < " + memoryNeeded + " of frame memory", remedy);
    }

    private Finding jit() {
        return switch (files.line("/proc/sys/net/core/bpf_jit_enable").orElse("")) {
            case "" -> Finding.warn("eBPF JIT", "unknown", "needs root to look");
            case "0" ->
                    Finding.warn(
                            "eBPF JIT",
                            "off: XDP programs are interpreted",
                            "sysctl -w net.core.bpf_jit_enable=1");
            default -> Finding.ok("eBPF JIT", "on");
        };
    }

    private static Finding cores(final int threads, final int cores) {
        final String found = cores + " cores, " + threads + " busy threads";
        if (threads == 0) {
            return Finding.ok("cores", cores + " cores (give -c FILE to compare with its threads)");
        }
        return threads <= cores
                ? Finding.ok("cores", found)
                : Finding.warn("cores", found, "set pipeline.threading: fused, or wait: backoff");
    }

    private Optional<Long> effectiveCapabilities() {
        return files.field("/proc/self/status", "CapEff:")
                .map(hex -> Long.parseUnsignedLong(hex, 16));
    }

    private static boolean has(final long bits, final int bit) {
        return (bits >>> bit & 1) != 0;
    }
}
