package io.polycast.sim.rack.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.figure.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureRunnerTest {
    private static final Scale QUICK = new Scale(true, 1);

    @Test
    void shouldShowTheSameWhateverTheNumberOfJobs() throws InterruptedException {
        final List<Figure> figures = Figures.find("5");
        final FigureResult one = new FigureRunner(QUICK, 1).run(figures, done -> {}).get(0);
        final FigureResult three = new FigureRunner(QUICK, 3).run(figures, done -> {}).get(0);
        assertEquals(one.statements(), three.statements());
        for (int i = 0; i < one.panels().size(); i++) {
            assertEquals(one.panels().get(i).csv(), three.panels().get(i).csv());
        }
    }

    @Test
    void shouldDrawEachPanelOnceUnderItsName() {
        for (final Figure figure : Figures.find("7")) {
            final FigureResult result = figure.result(QUICK, List.of());
            assertEquals(figure.panels(), result.panels().stream().map(Panel::name).toList());
        }
        assertEquals(List.of("4a", "4b", "4c"), Figures.names("4"));
        assertEquals(List.of("4b"), Figures.names("4b"));
        assertTrue(Figures.find("12").isEmpty());
        assertFalse(Figures.find("all").isEmpty());
    }

    @Test
    void shouldWidenARangeByFifteenPercent() {
        assertEquals(Verdict.REPRODUCED, Statement.number("x", "y", 115, 80, 100).verdict());
        assertEquals(Verdict.NOT_REPRODUCED, Statement.number("x", "y", 116, 80, 100).verdict());
        assertEquals(Verdict.REPRODUCED, Statement.number("x", "y", 68, 80, 100).verdict());
        assertEquals(Verdict.NOT_REPRODUCED, Statement.number("x", "y", 67, 80, 100).verdict());
    }
}
