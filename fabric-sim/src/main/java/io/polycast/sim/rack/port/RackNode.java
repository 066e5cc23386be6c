package io.polycast.sim.rack.port;

import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.MessageTable;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.voq.Control;
import java.util.List;

/** All ports of a run behind one method for each kind of event. */
public final class RackNode {
    private final RackCore core;
    private final RackPorts ports;
    private final List<RackFlow> flows;
    private final Delivery delivery;
    private final boolean lossless;
    private final long[] stopped;
    private long pauses;

    /** Hears of each frame that a destination has received. */
    public interface Delivery {
        /**
         * @param now in ps
         * @param flow of the frame
         * @param port that received it
         * @param bytes of it
         * @param bornPs time of its birth
         */
        void onFrame(long now, int flow, int port, int bytes, long bornPs);
    }

    /**
     * @param scenario to lay
     * @param core shared
     * @param delivery that hears of received frames
     */
    public RackNode(final RackScenario scenario, final RackCore core, final Delivery delivery) {
        this.core = core;
        this.delivery = delivery;
        flows = scenario.flows();
        ports = new RackPorts(scenario, core);
        lossless = scenario.settings().lanes().losslessCount() > 0;
        stopped = new long[scenario.settings().shape().ports()];
    }

    /**
     * @param now in ps
     * @param port of a source that may send
     */
    public void onSource(final long now, final int port) {
        ports.sources[port].onWake(now);
    }

    /**
     * @param now in ps
     * @param port that has received a frame from its source
     * @param frame received
     */
    public void onIngest(final long now, final int port, final int frame) {
        final int flow = core.frames().flow(frame);
        final RackIngress ingress = ports.ingresses[port];
        if (flows.get(flow).isUnicast()) {
            ingress.arriveUnicast(now, 0, ports.idOf[port][flow], frame);
        } else {
            ingress.arrive(now, 0, ports.idOf[port][flow], ports.copiesOf[port][flow], frame);
        }
        core.frames().release(frame);
        pause(now, port);
    }

    /**
     * @param now in ps
     * @param port that may issue a header
     */
    public void onIssue(final long now, final int port) {
        ports.ingresses[port].onIssue(now);
    }

    /**
     * @param now in ps
     * @param packet that lies in the memory of its egress
     * @param port of the egress
     */
    public void onPacket(final long now, final int packet, final int port) {
        final int copy = core.packets().copy(packet);
        core.packets().free(packet);
        if (core.copies().onPacket(copy)) {
            ports.egresses[port].onFrame(now, copy);
        }
    }

    /**
     * @param now in ps
     * @param port that has forwarded a frame
     * @param copy of the frame
     */
    public void onLine(final long now, final int port, final int copy) {
        final int frame = core.copies().frame(copy);
        final int lane = core.legs().lane(core.copies().leg(copy));
        final int flow = core.frames().flow(frame);
        if (port % FabricShape.PORTS == FabricShape.SURROGATE) {
            ports.ingresses[port].arrive(
                    now, lane, ports.idOf[port][flow], ports.copiesOf[port][flow], frame);
            pause(now, port);
        } else {
            delivery.onFrame(
                    now, flow, port, core.frames().bytes(frame), core.frames().bornPs(frame));
        }
        ports.egresses[port].onForwarded(now, copy);
        core.copies().free(copy);
        core.frames().release(frame);
    }

    /**
     * @param now in ps
     * @param slot of a control message that arrives
     */
    public void onMessage(final long now, final int slot) {
        final int leg = core.messages().leg(slot);
        final int type = core.messages().type(slot);
        final long message = core.messages().message(slot);
        core.messages().free(slot);
        if (type == MessageTable.REQUEST) {
            ports.egresses[core.legs().to(leg)].onRequest(now, core.legs().flow(leg), message);
            return;
        }
        final int port = core.legs().from(leg);
        final int sequence = Control.sequence(message);
        if (type == MessageTable.GRANT) {
            ports.ingresses[port].onGrant(now, core.legs().voq(leg), sequence);
        } else {
            ports.ingresses[port].onAck(now, core.legs().voq(leg), sequence);
        }
        pause(now, port);
    }

    /**
     * @param now in ps
     * @param port with a timer that is due
     * @param side 0 for the ingress, 1 for the egress
     */
    public void onTimer(final long now, final int port, final int side) {
        if (side == 0) {
            ports.ingresses[port].onTimer(now);
        } else {
            ports.egresses[port].onTimer(now);
        }
    }

    /**
     * @param now in ps
     * @param flow that must slow down
     * @param feedback quantised
     */
    public void onNotification(final long now, final int flow, final int feedback) {
        ports.sources[flows.get(flow).source()].onNotification(now, flow, feedback);
    }

    /**
     * @param now in ps
     * @param port of a source
     * @param on whether it is paused
     */
    public void onPause(final long now, final int port, final boolean on) {
        ports.sources[port].setPaused(now, on);
    }

    /** STOP and GO of lossless lanes: to the source, or to the surrogate's own egress. */
    private void pause(final long now, final int port) {
        if (!lossless) {
            return;
        }
        final long set = ports.ingresses[port].port().stoppedLanes();
        if (set == stopped[port]) {
            return;
        }
        stopped[port] = set;
        pauses += set == 0 ? 0 : 1;
        if (port % FabricShape.PORTS == FabricShape.SURROGATE) {
            ports.egresses[port].setStopped(now, set);
        } else {
            core.queue()
                    .add(now + RackTimes.LOCAL, Event.pack(Event.PAUSE, port, set == 0 ? 0 : 1));
        }
    }

    /**
     * @param edge switch
     * @param now in ps
     * @return cache lines in use
     */
    public int cacheLines(final int edge, final long now) {
        if (ports.caches[edge] == null) {
            return 0;
        }
        ports.caches[edge].settle(now);
        return ports.caches[edge].occupied();
    }

    /** Ingress of a port, or null. */
    public RackIngress ingress(final int port) {
        return ports.ingresses[port];
    }

    /** Times that a source or surrogate was stopped. */
    public long pauses() {
        return pauses;
    }
}
