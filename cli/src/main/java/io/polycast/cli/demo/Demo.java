package io.polycast.cli.demo;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** Runs one demo: hosts on the calling thread, the switch on another. */
public final class Demo implements AutoCloseable {
    /** Slowest transfer that is waited for, over all receivers together, and what is added to it. */
    private static final long LEAST_BYTES_PER_SECOND = 1_000_000;

    private static final long LEAST_NS = TimeUnit.SECONDS.toNanos(60);

    /** Without a single new byte anywhere for so long, nothing will come any more. */
    private static final long STALL_NS = TimeUnit.SECONDS.toNanos(30);

    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final DemoSettings settings;
    private final ProgressListener listener;
    private final FrameMemory memory;
    private final DemoSwitch demoSwitch;
    private final DemoSender sender;
    private final List<DemoReceiver> receivers = new ArrayList<>();
    private final IdleStrategy idle = new BackoffIdleStrategy(200, 20, 1_000, 50_000);

    private Demo(final DemoSettings settings, final ProgressListener listener) {
        this.settings = settings;
        this.listener = listener;
        final DemoFabric fabric = new DemoFabric(settings);
        memory = fabric.memory();
        final List<MemoryPort> ports = fabric.ports(memory);
        demoSwitch = new DemoSwitch(ports, memory);
        try {
            demoSwitch.install(fabric.group());
        } catch (final GroupRefusedException e) {
            throw new IllegalStateException("the demo's own group was refused", e);
        }
        sender = new DemoSender(new QueuePair(fabric.queuePair(0)), ports.get(0), settings);
        for (int host = 1; host <= settings.receivers(); host++) {
            final QueuePair queuePair = new QueuePair(fabric.queuePair(host));
            receivers.add(new DemoReceiver(host, queuePair, ports.get(host), settings));
        }
    }

    /**
     * Rehearses in small, as a switch does that takes over: no pause of a cold machine shall look like a
     * loss. Then runs, and only that counts.
     *
     * @param settings of the demo
     * @param listener hears of progress, on the calling thread
     * @return its result, also when it did not verify
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static DemoResult run(final DemoSettings settings, final ProgressListener listener)
            throws InterruptedException {
        try (Demo rehearsal = new Demo(settings.rehearsal(), (bytes, ns) -> {})) {
            rehearsal.run();
        }
        try (Demo demo = new Demo(settings, listener)) {
            return demo.run();
        }
    }

    private DemoResult run() throws InterruptedException {
        final Thread thread = new Thread(demoSwitch, "pc-switch");
        thread.setDaemon(true);
        thread.start();
        final long startNs = System.nanoTime();
        final String unfinished;
        try {
            unfinished = transfer(startNs);
        } finally {
            demoSwitch.stop();
            thread.join();
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final String problem = unfinished.isEmpty() ? verify() : unfinished;
        return new DemoResult(settings, problem.isEmpty(), problem, seconds, counters());
    }

    @Override
    public void close() {
        demoSwitch.close();
        memory.close();
    }

    /** Moves everything; returns why it stopped before the end, empty when it did not. */
    private String transfer(final long startNs) {
        final long limitNs =
                LEAST_NS
                        + TimeUnit.SECONDS.toNanos(
                                settings.bytes() / LEAST_BYTES_PER_SECOND * settings.receivers());
        long progressAtNs = startNs + PROGRESS_NS;
        long newsAtNs = startNs;
        long bytesBefore = 0;
        while (!sender.isDone() || !receiversAreDone()) {
            final long nowNs = System.nanoTime();
            int work = sender.run(nowNs);
            for (int i = 0; i < receivers.size(); i++) {
                work += receivers.get(i).run(nowNs);
            }
            if (nowNs - progressAtNs >= 0) {
                progressAtNs = nowNs + PROGRESS_NS;
                listener.onProgress(slowest(), nowNs - startNs);
                final long bytes = received();
                if (bytes != bytesBefore) {
                    bytesBefore = bytes;
                    newsAtNs = nowNs;
                } else if (nowNs - newsAtNs > STALL_NS && !sender.isDone()) {
                    return "nothing arrived for " + STALL_NS / 1_000_000_000 + " s";
                }
                if (nowNs - startNs > limitNs) {
                    return "not done after " + limitNs / 1_000_000_000 + " s";
                }
            }
            if (!sender.problem().isEmpty()) {
                return sender.problem();
            }
            idle.idle(work);
        }
        return "";
    }

    private boolean receiversAreDone() {
        for (int i = 0; i < receivers.size(); i++) {
            if (!receivers.get(i).isDone()) {
                return false;
            }
        }
        return true;
    }

    private long slowest() {
        return receivers.stream().mapToLong(DemoReceiver::received).min().orElse(0);
    }

    private long received() {
        return receivers.stream().mapToLong(DemoReceiver::received).sum();
    }

    private String verify() {
        final ByteBuffer hash = sender.hash();
        for (final DemoReceiver receiver : receivers) {
            final String problem = receiver.verify(hash);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        return "";
    }

    private DemoResult.Counters counters() {
        final CounterBlock counters = demoSwitch.counters();
        return new DemoResult.Counters(
                counters.get(Tally.DATA_IN),
                counters.get(Tally.COPIES_OUT),
                counters.get(Tally.ACKS_IN),
                counters.get(Tally.ACKS_OUT),
                counters.get(Tally.NACKS_OUT),
                sender.retransmitted(),
                sender.framesLost() + receivers.stream().mapToLong(DemoReceiver::framesLost).sum());
    }
}
