package io.polycast.core.surrogate;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import org.agrona.concurrent.UnsafeBuffer;

/** Frames between nodes with a right CRC that no honest node sends. */
final class Forged {
    private final long to;
    private final long from;
    private final FrameCrc crc = new FrameCrc();

    Forged(final Node to, final Node from) {
        this.to = to.mac;
        this.from = from.mac;
    }

    byte[] message(
            final int type,
            final int priority,
            final int lane,
            final int voq,
            final int sequence,
            final int units) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, to, from, LegHeader.ETHER_TYPE);
        LegHeader.write(frame, 14, type, priority, lane, voq, sequence);
        LegHeader.finish(frame, 14, units, 0, 0, crc);
        return frame.byteArray();
    }

    /** A message of priority 0 and lane 1. */
    byte[] message(final int type, final int sequence, final int units) {
        return message(type, 0, 1, 1, sequence, units);
    }

    /** A frame of priority 0 and lane 1. */
    byte[] data(final int sequence, final byte[] inside) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[30 + inside.length]);
        Ethernet.write(frame, 0, to, from, LegHeader.ETHER_TYPE);
        LegHeader.write(frame, 14, LegHeader.DATA, 0, 1, 1, sequence);
        frame.putBytes(30, inside);
        LegHeader.finish(frame, 14, 1, inside.length, crc.of(frame, 30, inside.length), crc);
        return frame.byteArray();
    }
}
