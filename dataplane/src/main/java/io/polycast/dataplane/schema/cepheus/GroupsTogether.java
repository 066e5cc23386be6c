package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.wire.Ipv4;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compares a group's entries in the files of several switches. Each switch of a tree rewrites the same
 * WRITEs and waits for the same members, so what it is told of them must be the same everywhere.
 */
final class GroupsTogether {
    private static final List<Key<?>> OF_GROUP =
            List.of(GroupSchema.MEMORY_BASE, GroupSchema.INITIAL_PSN, GroupSchema.UC);
    private static final List<Key<?>> OF_POLICY =
            List.of(PolicySchema.FATAL_NAK, PolicySchema.SILENT, PolicySchema.SILENT_AFTER);

    private final Map<Integer, Entry> first = new HashMap<>();

    /** The entry that others of its group are compared with. */
    private record Entry(String switchName, Values values) {}

    /**
     * @param files without errors of their own; their problems take what differs
     */
    static void check(final List<SwitchFile> files) {
        final GroupsTogether groups = new GroupsTogether();
        files.forEach(groups::compare);
    }

    private void compare(final SwitchFile file) {
        for (final Located<Values> each : file.groups()) {
            final Values ours = each.value();
            final Entry other =
                    first.putIfAbsent(ours.get(EntryKeys.ID), new Entry(file.name(), ours));
            if (other != null) {
                for (final Key<?> key : OF_GROUP) {
                    compare(file, key, ours, ours, other.values(), other);
                }
                for (final Key<?> key : OF_POLICY) {
                    compare(
                            file,
                            key,
                            ours,
                            ours.get(GroupSchema.POLICY),
                            other.values().get(GroupSchema.POLICY),
                            other);
                }
            }
        }
    }

    private static void compare(
            final SwitchFile file,
            final Key<?> key,
            final Values entry,
            final Values ours,
            final Values theirs,
            final Entry other) {
        if (!Objects.equals(ours.get(key), theirs.get(key))) {
            file.problems()
                    .error(
                            ours.has(key) ? ours.at(key) : entry.node(),
                            "'"
                                    + key.name()
                                    + "' of group "
                                    + Ipv4.format(entry.get(EntryKeys.ID))
                                    + " is not that of switch '"
                                    + other.switchName()
                                    + "'",
                            "give a group the same value on all switches of its tree");
        }
    }
}
