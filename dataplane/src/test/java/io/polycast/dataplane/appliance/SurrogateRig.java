package io.polycast.dataplane.appliance;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.TakeOver;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A running node of role surrogate: hosts on p0 to p3, a leg to the node with the other number on p4. */
final class SurrogateRig extends MemoryRig {
    /** Port of the leg. */
    static final int LEG = 4;

    /** Frames that a port takes before it has no room. */
    static final int RING = 64;

    /** Of 224.0.0.1. */
    private static final String ALL_SYSTEMS_MAC = "01005e000001";

    private static final int LENGTH = 200;
    private static final long STEP_NS = 100_000;

    private long exchangedNs = System.nanoTime();

    private SurrogateRig(final Configuration configuration, final StartOptions options)
            throws Exception {
        super(configuration, options);
        for (int port = 0; port < LEG; port++) {
            final int host = port;
            ApplianceRig.await("the query of the start", () -> !super.drain(host, 0).isEmpty());
        }
    }

    /** Frames that left, but for the node's queries of all groups. */
    @Override
    List<String> drain(final int port, final int queue) {
        final List<String> frames = new ArrayList<>(super.drain(port, queue));
        frames.removeIf(frame -> frame.startsWith(ALL_SYSTEMS_MAC));
        return frames;
    }

    /**
     * @param node 1 or 2; node 2 is below
     * @param groups entries of the file
     */
    static SurrogateRig start(
            final String threading, final int node, final Path dir, final String groups)
            throws Exception {
        return new SurrogateRig(configuration(threading, node, dir, groups), StartOptions.STANDARD);
    }

    /** Node 1, which takes over from the process that serves with the same files. */
    static SurrogateRig replace(final String threading, final Path dir, final String groups)
            throws Exception {
        final Configuration configuration = configuration(threading, 1, dir, groups);
        Rehearsal.play(configuration, false);
        try (TakeOver takeOver = TakeOver.from(configuration.control().socket())) {
            return new SurrogateRig(
                    configuration, new StartOptions(PortOpener.STANDARD, false, takeOver));
        }
    }

    private static Configuration configuration(
            final String threading, final int node, final Path dir, final String groups)
            throws Exception {
        return ConfigurationReader.parse(
                "node.yaml",
                """
                switch: {name: n%d, role: surrogate, mac: "02:00:00:00:00:0%d"}
                pipeline: {threading: %s, ringSize: 256}
                limits: {heldChunks: 128, maxGroups: 4}
                ports:
                  - {name: p0, driver: memory, ringSize: 64}
                  - {name: p1, driver: memory, ringSize: 64}
                  - {name: p2, driver: memory, ringSize: 64}
                  - {name: p3, driver: memory, ringSize: 64}
                  - {name: p4, driver: memory, ringSize: 64}
                surrogate:
                  legs: [{node: n%d, port: p4, mac: "02:00:00:00:00:0%d", uplink: %s}]
                  repeat: 1ms
                  tries: 1000
                control: {socket: %s/s, counters: %s/c, state: %s/st}
                """
                                .formatted(
                                        node, node, threading, 3 - node, 3 - node, node == 2, dir,
                                        dir, dir)
                        + groups);
    }

    /** A numbered datagram. */
    static byte[] datagram(final String group, final int number) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LENGTH]);
        final int ip = Ethernet.LENGTH;
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, ip, 0, LENGTH - ip, 0, 8, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, 0x0A00_0001);
        Ipv4.dst(frame, ip, Ipv4.parse(group));
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, LENGTH - ip - Ipv4.LENGTH);
        frame.putInt(ip + Ipv4.LENGTH + Udp.LENGTH, number, ByteOrder.BIG_ENDIAN);
        return frame.byteArray();
    }

    /** Datagrams 0 to count - 1 as they leave, in hexadecimal. */
    static List<String> datagrams(final String group, final int count) {
        final List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(HexFormat.of().formatHex(datagram(group, i)));
        }
        return all;
    }

    /** A report or leave of a host. */
    static byte[] igmp(final int type, final String group) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Ethernet.MINIMUM_FRAME_LENGTH]);
        final int address = Ipv4.parse(group);
        Ethernet.write(frame, 0, 0x0100_5E00_0002L, 0x0200_0000_AA02L, Ethernet.TYPE_IPV4);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, 0x0A00_0002, address, Igmp.LENGTH);
        Igmp.write(frame, Ethernet.LENGTH + IgmpPacket.IP_LENGTH, type, 0, address);
        return frame.byteArray();
    }

    /** Carries frames over the leg, both ways, and lets a little time pass at both nodes. */
    void exchange(final SurrogateRig other) {
        carry(this, other);
        carry(other, this);
        // Never ahead of the threads: a leg whose node waits for a processor would be given up.
        final long realNs = System.nanoTime();
        if (realNs - exchangedNs >= STEP_NS) {
            exchangedNs = realNs;
            nowNs.addAndGet(STEP_NS);
            other.nowNs.addAndGet(STEP_NS);
        }
    }

    /** Takes what has left to hosts. */
    void drainHosts() {
        for (int port = 0; port < LEG; port++) {
            drain(port, 0);
        }
    }

    private static void carry(final SurrogateRig from, final SurrogateRig to) {
        for (final String frame : from.drain(LEG, 0)) {
            to.inject(LEG, 0, HexFormat.of().parseHex(frame));
        }
    }
}
