package io.polycast.cli.demo;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.memory.DirectMemory;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** The switch between the hosts: one fused duty cycle around the engine, on a thread of its own. */
final class DemoSwitch implements Runnable, AutoCloseable {
    private static final int BATCH = 64;

    private final MemoryPort[] ports;
    private final FrameMemory memory;
    private final CounterBlock counters;
    private final DirectMemory feedback;
    private final SwitchCore core;
    private final EgressSink egress = new Egress();
    private final FrameHandler handler = this::onFrame;
    private final IdleStrategy idle = new BackoffIdleStrategy(200, 20, 1_000, 50_000);
    private volatile boolean running = true;
    private long nowNs;

    DemoSwitch(final List<MemoryPort> ports, final FrameMemory memory) {
        this.ports = ports.toArray(MemoryPort[]::new);
        this.memory = memory;
        this.counters =
                new CounterBlock(
                        new UnsafeBuffer(ByteBuffer.allocateDirect(CounterBlock.LENGTH)), 0);
        final CepheusSettings settings = CepheusSettings.of(DemoFabric.SWITCH_MAC, ports.size());
        this.feedback =
                new DirectMemory(
                        FeedbackLayout.length(settings.maxGroups(), settings.maxPaths()), 64);
        this.core =
                new SwitchCore(
                        ports.size(),
                        new CepheusRole(settings, feedback.buffer(), counters),
                        counters);
    }

    /** Before the thread starts. */
    void install(final GroupSpec group) throws GroupRefusedException {
        core.role().setGroup(System.nanoTime(), group, egress);
    }

    CounterBlock counters() {
        return counters;
    }

    void stop() {
        running = false;
    }

    /** Gives its memory back, after its thread has ended; counters stay readable. */
    @Override
    public void close() {
        core.close();
        feedback.close();
    }

    @Override
    public void run() {
        nowNs = System.nanoTime();
        long deadlineNs = core.onTick(nowNs, egress);
        while (running) {
            nowNs = System.nanoTime();
            int work = 0;
            for (final MemoryPort port : ports) {
                work += port.receive(handler, BATCH);
            }
            if (work > 0 || deadlineNs != Long.MAX_VALUE && deadlineNs - nowNs <= 0) {
                deadlineNs = core.onTick(nowNs, egress);
            }
            for (final MemoryPort port : ports) {
                work += port.flush();
            }
            idle.idle(work);
        }
    }

    private void onFrame(
            final int port, final int offset, final int length, final long timestampNs) {
        core.onFrame(nowNs, port, memory.buffer(), offset, length, egress);
        memory.release(offset);
    }

    /** Hands frames to the ports. */
    private final class Egress implements EgressSink {
        @Override
        public int room(final int egressPort) {
            return ports[egressPort].room();
        }

        @Override
        public boolean offer(
                final int egressPort,
                final DirectBuffer frame,
                final int offset,
                final int length) {
            return ports[egressPort].send(frame, offset, length);
        }

        @Override
        public boolean offerCopy(
                final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
            return ports[egressPort].sendCopy(copy, headerOffset, icrc);
        }
    }
}
