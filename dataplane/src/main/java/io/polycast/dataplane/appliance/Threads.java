package io.polycast.dataplane.appliance;

import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.dataplane.kernel.Silence;
import io.polycast.dataplane.pipeline.BeatingAgent;
import io.polycast.dataplane.pipeline.CoreAgent;
import io.polycast.dataplane.pipeline.Failure;
import io.polycast.dataplane.pipeline.FrameExit;
import io.polycast.dataplane.pipeline.FusedAgent;
import io.polycast.dataplane.pipeline.GroupDirectory;
import io.polycast.dataplane.pipeline.Handover;
import io.polycast.dataplane.pipeline.IngressEntry;
import io.polycast.dataplane.pipeline.ReaderAgent;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.dataplane.pipeline.SteeredAgent;
import io.polycast.dataplane.pipeline.WriterAgent;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * The packets' threads of one switch and the rings between them, in the order of the packet's way:
 *
 * <pre>
 *   fused             pc-core-0
 *   fused, n shards   pc-core-0 .. n-1, each with a ring for frames that came in at another
 *   staged, 1 shard   pc-rx-0 =ring=> pc-core-0
 *   staged, n shards  pc-rx-0 =rings=> pc-core-0 .. n-1 =rings=> pc-tx-0
 * </pre>
 */
final class Threads {
    private final List<AgentRunner> runners = new ArrayList<>();
    private final List<SteeredAgent> steered = new ArrayList<>();
    private final AtomicLongArray stalls;
    private final Silence silence;

    private Threads(final int ports, final Silence silence) {
        this.silence = silence;
        stalls = new AtomicLongArray(ports);
    }

    static Threads of(
            final Configuration configuration,
            final Resources resources,
            final List<Shard> shards,
            final Exits exits,
            final GroupDirectory directory,
            final NanoClock clock,
            final Failure failure) {
        final PipelineConfig pipeline = configuration.pipeline();
        final Port[] ports = resources.ports(0);
        final FrameMemory memory = resources.memory(0);
        final Threads threads = new Threads(ports.length, resources.silence());
        final int batch = pipeline.buffers().batch();
        final Threading threading =
                pipeline.effectiveThreading(Runtime.getRuntime().availableProcessors());
        if (threading == Threading.FUSED) {
            threads.addFused(configuration, resources, shards, exits, directory, clock, failure);
            return threads;
        }
        final List<RingBuffer<IngressEntry>> rings = new ArrayList<>();
        final List<Agent> cores = new ArrayList<>();
        for (int i = 0; i < shards.size(); i++) {
            final RingBuffer<IngressEntry> ring =
                    ring(IngressEntry::new, pipeline.buffers().ringSize());
            rings.add(ring);
            cores.add(
                    new CoreAgent(
                            i,
                            ring,
                            memory,
                            shards.get(i),
                            exits.of(i),
                            batch,
                            clock,
                            resources.counters().dutyCycle(1 + i),
                            failure));
        }
        threads.add(
                pipeline.waiting(),
                failure,
                new ReaderAgent(
                        ports,
                        memory,
                        rings,
                        directory,
                        pipeline.verifyIcrc() == VerifyIcrc.ALL,
                        batch,
                        clock,
                        resources.counters().dutyCycle(0),
                        threads.stalls,
                        shards.get(0).core().standstillNs(),
                        failure));
        cores.forEach(core -> threads.add(pipeline.waiting(), failure, core));
        if (shards.size() > 1) {
            threads.add(
                    pipeline.waiting(),
                    failure,
                    new WriterAgent(
                            exits.rings(),
                            ports,
                            exits.credits(),
                            memory,
                            clock,
                            resources.counters().dutyCycle(1 + shards.size()),
                            failure,
                            batch));
        }
        return threads;
    }

    private void addFused(
            final Configuration configuration,
            final Resources resources,
            final List<Shard> shards,
            final Exits exits,
            final GroupDirectory directory,
            final NanoClock clock,
            final Failure failure) {
        final PipelineConfig pipeline = configuration.pipeline();
        final List<Handover> ways = new ArrayList<>();
        for (int i = 0; i < shards.size() && shards.size() > 1; i++) {
            ways.add(
                    resources.keep(
                            new Handover(
                                    pipeline.buffers().ringSize(),
                                    pipeline.buffers().chunkSize())));
        }
        for (int i = 0; i < shards.size(); i++) {
            final Port[] ports = resources.ports(i);
            final FrameMemory memory = resources.memory(i);
            final FrameExit exit = exits.of(i);
            final Shard shard = shards.get(i);
            final DutyCycleTracker dutyCycle = resources.counters().dutyCycle(i);
            if (shards.size() == 1) {
                add(
                        pipeline.waiting(),
                        failure,
                        new FusedAgent(
                                ports,
                                memory,
                                shard,
                                exit,
                                pipeline.buffers().batch(),
                                clock,
                                dutyCycle,
                                failure));
            } else {
                final SteeredAgent agent =
                        new SteeredAgent(
                                i,
                                ports,
                                memory,
                                shard,
                                directory,
                                ways,
                                exit,
                                pipeline.buffers().batch(),
                                clock,
                                dutyCycle,
                                failure);
                steered.add(agent);
                add(pipeline.waiting(), failure, agent);
            }
        }
    }

    static <E> RingBuffer<E> ring(final EventFactory<E> factory, final int size) {
        // Nobody waits on the ring itself: agents poll it and idle by their own strategy.
        return RingBuffer.createSingleProducer(factory, size, new YieldingWaitStrategy());
    }

    private void add(final Wait wait, final Failure failure, final Agent agent) {
        final Agent beating =
                silence.isWanted() ? new BeatingAgent(agent, silence, runners.size()) : agent;
        runners.add(new AgentRunner(idleStrategy(wait), failure, null, beating));
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
        return stalls.get(port);
    }

    void start() {
        silence.expect(runners.size());
        // Last in the packet's way first: nobody's ring fills before its reader is there.
        for (int i = runners.size() - 1; i >= 0; i--) {
            AgentRunner.startOnThread(runners.get(i));
        }
    }

    /** Ends the threads in the packet's way: each drains what the one before it has left. */
    void stop() {
        runners.forEach(AgentRunner::close);
        steered.forEach(SteeredAgent::finish);
    }
}
