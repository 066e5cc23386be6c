package io.polycast.mft.registration;

import io.polycast.mft.registration.GroupTable.PathService;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpNode;
import java.util.Arrays;

/** Events about the nodes behind paths that are out of service. */
final class PathsOut {
    private final GroupTable table;

    PathsOut(final GroupTable table) {
        this.table = table;
    }

    /**
     * Tells anew what is out, now that a revision is in force: its leader may be another, nodes may have come behind
     * a path that is out, and paths whose nodes join again are served.
     */
    void retell(final Registered group) {
        group.events().clear();
        for (final PathSpec path : group.current().spec().paths()) {
            final PathService service = table.service(group.mcstId(), path);
            if (service != PathService.SERVED) {
                tell(group, path, service);
            }
        }
    }

    /** Tells of a path that is out. Returns whether nodes are behind it. */
    boolean tell(final Registered group, final PathSpec path, final PathService service) {
        final int flag = service == PathService.DEMOTED ? MrpNode.DEMOTED : MrpNode.EVICTED;
        final Round current = group.current();
        boolean isTold = false;
        for (final Branch branch : current.branches()) {
            if (isAt(path, branch.peer(), branch.isHost())) {
                for (final MrpNode node : branch.nodes()) {
                    group.happened(new MrpNode(node.address(), 0, flag));
                    isTold = true;
                }
            }
        }
        if (isAt(path, current.upstream(), true)) {
            group.happened(new MrpNode(current.upstream().address(), 0, flag));
            isTold = true;
        }
        return isTold;
    }

    private static boolean isAt(final PathSpec path, final Peer peer, final boolean isHost) {
        if (peer.port() != path.port() || isHost != path.isHost()) {
            return false;
        }
        return path.isHost()
                ? Arrays.equals(path.ip(), peer.address().bytes())
                : peer.mac() == path.mac();
    }
}
