package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Tells a text of another kind by its outermost keys. One line says so, instead of a line for each key; a file
 * that is no configuration is not quoted.
 */
final class TextKind {
    private TextKind() {}

    /** A mapping without any key of a configuration is something else; an empty one lacks keys. */
    static void requireConfiguration(
            final FileSchema schema, final Node root, final Problems problems) {
        final Set<String> keys = keys(root);
        final boolean isOther =
                root instanceof MappingNode
                        ? !keys.isEmpty() && !hasAny(keys, schema.section())
                        : true;
        if (isOther) {
            problems.error(
                    root,
                    "not the configuration of a switch",
                    "name a YAML file with the keys " + schema.section().allowed());
        }
    }

    /** A configuration has keys that no entry has. */
    static void requireEntry(
            final RoleSchema role, final Node root, final Problems problems) {
        final Set<String> keys = keys(root);
        final Section file = FileSchema.of(role, List.of(role)).section();
        if (hasAny(keys, file) && !hasAny(keys, role.entry())) {
            problems.error(
                    root,
                    "a whole configuration, not an entry of groups:",
                    "give the list below its key groups: alone");
        }
    }

    private static boolean hasAny(final Set<String> keys, final Section section) {
        return section.keys().stream().map(Key::name).anyMatch(keys::contains);
    }

    private static Set<String> keys(final Node root) {
        return root instanceof MappingNode mapping
                ? mapping.getValue().stream()
                        .map(tuple -> tuple.getKeyNode())
                        .filter(ScalarNode.class::isInstance)
                        .map(key -> ((ScalarNode) key).getValue())
                        .collect(Collectors.toSet())
                : Set.of();
    }
}
