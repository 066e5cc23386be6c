package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.sys.SysException;

/** A program on a device. */
public interface Attachment extends AutoCloseable {
    /** {@link #count} of frames that crossed a wire past a silent switch. */
    int PASSED = WireProgram.PASSED;

    /** {@link #count} of frames to groups that a silent switch's wire did not carry. */
    int GROUP_FRAMES = WireProgram.GROUP_FRAMES;

    /** {@link #count} of other frames that were dropped while the switch was silent. */
    int DROPPED = WireProgram.DROPPED;

    /**
     * Attaches.
     *
     * @param ifindex of the device
     * @param queues that there is to be room for
     * @param wanted mode
     * @param part of the port, or null
     * @param guard of the switch, for a wire's end; else null
     * @param peerIfindex device at the wire's other end; without a guard it does not count
     * @return the program on its device
     * @throws SysException when the kernel refuses
     */
    static Attachment attach(
            final int ifindex,
            final int queues,
            final XdpMode wanted,
            final PortPart part,
            final SilenceGuard guard,
            final int peerIfindex)
            throws SysException {
        return guard == null
                ? XdpAttachment.attach(ifindex, queues, wanted, part)
                : WireAttachment.attach(ifindex, queues, wanted, guard, peerIfindex, part);
    }

    /**
     * Has the kernel judge the program that {@link #attach} would put there.
     *
     * @param part as {@link #attach} has it
     * @param guard as {@link #attach} has it
     * @param peerIfindex as {@link #attach} has it
     * @throws SysException when the kernel refuses
     */
    static void rehearse(final PortPart part, final SilenceGuard guard, final int peerIfindex)
            throws SysException {
        if (guard == null) {
            XdpAttachment.rehearse(part);
        } else {
            WireAttachment.rehearse(guard, peerIfindex, part);
        }
    }

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
     * @param counter {@link #PASSED}, {@link #GROUP_FRAMES} or {@link #DROPPED}
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
