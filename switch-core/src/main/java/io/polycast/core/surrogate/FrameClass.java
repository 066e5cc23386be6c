package io.polycast.core.surrogate;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Vlan;
import org.agrona.DirectBuffer;

/** The priority of a frame: the PCP of its outermost tag, else DSCP &gt;&gt; 3 of IPv4, else 0. */
final class FrameClass {
    private static final int DSCP_CLASS_SHIFT = 5;

    private FrameClass() {}

    static int of(final DirectBuffer frame, final FrameInfo info) {
        if (info.vlanTags > 0) {
            return Vlan.priority(Vlan.tci(frame, info.frameOffset + Ethernet.ETHER_TYPE_OFFSET));
        }
        return info.ipVersion == 4 ? Ipv4.tos(frame, info.l3Offset) >>> DSCP_CLASS_SHIFT : 0;
    }
}
