package io.polycast.perf.rig;

import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;

/** The ACK of one receiver to the rig's first group. For one thread. */
final class AckFrame {
    private static final int BTH = Ethernet.LENGTH + Ipv4.LENGTH + Udp.LENGTH;
    private static final int PSN = BTH + Bth.PSN_OFFSET;
    private static final int MSN = BTH + Bth.LENGTH + Aeth.MSN_OFFSET;

    private final PatchedFrame frame;

    AckFrame(final int host) {
        final byte[] bytes =
                RoceFrame.ack(
                                Ipv4.format(RigAddresses.ip(host)),
                                Ipv4.format(RigAddresses.mcstId(0)),
                                1,
                                0,
                                Aeth.ACK_UNLIMITED,
                                0)
                        .srcMac(RigAddresses.mac(host))
                        .dstMac(RigAddresses.SWITCH_MAC)
                        .build();
        frame = new PatchedFrame(bytes, PSN, PSN + 1, PSN + 2, MSN, MSN + 1, MSN + 2);
    }

    /** Acknowledges everything up to a PSN; each packet is a message. */
    void next(final int psn) {
        frame.putUint24(PSN, psn);
        frame.putUint24(MSN, Psn.distance(RigAddresses.FIRST_PSN, psn) + 1 & Psn.MASK);
        frame.seal();
    }

    DirectBuffer buffer() {
        return frame.buffer();
    }

    int length() {
        return frame.length();
    }
}
