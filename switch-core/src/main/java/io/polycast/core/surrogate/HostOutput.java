package io.polycast.core.surrogate;

import io.polycast.core.surrogate.snooping.GeneralQueries;
import io.polycast.core.surrogate.snooping.SnoopingOutput;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.MacControl;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes the frames that a node sends to hosts of its own accord: IGMP queries, PFC. */
final class HostOutput implements SnoopingOutput {
    /** Quanta of a stop. */
    static final int LONGEST_PAUSE = 0xFFFF;

    /** 01:00:5e and the low 23 bits of the group (RFC 1112, 6.4). */
    private static final long GROUP_MAC = 0x0100_5E00_0000L;

    /** 224.0.0.1. */
    private static final int ALL_SYSTEMS = 0xE000_0001;

    private static final int LOW_23 = 0x7F_FFFF;

    private final long mac;
    private final Exits exits;
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[Ethernet.MINIMUM_FRAME_LENGTH]);
    private EgressSink egress;

    HostOutput(final long mac, final Exits exits) {
        this.mac = mac;
        this.exits = exits;
    }

    /** Takes the sink of the frames that follow. */
    HostOutput to(final EgressSink sink) {
        egress = sink;
        return this;
    }

    /**
     * Queries the hosts of a port. A leg gets none: the node behind it queries its own hosts, and says
     * leave when none is left.
     */
    @Override
    public void query(final int exit, final int group, final int responseTenths) {
        if (exits.isLeg(exit)) {
            return;
        }
        writeQuery(group, group, responseTenths);
        egress.offer(exit, frame, 0, frame.capacity());
    }

    /** Queries the hosts of all ports for all groups. Source 0.0.0.0 makes no querier of the node (RFC 4541, 2.1.1). */
    void queryAll() {
        writeQuery(ALL_SYSTEMS, 0, GeneralQueries.RESPONSE_TENTHS);
        for (long left = exits.hosts(); left != 0; left &= left - 1) {
            egress.offer(Long.numberOfTrailingZeros(left), frame, 0, frame.capacity());
        }
    }

    private void writeQuery(final int to, final int group, final int responseTenths) {
        frame.setMemory(0, frame.capacity(), (byte) 0);
        Ethernet.write(frame, 0, GROUP_MAC | to & LOW_23, mac, Ethernet.TYPE_IPV4);
        final int message = Ethernet.LENGTH + IgmpPacket.IP_LENGTH;
        Igmp.write(frame, message, Igmp.QUERY, responseTenths, group);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, 0, to, Igmp.LENGTH);
    }

    /** Stops classes of the hosts of all ports, or lets them go on. */
    void pause(final int classes, final boolean stop) {
        frame.setMemory(0, frame.capacity(), (byte) 0);
        Ethernet.write(frame, 0, MacControl.DST_MAC, mac, Ethernet.TYPE_MAC_CONTROL);
        MacControl.writePfc(frame, Ethernet.LENGTH, classes, stop ? LONGEST_PAUSE : 0);
        for (long left = exits.hosts(); left != 0; left &= left - 1) {
            egress.offer(Long.numberOfTrailingZeros(left), frame, 0, frame.capacity());
        }
    }
}
