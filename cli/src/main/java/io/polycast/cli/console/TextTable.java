package io.polycast.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows in aligned columns; numbers to the right. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * @param header names of the columns
     */
    public TextTable(final List<String> header) {
        rows.add(List.copyOf(header));
    }

    /**
     * @param cells one a column
     */
    public void row(final List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    /**
     * @return the lines, the header first; none when there is no row
     */
    public List<String> lines() {
        if (rows.size() == 1) {
            return List.of();
        }
        final int columns = rows.get(0).size();
        final int[] widths = new int[columns];
        final boolean[] numbers = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            final int at = column;
            widths[at] = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            numbers[at] = rows.stream().skip(1).allMatch(row -> isNumber(row.get(at)));
        }
        return rows.stream().map(row -> line(row, widths, numbers)).toList();
    }

    private static boolean isNumber(final String cell) {
        return cell.matches("-|-?[\\d,.]+");
    }

    private static String line(
            final List<String> row, final int[] widths, final boolean[] numbers) {
        final List<String> cells = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            final String padding = " ".repeat(widths[column] - row.get(column).length());
            cells.add(numbers[column] ? padding + row.get(column) : row.get(column) + padding);
        }
        return cells.stream().collect(Collectors.joining("  ")).stripTrailing();
    }
}
