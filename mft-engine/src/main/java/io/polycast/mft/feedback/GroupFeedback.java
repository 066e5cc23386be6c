package io.polycast.mft.feedback;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Group records of the feedback buffer, see {@link FeedbackLayout}. One writer; slots are in [0,
 * maxGroups).
 */
public final class GroupFeedback extends FeedbackWords {
    /** AggAckPSN holds a value. */
    public static final int AGG_VALID = 1;

    /** The highest PSN holds a value. */
    public static final int HIGHEST_VALID = 1 << 1;

    /** A candidate for the highest PSN waits. */
    public static final int CANDIDATE_VALID = 1 << 2;

    /** MePSN holds a value. */
    public static final int ME_VALID = 1 << 3;

    /** A NAK was sent, and its retransmission has not passed. */
    public static final int SENT_VALID = 1 << 4;

    /** The next aggregate carries BECN. */
    public static final int BECN = 1 << 5;

    /** The next aggregate carries FECN. */
    public static final int FECN = 1 << 6;

    /**
     * @param buffer that holds the records from its first byte on
     */
    public GroupFeedback(final UnsafeBuffer buffer) {
        super(buffer, 0);
    }

    /** The bound on all but the slowest receivers holds a value. */
    public static final int BOUND_VALID = 1 << 7;

    /** The registered first PSN holds: paths stand before it although they said nothing. */
    public static final int REGISTERED = 1 << 8;

    /** The group was installed by a start: the first verified data begins it anew (rule 2). */
    public static final int STARTED = 1 << 10;

    /** The aggregate at the moment when the source moved holds a value. */
    public static final int TURN_VALID = 1 << 11;

    /** The frame that established the source counts, because paths may be unknown. */
    public static final int ANEW_VALID = 1 << 12;

    /** The source has repeated the frame that established it. */
    public static final int ANEW_REPEATED = 1 << 13;

    /** PSNs above the highest have passed: {@link #passed} is not 0. */
    public static final int PASSED_VALID = 1 << 14;

    /** Data of a source was accepted since the group began. */
    public static final int EXCHANGE = 1 << 15;

    /** A fatal NAK of a path waits: {@link PathFeedback#refuses}. */
    public static final int FATAL_WAITS = 1 << 16;

    /**
     * A switch above may have counted repetitions that never came here: asking data is answered
     * (rule 8).
     */
    public static final int MISSED = 1 << 17;

    /**
     * The source repeats one PSN only, {@link #anewPsn}, as long as {@link #lastPsn} is the highest
     * PSN.
     */
    public static final int STANDS = 1 << 18;

    /**
     * Data may have passed before the bound on feedback began: in an earlier process or exchange.
     */
    public static final int PASSED_BEFORE = 1 << 19;

    /** A receiver joins at a PSN of its own and has not spoken: {@link PathFeedback#JOINING}. */
    public static final int JOINS = 1 << 20;

    /** All flags that a record may have. */
    static final int FLAGS = (1 << 21) - 1 & ~(1 << 9);

    /** Paths of a record of which nothing is known. */
    static final int LOST = 255;

    private static final int NAME = 96;
    private static final int PATHS_BITS = 8;
    private static final int LOW_HALF = 0xFFFF;
    private static final int LOW_BYTE = 0xFF;

    private static long at(final int slot) {
        return (long) slot * FeedbackLayout.GROUP_LENGTH;
    }

    /** McstID that the record belongs to, 0 when free. */
    public int mcstId(final int slot) {
        return (int) (name(slot) >>> PATHS_BITS);
    }

    /** Path records that the group has, 0 when free. */
    public int paths(final int slot) {
        return (int) name(slot) & LOW_BYTE;
    }

    long name(final int slot) {
        return getLong(at(slot) + NAME);
    }

    /**
     * Gives the record to a group, when all else is written.
     *
     * @param slot of the group
     * @param mcstId of the group
     * @param paths records that it has, in [1, 254]
     */
    public void own(final int slot, final int mcstId, final int paths) {
        name(slot, mcstId, paths);
    }

