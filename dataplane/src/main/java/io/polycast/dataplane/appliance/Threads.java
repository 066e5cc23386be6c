package io.polycast.dataplane.appliance;

import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.config.ThreadPlan;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.dataplane.kernel.Heartbeat;
import io.polycast.dataplane.pipeline.Cycle;
import io.polycast.dataplane.pipeline.DeadlineIdle;
import io.polycast.dataplane.pipeline.EngineAgent;
import io.polycast.dataplane.pipeline.Failure;
import io.polycast.dataplane.pipeline.FrameSource;
import io.polycast.dataplane.pipeline.HandedFrames;
import io.polycast.dataplane.pipeline.Handover;
import io.polycast.dataplane.pipeline.IngressEntry;
import io.polycast.dataplane.pipeline.PortFrames;
import io.polycast.dataplane.pipeline.PortIdle;
import io.polycast.dataplane.pipeline.ReaderAgent;
import io.polycast.dataplane.pipeline.RingFrames;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.dataplane.pipeline.WriterAgent;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.sys.PollSet;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** The packets' threads of one switch and the rings between them, as {@link ThreadPlan} has them. */
final class Threads {
    private static final long LONGEST_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_BEATING_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Configuration configuration;
    private final PipelineConfig.Buffers buffers;
    private final Resources resources;
    private final List<Shard> shards;
    private final GroupDirectory directory;
    private final NanoClock clock;
    private final Failure failure;
    private final Heartbeat heartbeat;
    private final List<AgentRunner> runners = new ArrayList<>();

    /** From the reader to each shard; none where shards read for themselves. */
    private final List<RingBuffer<IngressEntry>> rings = new ArrayList<>();

    private final Exits exits;

    /** Into each fused shard; none where there is one. */
    private final List<Handover> ways = new ArrayList<>();

    /** Work of fused shards when all of them have ended. */
    private final List<Runnable> endings = new ArrayList<>();

    /** Null where shards read for themselves. */
    private ReaderAgent reader;

    Threads(
            final ThreadPlan plan,
            final Configuration configuration,
            final Resources resources,
            final List<Shard> shards,
            final Exits exits,
            final GroupDirectory directory,
            final NanoClock clock,
            final Failure failure) {
        this.configuration = configuration;
        this.buffers = configuration.pipeline().buffers();
        this.resources = resources;
        this.shards = shards;
        this.exits = exits;
        this.directory = directory;
        this.clock = clock;
        this.failure = failure;
        this.heartbeat = resources.heartbeat();
        makeRings(plan);
        for (int place = 0; place < plan.places().size(); place++) {
            final Cycle cycle = cycle(place);
            final Agent agent = agent(plan.places().get(place), cycle);
            final IdleStrategy idle = idleStrategy(plan.places().get(place), cycle);
            runners.add(new AgentRunner(idle, failure, null, agent));
        }
    }

    private void makeRings(final ThreadPlan plan) {
        for (int i = 0; i < plan.shards(); i++) {
            if (plan.isStaged()) {
                rings.add(ring(IngressEntry::new, buffers.ringSize()));
            } else if (plan.shards() > 1) {
                ways.add(resources.keep(new Handover(buffers.ringSize(), buffers.chunkSize())));
            }
        }
    }

    static <E> RingBuffer<E> ring(final EventFactory<E> factory, final int size) {
        // Nobody waits on the ring itself: agents poll it and idle by their own strategy.
        return RingBuffer.createSingleProducer(factory, size, new YieldingWaitStrategy());
    }

    private Cycle cycle(final int place) {
        return new Cycle(
                clock,
                resources.counters().dutyCycle(place),
                failure,
                heartbeat.isWanted() ? heartbeat : null,
                place);
    }

    private Agent agent(final ThreadPlan.Place place, final Cycle cycle) {
        return switch (place.work()) {
            case READ -> reader(cycle);
            case CORE ->
                    rings.isEmpty()
                            ? fused(place.name(), place.shard(), cycle)
                            : staged(place.name(), place.shard(), cycle);
            case WRITE ->
                    new WriterAgent(
                            exits.rings(),
                            resources.ports(0),
                            exits.credits(),
                            resources.memory(0),
                            buffers.batch(),
                            cycle);
        };
    }

    private Agent reader(final Cycle cycle) {
        reader =
                new ReaderAgent(
                        resources.ports(0),
                        resources.memory(0),
                        rings,
                        directory,
                        configuration.pipeline().verifyIcrc() == VerifyIcrc.ALL,
                        buffers.batch(),
                        shards.get(0).core().standstillNs(),
                        cycle);
        return reader;
    }

