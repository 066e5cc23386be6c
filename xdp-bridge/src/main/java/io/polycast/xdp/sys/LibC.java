package io.polycast.xdp.sys;

/**
 * Functions of the C library, named as there. Pointers and sizes are Java longs: JNR-FFI passes
 * them in registers and allocates nothing. Use {@link Sys}, which turns errors into exceptions
 * where that is wanted and keeps buffers reachable.
 *
 * <p>None has six arguments: the machine code that jnr-ffi 2.3.4 writes on x86-64 for exactly six
 * passes the last ones wrong (seven take another way and are right, see {@link Mmap}).
 */
@SuppressWarnings("checkstyle:MethodName")
public interface LibC {
    int socket(int domain, int type, int protocol);

    int close(int fd);

    int bind(int fd, long address, int addressLength);

    int connect(int fd, long address, int addressLength);

    int listen(int fd, int backlog);

    int accept(int fd, long address, long addressLength);

    int setsockopt(int fd, int level, int name, long value, int length);

    int getsockopt(int fd, int level, int name, long value, long length);

    long send(int fd, long buffer, long length, int flags);

    long recv(int fd, long buffer, long length, int flags);

    int sendmmsg(int fd, long messages, int count, int flags);

    int recvmmsg(int fd, long messages, int count, int flags, long timeout);

    int poll(long fds, long count, int timeoutMs);

    int ppoll(long fds, long count, long timeout, long signals);

    int eventfd(int value, int flags);

    long read(int fd, long buffer, long length);

    long write(int fd, long buffer, long length);

    int ioctl(int fd, long request, long argument);

    int munmap(long address, long length);

    int if_nametoindex(long name);

    int getrlimit(int resource, long limit);

    int setrlimit(int resource, long limit);

    long syscall(long number, long a, long b, long c);

    int open(long path, int flags, int mode);

    int setns(int fd, int kind);
}
