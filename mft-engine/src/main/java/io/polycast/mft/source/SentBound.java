package io.polycast.mft.source;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.parser.psn.Psn;

/**
 * The bound on feedback (rule 12) in the feedback words: the highest PSN, and one by one those of
 * the 64 above it that have passed. The one right above it never has: the bound moves to the end of
 * the run that touches it.
 *
 * <p>The ICRC of a frame that sets a bit is not verified, because the kernel's programs cannot
 * verify it. A corrupted PSN moves the bound too far once the source's own data reaches it: by less
 * than 64, and until then by nothing. Receivers acknowledge only data that they received, and their
 * feedback is verified.
 */
public final class SentBound {
    /** PSNs above the bound that are known one by one; a power of two. */
    public static final int WINDOW = Long.SIZE;

    private final GroupFeedback groups;

    /**
     * @param groups whose words are kept
     */
    public SentBound(final GroupFeedback groups) {
        this.groups = groups;
    }

    /**
     * Starts anew at a PSN; nothing above it has passed.
     *
     * @param slot of the group
     * @param psn the bound
     */
    public void begin(final int slot, final int psn) {
        groups.highest(slot, psn);
        groups.passed(slot, 0);
        groups.clear(slot, GroupFeedback.CANDIDATE_VALID | GroupFeedback.PASSED_VALID);
        groups.set(slot, GroupFeedback.HIGHEST_VALID);
    }

    /**
     * Moves the bound forward to a PSN, and on to the end of the run that touches it.
     *
     * @param slot of the group
     * @param psn after the bound
     */
    public void advance(final int slot, final int psn) {
        if (!groups.has(slot, GroupFeedback.PASSED_VALID)) {
            groups.highest(slot, psn);
            return;
        }
        final int step = Psn.distance(groups.highest(slot), psn);
        settle(slot, psn, step < WINDOW ? groups.passed(slot) >>> step : 0);
    }

    /**
     * More PSNs above the bound have passed.
     *
     * @param slot of the group
     * @param above bit n stands for the bound + 1 + n
     */
    public void add(final int slot, final long above) {
        settle(slot, groups.highest(slot), above | above(slot));
    }

    /**
     * Which PSNs above the bound have passed.
     *
     * @param slot of the group
     * @return bit n stands for the bound + 1 + n
     */
    public long above(final int slot) {
        return groups.has(slot, GroupFeedback.PASSED_VALID) ? groups.passed(slot) : 0;
    }

    /** The run that touches the bound goes into it; all 64 bits may be set. */
    private void settle(final int slot, final int psn, final long above) {
        final int run = Long.numberOfTrailingZeros(~above);
        final long rest = run < WINDOW ? above >>> run : 0;
        groups.highest(slot, Psn.plus(psn, run));
        groups.passed(slot, rest);
        if (rest == 0) {
            groups.clear(slot, GroupFeedback.PASSED_VALID);
        } else {
            groups.set(slot, GroupFeedback.PASSED_VALID);
        }
    }
}
