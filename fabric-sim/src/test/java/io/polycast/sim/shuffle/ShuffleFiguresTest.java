package io.polycast.sim.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.figure.Verdict;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ShuffleFiguresTest {
    private static FigureResult all;

    @BeforeAll
    static void compute() {
        all = ShuffleFigures.all(1);
    }

    @Test
    void shouldDrawTheFiguresThatNeedNoTestbed() {
        assertEquals(
                List.of("6b", "6c", "latency", "light", "7a", "7b", "7c", "10a", "10b"),
                all.panels().stream().map(Panel::name).toList());
    }

    /** Our numbers say that the claim on latency does not hold for 3,3 at 81 ToRs. */
    @Test
    void shouldReproduceAllStatementsButOne() {
        final List<Statement> missed =
                all.statements().stream()
                        .filter(each -> each.verdict() == Verdict.NOT_REPRODUCED)
                        .toList();
        assertEquals(1, missed.size(), missed.toString());
        assertTrue(missed.get(0).ours().startsWith("3,3 at 81 ToRs"), missed.toString());
    }

    @Test
    void shouldHaveThePapersNumbers() {
        assertEquals("175", all.statement("1", "8 ToRs").ours());
        assertEquals("107.292", all.statement("1", "192 ToRs").ours());
        assertEquals("16", all.statement("6b", "overlay").ours());
        assertEquals("22", all.statement("6b", "ToRs: IP").ours());
        assertEquals("12", all.statement("6b", "Shufflecast").ours());
        assertEquals("488.78", all.statement("6c", "at 10 Gb/s").ours());
        assertEquals("1864.78", all.statement("6c", "at 100 Gb/s").ours());
        assertEquals("83.333", all.statement("7a", "p = 6: sources untouched").ours());
    }

    @Test
    void shouldMarkWhatHasOtherInputs() {
        assertEquals(
                4,
                all.statements().stream()
                        .filter(each -> each.verdict() == Verdict.NOT_COMPARABLE)
                        .count());
    }

    /** Without a repair sources do not reach all ToRs, and the statement says so. */
    @Test
    void shouldFlipWithoutRepair() {
        final FigureResult broken =
                new FailureFigures(
                                shape ->
                                        failed ->
                                                (source, relays) -> {
                                                    new StaticRelays(shape).fill(source, relays);
                                                    for (int i = 0; i < relays.length; i++) {
                                                        if (failed.contains(relays[i])) {
                                                            relays[i] = RelayRules.NONE;
                                                        }
                                                    }
                                                },
                                1)
                        .result();
        final String words = "p = 4: live sources that reach all";
        assertEquals(Verdict.NOT_REPRODUCED, broken.statement("7a", words).verdict());
        assertEquals(Verdict.REPRODUCED, all.statement("7a", words).verdict());
    }

    @Test
    void shouldDrawTheSameCurvesForTheSameSeed() {
        final FigureResult again = ShuffleFigures.all(1);
        for (int i = 0; i < all.panels().size(); i++) {
            assertArrayEquals(
                    all.panels().get(i).csv().toArray(), again.panels().get(i).csv().toArray());
        }
    }
}
