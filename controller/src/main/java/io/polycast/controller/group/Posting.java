package io.polycast.controller.group;

import io.polycast.parser.mrp.MrpAddress;

/**
 * The right to post: one host has it, or nobody, and then the PSN at which the next one starts may be
 * known.
 */
public final class Posting {
    private MrpAddress source = MrpAddress.NONE;
    private int granted = Group.NO_PSN;
    private int next = Group.NO_PSN;

    /** Host that may post, or {@link MrpAddress#NONE}. */
    public MrpAddress source() {
        return source;
    }

    /** PSN of the first packet that the source was granted. */
    public int granted() {
        return granted;
    }

    /** PSN at which the next source starts, or {@link Group#NO_PSN} when it is not known. */
    public int next() {
        return next;
    }

    /** Nobody has posted yet. */
    public void begin(final int psn) {
        source = MrpAddress.NONE;
        granted = Group.NO_PSN;
        next = psn;
    }

    /** A host may post from a PSN on. */
    public void grant(final MrpAddress host, final int psn) {
        source = host;
        granted = psn;
        next = Group.NO_PSN;
    }

    /** The source posts no more; the PSN is where it ended, or {@link Group#NO_PSN}. */
    public void end(final int psn) {
        source = MrpAddress.NONE;
        next = psn;
    }

    /** Takes the state of a snapshot. */
    void restore(final MrpAddress host, final int grantedPsn, final int nextPsn) {
        source = host;
        granted = grantedPsn;
        next = nextPsn;
    }
}