    private void name(final int slot, final int mcstId, final int paths) {
        final long data = (mcstId & 0xFFFF_FFFFL) << PATHS_BITS | paths;
        putLongLast(at(slot) + NAME, SealedWord.seal(data, SealedWord.NAME_BITS, 0, slot));
    }

    /** Flags of the record. */
    public int flags(final int slot) {
        return getInt(at(slot) + 4);
    }

    /** Sets the flags of the record. */
    public void flags(final int slot, final int value) {
        putInt(at(slot) + 4, value);
    }

    /** AggAckPSN: last PSN acknowledged to the source. */
    public int aggAckPsn(final int slot) {
        return getInt(at(slot) + 8);
    }

    /** Sets the AggAckPSN: last PSN acknowledged to the source. */
    public void aggAckPsn(final int slot, final int value) {
        putInt(at(slot) + 8, value);
    }

    /** Minimum AckPSN over the receiving paths, valid when none is unknown. */
    public int minimum(final int slot) {
        return getInt(at(slot) + 12);
    }

    /** Sets the minimum AckPSN over the receiving paths, valid when none is unknown. */
    public void minimum(final int slot, final int value) {
        putInt(at(slot) + 12, value);
    }

    /** Receiving paths at the minimum. */
    public int atMinimum(final int slot) {
        return getInt(at(slot) + 16) & LOW_HALF;
    }

    /** Sets the number of receiving paths at the minimum. */
    public void atMinimum(final int slot, final int value) {
        putInt(at(slot) + 16, getInt(at(slot) + 16) & ~LOW_HALF | value);
    }

    /** Index of the first path at the minimum, or -1 when it is not known. */
    public int firstAtMinimum(final int slot) {
        return (getInt(at(slot) + 16) >>> 16) - 1;
    }

    /** Sets the index of the first path at the minimum; -1: not known. */
    public void firstAtMinimum(final int slot, final int path) {
        putInt(at(slot) + 16, atMinimum(slot) | path + 1 << 16);
    }

    /** Receiving paths whose AckPSN is unknown. */
    public int unknown(final int slot) {
        return getInt(at(slot) + 20);
    }

    /** Sets the number of receiving paths whose AckPSN is unknown. */
    public void unknown(final int slot, final int value) {
        putInt(at(slot) + 20, value);
    }

    /** Receiving paths. */
    public int receivers(final int slot) {
        return getInt(at(slot) + 24) & LOW_BYTE;
    }

    /** Sets the number of receiving paths. */
    public void receivers(final int slot, final int value) {
        putInt(at(slot) + 24, getInt(at(slot) + 24) & ~LOW_BYTE | value);
    }

    /** A PSN that no receiver is behind but those at the minimum; valid as its flag says. */
    public int bound(final int slot) {
        return getInt(at(slot) + 24) >>> 8;
    }

    /** Sets the PSN that no receiver is behind but those at the minimum. */
    public void bound(final int slot, final int psn) {
        putInt(at(slot) + 24, psn << 8 | receivers(slot));
    }

    /** Highest PSN forwarded. */
    public int highest(final int slot) {
        return getInt(at(slot) + 32);
    }

    /** Sets the highest PSN forwarded. */
    public void highest(final int slot, final int value) {
        putInt(at(slot) + 32, value);
    }

    /** Lone jump forward that waits for its successor. */
    public int candidate(final int slot) {
        return getInt(at(slot) + 36);
    }

    /** Sets the lone jump forward that waits for its successor. */
    public void candidate(final int slot, final int value) {
        putInt(at(slot) + 36, value);
    }

    /** Time of the source's last accepted data, in ns. */
    public long acceptedNs(final int slot) {
        return getLong(at(slot) + 40);
    }

    /** Sets the time of the source's last accepted data, in ns. */
    public void acceptedNs(final int slot, final long value) {
        putLong(at(slot) + 40, value);
    }

    /** PSNs above the highest that passed: bit n stands for the highest + 1 + n. */
    public long passed(final int slot) {
        return getLong(at(slot) + 48);
    }

