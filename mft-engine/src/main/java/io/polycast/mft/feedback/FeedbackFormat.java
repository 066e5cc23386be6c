package io.polycast.mft.feedback;

import org.agrona.concurrent.UnsafeBuffer;

/** Makes the records of a fresh feedback buffer, see {@link FeedbackLayout}. */
public final class FeedbackFormat {
    private FeedbackFormat() {}

    /**
     * Makes all records free.
     *
     * @param buffer of {@link FeedbackLayout#length} bytes
     * @param maxGroups group records in it
     * @param maxPaths path records in it
     */
    public static void makeFree(
            final UnsafeBuffer buffer, final int maxGroups, final int maxPaths) {
        makeFree(
                new GroupFeedback(buffer),
                maxGroups,
                new PathFeedback(buffer, maxGroups),
                maxPaths);
    }

    /** Makes all records free. */
    public static void makeFree(
            final GroupFeedback groups,
            final int maxGroups,
            final PathFeedback paths,
            final int maxPaths) {
        for (int slot = 0; slot < maxGroups; slot++) {
            groups.reset(slot);
        }
        for (int id = 0; id < maxPaths; id++) {
            paths.reset(id, 0, 0);
        }
    }

    /**
     * Makes the records those of a switch that ran, of whose groups nothing is known: every group
     * of a start begins anew, whatever first PSN is registered.
     *
     * @param buffer of {@link FeedbackLayout#length} bytes
     * @param maxGroups group records in it
     * @param maxPaths path records in it
     */
    public static void makeLost(
            final UnsafeBuffer buffer, final int maxGroups, final int maxPaths) {
        makeFree(buffer, maxGroups, maxPaths);
        final GroupFeedback groups = new GroupFeedback(buffer);
        for (int slot = 0; slot < maxGroups; slot++) {
            groups.lose(slot);
        }
    }

    /**
     * @param buffer of {@link FeedbackLayout#length} bytes
     * @param maxGroups group records in it
     * @param maxPaths path records in it
     * @return whether no record was ever made
     */
    public static boolean isFresh(
            final UnsafeBuffer buffer, final int maxGroups, final int maxPaths) {
        final GroupFeedback groups = new GroupFeedback(buffer);
        final PathFeedback paths = new PathFeedback(buffer, maxGroups);
        return new FeedbackCheck(groups, paths, maxPaths).isFresh(maxGroups);
    }
}
