package io.polycast.sim.plain;

import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.sim.net.Arenas;
import io.polycast.sim.net.GroupTables;
import io.polycast.sim.net.HostSettings;
import io.polycast.sim.net.HostWatch;
import io.polycast.sim.net.Network;
import io.polycast.sim.net.SwitchWatch;
import io.polycast.sim.scenario.Scenario;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs scenarios without witnesses and with virtual payload, one after the other. The links carry the same
 * packets as in a checked run, and a run takes less time. Faults of single links or switches, second jobs and
 * refusals are left out. Not threadsafe: one for each thread.
 */
public final class PlainSimulation {
    private final Arenas arenas = new Arenas();

    /** With nothing allocated yet. */
    public PlainSimulation() {}

    /**
     * Runs a scenario to its end.
     *
     * @param scenario without noise that alters bytes: there is no payload to alter
     * @return how it went
     * @throws IllegalArgumentException when the scenario corrupts frames, or has no room in the tables
     */
    public PlainResult run(final Scenario scenario) {
        if (scenario.trouble().noise().corruptionPpm() > 0) {
            throw new IllegalArgumentException("corruption needs payload, and it is virtual here");
        }
        final Topology topology = scenario.shape().build();
        final Network network = Network.virtual(scenario, topology, arenas, HostWatch.NONE);
        final GroupTables tables = new GroupTables(scenario, topology);
        network.begin(tables, (node, settings, counters) -> SwitchWatch.NONE);
        final HostSettings settings = new HostSettings(scenario, topology);
        final List<PlainGroup> groups = new ArrayList<>();
        for (int index = 0; index < scenario.groups().size(); index++) {
            groups.add(new PlainGroup(network, settings, index));
        }
        for (int index = 0; index < groups.size(); index++) {
            install(network, tables, index, groups.get(index));
        }
        groups.forEach(PlainGroup::start);
        network.after(scenario.trouble().endNs(), network::endFaults);
        network.run(Long.MAX_VALUE);
        network.frames().dropSpare();
        arenas.giveBack(network.frames());
        return new PlainResult(
                groups.stream().allMatch(PlainGroup::isDone),
                network.handled(),
                network.packets(),
                groups.stream().mapToLong(PlainGroup::delivered).sum(),
                groups.stream().mapToLong(PlainGroup::endNs).max().orElse(0));
    }

    private static void install(
            final Network network,
            final GroupTables tables,
            final int index,
            final PlainGroup group) {
        for (final int node : tables.nodes(index).stream().sorted().toList()) {
            try {
                network.switches()[node].set(0, index, tables.spec(node, index, group));
            } catch (final GroupRefusedException e) {
                throw new IllegalArgumentException(
                        "switch " + node + " refused a group: " + e.getMessage(), e);
            }
        }
    }
}
