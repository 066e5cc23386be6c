package io.polycast.mft.spec;

import io.polycast.parser.contract.GroupEntry;
import java.util.List;

/**
 * One multicast group, complete.
 *
 * @param mcstId the group's address as a dotted quad read as an int (network order)
 * @param memoryBase group-virtual address that maps to every member's va
 * @param initialPsn first PSN of the group, or -1 when unknown: then all paths start unknown
 * @param ucAllowed whether UC data is replicated (without filter and feedback)
 * @param policy treatment of members that fail
 * @param epoch of the connections, in [0, 2^32), or -1 when none is written. A set with the same
 *     written epoch keeps what unchanged paths acknowledged; every other set begins the group anew
 *     (docs/protocol.md, Exchanges)
 * @param paths of the group, at least one
 */
public record GroupSpec(
        int mcstId,
        long memoryBase,
        int initialPsn,
        boolean ucAllowed,
        GroupPolicy policy,
        long epoch,
        List<PathSpec> paths)
        implements GroupEntry {
    /** Value of {@link #epoch()} when none is written. */
    public static final long NO_EPOCH = -1;

    /** Value of {@link #initialPsn()} when it is not known. */
    public static final int UNKNOWN_PSN = -1;

    /** Most paths that a group may have. */
    public static final int MAX_PATHS = 254;

    public GroupSpec {
        paths = List.copyOf(paths);
    }

    /** A group without UC, without a written epoch, that waits for its members. */
    public GroupSpec(
            final int mcstId,
            final long memoryBase,
            final int initialPsn,
            final List<PathSpec> paths) {
        this(mcstId, memoryBase, initialPsn, false, GroupPolicy.WAIT, NO_EPOCH, paths);
    }

    /** A group without a written epoch. */
    public GroupSpec(
            final int mcstId,
            final long memoryBase,
            final int initialPsn,
            final boolean ucAllowed,
            final FatalNakPolicy fatalNak,
            final SilentPolicy silent,
            final long silentAfterNs,
            final List<PathSpec> paths) {
        this(
                mcstId,
                memoryBase,
                initialPsn,
                ucAllowed,
                new GroupPolicy(fatalNak, silent, silentAfterNs),
                NO_EPOCH,
                paths);
    }

    /**
     * @return policy for fatal NAKs
     */
    public FatalNakPolicy fatalNak() {
        return policy.fatalNak();
    }

    /**
     * @return policy for members that stop answering
     */
    public SilentPolicy silent() {
        return policy.silent();
    }

    /**
     * @return how long a member may be silent while data is outstanding, in ns
     */
    public long silentAfterNs() {
        return policy.silentAfterNs();
    }

    /**
     * @param other epoch
     * @return this group but for its epoch
     */
    public GroupSpec withEpoch(final long other) {
        return new GroupSpec(mcstId, memoryBase, initialPsn, ucAllowed, policy, other, paths);
    }

    /**
     * @param other paths
     * @return this group but for its paths
     */
    public GroupSpec withPaths(final List<PathSpec> other) {
        return new GroupSpec(mcstId, memoryBase, initialPsn, ucAllowed, policy, epoch, other);
    }

    @Override
    public int pathCount() {
        return paths.size();
    }

    /**
     * @param before another set of the group
     * @return whether both are about the same connections: what paths acknowledged, and who is out, stays
     */
    public boolean continues(final GroupSpec before) {
        return hasEpoch() && epoch == before.epoch && initialPsn == before.initialPsn;
    }

    /**
     * @return whether an epoch is written
     */
    public boolean hasEpoch() {
        return epoch != NO_EPOCH;
    }

    /**
     * @return whether any path leads to a member host; else frames pass between switches, and their
     *     IP version is unknown here
     */
    public boolean hasHosts() {
        return paths.stream().anyMatch(PathSpec::isHost);
    }

    /**
     * @return whether the members are IPv6 hosts
     */
    public boolean isIpv6() {
        return paths.stream().anyMatch(path -> path.isHost() && path.ip().length == 16);
    }
}
