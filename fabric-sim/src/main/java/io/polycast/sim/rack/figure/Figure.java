package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackScenario;
import java.util.List;

/** A figure of the paper. Its runs are independent of one another. */
public interface Figure {
    /**
     * @return number in the paper, such as 4
     */
    String name();

    /**
     * @return names of its panels, such as 4a
     */
    List<String> panels();

    /**
     * @param scale of the runs
     * @return the runs that the figure takes; none when it needs no simulation
     */
    List<RackScenario> scenarios(Scale scale);

    /**
     * @param scale of the runs
     * @param runs results in the order of {@link #scenarios}
     * @return what the figure shows
     */
    FigureResult result(Scale scale, List<RackResult> runs);
}
