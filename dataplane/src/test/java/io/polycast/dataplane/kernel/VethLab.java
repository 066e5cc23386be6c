package io.polycast.dataplane.kernel;

import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.sys.Sys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/** A namespace with devices p0, p1, ... of a switch, each a veth to e0 of a host's namespace. */
final class VethLab implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("/run/netns");
    private static final Pattern NAME = Pattern.compile("pk([0-9]+)[a-z]");
    private static final int CLONE_NEWNET = 0x40000000;

    private final FrameMemory memory = new FrameMemory(4096, 2048, 512);
    private final List<String> names = new ArrayList<>();
    private final List<AfPacketPort> hosts = new ArrayList<>();
    private final String switchName;

    VethLab(final int hostCount) throws Exception {
        sweep();
        switchName = add('s');
        for (int i = 0; i < hostCount; i++) {
            final String host = add((char) ('a' + i));
            run(
                    "ip",
                    "-n",
                    switchName,
                    "link",
                    "add",
                    "p" + i,
                    "type",
                    "veth",
                    "peer",
                    "name",
                    "e0",
                    "netns",
                    host);
            run("ip", "-n", switchName, "link", "set", "p" + i, "up");
            run("ip", "-n", host, "link", "set", "e0", "up");
            gro(i, true);
            final int index = i;
            hosts.add(in(host, () -> new AfPacketPort(index, "h" + index, memory, "e0", 1024)));
        }
    }

    /** Namespaces of test runs that were killed. */
    private static void sweep() throws IOException {
        final List<String> stale = new ArrayList<>();
        if (Files.isDirectory(DIRECTORY)) {
            try (Stream<Path> all = Files.list(DIRECTORY)) {
                for (final Path each : all.toList()) {
                    final Matcher matcher = NAME.matcher(each.getFileName().toString());
                    if (matcher.matches()
                            && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
                        stale.add(each.getFileName().toString());
                    }
                }
            }
        }
        for (final String each : stale) {
            run("ip", "netns", "del", each);
        }
    }

    private String add(final char letter) throws IOException {
        final String name = "pk" + ProcessHandle.current().pid() + letter;
        run("ip", "netns", "add", name);
        names.add(name);
        run("ip", "netns", "exec", name, "sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1");
        return name;
    }

    /** Whether the far end of a port takes what another device's program sends there. */
    void gro(final int host, final boolean on) throws IOException {
        run(
                "ip",
                "netns",
                "exec",
                names.get(host + 1),
                "ethtool",
                "-K",
                "e0",
                "gro",
                on ? "on" : "off");
    }

    String switchName() {
        return switchName;
    }

    /** Runs something with the calling thread in the switch's namespace. */
    <T> T inSwitch(final Callable<T> work) throws Exception {
        return in(switchName, work);
    }

    private static <T> T in(final String name, final Callable<T> work) throws Exception {
        enter(DIRECTORY.resolve(name));
        try {
            return work.call();
        } finally {
            enter(Path.of("/proc/self/ns/net"));
        }
    }

    private static void enter(final Path path) throws Exception {
        final int fd =
                Sys.check(
                        Sys.libc().open(Sys.cString(path.toString()).addressOffset(), 0, 0),
                        "open");
        Sys.check(Sys.libc().setns(fd, CLONE_NEWNET), "setns");
        Sys.libc().close(fd);
    }

    void send(final int host, final byte[] frame) {
        final AfPacketPort port = hosts.get(host);
        while (!port.send(new UnsafeBuffer(frame), 0, frame.length)) {
            port.flush();
        }
        port.flush();
    }

    /** What a host has received since the last call, in hexadecimal. */
    List<String> receive(final int host) {
        final List<String> frames = new ArrayList<>();
        hosts.get(host)
                .receive(
                        (port, offset, length, atNs) -> {
                            final byte[] bytes = new byte[length];
                            memory.buffer().getBytes(offset, bytes);
                            memory.release(offset);
                            frames.add(HexFormat.of().formatHex(bytes));
                        },
                        256);
        return frames;
    }

    AfPacketPort host(final int host) {
        return hosts.get(host);
    }

    /** Frames of all hosts live here. */
    FrameMemory memory() {
        return memory;
    }

    static String run(final String... command) throws IOException {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + output);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        hosts.forEach(AfPacketPort::close);
        for (final String name : names) {
            run("ip", "netns", "del", name);
        }
    }
}
