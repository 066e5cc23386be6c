package io.polycast.xdp.afxdp;

import io.polycast.xdp.sys.SysException;

/** A program on a device. */
interface Attachment extends AutoCloseable {
    /** How it is attached, for people. */
    String mode();

    /**
     * From now on, frames of a receive queue go to a socket.
     *
     * @param queue of the device
     * @param socketFd of a socket that is bound to it
     * @throws SysException when the kernel refuses it
     */
    void connect(int queue, int socketFd) throws SysException;

    /**
     * Frames that the program itself dealt with, earlier processes' programs included.
     *
     * @param counter one of {@link WireProgram}'s
     */
    long count(int counter);

    /** Id of the program. */
    int programId();

    /** Whether it is attached as XDP_FLAGS_SKB_MODE or XDP_FLAGS_DRV_MODE. */
    int flags();

    /**
     * Puts the program back, in the place of another one if need be.
     *
     * @throws SysException when the kernel refuses it
     */
    void attachAgain() throws SysException;

    @Override
    void close();
}
