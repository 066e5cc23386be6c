package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.dataplane.config.Configuration;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.memory.MemoryPort;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;

/** A running switch of memory ports p0, p1 and so on, with a clock that the test moves. */
class MemoryRig implements AutoCloseable {
    final Appliance appliance;
    final AtomicLong nowNs = new AtomicLong(1_000_000_000L);

    private long injected;

    MemoryRig(final Configuration configuration, final StartOptions options) throws Exception {
        appliance = Appliance.start(configuration, options, nowNs::get);
    }

    MemoryPort port(final int index, final int queue) {
        return (MemoryPort) appliance.port("p" + index, queue);
    }

    void inject(final int port, final int queue, final byte[] frame) {
        final MemoryPort to = port(port, queue);
        ApplianceRig.await("room at port " + port, () -> to.injectable() > 0);
        if (!to.inject(new UnsafeBuffer(frame), 0, frame.length)) {
            throw new AssertionError("port " + port + " refused a frame that fits");
        }
        injected++;
    }

    /** Whether every frame that was put in has been read and none is held. */
    boolean isQuiet() {
        return appliance.counters().total(Tally.FRAMES_IN) == injected && total(Ending.HELD) == 0;
    }

    long total(final Ending ending) {
        return appliance.counters().total(ending);
    }

    void awaitHeld(final long frames) {
        ApplianceRig.await(frames + " frames held", () -> total(Ending.HELD) == frames);
    }

    void awaitEnded(final Ending ending, final long frames) {
        ApplianceRig.await(frames + " " + ending.label(), () -> total(ending) == frames);
    }

    /** Frames that have left by a port since the last call, in hexadecimal. */
    List<String> drain(final int port, final int queue) {
        final List<String> out = new ArrayList<>();
        port(port, queue)
                .drain(
                        (buffer, offset, length) -> {
                            final byte[] frame = new byte[length];
                            buffer.getBytes(offset, frame);
                            out.add(HexFormat.of().formatHex(frame));
                        },
                        Integer.MAX_VALUE);
        return out;
    }

    /** Waits for as many frames at a port as are expected, and compares. */
    void assertLeft(final int port, final List<String> expected) {
        final List<String> seen = new ArrayList<>();
        ApplianceRig.await(
                expected.size() + " frames at port " + port,
                () -> {
                    seen.addAll(drain(port, 0));
                    return seen.size() >= expected.size();
                });
        assertEquals(expected, seen, "port " + port);
    }

    @Override
    public void close() {
        appliance.close();
    }
}
