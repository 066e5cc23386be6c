package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that one revision says to one switch.
 *
 * @param revision 16 bits
 * @param group what holds for all members
 * @param nodes that the switch serves, in the leader's order
 * @param details of nodes that have one
 */
record MemberSet(
        int revision, MrpGroup group, List<MrpNode> nodes, Map<MrpAddress, MrpDetail> details) {
    MemberSet {
        nodes = List.copyOf(nodes);
        details = new LinkedHashMap<>(details);
    }

    /** The part of this set that concerns some of its nodes. */
    MemberSet part(final List<MrpNode> some) {
        final Map<MrpAddress, MrpDetail> own = new LinkedHashMap<>();
        for (final MrpNode node : some) {
            final MrpDetail detail = details.get(node.address());
            if (detail != null) {
                own.put(node.address(), detail);
            }
        }
        return new MemberSet(revision, group.withCounts(some.size(), own.size()), some, own);
    }

    List<MrpDetail> detailList() {
        return new ArrayList<>(details.values());
    }
}
