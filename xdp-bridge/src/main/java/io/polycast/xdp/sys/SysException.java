package io.polycast.xdp.sys;

/** A system call failed. Drivers turn it into one line for people. */
public final class SysException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int errno;
    private final String log;

    /**
     * @param call what was called, in words
     * @param errno what it left
     */
    public SysException(final String call, final int errno) {
        this(call, errno, "", "");
    }

    /**
     * @param call what was called, in words
     * @param errno what it left
     * @param reason further words of the kernel, in one line, or ""
     * @param log all that it said, or ""
     */
    public SysException(final String call, final int errno, final String reason, final String log) {
        super(call + ": " + Errno.text(errno) + (reason.isEmpty() ? "" : "; " + reason));
        this.errno = errno;
        this.log = log;
    }

    /**
     * @return errno of the call
     */
    public int errno() {
        return errno;
    }

    /**
     * @return all that the kernel said, in many lines; "" when it said nothing but the errno
     */
    public String log() {
        return log;
    }
}
