package io.polycast.xdp.sys;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** System calls with checked results. All buffers must be direct memory. */
public final class Sys {
    /** socket(2) type flag SOCK_CLOEXEC. */
    public static final int SOCK_CLOEXEC = 0x80000;

    /** socket(2) type flag SOCK_NONBLOCK. */
    public static final int SOCK_NONBLOCK = 0x800;

    /** socket(2) type SOCK_DGRAM. */
    public static final int SOCK_DGRAM = 2;

    /** socket(2) type SOCK_RAW. */
    public static final int SOCK_RAW = 3;

    /** AF_INET, of which any socket serves for device ioctls. */
    public static final int AF_INET = 2;

    /** send(2) and recv(2) flag MSG_DONTWAIT. */
    public static final int MSG_DONTWAIT = 0x40;

    private static final int RLIMIT_MEMLOCK = 8;
    private static final Holder HOLDER = new Holder();

    /** Loaded once; the demo and the reference model never come here. */
    private static final class Holder {
        final LibC libc = LibraryLoader.create(LibC.class).load("c");
        final Runtime runtime = Runtime.getRuntime(libc);
    }

    private Sys() {}

    /**
     * @return the C library, for calls once a batch
     */
    public static LibC libc() {
        return HOLDER.libc;
    }

    /**
     * @return errno of the calling thread's last failed call
     */
    public static int errno() {
        return LastError.getLastError(HOLDER.runtime);
    }

    /**
     * @param bytes wanted
     * @return zeroed direct memory, 64-byte aligned
     */
    public static UnsafeBuffer allocate(final int bytes) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(bytes, 64));
    }

    /**
     * @param text to pass
     * @return it in direct memory, with a zero byte at its end
     */
    public static UnsafeBuffer cString(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final UnsafeBuffer buffer = allocate(bytes.length + 1);
        buffer.putBytes(0, bytes);
        return buffer;
    }

    /**
     * socket(2).
     *
     * @param domain address family
     * @param type with flags
     * @param protocol in network order where the family wants it so
     * @return descriptor
     * @throws SysException when refused
     */
    public static int socket(final int domain, final int type, final int protocol)
            throws SysException {
        return check(libc().socket(domain, type, protocol), "socket");
    }

    /**
     * setsockopt(2).
     *
     * @param fd socket
     * @param level of the option
     * @param name of the option
     * @param value in direct memory, as long as the option
     * @param what the option's name for people
     * @throws SysException when refused
     */
    public static void setOption(
            final int fd,
            final int level,
            final int name,
            final UnsafeBuffer value,
            final String what)
            throws SysException {
        final int result =
                libc().setsockopt(fd, level, name, value.addressOffset(), value.capacity());
        final int errno = result < 0 ? errno() : 0;
        Reference.reachabilityFence(value);
        if (result < 0) {
            throw new SysException("setsockopt " + what, errno);
        }
    }

    /**
     * setsockopt(2) of an int.
     *
     * @param fd socket
     * @param level of the option
     * @param name of the option
     * @param value of it
     * @param what the option's name for people
     * @throws SysException when refused
     */
    public static void setOption(
            final int fd, final int level, final int name, final int value, final String what)
            throws SysException {
        final UnsafeBuffer buffer = allocate(4);
        buffer.putInt(0, value);
        setOption(fd, level, name, buffer, what);
    }

    /**
     * getsockopt(2).
     *
     * @param fd socket
     * @param level of the option
     * @param name of the option
     * @param value direct memory to fill
     * @return bytes filled, or -1: see {@link #errno()}
     */
    public static int option(
            final int fd, final int level, final int name, final UnsafeBuffer value) {
        final UnsafeBuffer length = allocate(4);
        length.putInt(0, value.capacity());
        final int result =
                libc().getsockopt(fd, level, name, value.addressOffset(), length.addressOffset());
        Reference.reachabilityFence(value);
        return result < 0 ? -1 : length.getInt(0);
    }

    /**
     * bind(2).
     *
     * @param fd socket
     * @param address a sockaddr in direct memory
     * @return 0, or the errno
     */
    public static int bind(final int fd, final UnsafeBuffer address) {
        final int result = libc().bind(fd, address.addressOffset(), address.capacity());
        final int errno = result < 0 ? errno() : 0;
        Reference.reachabilityFence(address);
        return errno;
    }

    /**
     * ioctl(2) with a structure.
     *
     * @param fd descriptor
     * @param request number
     * @param argument direct memory
     * @return 0, or the errno
     */
    public static int ioctl(final int fd, final long request, final UnsafeBuffer argument) {
        final int result = libc().ioctl(fd, request, argument.addressOffset());
        final int errno = result < 0 ? errno() : 0;
        Reference.reachabilityFence(argument);
        return errno;
    }

    /**
     * Lets this process lock as much memory as it wants, if it may.
     *
     * @return false when it may not
     */
    public static boolean raiseMemlock() {
        final UnsafeBuffer limit = allocate(16); // struct rlimit: rlim_cur, rlim_max
        limit.putLong(0, -1L);
        limit.putLong(8, -1L);
        final int result = libc().setrlimit(RLIMIT_MEMLOCK, limit.addressOffset());
        Reference.reachabilityFence(limit);
        return result == 0;
    }

    /**
     * @return bytes that this process may lock, -1 for no limit
     */
    public static long memlock() {
        final UnsafeBuffer limit = allocate(16);
        libc().getrlimit(RLIMIT_MEMLOCK, limit.addressOffset());
        final long current = limit.getLong(0);
        Reference.reachabilityFence(limit);
        return current;
    }

    /**
     * @param result of a call
     * @param call in words
     * @return the result
     * @throws SysException when it is negative
     */
    public static int check(final int result, final String call) throws SysException {
        if (result < 0) {
            throw new SysException(call, errno());
        }
        return result;
    }
}
