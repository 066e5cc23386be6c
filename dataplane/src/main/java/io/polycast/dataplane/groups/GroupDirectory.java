package io.polycast.dataplane.groups;

import io.polycast.dataplane.config.SteeringRules;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.Ipv6;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * McstIDs of groups, for readers while the control side changes them. A group's frames go to its
 * shard. All other frames go to one and the same shard, so they stay in order through a wire: shard
 * 0 behind a reader, otherwise the fused shard that received them.
 */
public final class GroupDirectory {
    private static final int PREFIX6_BYTES = 12;

    private final int shards;
    private final McstPrefix prefix;
    private final McstIdSet groups = new McstIdSet();

    public GroupDirectory(final int shards) {
        this(shards, null);
    }

    /**
     * @param shards of the switch
     * @param prefix of groups to come, or null: their frames go to the shard that will own them
     */
    public GroupDirectory(final int shards, final McstPrefix prefix) {
        this.shards = shards;
        this.prefix = prefix;
    }

    /** The shard that owns a group. */
    public int owner(final int mcstId) {
        return SteeringRules.shardOf(mcstId, shards);
    }

    public synchronized void add(final int mcstId) {
        groups.add(mcstId);
    }

    public synchronized void remove(final int mcstId) {
        groups.remove(mcstId);
    }

    /** Whether a frame may be for a group: false is certain, true is for the engine to find out. */
    public boolean mayBeForGroup(final FrameInfo info) {
        return groups.contains(info.dstIp);
    }

    /** The shard that a frame goes to, {@code otherwise} when it is for no group. */
    public int shardOf(final FrameInfo info, final DirectBuffer frame, final int otherwise) {
        if (shards == 1) {
            return 0;
        }
        final int address =
                info.kind == FrameKind.NEIGHBOUR_SOLICITATION ? target(info, frame) : info.dstIp;
        return groups.contains(address) || prefix != null && prefix.contains(address)
                ? owner(address)
                : otherwise;
    }

    /** The last four bytes of the address that is asked for. */
    private static int target(final FrameInfo info, final DirectBuffer frame) {
        return frame.getInt(
                info.l3Offset + Ipv6.LENGTH + Icmpv6.TARGET_OFFSET + PREFIX6_BYTES,
                ByteOrder.BIG_ENDIAN);
    }
}
