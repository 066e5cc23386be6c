package io.polycast.core.cepheus.view;

import io.polycast.core.role.GroupDatapath;
import io.polycast.core.role.GroupPicture;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.util.List;

/**
 * A group as people see it, taken between two frames.
 *
 * @param mcstId the group's address read as an int in network order
 * @param spec that it was installed from, paths in table order
 * @param version of its rows, from 1 on
 * @param sourcePath index of the source's path, or -1
 * @param aggAckPsn last PSN acknowledged to the source, or -1
 * @param highestPsn highest PSN forwarded, or -1
 * @param mePsn smallest expected PSN that waits, or -1
 * @param minimumPath index of a path that holds the minimum, or -1
 * @param speakerPath index of the most congested path, or -1
 * @param paths in table order
 * @param datapath that serves it
 * @param datapathReason why it is not the kernel's, or null when nothing is against that
 */
public record GroupView(
        int mcstId,
        GroupSpec spec,
        long version,
        int sourcePath,
        int aggAckPsn,
        int highestPsn,
        int mePsn,
        int minimumPath,
        int speakerPath,
        List<PathView> paths,
        GroupDatapath datapath,
        String datapathReason)
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
