package io.polycast.core.limits;

/**
 * Room of the tables of one shard.
 *
 * @param maxGroups groups that the table has room for
 * @param maxPaths paths, over all groups, that the table has room for
 */
public record TableSettings(int maxGroups, int maxPaths) {
    /** No room: of a role without tables of this kind. */
    public static final TableSettings NONE = new TableSettings(0, 0);
}
