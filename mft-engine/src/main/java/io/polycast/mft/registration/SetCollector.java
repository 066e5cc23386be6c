package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the packets of one revision, in any order and with repetitions. */
final class SetCollector {
    private final int revision;
    private final int mostMembers;
    private final List<List<MrpNode>> nodes = new ArrayList<>();
    private final List<List<MrpDetail>> details = new ArrayList<>();
    private MrpGroup group;
    private int held;
    private MrpReason fault;

    SetCollector(final int revision, final int mostMembers) {
        this.revision = revision;
        this.mostMembers = mostMembers;
    }

    /** Takes a NODES, DETAIL or GROUP of the revision; a repeated one changes nothing. */
    void add(final MrpPacket packet) {
        if (fault != null) {
            return;
        }
        switch (packet.type()) {
            case GROUP -> takeGroup(packet.group());
            case NODES -> {
                if (isNewPart(packet, nodes)) {
                    final List<MrpNode> part = new ArrayList<>();
                    for (int i = 0; i < packet.records(); i++) {
                        part.add(packet.node(i));
                    }
                    nodes.set(packet.seq(), part);
                }
            }
            case DETAIL -> {
                if (isNewPart(packet, details)) {
                    final List<MrpDetail> part = new ArrayList<>();
                    for (int i = 0; i < packet.records(); i++) {
                        part.add(packet.detail(i));
                    }
                    details.set(packet.seq(), part);
                }
            }
            default -> throw new IllegalArgumentException("not of a set: " + packet.type());
        }
    }

    private void takeGroup(final MrpGroup newGroup) {
        if (group == null) {
            group = newGroup;
            if (group.counts().nodes() > mostMembers || group.counts().details() > mostMembers) {
                fault = MrpReason.SIZE;
            }
        }
    }

    private <T> boolean isNewPart(final MrpPacket packet, final List<List<T>> parts) {
        if (parts.isEmpty()) {
            for (int i = 0; i < packet.total(); i++) {
                parts.add(null);
            }
        }
        if (parts.size() != packet.total()) {
            fault = MrpReason.MALFORMED;
            return false;
        }
        if (parts.get(packet.seq()) != null) {
            return false;
        }
        held += packet.records();
        if (held > 2 * mostMembers) {
            fault = MrpReason.SIZE;
            return false;
        }
        return true;
    }

    /** Why the set cannot be used, or null. */
    MrpReason fault() {
        return fault;
    }

    /** Whether all packets are there. */
    boolean isComplete() {
        return fault == null
                && group != null
                && isWhole(nodes, group.counts().nodes())
                && isWhole(details, group.counts().details());
    }

    private static <T> boolean isWhole(final List<List<T>> parts, final int count) {
        return !parts.contains(null) && (count == 0 || !parts.isEmpty());
    }

    /** The set, when {@link #isComplete}; null when it contradicts itself, see {@link #fault}. */
    MemberSet take(final boolean ipv6) {
        final List<MrpNode> all = new ArrayList<>();
        nodes.forEach(all::addAll);
        final Set<MrpAddress> named = new HashSet<>();
        for (final MrpNode node : all) {
            if (node.address().isIpv4() == ipv6) {
                fault = MrpReason.MALFORMED;
            } else if (!named.add(node.address())) {
                fault = MrpReason.NODE_TWICE;
            }
        }
        final Map<MrpAddress, MrpDetail> own = new LinkedHashMap<>();
        int count = 0;
        for (final List<MrpDetail> part : details) {
            for (final MrpDetail detail : part) {
                own.put(detail.address(), detail);
                count++;
            }
        }
        if (fault == null && (own.size() != count || !named.containsAll(own.keySet()))) {
            fault = MrpReason.NODE_TWICE;
        }
        if (all.size() != group.counts().nodes() || count != group.counts().details()) {
            fault = MrpReason.MALFORMED;
        }
        return fault == null ? new MemberSet(revision, group, all, own) : null;
    }

    /** Whether the packet's type belongs to a set. */
    static boolean isOfSet(final MrpType type) {
        return type == MrpType.NODES || type == MrpType.DETAIL || type == MrpType.GROUP;
    }
}
