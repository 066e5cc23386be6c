package io.polycast.dataplane.appliance;

import io.polycast.core.event.GroupEvents;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.events.EventDesk;
import io.polycast.dataplane.events.EventLog;
import io.polycast.dataplane.links.PortLink;
import io.polycast.dataplane.links.PortLinks;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.Port;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Regular work beside the packets: copies the counters of ports, checks devices, follows links, and
 * passes events on. The control thread does it some times a second; before that thread starts and
 * after it has ended, the thread that starts and ends the switch does.
 */
final class Upkeep {
    /** Between two looks at the devices: a system call for each. */
    private static final long TEND_NS = 1_000_000_000L;

    private final Configuration configuration;
    private final Resources resources;
    private final Threads threads;
    private final NanoClock clock;
    private final PortLinks links;
    private final EventLog log;
    private final EventDesk desk;
    private long tendedNs;

    Upkeep(
            final Configuration configuration,
            final Resources resources,
            final List<GroupEvents> listeners,
            final EventLog log,
            final List<Shard> shards,
            final Threads threads,
            final NanoClock clock) {
        this.configuration = configuration;
        this.resources = resources;
        this.threads = threads;
        this.clock = clock;
        tendedNs = clock.nanoTime();
        links = resources.keep(new PortLinks(configuration.ports()));
        this.log = log;
        desk = new EventDesk(shards.size(), listeners);
        for (int i = 0; i < shards.size(); i++) {
            shards.get(i).core().role().events(desk.shard(i));
        }
    }

    /** Once the ports are open: reports warnings of the start. */
    void begin(final List<String> warnings) {
        for (final String warning : warnings) {
            desk.control().startWarning(warning);
            desk.drain();
        }
        links.begin(desk.control());
        desk.drain();
    }

    /** Some times a second. */
    void run() {
        copyPortCounters();
        final long nowNs = clock.nanoTime();
        if (nowNs - tendedNs >= TEND_NS) {
            tendedNs = nowNs;
            resources.tendDevices(desk.control());
        }
        links.poll(desk.control());
        desk.drain();
        log.onTime();
    }

    /** When the packets' threads have ended. */
    void finish() {
        copyPortCounters();
        desk.drain();
        final long copies = resources.countersReader().total(Tally.COPIES_LOST_AT_STOP);
        if (copies > 0) {
            log.copiesLost(copies);
        }
        log.finish();
    }

    /** Links as the kernel has them; of ports without a network device, as their drivers report them. */
    List<PortLink> links() {
        final List<PortLink> all = new ArrayList<>(links.all());
        final Port[] ports = resources.ports(0);
        for (int i = 0; i < ports.length; i++) {
            if (all.get(i).device() == null) {
                all.set(i, PortLink.reported(ports[i].link()));
            }
        }
        return all;
    }

    private void copyPortCounters() {
        resources.kernel().poll();
        for (int i = 0; i < configuration.ports().size(); i++) {
            resources.counters().copyPort(i, resources.portStats(i), threads.stalls(i));
        }
        resources.counters().updated(System.currentTimeMillis());
    }
}
