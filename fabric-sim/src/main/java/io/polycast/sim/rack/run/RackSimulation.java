package io.polycast.sim.rack.run;

import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.net.Interconnect;
import io.polycast.sim.rack.port.RackCore;
import io.polycast.sim.rack.port.RackIngress;
import io.polycast.sim.rack.port.RackNode;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.time.EventQueue;

/** Runs one scenario: hands out events in order of time until its end. */
public final class RackSimulation {
    private final RackScenario scenario;
    private final RackCore core;
    private final RackNode node;
    private final RackMeter meter;
    private final int firstEdge;
    private long events;

    /**
     * @param scenario to run
     */
    public RackSimulation(final RackScenario scenario) {
        this.scenario = scenario;
        core = new RackCore(scenario.settings().shape(), scenario.seed());
        meter = new RackMeter(scenario);
        node = new RackNode(scenario, core, meter::deliver);
        firstEdge = FabricShape.edgeOf(scenario.flows().get(0).source());
        core.queue().add(scenario.binPs(), Event.pack(Event.SAMPLE, 0, 0));
    }

    /**
     * @param scenario to run
     * @return what it measured
     */
    public static RackResult run(final RackScenario scenario) {
        final RackSimulation simulation = new RackSimulation(scenario);
        simulation.advance(scenario.endPs());
        return simulation.result();
    }

    /**
     * Hands out the events before a time.
     *
     * @param untilPs time in ps
     */
    public void advance(final long untilPs) {
        final EventQueue queue = core.queue();
        while (!queue.isEmpty() && queue.nextTime() < untilPs) {
            final long now = queue.nextTime();
            handle(now, queue.poll());
            events++;
        }
    }

    /**
     * Hands out a number of events, whatever their times.
     *
     * @param count of events; fewer when no more wait
     */
    public void step(final int count) {
        final EventQueue queue = core.queue();
        for (int i = 0; i < count && !queue.isEmpty(); i++) {
            final long now = queue.nextTime();
            handle(now, queue.poll());
            events++;
        }
    }

    private void handle(final long now, final long event) {
        final int first = Event.first(event);
        final int second = Event.second(event);
        final Interconnect net = core.interconnect();
        switch (Event.kind(event)) {
            case Event.SOURCE -> node.onSource(now, first);
            case Event.INGEST -> node.onIngest(now, first, second);
            case Event.ISSUE -> node.onIssue(now, first);
            case Event.SPINE_IN -> net.onSpine(now, first, portOf(first));
            case Event.SPINE_OUT -> net.onSpineSent(now, first);
            case Event.UP_CREDIT -> net.onUpCredit(first);
            case Event.EDGE_IN -> net.onEdge(now, first, second, portOf(first));
            case Event.DOWN_CREDIT -> net.onDownCredit(now, first);
            case Event.PORT_IN -> node.onPacket(now, first, second);
            case Event.LINE_OUT -> node.onLine(now, first, second);
            case Event.MESSAGE -> node.onMessage(now, first);
            case Event.TIMER -> node.onTimer(now, first, second);
            case Event.NOTIFY -> node.onNotification(now, first, second);
            case Event.PAUSE -> node.onPause(now, first, second != 0);
            default -> sample(now);
        }
    }

    private int portOf(final int packet) {
        return core.legs().to(core.copies().leg(core.packets().copy(packet)));
    }

    private void sample(final long now) {
        meter.sample(node.cacheLines(firstEdge, now));
        core.queue().add(now + scenario.binPs(), Event.pack(Event.SAMPLE, 0, 0));
    }

    /**
     * @return events handed out so far
     */
    public long events() {
        return events;
    }

    /**
     * @return what was measured so far
     */
    public RackResult result() {
        long dropped = 0;
        long refused = 0;
        long hits = 0;
        long misses = 0;
        long suspensions = 0;
        for (int port = 0; port < scenario.settings().shape().ports(); port++) {
            final RackIngress ingress = node.ingress(port);
            if (ingress != null) {
                dropped += ingress.drops();
                refused += ingress.refused();
                hits += ingress.hits();
                misses += ingress.misses();
                suspensions += ingress.port().view().suspensions();
            }
        }
        return new RackResult(
                meter.subflows(),
                meter.occupancy(),
                events,
                new RackResult.Counts(
                        dropped,
                        refused,
                        new RackResult.Cache(hits, misses),
                        suspensions,
                        core.notifications(),
                        node.pauses(),
                        core.interconnect().retries(),
                        core.interconnect().mostInSpine()));
    }
}
