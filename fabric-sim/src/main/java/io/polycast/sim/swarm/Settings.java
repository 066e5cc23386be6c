package io.polycast.sim.swarm;

import io.polycast.sim.scenario.Scenario;

/** A scenario as lines for people. */
final class Settings {
    private Settings() {}

    static String describe(final Scenario scenario) {
        final StringBuilder text = new StringBuilder();
        text.append(scenario.shape()).append('\n');
        scenario.groups().forEach(group -> text.append(group).append('\n'));
        text.append(scenario.transport()).append('\n').append(scenario.noise()).append('\n');
        text.append(scenario.hosts()).append('\n');
        if (scenario.queues().isOn()) {
            text.append(scenario.queues()).append('\n');
        }
        scenario.faults().forEach(fault -> text.append(fault).append('\n'));
        return text.append("faults end at ")
                .append(scenario.faultsEndNs())
                .append(" ns; ")
                .append(scenario.picosPerByte())
                .append(" ps/B, ")
                .append(scenario.delayNs())
                .append(" ns a link; switch NAK repeat ")
                .append(scenario.switchNakRepeatNs())
                .append(" ns, anew after ")
                .append(scenario.idleAnewNs())
                .append(" ns")
                .toString();
    }
}
