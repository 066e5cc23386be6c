package io.polycast.endhost.verbs;

/** Kinds of a work request or its completion. They are ints, so that a switch per packet is cheap. */
public final class WorkOpcode {
    /** Message into a receive that the peer posted. */
    public static final int SEND = 0;

    /** As {@link #SEND}, with four bytes for the peer's completion. */
    public static final int SEND_WITH_IMMEDIATE = 1;

    /** Message into the peer's registered memory; the peer's software is not told. */
    public static final int WRITE = 2;

    /** As {@link #WRITE}, and consumes one of the peer's receives to deliver four bytes. */
    public static final int WRITE_WITH_IMMEDIATE = 3;

    /** Completion of a receive by a SEND. */
    public static final int RECEIVE = 4;

    /** Completion of a receive by a WRITE with immediate. */
    public static final int RECEIVE_WRITE_WITH_IMMEDIATE = 5;

    private WorkOpcode() {}

    /**
     * @param opcode one of the four request opcodes
     * @return whether it goes to registered memory
     */
    public static boolean isWrite(final int opcode) {
        return (opcode & 2) != 0;
    }

    /**
     * @param opcode one of the four request opcodes
     * @return whether its last packet carries an ImmDt
     */
    public static boolean hasImmediate(final int opcode) {
        return (opcode & 1) != 0;
    }
}
