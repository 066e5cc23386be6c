package io.polycast.core.cepheus.view;

import io.polycast.core.role.GroupDatapath;
import io.polycast.core.role.GroupPicture;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.util.List;

/**
 * A group as people see it, taken between two frames.
 *
 * @param mcstId the group's address read as an int in network order
 * @param spec that it was installed from, paths in table order
 * @param version of its rows, from 1 on
 * @param progress of its exchange
 * @param paths in table order
 * @param datapath that serves it
 * @param datapathReason why it is not the kernel's, or null when nothing is against that
 * @param registered as its leader registered it; null for a group of the file or of a command
 */
public record GroupView(
        int mcstId,
        GroupSpec spec,
        long version,
        GroupProgress progress,
        List<PathView> paths,
        GroupDatapath datapath,
        String datapathReason,
        RegisteredGroup registered)
        implements GroupPicture {
    @Override
    public long ports() {
        long ports = 0;
        for (final PathSpec path : spec.paths()) {
            ports |= 1L << path.port();
        }
        return ports;
    }
}
