package io.polycast.perf.latency;

import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Work of the calling thread in a named network namespace. Sockets stay in the namespace that they were made in,
 * so one thread can hold the generator's and all sinks' (setns(2)).
 */
public final class NetNamespace {
    private static final Path DIRECTORY = Path.of("/run/netns");
    private static final int CLONE_NEWNET = 0x40000000;

    private NetNamespace() {}

    /**
     * What is done there.
     *
     * @param <T> what comes of it
     */
    @FunctionalInterface
    public interface Work<T> {
        /**
         * @return what came of it
         * @throws PortException when it cannot be done
         */
        T run() throws PortException;
    }

    /**
     * @param name of the namespace, "" for the thread's own
     * @param work to do there
     * @param <T> what comes of it
     * @return what came of it
     * @throws PortException when there is no such namespace, or the work fails
     */
    public static <T> T in(final String name, final Work<T> work) throws PortException {
        if (name.isEmpty()) {
            return work.run();
        }
        final Path there = DIRECTORY.resolve(name);
        if (!Files.exists(there)) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "no network namespace " + name + "; see ip netns list");
        }
        final int home = open(Path.of("/proc/thread-self/ns/net"));
        try {
            enter(there);
            try {
                return work.run();
            } finally {
                check(Sys.libc().setns(home, CLONE_NEWNET), "setns back");
            }
        } finally {
            Sys.libc().close(home);
        }
    }

    private static void enter(final Path namespace) throws PortException {
        final int fd = open(namespace);
        try {
            check(Sys.libc().setns(fd, CLONE_NEWNET), "setns " + namespace);
        } finally {
            Sys.libc().close(fd);
        }
    }

    private static int open(final Path path) throws PortException {
        final UnsafeBuffer text = Sys.cString(path.toString());
        final int fd = Sys.libc().open(text.addressOffset(), 0, 0);
        final int result = check(fd, "open " + path);
        Reference.reachabilityFence(text);
        return result;
    }

    private static int check(final int result, final String call) throws PortException {
        try {
            return Sys.check(result, call);
        } catch (final SysException e) {
            final boolean denied = e.errno() == Errno.EPERM || e.errno() == Errno.EACCES;
            throw new PortException(
                    denied ? PortException.Kind.MISSING_CAPABILITY : PortException.Kind.DEVICE,
                    e.getMessage() + (denied ? "; namespaces need CAP_SYS_ADMIN: run as root" : ""),
                    e);
        }
    }
}
