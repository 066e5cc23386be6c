package io.polycast.core.surrogate;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes frames between nodes, and sends those that carry no frame of a host. */
final class LegOutput {
    /** Bytes before a host's frame: Ethernet header and leg header. */
    static final int PREFIX = Ethernet.LENGTH + LegHeader.LENGTH;

    private final long mac;
    private final Exits exits;
    private final FrameCrc crc = new FrameCrc();
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[Ethernet.MINIMUM_FRAME_LENGTH]);

    LegOutput(final long mac, final Exits exits) {
        this.mac = mac;
        this.exits = exits;
    }

    /**
     * Sends a message.
     *
     * @param lane of the scheduler, which is also the VOQ's number on the leg
     * @return false when the port did not take it
     */
    boolean send(
            final int leg,
            final int type,
            final int lane,
            final int sequence,
            final int units,
            final EgressSink egress) {
        final LegSpec to = header(leg, type, lane, sequence);
        LegHeader.finish(frame, Ethernet.LENGTH, units, 0, 0, crc);
        return egress.offer(to.port(), frame, 0, frame.capacity());
    }

    /**
     * Writes the bytes before a host's frame.
     *
     * @param frameCrc CRC-32 of that frame
     * @return buffer that holds {@link #PREFIX} bytes from its start on
     */
    UnsafeBuffer prefix(
            final int leg,
            final int lane,
            final int sequence,
            final int units,
            final int length,
            final int frameCrc) {
        header(leg, LegHeader.DATA, lane, sequence);
        LegHeader.finish(frame, Ethernet.LENGTH, units, length, frameCrc, crc);
        return frame;
    }

    /** A buffer for sends without a prefix. */
    UnsafeBuffer empty() {
        return frame;
    }

    private LegSpec header(final int leg, final int type, final int lane, final int sequence) {
        final LegSpec to = exits.leg(leg);
        Ethernet.write(frame, 0, to.mac(), mac, LegHeader.ETHER_TYPE);
        LegHeader.write(
                frame,
                Ethernet.LENGTH,
                type,
                lane / SchedulerSettings.STEPS,
                lane % SchedulerSettings.STEPS,
                lane,
                sequence);
        return to;
    }
}
