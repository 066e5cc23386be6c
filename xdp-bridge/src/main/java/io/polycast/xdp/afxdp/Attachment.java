package io.polycast.xdp.afxdp;

/** A program on a device. */
interface Attachment extends AutoCloseable {
    /** How it is attached, for people. */
    String mode();

    /**
     * Frames that the program itself dealt with, earlier processes' programs included.
     *
     * @param counter one of {@link WireProgram}'s
     */
    long count(int counter);

    @Override
    void close();
}
