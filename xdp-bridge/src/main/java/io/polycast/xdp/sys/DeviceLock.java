package io.polycast.xdp.sys;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The right to serve a network device, which one process has at a time. The lock is a Unix socket
 * whose abstract name holds the device's index. The name belongs to the network namespace, so
 * directories and configurations play no part. The kernel frees the name with the process.
 *
 * <p>The socket listens, since a connection is what tells the owner's process id. Nothing is said
 * on it.
 */
public final class DeviceLock implements AutoCloseable {
    /** As an owner: the device is free. */
    public static final long NOBODY = -1;

    /** As an owner: somebody whose process id cannot be seen from here. */
    public static final long UNKNOWN = 0;

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int UCRED = 12; // struct ucred: pid i32 @0, uid @4, gid @8
    private static final int BACKLOG = 128;

    private final int fd;

    private DeviceLock(final int fd) {
        this.fd = fd;
    }

    /**
     * Takes the lock of a device of the calling thread's network namespace.
     *
     * @param ifindex of the device
     * @return the lock, or empty when another process has it
     * @throws SysException when the kernel gives no such socket
     */
    public static Optional<DeviceLock> take(final int ifindex) throws SysException {
        final int fd = socket();
        final int errno = Sys.bind(fd, address(ifindex));
        if (errno != 0) {
            Sys.libc().close(fd);
            if (errno == Errno.EADDRINUSE) {
                return Optional.empty();
            }
            throw new SysException("bind " + name(ifindex), errno);
        }
        if (Sys.libc().listen(fd, BACKLOG) < 0) {
            final int refusal = Sys.errno();
            Sys.libc().close(fd);
            throw new SysException("listen at " + name(ifindex), refusal);
        }
        return Optional.of(new DeviceLock(fd));
    }

    /**
     * Asks who has the lock of a device.
     *
     * @param ifindex of the device in the calling thread's network namespace
     * @return process id, {@link #UNKNOWN} or {@link #NOBODY}
     */
    public static long owner(final int ifindex) {
        final int fd;
        try {
            fd = socket();
        } catch (final SysException ex) {
            return NOBODY;
        }
        try {
            final UnsafeBuffer address = address(ifindex);
            final int result = Sys.libc().connect(fd, address.addressOffset(), address.capacity());
            final int errno = result < 0 ? Sys.errno() : 0;
            Reference.reachabilityFence(address);
            if (errno != 0) {
                // EAGAIN: more have asked than the owner has answered, which may be stopped.
                return errno == Errno.EAGAIN ? UNKNOWN : NOBODY;
            }
            final UnsafeBuffer credentials = Sys.allocate(UCRED);
            final int filled = Sys.option(fd, SOL_SOCKET, SO_PEERCRED, credentials);
            return filled < UCRED ? UNKNOWN : credentials.getInt(0);
        } finally {
            Sys.libc().close(fd);
        }
    }

    /**
     * @param ifindex of a device
     * @return name of the device's lock, as {@code ss -xlp} prints it
     */
    public static String name(final int ifindex) {
        return "@polycast/device/" + ifindex;
    }

    /** Lets those go who have asked: the kernel keeps each until it is taken. */
    public void hear() {
        int caller = Sys.libc().accept(fd, 0, 0);
        while (caller >= 0) {
            Sys.libc().close(caller);
            caller = Sys.libc().accept(fd, 0, 0);
        }
    }

    private static int socket() throws SysException {
        return Sys.socket(AF_UNIX, SOCK_STREAM | Sys.SOCK_CLOEXEC | Sys.SOCK_NONBLOCK, 0);
    }

    /**
     * struct sockaddr_un: sun_family u16 @0, sun_path @2, whose first byte is 0 for an abstract
     * name.
     */
    private static UnsafeBuffer address(final int ifindex) {
        final byte[] path = name(ifindex).getBytes(StandardCharsets.US_ASCII);
        path[0] = 0;
        final UnsafeBuffer address = Sys.allocate(2 + path.length);
        address.putShort(0, (short) AF_UNIX);
        address.putBytes(2, path);
        return address;
    }

    /** Frees the device. */
    @Override
    public void close() {
        Sys.libc().close(fd);
    }
}
