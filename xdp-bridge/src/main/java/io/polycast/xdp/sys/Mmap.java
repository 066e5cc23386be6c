package io.polycast.xdp.sys;

import jnr.ffi.LibraryLoader;

/** mmap(2), as a system call by number: see {@link LibC} on functions of six arguments. */
public final class Mmap {
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_SHARED_POPULATE = 0x1 | 0x8000;
    private static final SevenArguments LIBC = LibraryLoader.create(SevenArguments.class).load("c");

    /** syscall(2) as JNR-FFI sees it. */
    public interface SevenArguments {
        long syscall(long number, long a, long b, long c, long d, long e, long f);
    }

    private Mmap() {}

    /**
     * Maps a descriptor's memory, shared, readable and writable, with its pages present.
     *
     * @param fd to map
     * @param length in bytes
     * @param offset in what the descriptor offers
     * @return address
     * @throws SysException when refused
     */
    public static long shared(final int fd, final long length, final long offset)
            throws SysException {
        final long address =
                LIBC.syscall(
                        SystemCalls.MMAP,
                        0,
                        length,
                        PROT_READ_WRITE,
                        MAP_SHARED_POPULATE,
                        fd,
                        offset);
        if (address == -1) {
            throw new SysException("mmap", Sys.errno());
        }
        return address;
    }
}
