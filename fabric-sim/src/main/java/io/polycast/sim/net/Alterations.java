package io.polycast.sim.net;

import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.sim.scenario.Transport;
import io.polycast.sim.time.Rng;
import org.agrona.concurrent.UnsafeBuffer;

/** Changes of a link to a frame: congestion marks and damage. */
final class Alterations {
    private static final int NOT_ECT_MASK = 0x30;
    private static final int ECT0_IN_IPV6 = 0x20;

    private final Frames frames;
    private final UnsafeBuffer buffer;
    private final int l3;
    private final boolean ipv6;

    Alterations(final Frames frames, final Transport transport) {
        this.frames = frames;
        buffer = frames.buffer();
        l3 = Ethernet.LENGTH + (transport.addressing().vlanTci() >= 0 ? 4 : 0);
        ipv6 = transport.addressing().ipv6();
    }

    /** Marks congestion experienced, where the frame allows it. */
    boolean mark(final int chunk) {
        final int ip = frames.offset(chunk) + l3;
        if (ipv6) {
            final byte second = buffer.getByte(ip + 1);
            if ((second & NOT_ECT_MASK) != ECT0_IN_IPV6) {
                return false;
            }
            buffer.putByte(ip + 1, (byte) (second | NOT_ECT_MASK));
            return true;
        }
        final int tos = Ipv4.tos(buffer, ip);
        if ((tos & 3) != 2) {
            return false;
        }
        Ipv4.tos(buffer, ip, tos | 3);
        if (!frames.isTainted(chunk)) {
            Ipv4.checksum(buffer, ip, 0);
            Ipv4.checksum(buffer, ip, Ipv4.computeChecksum(buffer, ip));
        }
        return true;
    }

    /** Flips one to three bits anywhere. */
    void flip(final int chunk, final Rng rng) {
        for (int flips = rng.between(1, 3); flips > 0; flips--) {
            final int at = frames.offset(chunk) + rng.nextInt(frames.length(chunk));
            buffer.putByte(at, (byte) (buffer.getByte(at) ^ 1 << rng.nextInt(8)));
        }
        frames.taint(chunk);
    }
}