    /**
     * Sets the PSNs above the highest that passed; {@link #PASSED_VALID} is the caller's to keep.
     */
    public void passed(final int slot, final long value) {
        putLong(at(slot) + 48, value);
    }

    /** Aggregate at the moment when the source moved. */
    public int turnAckPsn(final int slot) {
        return getInt(at(slot) + 56);
    }

    /** Sets the aggregate at the moment when the source moved. */
    public void turnAckPsn(final int slot, final int value) {
        putInt(at(slot) + 56, value);
    }

    /** PSN of the source's last data, kept while its group is watched for repetitions. */
    public int lastPsn(final int slot) {
        return getInt(at(slot) + 88);
    }

    /** Sets the PSN of the source's last data. */
    public void lastPsn(final int slot, final int value) {
        putInt(at(slot) + 88, value);
    }

    /** PSN of the frame that established the source, or that the source went back to last. */
    public int anewPsn(final int slot) {
        return getInt(at(slot) + 60);
    }

    /** Sets the PSN of the frame that established the source, or that it went back to last. */
    public void anewPsn(final int slot, final int value) {
        putInt(at(slot) + 60, value);
    }

    /** MePSN: smallest ePSN that waits. */
    public int mePsn(final int slot) {
        return getInt(at(slot) + 64);
    }

    /** Sets the MePSN: smallest ePSN that waits. */
    public void mePsn(final int slot, final int value) {
        putInt(at(slot) + 64, value);
    }

    /** Severity of the NAK at MePSN. */
    public int meSeverity(final int slot) {
        return getInt(at(slot) + 68);
    }

    /** Sets the severity of the NAK at MePSN. */
    public void meSeverity(final int slot, final int value) {
        putInt(at(slot) + 68, value);
    }

    /** ePSN of the last NAK sent. */
    public int sentNak(final int slot) {
        return getInt(at(slot) + 72);
    }

    /** Sets the ePSN of the last NAK sent. */
    public void sentNak(final int slot, final int value) {
        putInt(at(slot) + 72, value);
    }

    /** Severity of the last NAK sent. */
    public int sentSeverity(final int slot) {
        return getInt(at(slot) + 76);
    }

    /** Sets the severity of the last NAK sent. */
    public void sentSeverity(final int slot, final int value) {
        putInt(at(slot) + 76, value);
    }

    /** Time of the last NAK sent, in ns. */
    public long sentNakNs(final int slot) {
        return getLong(at(slot) + 80);
    }

    /** Sets the time of the last NAK sent, in ns. */
    public void sentNakNs(final int slot, final long value) {
        putLong(at(slot) + 80, value);
    }

    /** Id of the source's path, or -1 when no source is known. */
    public int source(final int slot) {
        return getInt(at(slot) + 28) - 1;
    }

    /** Sets the id of the source's path; -1: none. */
    public void source(final int slot, final int pathId) {
        putInt(at(slot) + 28, pathId + 1);
    }

    /** Whether all bits of a mask are set in the flags. */
    public boolean has(final int slot, final int mask) {
        return (flags(slot) & mask) == mask;
    }

    /** Sets the bits of a mask in the flags. */
    public void set(final int slot, final int mask) {
        flags(slot, flags(slot) | mask);
    }

    /** Clears the bits of a mask in the flags. */
    public void clear(final int slot, final int mask) {
        flags(slot, flags(slot) & ~mask);
    }

    /** Frees the record, and makes it that of a group of which nothing is known. */
    public void reset(final int slot) {
        name(slot, 0, 0);
        restart(slot);
    }

    /** Makes all of the record but its name that of a group of which nothing is known. */
    public void restart(final int slot) {
        clear(at(slot), NAME);
        clear(at(slot) + NAME + Long.BYTES, FeedbackLayout.GROUP_LENGTH - NAME - Long.BYTES);
    }

    /** Makes the record one that belonged to an unknown group. */
    void lose(final int slot) {
        restart(slot);
        name(slot, 0, LOST);
    }

    /** A word of the record as it is, for {@link FeedbackCheck}. */
    int word(final int slot, final int offset) {
        return getInt(at(slot) + offset);
    }
}
