package io.polycast.core;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;
import java.util.Arrays;

/**
 * What the source of each group asked an answer for (AckReq) and repeats: the lowest {@link #PLACES}
 * PSNs that not all have acknowledged, each with the time when it asked first and when it was repeated
 * twice last. A source may go back through its whole window or repeat nothing but its oldest packet:
 * so a lower PSN takes the place of the highest, and a PSN that is no longer repeated (a corrupted one,
 * say) loses its place. What cannot be kept is kept once it is repeated: that is late, never early.
 */
final class Askings {
    /** PSNs kept of a group. */
    static final int PLACES = 4;

    /** Steps back of the source after which a PSN that it left out is no longer repeated. */
    private static final int MISSED_ROUNDS = 2;

    private static final int FREE = -1;

    private final GroupFeedback groups;

    /** By group and place: PSN, or {@link #FREE}. */
    private final int[] psn;

    /** Repetitions seen; more than two count as two. */
    private final byte[] repeated;

    /** Number of the step back since which it was not seen. */
    private final int[] round;

    private final long[] firstNs;
    private final long[] beforeNs;
    private final long[] lastNs;

    /** Whether, and how, it stood when {@link #note} was called. */
    private final boolean[] noted;

    private final long[] notedBeforeNs;
    private final long[] notedLastNs;

    /** By group: last PSN that asked, and steps back among those that ask. */
    private final int[] lastPsn;

    private final int[] rounds;

    Askings(final Mft mft) {
        groups = mft.groupFeedback();
        final int places = mft.maxGroups() * PLACES;
        psn = new int[places];
        repeated = new byte[places];
        round = new int[places];
        firstNs = new long[places];
        beforeNs = new long[places];
        lastNs = new long[places];
        noted = new boolean[places];
        notedBeforeNs = new long[places];
        notedLastNs = new long[places];
        lastPsn = new int[mft.maxGroups()];
        rounds = new int[mft.maxGroups()];
        Arrays.fill(psn, FREE);
        Arrays.fill(lastPsn, FREE);
    }

    /** First place of a group; the others follow. */
    int first(final int slot) {
        return slot * PLACES;
    }

    void forget(final int slot) {
        Arrays.fill(psn, first(slot), first(slot) + PLACES, FREE);
        lastPsn[slot] = FREE;
    }

    /** Data that asks came; returns its place, or {@link Mft#NONE}. */
    int add(final long nowNs, final int slot, final int asked) {
        if (lastPsn[slot] != FREE && Psn.distance(lastPsn[slot], asked) <= 0) {
            rounds[slot]++;
        }
        lastPsn[slot] = asked;
        int place = find(slot, asked);
        if (place != Mft.NONE) {
            repeated[place] = (byte) Math.min(2, repeated[place] + 1);
            beforeNs[place] = lastNs[place];
        } else {
            place = room(slot, asked);
            if (place == Mft.NONE) {
                return Mft.NONE;
            }
            psn[place] = asked;
            repeated[place] = 0;
            noted[place] = false;
            firstNs[place] = nowNs;
        }
        lastNs[place] = nowNs;
        round[place] = rounds[slot];
        return place;
    }

    /** What no longer asks when it is repeated is owed no answer: that of a live member was lost. */
    void drop(final int slot, final int unasked) {
        final int place = find(slot, unasked);
        if (place != Mft.NONE) {
            psn[place] = FREE;
        }
    }

    private int find(final int slot, final int wanted) {
        for (int place = first(slot); place < first(slot) + PLACES; place++) {
            if (psn[place] == wanted) {
                return place;
            }
        }
        return Mft.NONE;
    }

    private int room(final int slot, final int asked) {
        final boolean known = groups.unknown(slot) == 0 && groups.receivers(slot) > 0;
        int highest = Mft.NONE;
        int missed = Mft.NONE;
        for (int place = first(slot); place < first(slot) + PLACES; place++) {
            if (psn[place] == FREE
                    || known && Psn.distance(groups.minimum(slot), psn[place]) <= 0) {
                return place;
            }
            if (rounds[slot] - round[place] >= MISSED_ROUNDS) {
                missed = place;
            }
            if (highest == Mft.NONE || Psn.distance(psn[highest], psn[place]) > 0) {
                highest = place;
            }
        }
        if (missed != Mft.NONE) {
            return missed;
        }
        return Psn.distance(asked, psn[highest]) > 0 ? highest : Mft.NONE;
    }

    /** Whether a place's PSN was repeated twice, the second time so long after it asked first. */
    boolean isRipe(final int place, final long afterNs) {
        return psn[place] != FREE
                && repeated[place] == 2
                && lastNs[place] - firstNs[place] >= afterNs;
    }

    /** Whether a place's PSN was repeated since the last {@link #note}. */
    boolean isNewer(final int place) {
        return !noted[place] || lastNs[place] != notedLastNs[place];
    }

    /** Keeps what is ripe by now for {@link #isIgnored}. */
    void note(final int slot, final long afterNs) {
        for (int place = first(slot); place < first(slot) + PLACES; place++) {
            noted[place] = isRipe(place, afterNs);
            notedBeforeNs[place] = beforeNs[place];
            notedLastNs[place] = lastNs[place];
        }
    }

    /** PSN of a place whose repetitions were noted, or {@link Mft#NONE}. */
    int notedPsn(final int place) {
        return noted[place] ? psn[place] : Mft.NONE;
    }

    /**
     * Whether both noted repetitions came after a path was heard last, and the second so long after it
     * was asked first since then.
     *
     * @param heardNs time until which nothing is held against the path, or 0
     */
    boolean isIgnored(final int place, final long heardNs, final long afterNs) {
        if (heardNs == 0 || firstNs[place] - heardNs > 0) {
            return notedLastNs[place] - firstNs[place] >= afterNs;
        }
        return notedBeforeNs[place] - heardNs > 0 && notedLastNs[place] - heardNs >= afterNs;
    }
}
