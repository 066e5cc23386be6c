package io.polycast.dataplane.appliance;

import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import java.util.Random;

/**
 * Frames as a switch may see them, and some that it should not: data and feedback of two groups,
 * ARP, traffic of hosts that are no members, bytes of no meaning, bits that flipped. By a seed.
 */
final class RandomTraffic {
    /** Ports p0 to p3 have a member of both groups each; p4 and p5 are a wire. */
    static final String CONFIGURATION =
            """
            switch: {mac: "02:00:00:00:00:fe"}
            pipeline: {threading: %s, shards: %d%s, ringSize: 64, batch: 8, verifyIcrc: %s}
            ports:
              - {name: p0, driver: memory}
              - {name: p1, driver: memory}
              - {name: p2, driver: memory}
              - {name: p3, driver: memory}
              - {name: p4, driver: memory}
              - {name: p5, driver: memory}
            wires: [[p4, p5]]
            control: {socket: %5$s/c.sock, counters: %5$s/c.counters, state: %5$s/c.state}
            groups:
              - {id: 10.255.0.1, paths: [%6$s]}
              - {id: 10.255.0.2, initialPsn: 0xfffff0, paths: [%6$s]}
              - {id: 10.255.0.3, policy: {fatalNak: evict-member}, paths: [%6$s]}
            """;

    static final int PORTS = 6;

    /** One frame and where it goes in. */
    record Step(int port, byte[] frame) {}

    private static final int[] DATA = {
        Opcode.SEND_FIRST, Opcode.SEND_MIDDLE, Opcode.SEND_LAST, Opcode.SEND_ONLY
    };

    private final Random random;

    RandomTraffic(final long seed) {
        random = new Random(seed);
    }

    static String configuration(
            final String threading, final int shards, final String verifyIcrc, final Object dir) {
        final StringBuilder paths = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            paths.append(
                    "%s{port: p%d, host: {ip: 10.0.0.%d, mac: \"02:00:00:00:00:0%d\", qpn: %d}}"
                            .formatted(i == 0 ? "" : ", ", i, i + 1, i + 1, 256 + i));
        }
        final String steering =
                threading.equals("fused") && shards > 1 ? ", steering: destination" : "";
        return CONFIGURATION.formatted(threading, shards, steering, verifyIcrc, dir, paths);
    }

    Step next() {
        final int port = random.nextInt(PORTS);
        byte[] frame = frame(port);
        if (random.nextInt(20) == 0) {
            frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
        }
        if (random.nextInt(40) == 0) {
            frame = Arrays.copyOf(frame, 1 + random.nextInt(frame.length));
        }
        return new Step(port, frame);
    }

    private byte[] frame(final int port) {
        final String member = "10.0.0." + (port + 1);
        final String group = "10.255.0." + (1 + random.nextInt(4));
        final int psn = 0xFF_FFF0 + random.nextInt(32) & 0xFF_FFFF;
        return switch (random.nextInt(10)) {
            case 0 -> Discovery.arpRequest(0x0200_0000_0001L + port, member, group);
            case 1 -> noise();
            case 2 -> data("10.0.0.9", "10.0.0.8", psn).destQpn(77).payload(payload()).build();
            case 3, 4, 5 ->
                    RoceFrame.ack(member, group, 1, psn, syndrome(), random.nextInt(1 << 24))
                            .build();
            case 6 -> RoceFrame.cnp(member, group, 1).build();
            default -> data(random.nextInt(3) == 0 ? member : "10.0.0.1", group, psn).build();
        };
    }

    private RoceFrame data(final String src, final String dst, final int psn) {
        return RoceFrame.ipv4()
                .src(src)
                .dst(dst)
                .opcode(DATA[random.nextInt(DATA.length)])
                .destQpn(1)
                .psn(psn)
                .ackReq(random.nextBoolean())
                .payload(payload());
    }

    private int syndrome() {
        return switch (random.nextInt(6)) {
            case 0 -> 0x60;
            case 1 -> 0x20 + random.nextInt(32);
            case 2 -> random.nextInt(12) == 0 ? 0x62 : 0x1F;
            default -> 0x1F;
        };
    }

    private byte[] payload() {
        // Multiples of four but seldom all of one size: lengths have their own ICRC words.
        final byte[] payload = new byte[4 * (1 + random.nextInt(random.nextInt(8) == 0 ? 500 : 8))];
        random.nextBytes(payload);
        return payload;
    }

    private byte[] noise() {
        final byte[] noise = new byte[14 + random.nextInt(200)];
        random.nextBytes(noise);
        return noise;
    }
}
