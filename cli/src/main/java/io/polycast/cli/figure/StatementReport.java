package io.polycast.cli.figure;

import io.polycast.cli.console.TextTable;
import io.polycast.sim.figure.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Statements of papers with their verdicts, for documents and for people. */
public final class StatementReport {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private StatementReport() {}

    /**
     * @param statements in order
     * @return a document for each: figure, statement, ours, paper, verdict; texts that are numbers
     *     alone become numbers
     */
    public static List<Map<String, Object>> documents(final List<Statement> statements) {
        return statements.stream().map(StatementReport::document).toList();
    }

    private static Map<String, Object> document(final Statement statement) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("figure", statement.figure());
        document.put("statement", statement.statement());
        document.put("ours", value(statement.ours()));
        document.put("paper", value(statement.paper()));
        document.put("verdict", statement.verdict().label());
        return document;
    }

    private static Object value(final String text) {
        return NUMBER.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
    }

    /**
     * @param statements in order
     * @return lines of a table
     */
    public static List<String> lines(final List<Statement> statements) {
        final TextTable table =
                new TextTable(List.of("figure", "statement", "ours", "paper", "verdict"));
        for (final Statement each : statements) {
            table.row(
                    List.of(
                            each.figure(),
                            each.statement(),
                            each.ours(),
                            each.paper(),
                            each.verdict().label()));
        }
        return table.lines();
    }
}
