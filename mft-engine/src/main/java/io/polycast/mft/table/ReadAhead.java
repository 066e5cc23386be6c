package io.polycast.mft.table;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;

/**
 * Reads what the next frames' look-ups will read, step by step for all of them. With many groups
 * each step of a frame waits for memory, and the next step depends on it. Frames do not depend on
 * each other. So the processor waits for the first steps of all frames at once, then for their
 * second steps.
 *
 * <p>Nothing depends on it but the time that frames take.
 */
public final class ReadAhead {
    /** Reads nothing: for a role without a table of groups. */
    public static final ReadAhead NONE = new ReadAhead();

    /** Frames that are worth telling of at once: about as many reads may be under way. */
    public static final int FRAMES = 16;

    /**
     * Groups from which on frames gain: their rows are then more than a second-level cache holds.
     */
    private static final int LEAST_GROUPS = 512;

    /** Rows of a group that are read; further ones follow each other, which processors foresee. */
    private static final int ROWS = 8;

    /** Null in {@link #NONE}. */
    private final Mft mft;

    private final GroupFeedback groupFeedback;
    private final PathFeedback pathFeedback;
    private final long[] besides;
    private final int[] mcstIds = new int[FRAMES];
    private final int[] slots = new int[FRAMES];
    private final int[] firsts = new int[FRAMES];
    private final int[] ends = new int[FRAMES];
    private int count;

    /** Sum of all reads, kept so that compilers remove none. */
    private int sum;

    private ReadAhead() {
        mft = null;
        groupFeedback = null;
        pathFeedback = null;
        besides = null;
    }

    /**
     * @param mft to read
     * @param besides the table has an entry for each slot that frames of its group touch
     */
    public ReadAhead(final Mft mft, final long[] besides) {
        this.besides = besides;
        this.mft = mft;
        this.groupFeedback = mft.groupFeedback();
        this.pathFeedback = mft.pathFeedback();
    }

    /**
     * @return whether frames gain by it
     */
    public boolean isOfUse() {
        return mft != null && mft.groupIndex.size() >= LEAST_GROUPS;
    }

    /**
     * A frame will come; more than {@value #FRAMES} before {@link #read} are not read for.
     *
     * @param mcstId low 32 bits of its destination address, whatever it is
     */
    public void add(final int mcstId) {
        if (count < FRAMES) {
            mcstIds[count++] = mcstId;
        }
    }

    /** Reads for all frames that were added. */
    public void read() {
        int read = 0;
        for (int i = 0; i < count; i++) {
            read += mft.groupIndex.atHome(mcstIds[i], 0);
        }
        int found = 0;
        for (int i = 0; i < count; i++) {
            final int slot = mft.find(mcstIds[i]);
            if (slot != Mft.NONE) {
                slots[found++] = slot;
                read += mft.firstPath(slot, 0) + groupFeedback.flags(slot) + mft.version(slot);
                read += (int) besides[slot];
            }
        }
        for (int i = 0; i < found; i++) {
            firsts[i] = mft.row(slots[i], 0);
            ends[i] = firsts[i] + Math.min(ROWS, mft.pathCount(slots[i])) * PathRow.LENGTH;
            for (int row = firsts[i]; row < ends[i]; row += PathRow.LENGTH) {
                read += mft.qpn(row) + mft.icrcWord(row, 0);
            }
        }
        for (int i = 0; i < found; i++) {
            for (int row = firsts[i]; row < ends[i]; row += PathRow.LENGTH) {
                read += pathFeedback.flags(mft.feedbackId(row));
            }
        }
        sum += read;
        count = 0;
    }
}
