package io.polycast.node.agent;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import java.util.BitSet;

/** This host's member of a group, and what the switch has sent of a set that names it. Not threadsafe. */
final class OwnNode {
    private final String group;
    private final int qpn;
    private final MrpAddress own;

    /** Revision of the set that is collected; a newer one begins again. */
    private int collected = -1;

    private final BitSet nodeParts = new BitSet();
    private final BitSet detailParts = new BitSet();
    private int nodes;
    private int details;
    private boolean named;
    private MrpGroup whole;

    /**
     * @param group name
     * @param qpn of the member
     * @param own address of the host
     */
    OwnNode(final String group, final int qpn, final MrpAddress own) {
        this.group = group;
        this.qpn = qpn;
        this.own = own;
    }

    /** Name of the group. */
    String group() {
        return group;
    }

    /** QPN of the member. */
    int qpn() {
        return qpn;
    }

    /** Takes a NODES, DETAIL or GROUP. */
    void add(final MrpPacket packet) {
        if (packet.revision() != collected) {
            collected = packet.revision();
            nodeParts.clear();
            detailParts.clear();
            nodes = 0;
            details = 0;
            named = false;
            whole = null;
        }
        if (packet.type() == MrpType.GROUP) {
            whole = packet.group();
        } else if (packet.type() == MrpType.DETAIL) {
            details += isNew(detailParts, packet) ? packet.records() : 0;
        } else if (isNew(nodeParts, packet)) {
            nodes += packet.records();
            for (int i = 0; i < packet.records(); i++) {
                final MrpNode node = packet.node(i);
                named |= node.address().equals(own) && node.qpn() == qpn;
            }
        }
    }

    private static boolean isNew(final BitSet parts, final MrpPacket packet) {
        final boolean isNew = !parts.get(packet.seq());
        parts.set(packet.seq());
        return isNew;
    }

    /** Whether no part of the set is missing. */
    boolean isWhole() {
        return whole != null
                && nodes >= whole.counts().nodes()
                && details >= whole.counts().details();
    }

    /** Whether the set has this host with the queue pair that it has. */
    boolean agrees() {
        return named;
    }
}
