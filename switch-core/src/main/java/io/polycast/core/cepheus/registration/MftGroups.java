package io.polycast.core.cepheus.registration;

import io.polycast.core.role.GroupKeeper;
import io.polycast.mft.registration.GroupTable;
import io.polycast.mft.registration.GroupTable.PathService;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.wire.Ipv4;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.IntHashSet;

/** The forwarding table as registration sees it: registered groups among those of the file and the command line. */
final class MftGroups implements GroupTable {
    private static final int PORTS = 64;

    private final McstPrefix prefix;
    private final MrpAddress prefix6;
    private final GroupInstaller installer;
    private final GroupKeeper keeper;
    private final CurrentEgress egress;

    /** Room that pending revisions will take beyond what their groups have: groups, then paths. */
    private final Map<Integer, int[]> reserved = new HashMap<>();

    private int reservedGroups;
    private int reservedPaths;

    /** Addresses of registered groups, and of those that wait to be kept. */
    private final Map<Integer, MrpAddress> addresses = new HashMap<>();

    /** Revisions that wait to be kept. */
    private final Map<Integer, RegisteredGroup> asked = new HashMap<>();

    private final IntHashSet registered = new IntHashSet();

    /** Groups of which the keeper has not taken yet that they are gone. */
    private final IntHashSet goneUnsaid = new IntHashSet();

    private final int[] others = new int[PORTS];
    private boolean isOthersKnown;
    private GroupChange lastChange;
    private long nowNs;

    /**
     * @param prefix of McstIDs
     * @param prefix6 that IPv6 groups have in front of their McstID, or null
     */
    MftGroups(
            final McstPrefix prefix,
            final MrpAddress prefix6,
            final GroupInstaller installer,
            final GroupKeeper keeper,
            final CurrentEgress egress) {
        this.prefix = prefix;
        this.prefix6 = prefix6;
        this.installer = installer;
        this.keeper = keeper;
        this.egress = egress;
    }

    /** Time of the calls that follow. */
    void now(final long now) {
        nowNs = now;
    }

    @Override
    public boolean isGroup(final MrpAddress address) {
        if (!prefix.contains(address.last32())) {
            return false;
        }
        return address.isIpv4()
                || prefix6 != null
                        && address.high() == prefix6.high()
                        && address.low() >>> 32 == prefix6.low() >>> 32;
    }

    @Override
    public boolean isStatic(final MrpAddress address) {
        final int mcstId = address.last32();
        final MrpAddress known = addresses.get(mcstId);
        return known != null && !known.equals(address) || isOthers(mcstId);
    }

    private boolean isOthers(final int mcstId) {
        return !registered.contains(mcstId) && installer.find(mcstId) != null;
    }

    @Override
    public MrpReason reserve(final GroupSpec spec) {
        try {
            installer.check(spec);
        } catch (final GroupRefusedException e) {
            return MrpReason.MALFORMED;
        }
        final int[] before = reserve(spec.mcstId(), null);
        final int[] wanted = beyond(spec);
        if (wanted[0] > freeGroups()) {
            reserve(spec.mcstId(), before);
            return MrpReason.TABLE_FULL;
        }
        if (wanted[1] > freePaths()) {
            reserve(spec.mcstId(), before);
            return MrpReason.PATHS_FULL;
        }
        reserve(spec.mcstId(), wanted);
        return null;
    }

    /** Keeps room for a group, null for none; answers what was kept before. */
    private int[] reserve(final int mcstId, final int[] room) {
        final int[] before = room == null ? reserved.remove(mcstId) : reserved.put(mcstId, room);
        if (before != null) {
            reservedGroups -= before[0];
            reservedPaths -= before[1];
        }
        if (room != null) {
            reservedGroups += room[0];
            reservedPaths += room[1];
        }
        return before;
    }

    private int[] beyond(final GroupSpec spec) {
        final GroupSpec old = installer.find(spec.mcstId());
        return old == null
                ? new int[] {1, spec.pathCount()}
                : new int[] {0, Math.max(0, spec.pathCount() - old.pathCount())};
    }

    private int freeGroups() {
        return installer.freeGroups() - reservedGroups;
    }

    private int freePaths() {
        return installer.freePaths() - reservedPaths;
    }

    @Override
    public void release(final int mcstId) {
        reserve(mcstId, null);
        asked.remove(mcstId);
        if (!registered.contains(mcstId)) {
            addresses.remove(mcstId);
        }
    }

