package io.polycast.dataplane.opening;

import io.polycast.core.limits.TableSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.disk.TrialRoom;
import io.polycast.dataplane.state.StateException;
import io.polycast.dataplane.state.StateFile;
import io.polycast.dataplane.state.StateGeometry;
import java.nio.file.Path;

/** Places of a configuration's state files, one per shard, and their geometry. */
public final class StatePlace {
    private StatePlace() {}

    public static Path file(final Configuration configuration, final int shard) {
        final Path first = configuration.control().state();
        return shard == 0 ? first : first.resolveSibling(first.getFileName() + "." + shard);
    }

    public static StateGeometry geometry(final Configuration configuration, final int shard) {
        final TableSettings room = configuration.role().feedbackRoom(configuration.limits());
        return StateGeometry.of(
                configuration.identity().name(),
                shard,
                configuration.pipeline().shards(),
                room.maxGroups(),
                room.maxPaths());
    }

    /** A switch that serves is not told to end for a file that would refuse the next one. */
    public static void requireFit(final Configuration configuration, final TrialRoom room)
            throws StateException {
        for (int shard = 0; shard < configuration.pipeline().shards(); shard++) {
            StateFile.requireFit(file(configuration, shard), geometry(configuration, shard), room);
        }
    }
}
