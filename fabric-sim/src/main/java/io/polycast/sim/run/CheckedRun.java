package io.polycast.sim.run;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.Arenas;
import io.polycast.sim.net.GroupTables;
import io.polycast.sim.net.Network;
import io.polycast.sim.net.SwitchNode;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.witness.SwitchChecks;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/** One run of a scenario with its participants and its witnesses. */
final class CheckedRun {
    private final Scenario scenario;
    private final Network network;
    private final List<GroupState> groups = new ArrayList<>();
    private final Sessions sessions;
    private final FaultInjector injector;
    private final long deadlineNs;

    CheckedRun(final Scenario scenario, final Arenas arenas) {
        this.scenario = scenario;
        final Topology topology = scenario.shape().build();
        network = new Network(scenario, topology, arenas, this::onStray);
        final GroupTables tables = new GroupTables(scenario, topology);
        final Members members = new Members(network);
        sessions = new Sessions(network, groups, topology, members, network.rng().split());
        network.begin(
                tables,
                (node, settings, counters) ->
                        new SwitchChecks(
                                network, groups, node, settings, counters, tables.behind(node)));
        final Controller controller = new Controller(network, groups, tables);
        sessions.start(new Jobs(network, sessions, controller, members, network.rng().split()));
        injector = new FaultInjector(network, groups, topology, controller, members);
        deadlineNs = Deadline.of(scenario, topology, tables, groups);
    }

    Network network() {
        return network;
    }

    /** Runs to the end; throws when an invariant breaks. */
    void run() {
        injector.schedule();
        network.after(scenario.trouble().endNs(), network::endFaults);
        network.run(deadlineNs);
        if (!sessions.areDone()) {
            throw new InvariantViolation(
                    Invariant.PROGRESS,
                    "not complete "
                            + (network.nowNs() - scenario.trouble().endNs())
                            + " ns after the last fault (bound "
                            + (deadlineNs - scenario.trouble().endNs())
                            + "): "
                            + sessions.describe());
        }
        for (final SwitchNode node : network.switches()) {
            node.end();
        }
        network.frames().dropSpare();
        if (network.frames().inUse() != 0) {
            throw new InvariantViolation(
                    Invariant.REFERENCES,
                    network.frames().inUse() + " frames are still referenced when all is done");
        }
    }

    private void onStray(final int host, final int chunk, final FrameInfo info) {
        if (!network.frames().isTainted(chunk) && !isOfAJobThatIsOver(info)) {
            throw new InvariantViolation(
                    Invariant.ADDRESSING,
                    "host "
                            + host
                            + " got a frame that is for none of its members: "
                            + network.frames().describe(chunk));
        }
    }

    /** A frame that a switch's timer sends between two jobs may go to a queue pair that is gone. */
    private boolean isOfAJobThatIsOver(final FrameInfo info) {
        final int group = Addresses.group(info.srcIp);
        return group >= 0 && group < groups.size() && groups.get(group).isBetween();
    }
}
