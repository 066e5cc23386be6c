package io.polycast.mft.table;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The multicast forwarding table of one shard, as the packet's way sees it: look-ups and row reads, in
 * constant time and without allocation. {@link MftWriter} changes it between frames, on the same
 * thread.
 *
 * <p>Groups are named by slot, in [0, maxGroups); paths by their index in the group's path table, in
 * [0, pathCount).
 */
public final class Mft implements AutoCloseable {
    /** Answer of a look-up that found nothing. */
    public static final int NONE = -1;

    private static final int WAY_BITS = Integer.numberOfTrailingZeros(PathRow.WAYS);

    final OffHeap memory = new OffHeap();
    final UnsafeBuffer groups;
    final UnsafeBuffer paths;
    final UnsafeBuffer computed;
    private final RawWords groupWords;
    private final RawWords pathWords;
    private final RawWords icrcWords;
    final OffHeapIndex groupIndex;
    final OffHeapIndex memberIndex;
    private final int maxGroups;
    private final int maxPaths;
    private final GroupFeedback groupFeedback;
    private final PathFeedback pathFeedback;

    /**
     * @param maxGroups groups to make room for, at least 1
     * @param maxPaths paths, over all groups and their replacements, to make room for
     * @param feedback buffer of {@link io.polycast.mft.feedback.FeedbackLayout#length} bytes
     */
    public Mft(final int maxGroups, final int maxPaths, final UnsafeBuffer feedback) {
        this.maxGroups = maxGroups;
        this.maxPaths = maxPaths;
        // A replacement's rows stand beside the old ones until the swap.
        this.groups = memory.allocate((long) maxGroups * GroupRow.LENGTH);
        this.paths = memory.allocate((long) rowCount(maxPaths) * PathRow.LENGTH);
        this.computed = memory.allocate((long) rowCount(maxPaths) * PathRow.LENGTH);
        this.groupWords = new RawWords(groups);
        this.pathWords = new RawWords(paths);
        this.icrcWords = new RawWords(computed);
        this.groupIndex = new OffHeapIndex(maxGroups, memory);
        this.memberIndex = new OffHeapIndex(maxPaths, memory);
        this.groupFeedback = new GroupFeedback(feedback);
        this.pathFeedback = new PathFeedback(feedback, maxGroups);
    }

    /** Gives the table's memory back: nobody may look into it any more. */
    @Override
    public void close() {
        memory.close();
    }

    static int rowCount(final int maxPaths) {
        return Math.addExact(maxPaths, io.polycast.mft.spec.GroupSpec.MAX_PATHS);
    }

    /** Groups that the table has room for. */
    public int maxGroups() {
        return maxGroups;
    }

    /** Paths that the table has room for. */
    public int maxPaths() {
        return maxPaths;
    }

    /** The groups' feedback words. */
    public GroupFeedback groupFeedback() {
        return groupFeedback;
    }

    /** The paths' feedback words. */
    public PathFeedback pathFeedback() {
        return pathFeedback;
    }

    /**
     * @param mcstId to look up
     * @return the group's slot, or {@link #NONE}
     */
    public int find(final int mcstId) {
        return groupIndex.find(mcstId, 0);
    }

    /**
     * Finds the path of a member host by port, VLAN and source address. The common case comes
     * first: the first host on its port, which the path index names in the line beside the group's
     * head.
     *
     * @param slot of the group
     * @param port that the frame came in on
     * @param vlanId of the frame, or -1
     * @param srcIp low 32 bits of the frame's source address
     * @param frame holds the frame
     * @param ipOffset of the source address: 4 bytes of IPv4, 16 of IPv6
     * @return the path's index, or {@link #NONE}
     */
    public int member(
            final int slot,
            final int port,
            final int vlanId,
            final int srcIp,
            final DirectBuffer frame,
            final int ipOffset) {
        final int path = firstPath(slot, port);
        if (path != NONE && !isIpv6(slot)) {
            final int row = row(slot, path);
            if (ipLow(row) == srcIp && isHostThatKeepsTags(row)) {
                return path;
            }
        }
        return memberPath(slot, port, vlanId, srcIp, frame, ipOffset);
    }

    /** Index of the first path on a port, or {@link #NONE}. */
    int firstPath(final int slot, final int port) {
        return (groupWords.getByte(GroupRow.offset(slot), GroupRow.PATH_INDEX + port) & 0xFF) - 1;
    }

