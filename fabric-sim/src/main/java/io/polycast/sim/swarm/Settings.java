package io.polycast.sim.swarm;

import io.polycast.sim.scenario.Scenario;

/** A scenario as lines for people. */
final class Settings {
    private Settings() {}

    static String describe(final Scenario scenario) {
        final StringBuilder text = new StringBuilder();
        text.append(scenario.shape()).append('\n');
        scenario.groups().forEach(group -> text.append(group).append('\n'));
        text.append(scenario.transport())
                .append('\n')
                .append(scenario.trouble().noise())
                .append('\n');
        text.append(scenario.hosts()).append('\n');
        if (scenario.switches().queues().isOn()) {
            text.append(scenario.switches().queues()).append('\n');
        }
        scenario.trouble().faults().forEach(fault -> text.append(fault).append('\n'));
        return text.append("faults end at ")
                .append(scenario.trouble().endNs())
                .append(" ns; ")
                .append(scenario.links().picosPerByte())
                .append(" ps/B, ")
                .append(scenario.links().delayNs())
                .append(" ns a link; switch NAK repeat ")
                .append(scenario.switches().nakRepeatNs())
                .append(" ns, anew after ")
                .append(scenario.switches().idleAnewNs())
                .append(" ns")
                .toString();
    }
}
