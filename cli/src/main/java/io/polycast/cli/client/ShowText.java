package io.polycast.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A switch's reply as tables. Each list of objects becomes one table with the objects' fields as
 * columns, so new fields appear without a change here.
 */
final class ShowText {
    /** Keys of every answer. */
    private static final Set<String> UNSAID = Set.of("schema", "ok");

    /** A group as the configuration has it; its paths are shown with their state instead. */
    private static final String ENTRY = "entry";

    private ShowText() {}

    static List<String> lines(final String what, final JsonNode reply) {
        final List<String> lines = new ArrayList<>();
        append("", reply, lines);
        return lines.isEmpty() ? List.of("no " + what) : lines;
    }

    private static void append(final String title, final JsonNode node, final List<String> lines) {
        for (final Map.Entry<String, JsonNode> field : fields(node)) {
            final String name = field.getKey();
            final JsonNode value = field.getValue();
            if (title.isEmpty() && UNSAID.contains(name)
                    || title.equals(ENTRY) && value.isArray()) {
                continue;
            }
            if (isTable(value)) {
                section(lines, name, table(value));
            } else if (value.isObject()) {
                section(lines, name, List.of());
                append(name, value, lines);
            } else if (!value.isArray()) {
                lines.add(name + ": " + cell(value));
            } else if (value.size() > 0) {
                lines.add(name + ": " + cell(value));
            }
        }
    }

    private static void section(
            final List<String> lines, final String name, final List<String> body) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(name + ":");
        lines.addAll(body);
    }

    private static boolean isTable(final JsonNode value) {
        return value.isArray() && value.size() > 0 && value.get(0).isObject();
    }

    private static List<String> table(final JsonNode rows) {
        final List<String> columns = new ArrayList<>();
        for (final JsonNode row : rows) {
            for (final Map.Entry<String, JsonNode> field : fields(row)) {
                if (!columns.contains(field.getKey())) {
                    columns.add(field.getKey());
                }
            }
        }
        final TextTable table = new TextTable(columns);
        for (final JsonNode row : rows) {
            table.row(columns.stream().map(column -> cell(row.path(column))).toList());
        }
        return table.lines();
    }

    private static String cell(final JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        }
        if (value.isObject()) {
            return fields(value).stream()
                    .map(field -> cell(field.getValue()))
                    .collect(Collectors.joining(" "));
        }
        return value.isValueNode() ? value.asText() : value.toString();
    }

    private static Set<Map.Entry<String, JsonNode>> fields(final JsonNode node) {
        return node.properties();
    }
}
