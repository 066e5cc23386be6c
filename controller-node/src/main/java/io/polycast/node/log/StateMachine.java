package io.polycast.node.log;

import io.polycast.controller.log.Effects;
import io.polycast.controller.machine.Controller;
import io.polycast.controller.settings.ControllerSettings;
import java.util.function.Function;

/** The controller behind the log. The log's thread writes, other threads read between two entries. */
public final class StateMachine {
    private final Controller controller;

    /**
     * @param settings of the controller
     * @param effects that act while this node leads
     */
    public StateMachine(final ControllerSettings settings, final Effects effects) {
        controller = new Controller(settings, effects);
    }

    /** Reads or changes the state, alone. */
    public synchronized <T> T with(final Function<Controller, T> use) {
        return use.apply(controller);
    }
}
