package io.polycast.dataplane.schema;

import io.polycast.core.limits.LimitSettings;
import io.polycast.core.limits.TableSettings;
import io.polycast.dataplane.config.LimitsConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;

/** The {@code limits:} section: room of the tables, and rates that neighbours may not exceed. */
final class LimitsSchema {
    static final Key<Long> MAX_GROUPS =
            Key.optional(
                    "maxGroups",
                    NumberType.range(1, EntryKeys.MOST_GROUPS),
                    1024L,
                    "Groups that each shard's table has room for.");
    static final Key<Long> MAX_PATHS =
            Key.optional(
                    "maxPaths",
                    NumberType.range(1, 1 << 24),
                    16_384L,
                    "Paths, over all groups, that each shard's table has room for.");
    static final Key<Long> FEEDBACK_BURST =
            Key.optional(
                    "feedbackBurst",
                    NumberType.range(1, 1 << 24),
                    65_536L,
                    "Feedback frames that a path may save up: more than a source ever has in"
                            + " flight.");
    static final Key<Long> FEEDBACK_PER_MS =
            Key.optional(
                    "feedbackPerMs",
                    NumberType.range(1, 1_000_000),
                    256L,
                    "Feedback frames that a path may send each millisecond beside the two that"
                            + " each data frame earns it.");
    static final Key<Long> SOURCE_INTERVAL =
            Key.optional(
                    "sourceInterval",
                    Types.duration(0, 1_000_000_000L),
                    20_000L,
                    "Time in which a group's source may move once; 0s: no limit.");
    static final Key<Long> SOURCE_BURST =
            Key.optional(
                    "sourceBurst",
                    NumberType.range(1, 65_536),
                    256L,
                    "Moves of the source that a group may save up.");
    static final Key<Long> NEIGHBOUR_PER_MS =
            Key.optional(
                    "neighbourPerMs",
                    NumberType.range(1, 1_000_000),
                    64L,
                    "Answers to ARP and ND each millisecond on one port.");
    static final Key<Long> NEIGHBOUR_BURST =
            Key.optional(
                    "neighbourBurst",
                    NumberType.range(1, 1 << 20),
                    4096L,
                    "Answers to ARP and ND that a port may save up.");
    static final Key<Long> HELD_CHUNKS =
            Key.optional(
                    "heldChunks",
                    NumberType.range(0, 1 << 18),
                    0L,
                    "Frames that the role of each shard may hold, to send them later; the frame"
                        + " memory has so many chunks more. Role cepheus holds none; 0 is 2048 for"
                        + " role surrogate.");
    static final Section SECTION =
            Section.of(
                    "limits",
                    MAX_GROUPS,
                    MAX_PATHS,
                    FEEDBACK_BURST,
                    FEEDBACK_PER_MS,
                    SOURCE_INTERVAL,
                    SOURCE_BURST,
                    NEIGHBOUR_PER_MS,
                    NEIGHBOUR_BURST,
                    HELD_CHUNKS);

    private LimitsSchema() {}

    static LimitsConfig build(final Values v, final RoleSchema role) {
        return new LimitsConfig(
                new TableSettings(v.get(MAX_GROUPS).intValue(), v.get(MAX_PATHS).intValue()),
                new LimitSettings(
                        v.get(FEEDBACK_BURST).intValue(),
                        v.get(FEEDBACK_PER_MS).intValue(),
                        v.get(SOURCE_INTERVAL),
                        v.get(SOURCE_BURST).intValue(),
                        v.get(NEIGHBOUR_PER_MS).intValue(),
                        v.get(NEIGHBOUR_BURST).intValue()),
                heldChunks(v, role));
    }

    /** None for a role that holds no frames. */
    static int heldChunks(final Values v, final RoleSchema role) {
        final int chunks = v.get(HELD_CHUNKS).intValue();
        return !role.holds() ? 0 : chunks == 0 ? role.heldByDefault() : chunks;
    }
}
