package io.polycast.dataplane.disk;

import io.polycast.xdp.sys.Sys;
import org.agrona.concurrent.UnsafeBuffer;

/** A disk that is full for whoever needs no root: this process writes no file beyond a size. */
public final class FileSizeLimit implements AutoCloseable {
    private static final int RLIMIT_FSIZE = 1;

    private final UnsafeBuffer limit = Sys.allocate(16); // struct rlimit: rlim_cur, rlim_max
    private final long before;

    /**
     * @param bytes that a file may have
     */
    public FileSizeLimit(final long bytes) {
        Sys.libc().getrlimit(RLIMIT_FSIZE, limit.addressOffset());
        before = limit.getLong(0);
        set(bytes);
    }

    private void set(final long bytes) {
        limit.putLong(0, bytes);
        if (Sys.libc().setrlimit(RLIMIT_FSIZE, limit.addressOffset()) != 0) {
            throw new IllegalStateException("setrlimit");
        }
    }

    @Override
    public void close() {
        set(before);
    }
}
