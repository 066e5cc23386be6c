package io.polycast.sim.net;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Transport;
import io.polycast.topology.Topology;

/** Settings of queue pairs as a scenario asks for them. */
public final class HostSettings {
    private static final int ECT0 = 2;

    private final Scenario scenario;
    private final Topology topology;

    /**
     * @param scenario of the run
     * @param topology of its shape
     */
    public HostSettings(final Scenario scenario, final Topology topology) {
        this.scenario = scenario;
        this.topology = topology;
    }

    /**
     * @param group number
     * @param host number of a member
     * @param qpn of its queue pair
     * @param firstPsn of the transfer
     * @return its settings, which may still be changed
     */
    public QpSettingsBuilder of(
            final int group, final int host, final int qpn, final int firstPsn) {
        final Transport transport = scenario.transport();
        final HostKinds kinds = scenario.hosts();
        final int leaf = topology.peerNode(topology.hostNode(host), 0);
        final int messages =
                scenario.groups().get(group).phases().stream()
                        .mapToInt(Phase::messages)
                        .max()
                        .orElse(1);
        return new QpSettingsBuilder()
                .local(
                        Addresses.hostMac(host),
                        Addresses.text(Addresses.ip(host), transport.addressing().ipv6()),
                        qpn)
                .remote(
                        Addresses.switchMac(leaf),
                        Addresses.text(Addresses.mcstId(group), transport.addressing().ipv6()),
                        1)
                .pathMtu(transport.mtu())
                .sqPsn(firstPsn)
                .rqPsn(firstPsn)
                .window(transport.window())
                .ackRequestEvery(Math.min(transport.ackRequestEvery(), transport.window()))
                .ackEvery(transport.responder().ackEvery())
                .mergeAcks(transport.responder().mergeAcks())
                .nakRepeatNs(transport.responder().nakRepeatNs())
                .timeout(transport.timers().timeout())
                // Faults may outlast any finite budget; how it ends then is endhost's own test.
                .retryCount(7)
                .endlessRetryAtSeven(true)
                .rnrRetryCount(7)
                .rnrTimerCode(
                        transport.timers().rnrCode()
                                - host % Math.min(3, transport.timers().rnrCode()))
                .cnpGapNs(transport.cnpGapNs())
                .trafficClass(transport.cnpGapNs() > 0 ? ECT0 : 0)
                .vlanTci(transport.addressing().vlanTci())
                .sendQueueDepth(messages)
                .receiveQueueDepth(transport.receives())
                .outOfOrder(kinds.outOfOrder(host))
                .repeatOldest(kinds.repeatOldest())
                .migReq(kinds.migReq());
    }
}
