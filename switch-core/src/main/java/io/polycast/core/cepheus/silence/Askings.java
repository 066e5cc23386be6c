package io.polycast.core.cepheus.silence;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;
import java.util.Arrays;

/**
 * Requests (AckReq) of each group's source: the lowest {@link #PLACES} PSNs that not all have
 * acknowledged. Each has the time of its first request and the times of its last two repetitions.
 *
 * <p>A source that goes back may set AckReq on other PSNs than before (soft-RoCE counts packets
 * from one AckReq to the next). The source may repeat its whole window or its oldest packet alone.
 * Answers are cumulative: an answer to a later PSN answers the earlier one. So a PSN counts as
 * repeated when, after a step back, it or a later PSN that passed before has AckReq; once for each
 * step back. A PSN without a place gets one when it is requested again: late, never early.
 */
final class Askings {
    /** PSNs kept of a group. */
    static final int PLACES = 4;

    private static final int FREE = -1;

    private final GroupFeedback groups;

    /** By group and place: PSN, or {@link #FREE}. */
    private final int[] psn;

    /** Repetitions seen; more than two count as two. */
    private final byte[] repeated;

    /** Number of the step back since which it was not repeated. */
    private final int[] round;

    private final long[] firstNs;
    private final long[] beforeNs;
    private final long[] lastNs;

    /** Whether, and how, it stood when {@link #note} was called. */
    private final boolean[] noted;

    private final long[] notedBeforeNs;
    private final long[] notedLastNs;

    /** By group: steps back of its source. */
    private final int[] rounds;

    /** By group: PSN with which its source began last, and before which it asks for nothing; or {@link #FREE}. */
    private final int[] begin;

    /** By group: highest PSN that asked since its source began with another, or {@link #FREE}. */
    private final int[] most;

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
        rounds = new int[mft.maxGroups()];
        begin = new int[mft.maxGroups()];
        Arrays.fill(psn, FREE);
        most = new int[mft.maxGroups()];
        Arrays.fill(begin, FREE);
        Arrays.fill(most, FREE);
    }

    /** First place of a group; the others follow. */
    int first(final int slot) {
        return slot * PLACES;
    }

    private int end(final int slot) {
        return first(slot) + PLACES;
    }

    void forget(final int slot) {
        Arrays.fill(psn, first(slot), end(slot), FREE);
        begin[slot] = FREE;
        most[slot] = FREE;
    }

    /** The same source begins anew: requests before that PSN make room for new ones. */
    void onAnew(final int slot, final int from) {
        if (begin[slot] != from) {
            most[slot] = FREE;
        }
        begin[slot] = from;
    }

    /** The source goes on from where it was before. */
    void onStepBack(final int slot) {
        rounds[slot]++;
    }

    /** Whether a PSN, or one after it, has asked since the source began where it does. */
    boolean has(final int slot, final int asked) {
        if (most[slot] != FREE && Psn.distance(most[slot], asked) <= 0) {
            return true;
        }
        for (int place = first(slot); place < end(slot); place++) {
            if (psn[place] == asked) {
                return true;
            }
        }
        return false;
    }

    /** Data asks that never passed before. */
    void onNew(final long nowNs, final int slot, final int asked) {
        forgetLaterBegin(slot, asked);
        if (most[slot] == FREE || Psn.distance(most[slot], asked) > 0) {
            most[slot] = asked;
        }
        final int place = room(slot, asked);
        if (place != Mft.NONE) {
            keep(nowNs, slot, place, asked);
        }
    }

    /** Data asks that passed before, whether it asked then or not. */
    void onRepeated(final long nowNs, final int slot, final int asked) {
        boolean kept = false;
        for (int place = first(slot); place < end(slot); place++) {
            if (psn[place] == FREE) {
                continue;
            }
            if (Psn.distance(psn[place], asked) >= 0 && round[place] != rounds[slot]) {
                repeated[place] = (byte) Math.min(2, repeated[place] + 1);
                beforeNs[place] = lastNs[place];
                lastNs[place] = nowNs;
                round[place] = rounds[slot];
            }
            kept |= psn[place] == asked;
        }
        if (!kept) {
            onNew(nowNs, slot, asked);
        }
    }

    /** The group began with a frame that was left over: the source itself is before it. */
    private void forgetLaterBegin(final int slot, final int asked) {
        if (begin[slot] != FREE && Psn.distance(begin[slot], asked) < 0) {
            begin[slot] = FREE;
        }
    }

    private void keep(final long nowNs, final int slot, final int place, final int asked) {
        psn[place] = asked;
        repeated[place] = 0;
        noted[place] = false;
        firstNs[place] = nowNs;
        lastNs[place] = nowNs;
        round[place] = rounds[slot];
    }

    /** A place that is free, or of the PSN itself, or of a higher one. */
    private int room(final int slot, final int asked) {
        final boolean known = groups.unknown(slot) == 0 && groups.receivers(slot) > 0;
        int highest = Mft.NONE;
        int free = Mft.NONE;
        for (int place = first(slot); place < end(slot); place++) {
            if (psn[place] == asked) {
                return place;
            }
            if (psn[place] == FREE
                    || begin[slot] != FREE && Psn.distance(begin[slot], psn[place]) < 0
                    || known && Psn.distance(groups.minimum(slot), psn[place]) <= 0) {
                free = place;
            } else if (highest == Mft.NONE || Psn.distance(psn[highest], psn[place]) > 0) {
                highest = place;
            }
        }
        if (free != Mft.NONE) {
            return free;
        }
        return Psn.distance(asked, psn[highest]) > 0 ? highest : Mft.NONE;
    }

    /** Whether a PSN of the group was repeated twice, the second time so long after it asked first. */
    boolean isAnyRipe(final int slot, final long afterNs) {
        for (int place = first(slot); place < end(slot); place++) {
            if (isRipe(place, afterNs)) {
                return true;
            }
        }
        return false;
    }

    /** The same of one that was repeated since the last {@link #note}. */
    boolean isAnyRipeAgain(final int slot, final long afterNs) {
        for (int place = first(slot); place < end(slot); place++) {
            if (isRipe(place, afterNs) && (!noted[place] || lastNs[place] != notedLastNs[place])) {
                return true;
            }
        }
        return false;
    }

    private boolean isRipe(final int place, final long afterNs) {
        return psn[place] != FREE
                && repeated[place] == 2
                && lastNs[place] - firstNs[place] >= afterNs;
    }

    /** Keeps what is ripe by now for {@link #isIgnored}. */
    void note(final int slot, final long afterNs) {
        for (int place = first(slot); place < end(slot); place++) {
            noted[place] = isRipe(place, afterNs);
            notedBeforeNs[place] = beforeNs[place];
            notedLastNs[place] = lastNs[place];
        }
    }

    /** PSN of a place, or {@link Mft#NONE}. */
    int psn(final int place) {
        return psn[place];
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
