package io.polycast.sim.net;

import io.polycast.sim.scenario.FaultTally;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.QueueCounts;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.EventQueue;
import io.polycast.sim.time.Rng;
import io.polycast.topology.Topology;
import io.polycast.xdp.port.FrameMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * The network as it runs: nodes, links, frames under way and the loop that takes one event after the
 * other. An event is a long: {@code kind 3 bits | node 21 | port 8 | chunk or action 32}.
 */
public final class Network {
    private static final int ARRIVE = 0;
    private static final int WAKE = 1;
    private static final int TICK = 2;
    private static final int SERVE = 3;
    private static final int ACTION = 4;
    private static final int ENGINE = 5;
    private static final int DRAIN = 6;
    private static final int PAUSE = 7;

    private static final int KIND_SHIFT = 61;
    private static final int NODE_SHIFT = 40;
    private static final int NODE_MASK = 0x1F_FFFF;
    private static final int PORT_SHIFT = 32;

    /** Room in a chunk beside payload: headers and trailer. */
    private static final int CHUNK_OVERHEAD = 192;

    private static final int CHUNK_ALIGNMENT = 64;

    private final Scenario scenario;
    private final EventQueue events = new EventQueue();
    private final List<Runnable> actions = new ArrayList<>();
    private final FaultTally tally = new FaultTally();
    private final QueueCounts queueCounts = new QueueCounts();
    private final Alterations alterations;
    private final Frames frames;
    private final FabricLink[][] links;
    private final SwitchNode[] switches;
    private final HostNode[] hosts;
    private final Rng rng;
    private long nowNs;
    private long handled;
    private long packets;
    private boolean faulty = true;
    private final boolean isVirtual;

    /**
     * Links and hosts; {@link #begin} adds the switches.
     *
     * @param scenario of the run
     * @param topology of its shape
     * @param arenas with memory for the frames
     * @param watch of the hosts
     */
    public Network(
            final Scenario scenario,
            final Topology topology,
            final Arenas arenas,
            final HostWatch watch) {
        this(scenario, topology, arenas, watch, false);
    }

    private Network(
            final Scenario scenario,
            final Topology topology,
            final Arenas arenas,
            final HostWatch watch,
            final boolean isVirtual) {
        this.scenario = scenario;
        this.isVirtual = isVirtual;
        frames = new Frames(memory(scenario, arenas));
        rng = new Rng(scenario.seed());
        alterations = new Alterations(frames, scenario.transport());
        links = new FabricLink[topology.nodeCount()][];
        for (int node = 0; node < links.length; node++) {
            links[node] = new FabricLink[topology.portCount(node)];
            for (int port = 0; port < links[node].length; port++) {
                final int peer = topology.peerNode(node, port);
                final int peerPort = topology.peerPort(node, port);
                links[node][port] = new FabricLink(this, alterations, peer, peerPort, rng.split());
            }
        }
        hosts = new HostNode[topology.hostCount()];
        for (int host = 0; host < hosts.length; host++) {
            final int node = topology.hostNode(host);
            hosts[host] = new HostNode(this, node, host, links[node][0], watch);
        }
        switches = new SwitchNode[topology.switchCount()];
    }

    /**
     * A network whose payload is virtual: of a data frame only headers and ICRC are stored and copied.
     *
     * @param scenario of the run
     * @param topology of its shape
     * @param arenas with memory for the frames
     * @param watch of the hosts
     * @return the network
     */
    public static Network virtual(
            final Scenario scenario,
            final Topology topology,
            final Arenas arenas,
            final HostWatch watch) {
        return new Network(scenario, topology, arenas, watch, true);
    }

    boolean isVirtual() {
        return isVirtual;
    }

    private static FrameMemory memory(final Scenario scenario, final Arenas arenas) {
        final int chunkSize = scenario.transport().mtu() + CHUNK_OVERHEAD & -CHUNK_ALIGNMENT;
        int chunks = 0;
        for (final GroupPlan group : scenario.groups()) {
            chunks += 4 * group.hosts().size() * (scenario.transport().window() + 16);
        }
        return arenas.take(chunkSize, chunks);
    }

    /**
     * Starts the switches.
     *
     * @param tables of the groups
     * @param watches of the switches
     */
    public void begin(final GroupTables tables, final SwitchWatch.Maker watches) {
        begin(tables, watches, null);
    }

    /**
     * Starts the switches with a role of the caller's, which may hold frames. Payload must be real.
     *
     * @param tables of the groups
     * @param watches of the switches, that see no groups
     * @param role of every switch
     */
    public void begin(
            final GroupTables tables, final SwitchWatch.Maker watches, final HeldRole role) {
        for (int node = 0; node < switches.length; node++) {
            switches[node] =
                    new SwitchNode(
                            this,
                            node,
                            tables.settings(node),
                            links[node],
                            scenario.groups().size(),
                            watches,
                            role,
                            queues(node, tables));
        }
    }

