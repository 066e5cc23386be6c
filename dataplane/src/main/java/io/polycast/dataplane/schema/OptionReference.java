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
                    "limits", "Room of the tables, and rates of neighbours",
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
        return render(RoleSchemas.ALL);
    }

    /** The same for other roles. */
    static String render(final List<RoleSchema> roles) {
        final StringBuilder out = new StringBuilder(HEAD);
        for (final Key<?> key : keys(roles)) {
            head(out, '`' + key.name() + "`: " + title(key));
            row(out, "", key);
            nested(out, key.name(), key.type());
        }
        for (final RoleSchema role : roles.subList(1, roles.size())) {
            head(out, "`groups` of role " + role.name());
            nested(out, "groups[]", role.entry());
        }
        return out.toString();
    }

    private static void head(final StringBuilder out, final String title) {
        out.append("\n## ").append(title);
        out.append("\n\n| key | type | default | allowed | meaning |\n|---|---|---|---|---|\n");
    }

    /** A section of a role has its meaning as title. */
    private static String title(final Key<?> key) {
        final String meaning = key.meaning();
        return TITLES.getOrDefault(key.name(), meaning.substring(0, meaning.length() - 1));
    }

    /**
     * Prints the reference.
     *
     * @param args none
     */
    public static void main(final String[] args) {
        System.out.print(render());
    }

    /** Of all roles, groups of the first; a key that several have stands once. */
    private static List<Key<?>> keys(final List<RoleSchema> roles) {
        final Map<String, Key<?>> keys = new LinkedHashMap<>();
        for (final RoleSchema role : roles) {
            FileSchema.of(role, roles)
                    .section()
                    .keys()
                    .forEach(key -> keys.putIfAbsent(key.name(), key));
        }
        return List.copyOf(keys.values());
    }

    private static void nested(
            final StringBuilder out, final String path, final ValueType<?> written) {
        final ValueType<?> type = written.shape();
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
