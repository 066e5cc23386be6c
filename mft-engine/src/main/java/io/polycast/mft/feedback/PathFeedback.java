package io.polycast.mft.feedback;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Path records of the feedback buffer, see {@link FeedbackLayout}. One writer; ids are in [0,
 * maxPaths) and stable across table versions.
 */
public final class PathFeedback extends FeedbackWords {
    /** AckPSN holds a value. */
    public static final int KNOWN = 1;

    /** A NAK waits. */
    public static final int NAK_WAITS = 1 << 1;

    /** Taken out of service by a policy. */
    public static final int EVICTED = 1 << 2;

    /** Taken out of service, to be served by unicast. */
    public static final int DEMOTED = 1 << 3;

    /**
     * The AckPSN is that of a path's own first PSN, and the path has not spoken: new data at or
     * before it does not go to the path.
     */
    public static final int JOINING = 1 << 4;

    /** The source's last data carried MigReq = 1. */
    public static final int FORM_MIG_REQ = 1 << 18;

    /** The source's frames are IPv6. */
    public static final int FORM_IPV6 = 1 << 17;

    /** The source's frames carry a VLAN tag: its control information is in the low 16 bits. */
    public static final int FORM_TAGGED = 1 << 16;

    /** All flags that a record may have; no more than 7 bits. */
    static final int FLAGS = KNOWN | NAK_WAITS | EVICTED | DEMOTED | JOINING;

    /** PSN of a NAK that stands at the next data of the source. */
    private static final int NEXT_DATA = -1;

    private static final int STANDING = 0;
    private static final int NAME = 16;
    private static final int FLAGS_MASK = 0x7F;
    private static final long AT_NEXT_DATA = 1 << 7;
    private static final int SEVERITY_SHIFT = 8;
    private static final long SEVERITY_MASK = 0x3FF;
    private static final int PSN_SHIFT = 18;
    private static final long PSN_MASK = 0xFF_FFFF;

    /**
     * @param buffer that holds the records behind those of the groups
     * @param maxGroups group records in front
     */
    public PathFeedback(final UnsafeBuffer buffer, final int maxGroups) {
        super(buffer, maxGroups * FeedbackLayout.GROUP_LENGTH);
    }

    private static long at(final int id) {
        return (long) id * FeedbackLayout.PATH_LENGTH;
    }

    /** AckPSN, valid when the path is known. */
    public int ackPsn(final int id) {
        return getInt(at(id) + 8);
    }

    /** Sets the AckPSN, valid when the path is known. */
    public void ackPsn(final int id, final int value) {
        putInt(at(id) + 8, value);
    }

    /** Flags of the record. */
    public int flags(final int id) {
        return (int) standing(id) & FLAGS_MASK;
    }

    /** Sets the flags of the record. */
    public void flags(final int id, final int value) {
        stand(id, standing(id) & ~(long) FLAGS_MASK | value);
    }

    long standing(final int id) {
        return getLong(at(id) + STANDING);
    }

    /** One store: a killed process leaves the path's standing of before, or this one. */
    private void stand(final int id, final long standing) {
        final long data = SealedWord.data(standing, SealedWord.STANDING_BITS);
        putLong(at(id) + STANDING, SealedWord.seal(data, SealedWord.STANDING_BITS, name(id), id));
    }

    /** MSN of the last feedback. */
    public int msn(final int id) {
        return getInt(at(id) + 12);
    }

    /** Sets the MSN of the last feedback. */
    public void msn(final int id, final int value) {
        putInt(at(id) + 12, value);
    }

    /** ePSN of the waiting NAK; -1: a fatal one that stands at the next data of the source. */
    public int nakPsn(final int id) {
        final long standing = standing(id);
        return (standing & AT_NEXT_DATA) != 0
                ? NEXT_DATA
                : (int) (standing >>> PSN_SHIFT & PSN_MASK);
    }

    /** Sets the ePSN of the waiting NAK; -1: a fatal one that stands at the next data. */
    public void nakPsn(final int id, final int value) {
        final long others = standing(id) & ~(AT_NEXT_DATA | PSN_MASK << PSN_SHIFT);
        stand(id, others | (value == NEXT_DATA ? AT_NEXT_DATA : (long) value << PSN_SHIFT));
    }

    /** Severity of the waiting NAK. */
    public int nakSeverity(final int id) {
        return NakSeverity.unpacked((int) (standing(id) >>> SEVERITY_SHIFT & SEVERITY_MASK));
    }

    /** Sets the severity of the waiting NAK. */
    public void nakSeverity(final int id, final int value) {
        final long others = standing(id) & ~(SEVERITY_MASK << SEVERITY_SHIFT);
        stand(id, others | (long) NakSeverity.packed(value) << SEVERITY_SHIFT);
    }

