package io.polycast.xdp.lab;

import io.polycast.xdp.sys.Sys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Network namespaces of one test, named after the process, removed at its end. */
public final class Namespaces implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("/run/netns");
    private static final Pattern NAME = Pattern.compile("px([0-9]+)[a-z]");
    private static final int CLONE_NEWNET = 0x40000000;

    private final List<String> names = new ArrayList<>();

    /**
     * Removes what dead processes left.
     *
     * @throws IOException when there is no permission, or no ip(8)
     */
    public Namespaces() throws IOException {
        if (!Files.isDirectory(DIRECTORY)) {
            return;
        }
        final List<String> stale = new ArrayList<>();
        try (Stream<Path> entries = Files.list(DIRECTORY)) {
            entries.forEach(
                    entry -> {
                        final Matcher matcher = NAME.matcher(entry.getFileName().toString());
                        if (matcher.matches()
                                && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
                            stale.add(entry.getFileName().toString());
                        }
                    });
        }
        for (final String name : stale) {
            run("ip", "netns", "del", name);
        }
    }

    /**
     * @param letter tells namespaces of one test apart
     * @return name of a new, empty namespace whose devices do not speak by themselves
     * @throws IOException when it cannot be made
     */
    public String add(final char letter) throws IOException {
        final String name = "px" + ProcessHandle.current().pid() + letter;
        run("ip", "netns", "add", name);
        names.add(name);
        run("ip", "-n", name, "link", "set", "lo", "up");
        run("ip", "netns", "exec", name, "sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1");
        return name;
    }

    /**
     * A veth pair between two namespaces, both ends up.
     *
     * @param nsA one namespace
     * @param a device in it
     * @param nsB the other namespace, or the same
     * @param b device in it
     * @param mtu of both, in bytes
     * @throws IOException when it cannot be made
     */
    public static void veth(
            final String nsA, final String a, final String nsB, final String b, final int mtu)
            throws IOException {
        veth(nsA, a, nsB, b, mtu, 1);
    }

    /**
     * A veth pair between two namespaces with several queues each way, both ends up.
     *
     * @param nsA one namespace
     * @param a device in it
     * @param nsB the other namespace, or the same
     * @param b device in it
     * @param mtu of both, in bytes
     * @param queues each way, at both ends
     * @throws IOException when it cannot be made
     */
    public static void veth(
            final String nsA,
            final String a,
            final String nsB,
            final String b,
            final int mtu,
            final int queues)
            throws IOException {
        final String shape =
                String.format(" mtu %d numrxqueues %d numtxqueues %d", mtu, queues, queues);
        run(
                ("ip -n "
                                + nsA
                                + " link add "
                                + a
                                + shape
                                + " type veth peer name "
                                + b
                                + shape
                                + " netns "
                                + nsB)
                        .split(" "));
        run("ip", "-n", nsA, "link", "set", a, "up");
        run("ip", "-n", nsB, "link", "set", b, "up");
    }

    /**
     * Runs something with the calling thread in a namespace; sockets stay where they were made.
     *
     * @param name of the namespace
     * @param work to run there
     * @param <T> what it returns
     * @return what it returns
     * @throws Exception what it throws
     */
    public static <T> T in(final String name, final Callable<T> work) throws Exception {
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

    /**
     * Runs a command; its output is the message when it fails.
     *
     * @param command and its arguments
     * @return what it printed
     * @throws IOException when it ends with another status than 0
     */
    public static String run(final String... command) throws IOException {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes());
        final int status;
        try {
            status = process.waitFor();
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException(ex);
        }
        if (status != 0) {
            throw new IOException(String.join(" ", command) + ": " + status + ": " + output);
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        for (final String name : names) {
            run("ip", "netns", "del", name);
        }
    }
}
