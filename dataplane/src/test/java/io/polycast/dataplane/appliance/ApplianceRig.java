package io.polycast.dataplane.appliance;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.xdp.memory.MemoryPort;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** A running switch of memory ports, in the hands of a test that plays all hosts and the clock. */
final class ApplianceRig implements AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(50);

    final Appliance appliance;
    final AtomicLong nowNs = new AtomicLong(1_000_000_000L);
    private final int ports;
    private final int queues;
    private final Random steering;
    private long injected;

    ApplianceRig(final String yaml) throws Exception {
        this(yaml, 0);
    }

    /** Frames come in at any shard's queue, by a seed, when each has its own. */
    ApplianceRig(final String yaml, final long steeringSeed) throws Exception {
        final Configuration configuration = ConfigurationReader.parse("test.yaml", yaml);
        ports = configuration.ports().size();
        queues = configuration.pipeline().separateShards();
        steering = new Random(steeringSeed);
        appliance =
                Appliance.start(configuration, StartOptions.with(PortOpener.STANDARD), nowNs::get);
    }

    /** Puts a frame in and waits until it has ended. */
    void send(final RandomTraffic.Step step) {
        inject(step);
        awaitEnded();
    }

    void inject(final RandomTraffic.Step step) {
        final MemoryPort port = port(step.port(), steering.nextInt(queues));
        await("room at port " + step.port(), () -> port.injectable() > 0);
        if (!port.inject(new UnsafeBuffer(step.frame()), 0, step.frame().length)) {
            throw new AssertionError("port " + step.port() + " refused a frame that fits");
        }
        injected++;
    }

    /** Waits until every frame that was put in has ended. */
    void awaitEnded() {
        await(injected + " frames to end", () -> ended() == injected);
    }

    long ended() {
        long sum = 0;
        for (final Ending ending : Ending.values()) {
            sum += appliance.counters().total(ending);
        }
        return sum;
    }

    /** Frames that have left since the last call, per port, in hexadecimal. */
    List<List<String>> drain() {
        final List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < ports; i++) {
            final List<String> out = new ArrayList<>();
            for (int queue = 0; queue < queues; queue++) {
                port(i, queue)
                        .drain(
                                (buffer, offset, length) -> {
                                    final byte[] frame = new byte[length];
                                    buffer.getBytes(offset, frame);
                                    out.add(HexFormat.of().formatHex(frame));
                                },
                                Integer.MAX_VALUE);
            }
            all.add(out);
        }
        return all;
    }

    MemoryPort port(final int index) {
        return port(index, 0);
    }

    private MemoryPort port(final int index, final int queue) {
        return (MemoryPort) appliance.port("p" + index, queue);
    }

    static void await(final String what, final BooleanSupplier condition) {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new AssertionError("waited in vain for " + what);
            }
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    @Override
    public void close() {
        appliance.close();
    }
}
