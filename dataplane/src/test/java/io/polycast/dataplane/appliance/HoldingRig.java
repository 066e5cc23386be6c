package io.polycast.dataplane.appliance;

import io.polycast.core.role.HoldingRole;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.TakeOver;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.HoldSchema;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** A running switch whose role holds every frame, with a clock that the test moves. */
final class HoldingRig extends MemoryRig {
    static final int PORTS = 4;

    private HoldingRig(final Configuration configuration, final StartOptions options)
            throws Exception {
        super(configuration, options);
    }

    /** A switch with two groups in its file, the second of which holds frames for longer. */
    static HoldingRig startWithGroups(final String threading, final int shards, final Path dir)
            throws Exception {
        return start(
                threading,
                shards,
                64,
                1,
                dir,
                """
                groups:
                  - {id: 10.255.0.1, port: p2}
                  - {id: 10.255.0.2, port: p3, time: 5ms}
                """);
    }

    static HoldingRig start(
            final String threading,
            final int shards,
            final int heldChunks,
            final int copies,
            final Path dir)
            throws Exception {
        return start(threading, shards, heldChunks, copies, dir, "");
    }

    /** A switch of one shard that takes over from the process that serves with the same files. */
    static HoldingRig replace(final String threading, final Path dir) throws Exception {
        final Configuration configuration = configuration(threading, 1, 64, 1, dir, "");
        Rehearsal.play(configuration, false);
        try (TakeOver takeOver = TakeOver.from(configuration.control().socket())) {
            return new HoldingRig(
                    configuration, new StartOptions(PortOpener.STANDARD, false, takeOver));
        }
    }

    private static HoldingRig start(
            final String threading,
            final int shards,
            final int heldChunks,
            final int copies,
            final Path dir,
            final String groups)
            throws Exception {
        return new HoldingRig(
                configuration(threading, shards, heldChunks, copies, dir, groups),
                StartOptions.STANDARD);
    }

    private static Configuration configuration(
            final String threading,
            final int shards,
            final int heldChunks,
            final int copies,
            final Path dir,
            final String groups)
            throws Exception {
        final String steering =
                threading.equals("fused") && shards > 1 ? ", steering: destination" : "";
        return ConfigurationReader.parse(
                "test.yaml",
                """
                switch: {name: t, role: hold, mac: "02:00:00:00:00:fe"}
                hold: {copies: %d}
                pipeline: {threading: %s, shards: %d, ringSize: 256%s}
                limits: {heldChunks: %d}
                ports:
                  - {name: p0, driver: memory, ringSize: 64}
                  - {name: p1, driver: memory, ringSize: 64}
                  - {name: p2, driver: memory, ringSize: 64}
                  - {name: p3, driver: memory, ringSize: 64}
                control: {socket: %s/s, counters: %s/c, state: %s/st}
                """
                                .formatted(
                                        copies,
                                        threading,
                                        shards,
                                        steering,
                                        heldChunks,
                                        dir,
                                        dir,
                                        dir)
                        + groups,
                HoldSchema.ROLES);
    }

    /** A frame of no protocol that the switch knows. */
    static byte[] frame(final int number) {
        final byte[] frame = new byte[60 + number * 7 % 900];
        new Random(number).nextBytes(frame);
        frame[0] = 2;
        frame[6] = 2;
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xb5;
        return frame;
    }

    /** The three copies of a frame, in the order in which they leave. */
    static byte[] copy(final byte[] frame, final int copy) {
        if (copy == 0) {
            return frame;
        }
        if (copy == 1) {
            final byte[] longer = new byte[HoldingRole.PREFIX + frame.length];
            for (int i = 0; i < HoldingRole.PREFIX; i++) {
                longer[i] = HoldingRole.prefixByte(i);
            }
            System.arraycopy(frame, 0, longer, HoldingRole.PREFIX, frame.length);
            return longer;
        }
        final byte[] other = Arrays.copyOf(frame, frame.length);
        for (int i = 0; i < HoldingRole.ADDRESSES; i++) {
            other[i] = HoldingRole.prefixByte(i);
        }
        return other;
    }
}
