package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The keys of a file for one role. Keys of other roles are known, so that an error can name their role. */
final class FileSchema {
    private final RoleSchema role;
    private final Key<RoleSchema> roleKey;
    private final Key<Values> switchKey;
    private final Key<List<Located<Values>>> groupsKey;
    private final Section section;

    private FileSchema(final RoleSchema role, final List<RoleSchema> all) {
        this.role = role;
        roleKey =
                Key.optional(
                        "role",
                        new RoleWord(all),
                        all.get(0),
                        "What the switch does with multicast.");
        switchKey = Key.required("switch", Schema.Switch.section(roleKey), "What the switch is.");
        groupsKey =
                Key.optional(
                        "groups",
                        new ListType<>(entry(role, all), 0, EntryKeys.MOST_GROUPS),
                        List.of(),
                        "Static groups.");
        final List<Key<?>> keys = new ArrayList<>();
        keys.add(switchKey);
        keys.addAll(List.of(Schema.File.PIPELINE, Schema.File.LIMITS));
        keys.addAll(role.sections());
        keys.addAll(
                List.of(
                        Schema.File.DPDK,
                        Schema.File.PORTS,
                        Schema.File.WIRES,
                        Schema.File.CONTROL,
                        groupsKey));
        final Map<String, String> foreign = new HashMap<>();
        for (final RoleSchema other : all) {
            if (other != role) {
                other.sections().forEach(key -> foreign.put(key.name(), "role " + other.name()));
            }
        }
        section = Section.of("the file", keys.toArray(Key<?>[]::new)).foreign(foreign);
    }

    /** The keys of an entry; those of other roles' entries are known. */
    static Section entry(final RoleSchema role, final List<RoleSchema> all) {
        final Map<String, String> foreign = new HashMap<>();
        for (final RoleSchema other : all) {
            if (other != role) {
                for (final Key<?> key : other.entry().keys()) {
                    foreign.put(key.name(), "role " + other.name());
                }
            }
        }
        return role.entry().foreign(foreign);
    }

    /** The schema for a role. */
    static FileSchema of(final RoleSchema role, final List<RoleSchema> all) {
        return new FileSchema(role, all);
    }

    /** The schema for the role that a file names; the default role where it names none of them. */
    static FileSchema of(final Node file, final List<RoleSchema> all) {
        final String word =
                value(value(file, "switch"), "role") instanceof ScalarNode scalar
                        ? scalar.getValue()
                        : null;
        return new FileSchema(
                all.stream()
                        .filter(each -> each.name().equals(word))
                        .findFirst()
                        .orElse(all.get(0)),
                all);
    }

    private static Node value(final Node node, final String key) {
        if (node instanceof MappingNode mapping) {
            for (final NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key)) {
                    return tuple.getValueNode();
                }
            }
        }
        return null;
    }

    RoleSchema role() {
        return role;
    }

    Key<Values> switchKey() {
        return switchKey;
    }

    Key<RoleSchema> roleKey() {
        return roleKey;
    }

    Key<List<Located<Values>>> groupsKey() {
        return groupsKey;
    }

    Section section() {
        return section;
    }
}
