package io.polycast.xdp.kernel;

/**
 * Endings of frames in the kernel's programs; the ordinal is the index in {@link
 * KernelReplication#dispositions}.
 */
public enum ProgramEnding {
    /** To Java: not IPv4 with RoCEv2 to a published group. */
    OTHER,
    /** To Java: headers or lengths that Java would call malformed. */
    MALFORMED,
    /** To Java: an opcode other than SEND and WRITE over RC; feedback above all. */
    OPCODE,
    /** To Java: a destination QPN other than the group's, or a UDP checksum. */
    FORM,
    /** To Java: longer than one of the ports may send. */
    LENGTH,
    /** To Java: data from another port, address or VLAN than the source's. */
    SOURCE,
    /** To Java: a WRITE past the window. */
    BOUNDS,
    /** To Java: at or before the group's minimum. */
    MINIMUM,
    /** To Java: a jump forward for the second time, believed when its ICRC holds. */
    JUMP,
    /** To Java: no sign of life of the switch for so long that the group's exchange may be over. */
    PAUSED,
    /** To Java: the driver has no room for metadata. */
    METADATA,
    /** Taken: replicated to the group's ports. */
    REPLICATED,
    /** Taken, but the kernel would not redirect it. */
    REDIRECT_ERROR,
    /** Copy handed to a device. */
    COPY,
    /** Copy dropped: a retransmission that this path has acknowledged. */
    FILTERED,
    /** Copy dropped: an evicted member's. */
    ABSENT,
    /** Copy dropped: the port is no path of the group's. */
    NO_ROW,
    /** No copy of ours: a frame that crossed a silent wire. */
    PASSED,
    /** Dropped: the switch gives no heartbeat, and no engine would aggregate feedback. */
    SILENT,
    /** Copies due for the frames that were taken, with any ending: see {@link #lost}. */
    DUE;

    /**
     * Copies that the kernel never handed to a device's program: the device is down, takes shorter
     * frames by now, or there was no memory.
     *
     * @param dispositions from {@link KernelReplication#dispositions}; under load some copies are still on
     *     their way
     * @return how many
     */
    public static long lost(final long[] dispositions) {
        return Math.max(
                0,
                dispositions[DUE.ordinal()]
                        - dispositions[COPY.ordinal()]
                        - dispositions[FILTERED.ordinal()]
                        - dispositions[ABSENT.ordinal()]
                        - dispositions[NO_ROW.ordinal()]);
    }
}