    /**
     * A NAK waits, in the place of one that may have waited. As the setters and {@link #NAK_WAITS},
     * in one store.
     *
     * @param id of the path
     * @param ePsn of the NAK, in [0, 2^24)
     * @param severity of the NAK
     */
    public void waitWith(final int id, final int ePsn, final int severity) {
        stand(
                id,
                standing(id) & FLAGS_MASK
                        | NAK_WAITS
                        | (long) NakSeverity.packed(severity) << SEVERITY_SHIFT
                        | (long) ePsn << PSN_SHIFT);
    }

    /** Whether a fatal NAK of the path waits: only the next feedback of its sender answers it. */
    public boolean refuses(final int id) {
        return has(id, NAK_WAITS) && NakSeverity.isFatal(nakSeverity(id));
    }

    /** Hash of the path's key. */
    public int keyHash(final int id) {
        return (int) name(id);
    }

    /** McstID that the record belongs to, 0 when free. */
    public int mcstId(final int id) {
        return (int) (name(id) >>> Integer.SIZE);
    }

    long name(final int id) {
        return getLong(at(id) + NAME);
    }

    /** Time of the last feedback, in ns. */
    public long lastHeardNs(final int id) {
        return getLong(at(id) + 24);
    }

    /** Sets the time of the last feedback, in ns. */
    public void lastHeardNs(final int id, final long value) {
        putLong(at(id) + 24, value);
    }

    /** Time until which no silence is held against the path, in ns; 0: none. */
    public long excusedNs(final int id) {
        return getLong(at(id) + 32);
    }

    /** Sets the time until which no silence is held against the path, in ns; 0: none. */
    public void excusedNs(final int id, final long value) {
        putLong(at(id) + 32, value);
    }

    /** The path answered, or was not asked: its silence begins anew. */
    public void excuse(final int id, final long nowNs) {
        excusedNs(id, nowNs == 0 ? 1 : nowNs);
    }

    /** CNPs in this window. */
    public int cnpsInWindow(final int id) {
        return getInt(at(id) + 40);
    }

    /** Sets the number of CNPs in this window. */
    public void cnpsInWindow(final int id, final int value) {
        putInt(at(id) + 40, value);
    }

    /** Congestion score, aged. */
    public int cnpScore(final int id) {
        return getInt(at(id) + 44);
    }

    /** Sets the aged congestion score. */
    public void cnpScore(final int id, final int value) {
        putInt(at(id) + 44, value);
    }

    /** CNPs since the path exists. */
    public long cnps(final int id) {
        return getLong(at(id) + 48);
    }

    /** Sets the number of CNPs since the path exists. */
    public void cnps(final int id, final long value) {
        putLong(at(id) + 48, value);
    }

    /** Form of a source's frames, for feedback that no frame caused. */
    public int form(final int id) {
        return getInt(at(id) + 56);
    }

    /**
     * Sets the form of a source's frames: {@link #FORM_MIG_REQ} to {@link #FORM_TAGGED}, outermost
     * tag.
     */
    public void form(final int id, final int value) {
        putInt(at(id) + 56, value);
    }

    /** Whether any bit of a mask is set in the flags. */
    public boolean has(final int id, final int mask) {
        return (standing(id) & mask) != 0;
    }

    /** Sets the bits of a mask in the flags. */
    public void set(final int id, final int mask) {
        if ((standing(id) & mask) != mask) {
            stand(id, standing(id) | mask);
        }
    }

    /** Clears the bits of a mask in the flags. */
    public void clear(final int id, final int mask) {
        if (has(id, mask)) {
            stand(id, standing(id) & ~(long) mask);
        }
    }

    /** Makes the record that of a path that never answered; 0 as McstID frees it. */
    public void reset(final int id, final int mcstId, final int keyHash) {
        putLongLast(at(id) + NAME, SealedWord.freeName(id));
        forget(id);
        final long name = (long) mcstId << Integer.SIZE | keyHash & 0xFFFF_FFFFL;
        putLong(at(id) + STANDING, SealedWord.seal(0, SealedWord.STANDING_BITS, name, id));
        if (mcstId != 0) {
            putLongLast(at(id) + NAME, name);
        }
    }

    /**
     * Makes the record that of a path that never answered, but for some of its standing.
     *
     * @param id of the path
     * @param kept flags that stay as they are; with {@link #NAK_WAITS} the waiting NAK stays, and
     *     the MSN that it came with
     */
    public void restart(final int id, final int kept) {
        final int msn = (kept & NAK_WAITS) == 0 ? 0 : msn(id);
        forget(id);
        msn(id, msn);
        final long nak = (kept & NAK_WAITS) == 0 ? 0 : standing(id) & ~(long) FLAGS_MASK;
        stand(id, nak | flags(id) & kept);
    }

    /** All but name and standing. */
    private void forget(final int id) {
        clear(at(id) + 8, NAME - 8);
        clear(at(id) + NAME + Long.BYTES, FeedbackLayout.PATH_LENGTH - NAME - Long.BYTES);
    }

    /** A word of the record as it is, for {@link FeedbackCheck}. */
    int word(final int id, final int offset) {
        return getInt(at(id) + offset);
    }
}
