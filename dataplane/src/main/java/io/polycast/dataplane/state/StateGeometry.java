package io.polycast.dataplane.state;

import io.polycast.mft.feedback.FeedbackLayout;

/**
 * Owner and sizes of a state file; the file is refused for others.
 *
 * @param owner name of the switch
 * @param shard in [0, shards)
 * @param shards in all
 * @param maxGroups groups that there is room for
 * @param maxPaths paths that there is room for
 * @param length of the feedback words in bytes
 */
public record StateGeometry(
        String owner, int shard, int shards, int maxGroups, int maxPaths, int length) {
    /** Of feedback words of their layout. */
    public static StateGeometry of(
            final String owner,
            final int shard,
            final int shards,
            final int maxGroups,
            final int maxPaths) {
        return new StateGeometry(
                owner,
                shard,
                shards,
                maxGroups,
                maxPaths,
                FeedbackLayout.length(maxGroups, maxPaths));
    }

    /** In the words of the configuration. */
    String text() {
        return "maxGroups "
                + maxGroups
                + ", maxPaths "
                + maxPaths
                + " and shards "
                + shards
                + " (shard "
                + shard
                + ", "
                + length
                + " bytes)";
    }
}
