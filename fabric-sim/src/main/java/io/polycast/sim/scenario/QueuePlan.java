package io.polycast.sim.scenario;

import io.polycast.topology.Topology;
import io.polycast.voq.plain.EcnSettings;
import io.polycast.voq.plain.PfcSettings;

/**
 * Egress queues of the switches, by port and priority, with ECN marks and priority flow control. Without
 * them ({@link #OFF}) a link queues frames, as far as the noise lets it, and nobody is paused.
 *
 * @param bytes that each queue holds; 0 for no queues
 * @param ecn marks of each queue, in bytes
 * @param pfc bytes of an ingress and priority at which its sender is stopped, and may go on
 */
public record QueuePlan(int bytes, EcnSettings ecn, PfcSettings pfc) {
    /** No queues. */
    public static final QueuePlan OFF = new QueuePlan(0, EcnSettings.OFF, PfcSettings.OFF);

    /** Every priority is lossless. */
    private static final int ALL = 0xFF;

    /** Headers of a frame, and what a link carries beside it. */
    private static final int OVERHEAD = 192;

    /** A host's NIC holds so much behind the frame that it sends. */
    private static final long NIC_NS = 2_000;

    /** Room for the switch's own frames: no sender is stopped for them. */
    private static final int OWN_BYTES = 64 * 1024;

    /**
     * Queues that hold all that senders can still send once they are told to stop.
     *
     * @param scenario whose links and frames they are for
     * @param stop bytes of an ingress at which its sender is stopped, at least 2
     * @param ecn marks
     * @return the queues
     */
    public static QueuePlan lossless(
            final Scenario scenario, final int stop, final EcnSettings ecn) {
        final long wireNs = 2 * scenario.links().delayNs() + NIC_NS;
        final long headroom =
                wireNs * 1_000 / scenario.links().picosPerByte()
                        + 4L * (scenario.transport().mtu() + OVERHEAD);
        final long bytes = mostPorts(scenario) * (stop + headroom) + OWN_BYTES;
        return new QueuePlan(
                Math.toIntExact(bytes), ecn, new PfcSettings(ALL, stop, Math.max(1, stop / 2)));
    }

    private static int mostPorts(final Scenario scenario) {
        final Topology topology = scenario.shape().build();
        int most = 0;
        for (int node = 0; node < topology.switchCount(); node++) {
            most = Math.max(most, topology.portCount(node));
        }
        return most;
    }

    /**
     * @return whether there are queues
     */
    public boolean isOn() {
        return bytes > 0;
    }
}
