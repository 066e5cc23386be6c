package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The option reference, generated from the very schema that parses: docs/configuration.md is this
 * text, and a test holds it to that.
 */
public final class OptionReference {
    private static final String HEAD =
            """
            # Configuration reference

            Generated from the schema that reads the file (`OptionReference`); do not edit by hand.
            `polycast check -c FILE` validates a file and prints what it would do. Unknown keys, wrong
            types and values out of range are errors with file, line and column. Durations are written
            `3us`, `50ms`, `2s`; sizes `4096`, `64KiB`, `256MB` (MB is 10^6, MiB 2^20); numbers may be
            hexadecimal (`0xa000`); MAC addresses are quoted, because YAML reads `10:20:30:40:50:60` as
            a number. `[]` marks the entries of a list.
            """;

    private static final Map<String, String> TITLES =
            Map.of(
                    "switch", "What the switch is",
                    "pipeline", "How frames go through it",
                    "protocol", "Timers and windows of role cepheus",
                    "limits", "Room of the tables, and rates of neighbours",
                    "kernel", "What the programs in the kernel do for role cepheus",
                    "dpdk", "How DPDK runs",
                    "ports", "Ports",
                    "wires", "Bump-in-the-wire pairs",
                    "control", "Files for other processes",
                    "groups", "Static groups; also what `polycast group set` reads");

    private OptionReference() {}

    /**
     * @return the reference as Markdown
     */
    public static String render() {
        final StringBuilder out = new StringBuilder(HEAD);
        for (final Key<?> key : keys()) {
            out.append("\n## `").append(key.name()).append("`: ").append(TITLES.get(key.name()));
            out.append("\n\n| key | type | default | allowed | meaning |\n|---|---|---|---|---|\n");
            row(out, "", key);
            nested(out, key.name(), key.type());
        }
        return out.toString();
    }

    /**
     * Prints the reference.
     *
     * @param args none
     */
    public static void main(final String[] args) {
        System.out.print(render());
    }

    /** Of all roles; a key that several have stands once. */
    private static List<Key<?>> keys() {
        final Map<String, Key<?>> keys = new LinkedHashMap<>();
        for (final RoleSchema role : RoleSchemas.ALL) {
            FileSchema.of(role, RoleSchemas.ALL)
                    .section()
                    .keys()
                    .forEach(key -> keys.putIfAbsent(key.name(), key));
        }
        return List.copyOf(keys.values());
    }

    private static void nested(
            final StringBuilder out, final String path, final ValueType<?> type) {
        if (type instanceof Section section) {
            for (final Key<?> key : section.keys()) {
                row(out, path + '.', key);
                nested(out, path + '.' + key.name(), key.type());
            }
        } else if (type instanceof ListType<?> list) {
            nested(out, path + "[]", list.element());
        }
    }

    private static void row(final StringBuilder out, final String prefix, final Key<?> key) {
        out.append("| `").append(prefix).append(key.name()).append("` | ");
        out.append(key.type().name()).append(" | ");
        out.append(key.defaultText()).append(" | ");
        out.append(key.type() instanceof Section ? "its keys below" : key.type().allowed());
        out.append(" | ").append(PortSchema.meaning(key)).append(" |\n");
    }
}
