package io.polycast.xdp.sys;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Descriptors that one thread waits for together, by ppoll(2); other threads may wake it. Allocates nothing after it
 * is made.
 */
public final class PollSet implements AutoCloseable {
    private static final short POLLIN = 1;

    /** struct pollfd: fd i32 @0, events i16 @4, revents i16 @6. */
    private static final int POLLFD = 8;

    private static final int REVENTS = 6;
    private static final int EFD_NONBLOCK = 0x800;
    private static final int EFD_CLOEXEC = 0x80000;
    private static final int SECOND_NS = 1_000_000_000;

    private final UnsafeBuffer entries;

    /** struct timespec: tv_sec i64 @0, tv_nsec i64 @8. */
    private final UnsafeBuffer timeout = Sys.allocate(16);

    private final UnsafeBuffer wakes = Sys.allocate(8);
    private final UnsafeBuffer one = Sys.allocate(8);
    private final int count;
    private final int eventFd;
    private boolean closed;

    /**
     * @param descriptors to wait for; they stay open as long as this is used
     * @throws SysException when no descriptor is left
     */
    public PollSet(final int... descriptors) throws SysException {
        eventFd = Sys.check(Sys.libc().eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd");
        count = descriptors.length + 1;
        entries = Sys.allocate(count * POLLFD);
        entry(0, eventFd);
        for (int i = 1; i < count; i++) {
            entry(i, descriptors[i - 1]);
        }
        one.putLong(0, 1);
    }

    private void entry(final int i, final int descriptor) {
        entries.putInt(i * POLLFD, descriptor);
        entries.putShort(i * POLLFD + 4, POLLIN);
    }

    /**
     * Waits until a descriptor can be read or has an error, or another thread calls {@link #wake}.
     *
     * @param mostNs longest wait, in ns, at least 0; the kernel adds the timer slack of the thread
     * @return whether a descriptor can be read or has an error
     */
    public boolean await(final long mostNs) {
        timeout.putLong(0, mostNs / SECOND_NS);
        timeout.putLong(8, mostNs % SECOND_NS);
        int ready = Sys.libc().ppoll(entries.addressOffset(), count, timeout.addressOffset(), 0);
        if (ready > 0 && entries.getShort(REVENTS) != 0) {
            Sys.libc().read(eventFd, wakes.addressOffset(), wakes.capacity());
            ready--;
        }
        return ready > 0;
    }

    /** Any thread: ends the wait of {@link #await}, or the next one. */
    public synchronized void wake() {
        if (!closed) {
            Sys.libc().write(eventFd, one.addressOffset(), one.capacity());
        }
    }

    /** After the last {@link #await}. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Sys.libc().close(eventFd);
        }
    }
}