    /**
     * Runs until nothing is left to happen.
     *
     * @param deadlineNs after which nothing is handled any more, in virtual time
     */
    public void run(final long deadlineNs) {
        while (!events.isEmpty()) {
            nowNs = events.nextTime();
            if (nowNs > deadlineNs) {
                break;
            }
            handled++;
            handle(events.poll());
        }
    }

    private SwitchQueues queues(final int node, final GroupTables tables) {
        return scenario.switches().queues().isOn()
                ? new SwitchQueues(this, node, links[node], alterations, tables.behind(node))
                : null;
    }

    private void handle(final long event) {
        final int node = (int) (event >>> NODE_SHIFT) & NODE_MASK;
        final int chunk = (int) event;
        switch ((int) (event >>> KIND_SHIFT)) {
            case ARRIVE -> {
                if (node < switches.length) {
                    switches[node].onFrame(nowNs, (int) (event >>> PORT_SHIFT) & 0xFF, chunk);
                } else {
                    hosts[node - switches.length].onFrame(nowNs, chunk);
                }
            }
            case WAKE -> hosts[node - switches.length].onWake(nowNs);
            case TICK -> switches[node].onTick(nowNs);
            case ENGINE ->
                    switches[node].onEngineFrame(nowNs, (int) (event >>> PORT_SHIFT) & 0xFF, chunk);
            case SERVE -> hosts[node - switches.length].serve(nowNs);
            case DRAIN -> switches[node].queues().drain((int) (event >>> PORT_SHIFT) & 0xFF);
            case PAUSE -> onPause(node, (int) (event >>> PORT_SHIFT) & 0xFF, chunk >> 1, chunk & 1);
            default -> actions.get(chunk).run();
        }
    }

    private void onPause(final int node, final int port, final int priority, final int stop) {
        if (node < switches.length) {
            switches[node].onPause(nowNs, port, priority, stop != 0);
        } else {
            hosts[node - switches.length].onPause(priority, stop != 0);
        }
    }

    private static long event(final int kind, final int node) {
        return (long) kind << KIND_SHIFT | (long) node << NODE_SHIFT;
    }

    /** Event of an arrival, but for its chunk. */
    static long arrival(final int node, final int port) {
        return event(ARRIVE, node) | (long) port << PORT_SHIFT;
    }

    /** Where events of one link wait. */
    EventQueue.Lane lane() {
        return events.lane();
    }

    /** A frame that the kernel leaves alone is on its way to the engine. */
    void toEngine(final long atNs, final int node, final int port, final int chunk) {
        events.add(atNs, event(ENGINE, node) | (long) port << PORT_SHIFT | chunk);
    }

    /** The egress queues of a port may send again. */
    void drain(final long atNs, final int node, final int port) {
        events.add(atNs, event(DRAIN, node) | (long) port << PORT_SHIFT);
    }

    /** Word to stop, or to go on, reaches a node. */
    void pause(
            final long atNs,
            final int node,
            final int port,
            final int priority,
            final boolean stop) {
        final long word = priority << 1 | (stop ? 1 : 0);
        events.add(atNs, event(PAUSE, node) | (long) port << PORT_SHIFT | word);
    }

    void wakeHost(final long atNs, final int node) {
        events.add(atNs, event(WAKE, node));
    }

    void serveHost(final long atNs, final int node) {
        events.add(atNs, event(SERVE, node));
    }

    void tickSwitch(final long atNs, final int node) {
        events.add(atNs, event(TICK, node));
    }

    /**
     * Does something off the frames' way.
     *
     * @param atNs virtual time
     * @param action to run then
     */
    public void after(final long atNs, final Runnable action) {
        events.add(atNs, event(ACTION, 0) | actions.size());
        actions.add(action);
    }

    /** The run's scenario. */
    public Scenario scenario() {
        return scenario;
    }

    /** Counts of what went wrong. */
    public FaultTally tally() {
        return tally;
    }

    /** What egress queues have done. */
    public QueueCounts queueCounts() {
        return queueCounts;
    }

    /** Virtual time. */
    public long nowNs() {
        return nowNs;
    }

    /** Chance of the run, after the links have had theirs. */
    public Rng rng() {
        return rng;
    }

    /** Faults have stopped: links lose and alter nothing any more. */
    public void endFaults() {
        faulty = false;
    }

    boolean isFaulty() {
        return faulty;
    }

    /** Events handled. */
    public long handled() {
        return handled;
    }

    /** Packets put on a link, once a link. */
    public long packets() {
        return packets;
    }

    /** Data frames that switches' kernels took. */
    public long kernelFrames() {
        long sum = 0;
        for (final SwitchNode node : switches) {
            sum += node == null ? 0 : node.kernelFrames();
        }
        return sum;
    }

    void countPacket() {
        packets++;
    }

    /** Frames under way. */
    public Frames frames() {
        return frames;
    }

    /** By number. */
    public SwitchNode[] switches() {
        return switches;
    }

    /** By number. */
    public HostNode[] hosts() {
        return hosts;
    }

    /** By node and port: the way out. */
    public FabricLink[][] links() {
        return links;
    }
}
