package io.polycast.cli.doctor;

import io.polycast.xdp.sys.HostFacts;
import io.polycast.xdp.sys.HostFacts.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of kernel features and of this process's capabilities. */
final class KernelChecks {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    /** Below it the kernel cuts bursts at datagram ports short. */
    private static final long RECEIVE_BUFFER = 4 << 20;

    private KernelChecks() {}

    /**
     * @param host that this is
     * @param memoryNeeded bytes of frame memory that would be locked
     * @param threads busy threads that would run, or 0 when unknown
     * @param sockets whether ports receive through sockets with a buffer: datagram, af_packet
     */
    static List<Finding> run(
            final HostFacts host,
            final long memoryNeeded,
            final int threads,
            final boolean sockets) {
        final List<Finding> findings = new ArrayList<>();
        findings.add(kernel(host.kernelRelease()));
        findings.add(capabilities(host));
        findings.add(afXdp(host));
        findings.add(memlock(host, memoryNeeded));
        if (sockets) {
            findings.add(receiveBuffer(host.receiveBufferMax()));
        }
        findings.add(cores(threads, host.cores()));
        return findings;
    }

    private static Finding kernel(final String release) {
        final Matcher matcher = VERSION.matcher(release);
        if (!matcher.matches()) {
            return Finding.warn(
                    "kernel", release, "Linux 5.10 or later is needed for af_xdp ports");
        }
        final int version =
                Integer.parseInt(matcher.group(1)) * 1000 + Integer.parseInt(matcher.group(2));
        return version < 5010
                ? Finding.fail(
                        "kernel",
                        release + " cannot share one UMEM between devices",
                        "use Linux 5.10 or later, or ports of driver af_packet")
                : Finding.ok("kernel", release);
    }

    private static Finding capabilities(final HostFacts host) {
        final List<String> missing = new ArrayList<>();
        for (final Capability each :
                List.of(Capability.NET_ADMIN, Capability.NET_RAW, Capability.BPF)) {
            // CAP_SYS_ADMIN stands for CAP_BPF where that is not known.
            final boolean held =
                    host.has(each) || each == Capability.BPF && host.has(Capability.SYS_ADMIN);
            if (!held) {
                missing.add(each.text());
            }
        }
        return missing.isEmpty()
                ? Finding.ok("capabilities", "CAP_NET_ADMIN, CAP_NET_RAW, CAP_BPF")
                : Finding.fail(
                        "capabilities",
                        "missing " + String.join(", ", missing),
                        "run as root, or grant them as etc/polycast.service does; ports of driver"
                                + " datagram, memory and pcap need none");
    }

    /**
     * Whether the kernel takes the kernel datapath's programs: its verifier asks for one capability more
     * than ports do.
     *
     * @param host that this is
     * @param demanded whether the switch does not start without
     */
    static Finding kernelDatapath(final HostFacts host, final boolean demanded) {
        final String check = "kernel datapath";
        final String text = Capability.PERFMON.text();
        if (host.loadsKernelDatapath()) {
            return Finding.ok(check, "its programs may be loaded (" + text + ")");
        }
        final String remedy =
                "grant " + text + " as etc/polycast.service does, or write datapath: ";
        return demanded
                ? Finding.fail(
                        check, "missing " + text + ": the switch will not start", remedy + "auto")
                : Finding.warn(
                        check,
                        "missing " + text + ": groups are served in user space",
                        remedy + "user to say that it is meant");
    }

    private static Finding afXdp(final HostFacts host) {
        if (host.afXdp()) {
            return Finding.ok("AF_XDP", "the kernel gives sockets");
        }
        return Finding.fail(
                "AF_XDP",
                "the kernel gives no sockets",
                host.has(Capability.NET_RAW)
                        ? "use a kernel with CONFIG_XDP_SOCKETS, or ports of driver af_packet"
                        : "CAP_NET_RAW is needed, see capabilities");
    }

    private static Finding memlock(final HostFacts host, final long memoryNeeded) {
        final long limit = host.memlockBytes();
        if (limit < 0 || host.has(Capability.IPC_LOCK)) {
            return Finding.ok("memlock", "no limit");
        }
        if (host.has(Capability.SYS_RESOURCE)) {
            return Finding.ok("memlock", limit + " bytes, raised at start (CAP_SYS_RESOURCE)");
        }
        return limit >= memoryNeeded
                ? Finding.ok("memlock", limit + " bytes")
                : Finding.fail(
                        "memlock",
                        limit + " bytes < " + memoryNeeded + " of frame memory",
                        "grant CAP_IPC_LOCK, or raise the limit: ulimit -l unlimited");
    }

    private static Finding receiveBuffer(final long bytes) {
        return bytes >= 0 && bytes < RECEIVE_BUFFER
                ? Finding.warn(
                        "receive buffer",
                        "net.core.rmem_max " + bytes + ": datagram and af_packet ports lose bursts",
                        "sysctl -w net.core.rmem_max=" + RECEIVE_BUFFER)
                : Finding.ok("receive buffer", "net.core.rmem_max " + bytes);
    }

    private static Finding cores(final int threads, final int cores) {
        if (threads == 0) {
            return Finding.ok("cores", cores + " cores (give -c FILE to compare with its threads)");
        }
        final String found = cores + " cores, " + threads + " busy threads";
        return threads <= cores
                ? Finding.ok("cores", found)
                : Finding.warn(
                        "cores",
                        found,
                        "set pipeline.threading: fused, or pipeline.wait: blocking");
    }
}
