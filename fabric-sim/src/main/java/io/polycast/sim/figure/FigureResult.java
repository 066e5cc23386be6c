package io.polycast.sim.figure;

import java.util.List;

/**
 * What a figure shows.
 *
 * @param panels drawn
 * @param statements compared with the paper
 */
public record FigureResult(List<Panel> panels, List<Statement> statements) {
    /** Takes copies of the lists. */
    public FigureResult {
        panels = List.copyOf(panels);
        statements = List.copyOf(statements);
    }

    /**
     * @param figure panel
     * @param words that the statement contains
     * @return the statement
     */
    public Statement statement(final String figure, final String words) {
        return statements.stream()
                .filter(each -> each.figure().equals(figure))
                .filter(each -> each.statement().contains(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(figure + ": " + words));
    }
}
