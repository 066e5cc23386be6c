package io.polycast.sim.run;

import io.polycast.parser.wire.RnrTimer;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.net.GroupTables;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.KernelPlan;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Renewal;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Transport;
import io.polycast.topology.Topology;
import java.util.List;

/**
 * Time by which every transfer must be over: a bound from RTT, window and timers, counted from the
 * end of the faults.
 *
 * <pre>
 * stall      a retry timer and an RNR wait, until both ends see the same again: a few of them, for a
 *            switch that lost its state must hear of each path; a second job has as many again, a first
 *            frame that is lost costs one, and all cost more when timers are near idleAnew
 * gaps       between two jobs; and until each switch on the way has repeated that a receiver refuses
 * silence    of each dead member, until each switch on the way to it has given it up (at most 1.75 times
 *            silentAfter and two repetitions), in each job;
 *            one after the other, for the second may owe nothing until the first is gone
 * transport  every packet of every group over one link, twice (go-back-N), and a round trip a window
 *            and a message
 * </pre>
 */
final class Deadline {
    private static final int STALLS = 12;
    private static final int LONGEST_PATH = 6;

    /**
     * Timers near idleAnew: an expiry makes the switches ask every path again first. Timers above it: one
     * switch after the other, from the source on.
     */
    private static final int ANEW_FACTOR = 2;

    /** Ends, sets and beginnings of a second job take less, beside its gap. */
    private static final long RENEWAL_NS = 200_000;

    private static final int FRAME_OVERHEAD = 130;

    private Deadline() {}

    private static int deaths(final Scenario scenario, final GroupState group) {
        int deaths = group.plan().refusal() == null ? 0 : 1;
        for (final Fault fault : scenario.trouble().faults()) {
            final int host = fault.target() % scenario.shape().hosts();
            if (fault.kind() == FaultKind.CRASH && group.plan().hosts().contains(host)) {
                deaths++;
            }
        }
        return deaths;
    }

    static long of(
            final Scenario scenario,
            final Topology topology,
            final GroupTables tables,
            final List<GroupState> groups) {
        final Transport transport = scenario.transport();
        long packets = 0;
        long rounds = 0;
        long silenceNs = 0;
        long gapsNs = 0;
        int stalls = STALLS;
        for (final GroupState group : groups) {
            long own = 0;
            for (int message = 0; message < group.plan().messages(); message++) {
                own += 1 + group.plan().bytes(message) / transport.mtu();
            }
            packets += own;
            rounds += own / transport.window() + group.plan().messages();
            for (final Phase phase : group.plan().phases()) {
                rounds += phase.messages() > 0 ? 2 : 0;
                stalls += phase.firstLost();
            }
            final Renewal renewal = group.plan().renewal();
            if (renewal != null) {
                stalls += STALLS;
                gapsNs += renewal.gapNs() + RENEWAL_NS;
            }
            if (group.plan().refusal() != null) {
                gapsNs += LONGEST_PATH * scenario.switches().nakRepeatNs();
            }
            if (group.plan().evict()) {
                // A set brings the dead back.
                final int jobs = renewal == null ? 1 : 2;
                silenceNs +=
                        jobs * deaths(scenario, group) * tables.longestSilenceNs(group.index());
            }
        }
        if (scenario.switches().idleAnewNs() < 4 * transport.retryNs()) {
            stalls *=
                    scenario.switches().idleAnewNs() < transport.retryNs()
                            ? LONGEST_PATH
                            : ANEW_FACTOR;
        }
        final long frameNs =
                (transport.mtu() + FRAME_OVERHEAD) * (long) scenario.links().picosPerByte() / 1000
                        + 1;
        final long queueNs = (long) transport.window() * groups.size() * frameNs;
        final KernelPlan kernel = scenario.switches().kernel();
        final long slowNs = kernel.slowPercent() > 0 ? kernel.slowNs() : 0;
        final long hopNs = scenario.links().delayNs() + frameNs + kernel.userDelayNs() + slowNs;
        final long rttNs = 2 * LONGEST_PATH * hopNs + queueNs;
        final long stallNs =
                transport.retryNs() + RnrTimer.nanos(transport.timers().rnrCode()) + rttNs;
        return scenario.trouble().endNs()
                + stalls * stallNs
                + gapsNs
                + silenceNs * 7 / 4
                + 2 * packets * frameNs * topology.hostCount()
                + rounds * rttNs;
    }
}
