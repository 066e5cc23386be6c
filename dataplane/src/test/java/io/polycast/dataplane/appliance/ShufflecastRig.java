package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A running ToR 0 of a 2,2-Shufflecast: hosts on p0 and p1, the splitter on p2, ToRs 4 and 6 on p3 and p4. */
final class ShufflecastRig extends MemoryRig {
    static final int SPLITTER = 2;
    static final int IN = 3;
    private static final int LENGTH = 200;

    private ShufflecastRig(final String text) throws Exception {
        super(ConfigurationReader.parse("tor0.yaml", text), StartOptions.STANDARD);
    }

    static ShufflecastRig start(
            final String threading, final Path dir, final String rules, final String groups)
            throws Exception {
        return new ShufflecastRig(
                """
                switch: {name: tor0, role: shufflecast, mac: "02:00:00:00:00:01"}
                pipeline: {threading: %s, ringSize: 256}
                limits: {maxGroups: 4}
                ports:
                  - {name: p0, driver: memory, ringSize: 64}
                  - {name: p1, driver: memory, ringSize: 64}
                  - {name: p2, driver: memory, ringSize: 64}
                  - {name: p3, driver: memory, ringSize: 64}
                  - {name: p4, driver: memory, ringSize: 64}
                shufflecast:
                  p: 2
                  k: 2
                  tor: 0
                  splitter: p2
                  in: [p3, p4]
                  sources: {base: 10.16.0.0, length: 24}
                  rules: %s
                control: {socket: %s/s, counters: %s/c, state: %s/st}
                """
                                .formatted(threading, rules, dir, dir, dir)
                        + groups);
    }

    /** A numbered datagram of a host of a ToR, with TTL 1. */
    static byte[] datagram(final int tor, final String group, final int number) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LENGTH]);
        final int ip = Ethernet.LENGTH;
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, ip, 0, LENGTH - ip, 0, 1, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, 0x0A10_0005 + (tor << 8));
        Ipv4.dst(frame, ip, Ipv4.parse(group));
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, LENGTH - ip - Ipv4.LENGTH);
        frame.putInt(ip + Ipv4.LENGTH + Udp.LENGTH, number, ByteOrder.BIG_ENDIAN);
        return frame.byteArray();
    }

    /** Datagrams 0 to count - 1 as they leave, in hexadecimal. */
    static List<String> datagrams(final int tor, final String group, final int count) {
        final List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(HexFormat.of().formatHex(datagram(tor, group, i)));
        }
        return all;
    }

    /** Waits for frames of hosts at the splitter; heartbeats are left out. */
    void assertSplit(final List<String> expected) {
        final List<String> seen = new ArrayList<>();
        ApplianceRig.await(
                expected.size() + " frames at the splitter",
                () -> {
                    drain(SPLITTER, 0).stream()
                            .filter(frame -> frame.length() == 2 * LENGTH)
                            .forEach(seen::add);
                    return seen.size() >= expected.size();
                });
        assertEquals(expected, seen);
    }
}
