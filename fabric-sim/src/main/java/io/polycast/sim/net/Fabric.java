package io.polycast.sim.net;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.repr.FrameText;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.scenario.FaultTally;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.EventQueue;
import io.polycast.sim.time.Rng;
import io.polycast.topology.Topology;
import io.polycast.xdp.port.FrameMemory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The network as it runs: nodes, links, frames under way and the loop that takes one event after the
 * other. An event is a long: {@code kind 3 bits | node 21 | port 8 | chunk or action 32}.
 */
final class Fabric {
    private static final int ARRIVE = 0;
    private static final int WAKE = 1;
    private static final int TICK = 2;
    private static final int SERVE = 3;
    private static final int ACTION = 4;
    private static final int ENGINE = 5;

    private static final int KIND_SHIFT = 61;
    private static final int NODE_SHIFT = 40;
    private static final int NODE_MASK = 0x1F_FFFF;
    private static final int PORT_SHIFT = 32;
    private static final int NONE = -1;

    /** Room in a chunk beside payload: headers, trailer, and the memory's own headroom. */
    private static final int CHUNK_OVERHEAD = 192;

    private static final int CHUNK_ALIGNMENT = 64;

    private final Scenario scenario;
    private final EventQueue events = new EventQueue();
    private final List<Runnable> actions = new ArrayList<>();
    private final FaultTally tally = new FaultTally();
    private final FrameMemory memory;
    private final UnsafeBuffer frames;
    private final int[] lengths;
    private final boolean[] tainted;

    /** Frames that come again until a switch has heard them: who sends them does so once only. */
    private final boolean[] precious;

    private final List<GroupState> groups = new ArrayList<>();
    private final FabricLink[][] links;
    private final SwitchNode[] switches;
    private final HostNode[] hosts;
    private final Sessions sessions;
    private final FaultInjector injector;
    private final long deadlineNs;

    private final FrameInfo looked = new FrameInfo();
    private long nowNs;
    private int spare = NONE;
    private long handled;
    private long packets;
    private boolean faulty = true;

    Fabric(final Scenario scenario, final Arenas arenas) {
        this.scenario = scenario;
        final Topology topology = scenario.shape().build();
        final int chunkSize =
                scenario.transport().mtu() + CHUNK_OVERHEAD + FrameMemory.HEADROOM
                        & -CHUNK_ALIGNMENT;
        int chunks = 0;
        for (final var group : scenario.groups()) {
            chunks += 4 * group.hosts().size() * (scenario.transport().window() + 16);
        }
        memory = arenas.take(chunkSize, chunks);
        frames = memory.buffer();
        lengths = new int[memory.txChunks() + memory.rxChunks()];
        tainted = new boolean[lengths.length];
        precious = new boolean[lengths.length];
        final Rng rng = new Rng(scenario.seed());
        links = new FabricLink[topology.nodeCount()][];
        for (int node = 0; node < links.length; node++) {
            links[node] = new FabricLink[topology.portCount(node)];
            for (int port = 0; port < links[node].length; port++) {
                final int peer = topology.peerNode(node, port);
                final int peerPort = topology.peerPort(node, port);
                links[node][port] = new FabricLink(this, peer, peerPort, rng.split());
            }
        }
        hosts = new HostNode[topology.hostCount()];
        for (int host = 0; host < hosts.length; host++) {
            final int node = topology.hostNode(host);
            hosts[host] = new HostNode(this, node, host, links[node][0]);
        }
        final GroupTables tables = new GroupTables(scenario, topology);
        sessions = new Sessions(this, topology, hosts, rng.split());
        switches = new SwitchNode[topology.switchCount()];
        for (int node = 0; node < switches.length; node++) {
            switches[node] =
                    new SwitchNode(
                            this, node, tables.settings(node), links[node], tables.behind(node));
        }
        final Controller controller = new Controller(this, tables, switches);
        sessions.start(new Jobs(this, sessions, controller, hosts, rng.split()));
        injector = new FaultInjector(this, topology, controller, switches, hosts, links);
        deadlineNs = Deadline.of(scenario, topology, tables, groups);
    }