    private Agent staged(final String name, final int index, final Cycle cycle) {
        final FrameExit exit = exits.of(index);
        final Shard shard = shards.get(index);
        final FrameSource source =
                new RingFrames(
                        rings.get(index), resources.memory(0), shard, exit, buffers.batch(), cycle);
        return new EngineAgent(name, cycle, shard, exit, List.of(source));
    }

    private Agent fused(final String name, final int index, final Cycle cycle) {
        final FrameExit exit = exits.of(index);
        final Shard shard = shards.get(index);
        final List<FrameSource> sources = new ArrayList<>();
        final HandedFrames handed = ways.isEmpty() ? null : handed(index, shard, exit, cycle);
        sources.add(
                new PortFrames(
                        resources.ports(index),
                        resources.memory(index),
                        shard,
                        exit,
                        buffers.batch(),
                        handed));
        if (handed != null) {
            sources.add(handed);
        }
        return new EngineAgent(name, cycle, shard, exit, sources);
    }

    private HandedFrames handed(
            final int index, final Shard shard, final FrameExit exit, final Cycle cycle) {
        final HandedFrames handed =
                new HandedFrames(
                        index,
                        directory,
                        ways,
                        resources.memory(index),
                        shard,
                        exit,
                        buffers.batch());
        endings.add(() -> handed.finish(cycle));
        return handed;
    }

    /** A timer of a shard wakes up the shard's thread in time. */
    private IdleStrategy idleStrategy(final ThreadPlan.Place place, final Cycle cycle) {
        final Wait wait = configuration.pipeline().waiting();
        final Shard shard = place.work() == ThreadPlan.Work.CORE ? shards.get(place.shard()) : null;
        final IdleStrategy usual = idleStrategy(wait);
        if (wait == Wait.BLOCKING && readsPortsAlone(place)) {
            final PollSet ports = pollSet();
            if (ports != null) {
                if (shard != null) {
                    shard.wakeBy(ports::wake);
                }
                final Port[] sending = shard == null ? new Port[0] : resources.ports(0);
                return new PortIdle(ports, sending, shard, cycle, usual, longestWaitNs());
            }
        }
        return shard != null && (wait == Wait.BLOCKING || wait == Wait.SLEEPING)
                ? new DeadlineIdle(usual, shard, clock)
                : usual;
    }

    /** Whether no other thread gives frames to this one. */
    private boolean readsPortsAlone(final ThreadPlan.Place place) {
        return place.work() == ThreadPlan.Work.READ
                || place.work() == ThreadPlan.Work.CORE && rings.isEmpty() && ways.isEmpty();
    }

    /** Null where poll(2) does not announce all frames, or no descriptor is left. */
    private PollSet pollSet() {
        final Port[] ports = resources.ports(0);
        if (Arrays.stream(ports).anyMatch(port -> port.descriptors().length == 0)) {
            return null;
        }
        try {
            return resources.keep(
                    new PollSet(
                            Arrays.stream(ports)
                                    .flatMapToInt(port -> Arrays.stream(port.descriptors()))
                                    .toArray()));
        } catch (final SysException e) {
            return null;
        }
    }

    /** A thread that waits must not look as if it stood still, to itself or to programs in the kernel. */
    private long longestWaitNs() {
        return heartbeat.isWanted()
                ? LONGEST_BEATING_NS
                : Math.min(LONGEST_WAIT_NS, shards.get(0).core().standstillNs() / 4);
    }

    private static IdleStrategy idleStrategy(final Wait wait) {
        return switch (wait) {
            case YIELDING -> new YieldingIdleStrategy();
            case BUSY -> new BusySpinIdleStrategy();
            case BLOCKING ->
                    new BackoffIdleStrategy(
                            10,
                            20,
                            TimeUnit.MICROSECONDS.toNanos(1),
                            TimeUnit.MILLISECONDS.toNanos(1));
            case SLEEPING -> new SleepingMillisIdleStrategy(1);
        };
    }

    /** Times that the reader left a port alone. */
    long stalls(final int port) {
        return reader == null ? 0 : reader.stalls(port);
    }

    void start() {
        heartbeat.expect(runners.size());
        // Last in the packet's way first: nobody's ring fills before its reader is there.
        for (int i = runners.size() - 1; i >= 0; i--) {
            AgentRunner.startOnThread(runners.get(i));
        }
    }

    /** Ends the threads in the packet's way: each drains what the one before it has left. */
    void stop() {
        runners.forEach(AgentRunner::close);
        endings.forEach(Runnable::run);
    }
}
