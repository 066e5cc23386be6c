package io.polycast.dataplane.events;

import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.event.LegChange;
import io.polycast.core.event.LinkState;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.groups.GroupSubscriber;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.PathSpec;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes a line to the log for each event. Lines of each kind have a budget of their own, so that a storm of one
 * kind hides no other. Lines on changes of groups are written by the thread that asks for the change.
 */
public final class EventLog implements GroupEvents, GroupSubscriber {
    /** Lines of a kind that may be written at once, and then one for each interval. */
    static final int BURST = 64;

    static final long INTERVAL_NS = 1_000_000_000L;

    /** Time from the first line that is left out to the line that counts them. */
    static final long SUMMARY_NS = 10_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger("io.polycast.events");

    private final List<PortConfig> ports;
    private final NanoClock clock;
    private final Sink sink;
    private final Map<Kind, LineBudget> budgets = new EnumMap<>(Kind.class);

    /** Takes lines. */
    @FunctionalInterface
    interface Sink {
        void line(Level level, String text);
    }

    /** What is budgeted by itself. */
    private enum Kind {
        STARTED("groups of the start", Level.INFO),
        SET("group set", Level.INFO),
        UNSET("group unset", Level.INFO),
        EVICTED("evicted members", Level.WARN),
        SOURCE("moved sources", Level.INFO),
        KERNEL("moves to and from the kernel", Level.INFO),
        LINK("links", Level.WARN),
        LEG("legs", Level.WARN),
        PORT("ports", Level.WARN),
        LOST("lost events", Level.WARN);

        private final String label;

        /** Of the line that counts those left out. */
        private final Level level;

        Kind(final String label, final Level level) {
            this.label = label;
            this.level = level;
        }
    }

    /**
     * @param configuration of the switch, for the names of ports
     * @param clock that budgets go by
     */
    public EventLog(final Configuration configuration, final NanoClock clock) {
        this(configuration, clock, (level, text) -> LOG.atLevel(level).log(text));
    }

    EventLog(final Configuration configuration, final NanoClock clock, final Sink sink) {
        this.ports = configuration.ports();
        this.clock = clock;
        this.sink = sink;
        for (final Kind kind : Kind.values()) {
            budgets.put(kind, new LineBudget(BURST, INTERVAL_NS, SUMMARY_NS));
        }
    }

    private void say(final Kind kind, final Level level, final String text) {
        say(kind, level, () -> text);
    }

    /** A line that is left out is not made. */
    private synchronized void say(final Kind kind, final Level level, final Supplier<String> text) {
        if (budgets.get(kind).take(clock.nanoTime())) {
            sink.line(level, text.get());
        }
    }

    /** Now and then: writes the count of lines that were left out some time ago. */
    public synchronized void onTime() {
        final long nowNs = clock.nanoTime();
        budgets.forEach((kind, budget) -> sayLeftOut(kind, budget.dueCount(nowNs)));
    }

    /** At the end: writes the count of lines that were left out. */
    public synchronized void finish() {
        budgets.forEach((kind, budget) -> sayLeftOut(kind, budget.count()));
    }

    private void sayLeftOut(final Kind kind, final long count) {
        if (count > 0) {
            sink.line(
                    kind.level,
                    String.format(Locale.ROOT, "%,d more lines on %s left out", count, kind.label));
        }
    }

    @Override
    public void started(final int mcstId, final GroupOrigin origin, final int paths) {
        say(
                Kind.STARTED,
                Level.INFO,
                () ->
                        group(mcstId)
                                + " installed at the start, origin "
                                + origin.word()
                                + ": "
                                + paths
                                + " paths");
    }

    @Override
    public void set(
            final int mcstId, final GroupOrigin origin, final GroupChange change, final int paths) {
        final String became =
                switch (change.kind()) {
                    case CREATED -> "created";
                    case KEPT -> "replaced, goes on with the same epoch";
                    default -> "replaced, begins anew";
                };
        final String out =
                change.leftOut() == 0 ? "" : ", " + change.leftOut() + " evicted stay out";
        say(Kind.SET, Level.INFO, group(mcstId) + ' ' + became + ": " + paths + " paths" + out);
    }

