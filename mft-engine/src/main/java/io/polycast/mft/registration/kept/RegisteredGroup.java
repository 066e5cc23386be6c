package io.polycast.mft.registration.kept;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import java.util.List;

/**
 * A registered group as one switch has it: its entry, and what a switch that restarts needs to go on with it.
 *
 * @param address of the group
 * @param revision in force, 16 bits
 * @param spec of the table's entry
 * @param about what the GROUP packet says of the group
 * @param nodes that the switch serves, in the leader's order
 * @param details of nodes that have one
 * @param upstream hop towards the leader
 * @param branches hops away from the leader
 */
public record RegisteredGroup(
        MrpAddress address,
        int revision,
        GroupSpec spec,
        MrpGroup about,
        List<MrpNode> nodes,
        List<MrpDetail> details,
        Hop upstream,
        List<Hop> branches)
        implements GroupEntry {
    /**
     * A hop of the group's tree.
     *
     * @param port that leads to it
     * @param mac of it, in the low 48 bits
     * @param address that packets to it carry
     * @param nodes behind it; empty towards the leader
     */
    public record Hop(int port, long mac, MrpAddress address, List<MrpAddress> nodes) {
        public Hop {
            nodes = List.copyOf(nodes);
        }
    }

    public RegisteredGroup {
        nodes = List.copyOf(nodes);
        details = List.copyOf(details);
        branches = List.copyOf(branches);
    }

    /**
     * @return address of the leader
     */
    public MrpAddress leader() {
        return about.leader();
    }

    @Override
    public int mcstId() {
        return address.last32();
    }

    @Override
    public int pathCount() {
        return spec.pathCount();
    }
}