    /** Runs to the end; throws when an invariant breaks. */
    void run() {
        injector.schedule();
        after(
                scenario.faultsEndNs(),
                () -> {
                    faulty = false;
                });
        while (!events.isEmpty()) {
            nowNs = events.nextTime();
            if (nowNs > deadlineNs) {
                break;
            }
            handled++;
            handle(events.poll());
        }
        if (!sessions.areDone()) {
            throw new InvariantViolation(
                    Invariant.PROGRESS,
                    "not complete "
                            + (nowNs - scenario.faultsEndNs())
                            + " ns after the last fault (bound "
                            + (deadlineNs - scenario.faultsEndNs())
                            + "): "
                            + sessions.describe());
        }
        for (final SwitchNode node : switches) {
            node.checkAccounts();
        }
        if (spare != NONE) {
            memory.release(offset(spare));
            spare = NONE;
        }
        if (memory.chunksInUse() != 0) {
            throw new InvariantViolation(
                    Invariant.REFERENCES,
                    memory.chunksInUse() + " frames are still referenced when all is done");
        }
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
            default -> actions.get(chunk).run();
        }
    }

    private static long event(final int kind, final int node) {
        return (long) kind << KIND_SHIFT | (long) node << NODE_SHIFT;
    }

    void arrive(final long atNs, final int node, final int port, final int chunk) {
        events.add(atNs, event(ARRIVE, node) | (long) port << PORT_SHIFT | chunk);
    }

    /** A frame that the kernel leaves alone is on its way to the engine. */
    void toEngine(final long atNs, final int node, final int port, final int chunk) {
        events.add(atNs, event(ENGINE, node) | (long) port << PORT_SHIFT | chunk);
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

    /** Does something off the frames' way. */
    void after(final long atNs, final Runnable action) {
        events.add(atNs, event(ACTION, 0) | actions.size());
        actions.add(action);
    }

    void onFailed(final GroupState group) {
        sessions.onFailed(group);
    }

    void onPhaseDone(final GroupState group) {
        sessions.onPhaseDone(group);
    }

    /** A queue pair has made a frame; answers whether it was lost at once. */
    boolean onSent(final MemberState member, final int chunk) {
        return sessions.onSent(member, chunk);
    }

    /** Whether any frame from or to an address is still somewhere. */
    boolean isUnderWay(final int mcstId) {
        for (int chunk = 0; chunk < lengths.length; chunk++) {
            if (isOf(mcstId, chunk)) {
                return true;
            }
        }
        return false;
    }

    /** A job is over: nobody waits for what its members still have to say. */
    void makeWorthless(final int mcstId) {
        for (int chunk = 0; chunk < lengths.length; chunk++) {
            precious[chunk] &= !isOf(mcstId, chunk);
        }
    }

    private boolean isOf(final int mcstId, final int chunk) {
        if (chunk == spare || memory.references(offset(chunk)) == 0) {
            return false;
        }
        Classifier.classify(frames, offset(chunk), lengths[chunk], looked);
        return looked.srcIp == mcstId || looked.dstIp == mcstId;
    }

    Scenario scenario() {
        return scenario;
    }

    FaultTally tally() {
        return tally;
    }

    List<GroupState> groups() {
        return groups;
    }

    long nowNs() {
        return nowNs;
    }

    /** Whether faults still happen. */
    boolean isFaulty() {
        return faulty;
    }

    long handled() {
        return handled;
    }

    long packets() {
        return packets;
    }

    /** Data frames that switches' kernels took. */
    long kernelFrames() {
        long sum = 0;
        for (final SwitchNode node : switches) {
            sum += node.kernelFrames();
        }
        return sum;
    }

    void countPacket() {
        packets++;
    }

    FrameMemory memory() {
        return memory;
    }

    UnsafeBuffer frames() {
        return frames;
    }

    int offset(final int chunk) {
        return chunk * memory.chunkSize();
    }

    int length(final int chunk) {
        return lengths[chunk];
    }

    boolean isTainted(final int chunk) {
        return tainted[chunk];
    }

    /** A chunk to write a frame into; the same until it is taken. */
    int spare() {
        if (spare == NONE) {
            final int offset = memory.acquireTx();
            if (offset == FrameMemory.NONE) {
                throw new InvariantViolation(
                        Invariant.REFERENCES,
                        memory.chunksInUse() + " frames are under way, more than windows allow");
            }
            spare = offset / memory.chunkSize();
        }
        return spare;
    }

    /** The spare chunk holds a frame now. */
    void takeSpare(final int length, final boolean isTainted) {
        precious[spare] = false;
        lengths[spare] = length;
        tainted[spare] = isTainted;
        spare = NONE;
    }

    void makePrecious(final int chunk) {
        precious[chunk] = true;
    }

    boolean isPrecious(final int chunk) {
        return precious[chunk];
    }

    void retain(final int chunk) {
        memory.retain(offset(chunk));
    }

    void release(final int chunk) {
        memory.release(offset(chunk));
    }

    /** Marks congestion experienced, where the frame allows it. */
    boolean mark(final int chunk) {
        int l3 = offset(chunk) + Ethernet.LENGTH;
        if (scenario.transport().vlanTci() >= 0) {
            l3 += 4;
        }
        if (scenario.transport().ipv6()) {
            final byte second = frames.getByte(l3 + 1);
            if ((second & 0x30) != 0x20) {
                return false;
            }
            frames.putByte(l3 + 1, (byte) (second | 0x30));
            return true;
        }
        final int tos = Ipv4.tos(frames, l3);
        if ((tos & 3) != 2) {
            return false;
        }
        Ipv4.tos(frames, l3, tos | 3);
        if (!tainted[chunk]) {
            Ipv4.checksum(frames, l3, 0);
            Ipv4.checksum(frames, l3, Ipv4.computeChecksum(frames, l3));
        }
        return true;
    }

    /** Flips one to three bits anywhere. */
    void flip(final int chunk, final Rng rng) {
        for (int flips = rng.between(1, 3); flips > 0; flips--) {
            final int at = offset(chunk) + rng.nextInt(lengths[chunk]);
            frames.putByte(at, (byte) (frames.getByte(at) ^ 1 << rng.nextInt(8)));
        }
        tainted[chunk] = true;
    }

    String describe(final int chunk) {
        return FrameText.describe(frames, offset(chunk), lengths[chunk]);
    }
}