    @Override
    public void gone(final int mcstId) {
        say(Kind.UNSET, Level.INFO, group(mcstId) + " unset");
    }

    @Override
    public void memberOut(final int mcstId, final PathSpec member, final EvictionCause cause) {
        final String why =
                switch (cause) {
                    case SILENT -> "silent (policy.silent: evict)";
                    case SILENT_DEMOTED ->
                            "silent, to be served by unicast (policy.silent: demote)";
                    case FATAL_NAK -> "fatal NAK (policy.fatalNak: evict-member)";
                };
        say(
                Kind.EVICTED,
                Level.WARN,
                group(mcstId)
                        + ": member "
                        + name(member)
                        + " taken out of service: "
                        + why
                        + "; group set brings it back");
    }

    @Override
    public void sourceMoved(final int mcstId, final PathSpec from, final PathSpec to) {
        say(
                Kind.SOURCE,
                Level.INFO,
                group(mcstId) + ": source moved from " + name(from) + " to " + name(to));
    }

    @Override
    public void movedToKernel(final int mcstId) {
        say(Kind.KERNEL, Level.INFO, group(mcstId) + ": moved to the kernel datapath");
    }

    @Override
    public void leftKernel(final int mcstId, final String why) {
        say(Kind.KERNEL, Level.INFO, group(mcstId) + ": back from the kernel datapath: " + why);
    }

    @Override
    public void linkChanged(final int port, final LinkState before, final LinkState now) {
        final String device = ports.get(port).device();
        final String text =
                switch (now) {
                    case UP -> "link of device " + device + " is up";
                    case NO_CARRIER -> "link of device " + device + " is down: no carrier";
                    case DOWN ->
                            "link of device " + device + " is down; ip link set " + device + " up";
                    case VANISHED ->
                            "device "
                                    + device
                                    + " has vanished; the port carries no frames until the switch"
                                    + " starts again with the device there";
                    case REPLACED ->
                            "another device "
                                    + device
                                    + " is there now, which the port does not serve; polycast run"
                                    + " --replace -c FILE takes it";
                };
        final Level level =
                switch (now) {
                    case UP -> Level.INFO;
                    case VANISHED -> Level.ERROR;
                    default -> Level.WARN;
                };
        say(Kind.LINK, level, port(port) + text);
    }

    @Override
    public void legChanged(final int port, final String node, final LegChange change) {
        final String text =
                switch (change) {
                    case UP -> " is up";
                    case SILENT -> " is down: the node did not answer, and its copies are dropped";
                    case STALLED ->
                            " is down for a while: the node answers, but neither grants nor"
                                    + " acknowledges";
                    case RESTARTED -> " begins anew: the node has started again";
                };
        final Level level = change == LegChange.UP ? Level.INFO : Level.WARN;
        say(Kind.LEG, level, port(port) + "leg to node " + node + text);
    }

    @Override
    public void portTended(final int port, final String news) {
        say(Kind.PORT, Level.WARN, port(port) + news);
    }

    /** Without a budget: each names something of its own, and a start is once. */
    @Override
    public void startWarning(final String what) {
        sink.line(Level.WARN, what);
    }

    /**
     * At the end: tells copies of held frames that do not leave any more. Without a budget.
     *
     * @param copies that are lost, at least 1
     */
    public void copiesLost(final long copies) {
        sink.line(
                Level.WARN,
                String.format(
                        Locale.ROOT,
                        "%,d copies of held frames are lost: the switch stops before they left or"
                                + " were acknowledged",
                        copies));
    }

    @Override
    public void eventsLost(final long count) {
        say(
                Kind.LOST,
                Level.WARN,
                String.format(Locale.ROOT, "%,d events lost: more came than could be told", count));
    }

    private static String group(final int mcstId) {
        return "group " + Addresses.formatQuad(mcstId);
    }

    private String port(final int port) {
        return "port " + ports.get(port).name() + ": ";
    }

    private String name(final PathSpec path) {
        final String who =
                path.isHost()
                        ? Addresses.formatIp(path.ip())
                        : "switch " + Addresses.formatMac(path.mac());
        return who + " at port " + ports.get(path.port()).name();
    }
}