    /**
     * The same by the index of all members.
     *
     * @param slot of the group
     * @param port that the frame came in on
     * @param vlanId of the frame, or -1
     * @param srcIp low 32 bits of the frame's source address
     * @param frame holds the frame
     * @param ipOffset of the source address: 4 bytes of IPv4, 16 of IPv6
     * @return the path's index, or {@link #NONE}
     */
    public int memberPath(
            final int slot,
            final int port,
            final int vlanId,
            final int srcIp,
            final DirectBuffer frame,
            final int ipOffset) {
        int position = memberIndex.first(slot, srcIp);
        while (position != OffHeapIndex.NONE) {
            final int path = memberIndex.value(position);
            final int row = row(slot, path);
            if (pathWords.getByte(row, PathRow.PORT) == port
                    && vlanMatches(row, vlanId)
                    && (!isIpv6(slot) || sameIp6(row, frame, ipOffset))) {
                return path;
            }
            position = memberIndex.following(position, slot, srcIp);
        }
        return NONE;
    }

    /**
     * Finds the path to a next-hop switch by where its frame came from.
     *
     * @param slot of the group
     * @param port that the frame came in on
     * @param vlanId of the frame, or -1
     * @param frame holds the frame
     * @param frameOffset of its destination MAC
     * @return the path's index, or {@link #NONE}
     */
    public int switchPath(
            final int slot,
            final int port,
            final int vlanId,
            final DirectBuffer frame,
            final int frameOffset) {
        int path = groupWords.getByte(GroupRow.offset(slot), GroupRow.PATH_INDEX + port) - 1 & 0xFF;
        final int count = pathCount(slot);
        while (path < count) {
            final int row = row(slot, path);
            if (pathWords.getByte(row, PathRow.PORT) != port) {
                return NONE;
            }
            if (!isHost(row)
                    && vlanMatches(row, vlanId)
                    && pathWords.getShort(row, PathRow.MAC) == frame.getShort(frameOffset + 6)
                    && pathWords.getInt(row, PathRow.MAC + 2) == frame.getInt(frameOffset + 8)) {
                return path;
            }
            path++;
        }
        return NONE;
    }

    private boolean vlanMatches(final int row, final int vlanId) {
        final int own = vlanId(row);
        return own < 0 || own == vlanId;
    }

    private boolean sameIp6(final int row, final DirectBuffer frame, final int ipOffset) {
        return pathWords.getLong(row, PathRow.IP) == frame.getLong(ipOffset)
                && pathWords.getLong(row, PathRow.IP + 8) == frame.getLong(ipOffset + 8);
    }

    /** McstID of a group. */
    public int mcstId(final int slot) {
        return groupWords.getInt(GroupRow.offset(slot), GroupRow.MCST_ID);
    }

    /** Version of a group's rows, from 1 on; 0 when the slot is unused. */
    public int version(final int slot) {
        return groupWords.getInt(GroupRow.offset(slot), GroupRow.VERSION);
    }

    /** Paths of a group, in [1, 254]. */
    public int pathCount(final int slot) {
        return groupWords.getShort(GroupRow.offset(slot), GroupRow.PATH_COUNT);
    }

    /** Whether the group's members are IPv6 hosts. */
    public boolean isIpv6(final int slot) {
        return (groupFlags(slot) & GroupRow.FLAG_IPV6) != 0;
    }

    /** Whether frames of an IP version belong to the group: both, where only switches are next to it. */
    public boolean takes(final int slot, final boolean ipv6) {
        final int flags = groupFlags(slot);
        return (flags & GroupRow.FLAG_SWITCHES_ONLY) != 0
                || ipv6 == ((flags & GroupRow.FLAG_IPV6) != 0);
    }

    /** Whether UC data is replicated. */
    public boolean isUcAllowed(final int slot) {
        return (groupFlags(slot) & GroupRow.FLAG_UC) != 0;
    }

    /** Whether a member with a fatal NAK is taken out. */
    public boolean evictsOnFatalNak(final int slot) {
        return (policies(slot) & GroupRow.POLICY_EVICT_FATAL) != 0;
    }

    /** Ordinal of the group's {@link io.polycast.mft.spec.SilentPolicy}. */
    public int silentPolicy(final int slot) {
        return policies(slot) >> GroupRow.POLICY_SILENT_SHIFT & GroupRow.POLICY_SILENT_MASK;
    }

    /** How long a member may be silent while data is outstanding, in ns. */
    public long silentAfterNs(final int slot) {
        return groupWords.getLong(GroupRow.offset(slot), GroupRow.SILENT_AFTER);
    }

    /** Group-virtual address that maps to every member's va. */
    public long memoryBase(final int slot) {
        return groupWords.getLong(GroupRow.offset(slot), GroupRow.MEMORY_BASE);
    }

    /** Initial PSN, or -1 when registration did not give it. */
    public int initialPsn(final int slot) {
        return groupWords.getInt(GroupRow.offset(slot), GroupRow.INITIAL_PSN);
    }