    @Override
    public boolean keep(final RegisteredGroup group) {
        final int mcstId = group.mcstId();
        if (group.equals(asked.get(mcstId)) || !isGoneSaid(mcstId)) {
            return false;
        }
        final GroupKeeper.Answer answer = keeper.keep(group);
        if (answer != GroupKeeper.Answer.BUSY) {
            addresses.put(mcstId, group.address());
        }
        if (answer == GroupKeeper.Answer.LATER) {
            asked.put(mcstId, group);
        }
        return answer == GroupKeeper.Answer.KEPT;
    }

    /** The keeper has answered. */
    void answered(final RegisteredGroup group) {
        asked.remove(group.mcstId(), group);
    }

    @Override
    public MrpReason install(final GroupSpec spec) {
        if (isOthers(spec.mcstId())) {
            return MrpReason.STATIC;
        }
        try {
            lastChange = installer.set(nowNs, spec, egress.now());
        } catch (final GroupRefusedException e) {
            return installer.find(spec.mcstId()) == null && installer.freeGroups() == 0
                    ? MrpReason.TABLE_FULL
                    : MrpReason.PATHS_FULL;
        }
        reserve(spec.mcstId(), null);
        registered.add(spec.mcstId());
        return null;
    }

    @Override
    public PathService service(final int mcstId, final PathSpec path) {
        return installer.service(mcstId, path);
    }

    GroupChange lastChange() {
        return lastChange;
    }

    /** Installs a group of an earlier process. */
    String start(final RegisteredGroup group) throws GroupRefusedException {
        final String fault = installer.start(nowNs, group.spec());
        registered.add(group.mcstId());
        addresses.put(group.mcstId(), group.address());
        return fault;
    }

    @Override
    public void remove(final int mcstId) {
        installer.unset(nowNs, mcstId);
        forget(mcstId);
        goneUnsaid.add(mcstId);
        isGoneSaid(mcstId);
    }

    /** A group that was started is none after all. */
    void drop(final int mcstId) {
        installer.unset(nowNs, mcstId);
        forget(mcstId);
    }

    /** The group is no longer a registered one. */
    void forget(final int mcstId) {
        registered.remove(mcstId);
        addresses.remove(mcstId);
    }

    boolean isRegistered(final int mcstId) {
        return registered.contains(mcstId);
    }

    /** Address of a registered group, or null. */
    MrpAddress addressOf(final int mcstId) {
        return addresses.get(mcstId);
    }

    private boolean isGoneSaid(final int mcstId) {
        if (goneUnsaid.contains(mcstId) && keeper.gone(mcstId)) {
            goneUnsaid.remove(mcstId);
        }
        return !goneUnsaid.contains(mcstId);
    }

    /** Tells the keeper what it had no room for; answers whether all is told. */
    boolean sayGone() {
        if (!goneUnsaid.isEmpty()) {
            goneUnsaid.removeIfInt(keeper::gone);
        }
        return goneUnsaid.isEmpty();
    }

    /** Groups of others changed. */
    void onOthers() {
        isOthersKnown = false;
    }

    /** A group of others must not take the room that is kept for pending revisions. */
    void requireOthers(final GroupSpec spec) throws GroupRefusedException {
        if (registered.contains(spec.mcstId())) {
            throw new GroupRefusedException(
                    "group "
                            + Ipv4.format(spec.mcstId())
                            + " was registered by its leader; remove it there, or unset it first");
        }
        final int[] wanted = beyond(spec);
        if (!reserved.isEmpty() && (wanted[0] > freeGroups() || wanted[1] > freePaths())) {
            throw new GroupRefusedException(
                    "the room that is left is kept for "
                            + reserved.size()
                            + " groups that are being registered; try again in 30 s, or raise"
                            + " limits.maxGroups and limits.maxPaths");
        }
    }

    @Override
    public int staticGroups(final int port) {
        if (!isOthersKnown) {
            isOthersKnown = true;
            Arrays.fill(others, 0);
            for (final GroupSpec spec : installer.all()) {
                if (!registered.contains(spec.mcstId())) {
                    count(spec);
                }
            }
        }
        return others[port];
    }

    private void count(final GroupSpec spec) {
        long ports = 0;
        for (final PathSpec path : spec.paths()) {
            ports |= 1L << path.port();
        }
        for (long left = ports; left != 0; left &= left - 1) {
            others[Long.numberOfTrailingZeros(left)]++;
        }
    }
}
