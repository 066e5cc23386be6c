package io.polycast.core.cepheus.registration;

import io.polycast.mft.registration.GroupTable.PathService;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.EgressSink;
import java.util.List;

/** The role's table of groups, as registration changes it. */
public interface GroupInstaller {
    /** Installs a group or replaces it whole. */
    GroupChange set(long nowNs, GroupSpec spec, EgressSink egress) throws GroupRefusedException;

    /** Installs a group of an earlier process; answers why its state is not taken up, or null. */
    String start(long nowNs, GroupSpec spec) throws GroupRefusedException;

    /** Removes a group; answers whether it was there. */
    boolean unset(long nowNs, int mcstId);

    /** Refuses a group that this switch could never install. */
    void check(GroupSpec spec) throws GroupRefusedException;

    /** The entry of an installed group, or null. */
    GroupSpec find(int mcstId);

    /** How a path of an installed group is served. */
    PathService service(int mcstId, PathSpec path);

    /** Entries of all groups, in no order. */
    List<GroupSpec> all();

    /** Groups that there is room for. */
    int freeGroups();

    /** Paths that there is room for, over all groups. */
    int freePaths();
}