    /**
     * Offset of a path's row, for the accessors below. A group's rows lie {@link PathRow#LENGTH} apart.
     */
    public int row(final int slot, final int path) {
        return (groupWords.getInt(GroupRow.offset(slot), GroupRow.FIRST_ROW) + path)
                * PathRow.LENGTH;
    }

    /** The path table's memory, for bulk copies out of a row. */
    public DirectBuffer rows() {
        return paths;
    }

    /** Whether the next hop is a member host. */
    public boolean isHost(final int row) {
        return (pathWords.getByte(row, PathRow.FLAGS) & PathRow.FLAG_HOST) != 0;
    }

    /** Whether the member registered memory. */
    public boolean hasMemory(final int row) {
        return (pathWords.getByte(row, PathRow.FLAGS) & PathRow.FLAG_MEMORY) != 0;
    }

    /** Egress port of a path. */
    public int port(final int row) {
        return pathWords.getByte(row, PathRow.PORT);
    }

    /** VLAN id of a path, or -1. */
    public int vlanId(final int row) {
        return pathWords.getShort(row, PathRow.VLAN);
    }

    /** Offset of the 6 bytes of the next hop's MAC in {@link #rows()}. */
    public int macOffset(final int row) {
        return row + PathRow.MAC;
    }

    /** Offset of the member's 16 bytes of IPv6 address in {@link #rows()}. */
    public int ip6Offset(final int row) {
        return row + PathRow.IP;
    }

    /** Low 32 bits of the member's address, network order read as an int. */
    public int ipLow(final int row) {
        return Integer.reverseBytes(WireWords.ordered(pathWords.getInt(row, PathRow.IP_LOW)));
    }

    /** QPN of the member. */
    public int qpn(final int row) {
        return pathWords.getInt(row, PathRow.QPN);
    }

    /** First virtual address of the member's memory. */
    public long va(final int row) {
        return pathWords.getLong(row, PathRow.VA);
    }

    /** Length of the member's memory, 0 when unknown. */
    public long memoryLength(final int row) {
        return pathWords.getLong(row, PathRow.MEMORY_LENGTH);
    }

    /** Remote key of the member's memory. */
    public int rkey(final int row) {
        return pathWords.getInt(row, PathRow.RKEY);
    }

    /** Id of the path's feedback words. */
    public int feedbackId(final int row) {
        return pathWords.getInt(row, PathRow.FEEDBACK_ID);
    }

    /** Whether the next hop is a member host whose copies keep the VLAN tags that they have. */
    public boolean isHostThatKeepsTags(final int row) {
        return (pathWords.getByte(row, PathRow.FLAGS) & PathRow.FLAG_TAGS_STAY) != 0;
    }

    /** Address of a path's row, for {@link PathWords}; those of a group lie as the rows do. */
    public long rowAddress(final int row) {
        return pathWords.address(row);
    }

    /**
     * Distance from the address of a path's row to the word that {@link #icrcWord(int, int)} reads,
     * in bytes.
     *
     * @param offset as {@link #icrcWordOffset} gave it
     * @return difference of addresses, the same for all rows
     */
    public long icrcWordDistance(final int offset) {
        return icrcWords.address(offset) - pathWords.address(0);
    }

    /**
     * Where the ICRC word of a length is kept, for any path.
     *
     * @param following bytes that the word was advanced over, at least 1
     * @return offset among a path's words
     */
    public static int icrcWordOffset(final int following) {
        final int way = following * 0x9E37_79B1 >>> Integer.SIZE - WAY_BITS;
        return way * BitUtil.SIZE_OF_LONG;
    }

    /**
     * For how many bytes an ICRC word of a path is kept.
     *
     * @param row of the path
     * @param offset as {@link #icrcWordOffset} gave it
     * @return bytes that the word was advanced over, 0 when there is none; negated when the path is no
     *     host whose copies keep their tags
     */
    public int icrcWordBytes(final int row, final int offset) {
        return icrcWords.getInt(row, offset + PathRow.WORD_BYTES);
    }

    /** The ICRC word that is kept of a path there. */
    public int icrcWord(final int row, final int offset) {
        return icrcWords.getInt(row, offset + PathRow.WORD);
    }

    /** Keeps an ICRC word in the place of another, until the row is written. */
    public void icrcWord(final int row, final int offset, final int following, final int word) {
        final int bytes = isHostThatKeepsTags(row) ? following : -following;
        icrcWords.putInt(row, offset + PathRow.WORD_BYTES, bytes);
        icrcWords.putInt(row, offset + PathRow.WORD, word);
    }

    private int groupFlags(final int slot) {
        return groupWords.getByte(GroupRow.offset(slot), GroupRow.FLAGS);
    }

    private int policies(final int slot) {
        return groupWords.getByte(GroupRow.offset(slot), GroupRow.POLICIES);
    }
}
