package io.polycast.xdp.sys;

/** A system call failed. Drivers turn it into one line for people. */
public final class SysException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int errno;

    /**
     * @param call what was called, in words
     * @param errno what it left
     */
    public SysException(final String call, final int errno) {
        this(call, errno, "");
    }

    /**
     * @param call what was called, in words
     * @param errno what it left
     * @param detail what else the kernel said, or ""
     */
    public SysException(final String call, final int errno, final String detail) {
        super(call + ": " + Errno.text(errno) + detail);
        this.errno = errno;
    }

    /**
     * @return what the call left
     */
    public int errno() {
        return errno;
    }
}
