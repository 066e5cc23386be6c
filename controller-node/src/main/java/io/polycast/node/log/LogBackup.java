package io.polycast.node.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.CloseHelper;

/** Copies of a stopped node's log, with its snapshots. */
public final class LogBackup {
    private static final List<String> PARTS = List.of("archive", "cluster");

    private LogBackup() {}

    /**
     * Copies a log while no node uses it.
     *
     * @param from directory of a node, or of a backup
     * @param to directory that has no log yet
     * @return bytes copied
     * @throws IOException with the remedy, when a node runs, a log is missing or one would be overwritten
     */
    public static long copy(final Path from, final Path to) throws IOException {
        for (final String part : PARTS) {
            if (!Files.isDirectory(from.resolve(part))) {
                throw new IOException(
                        from + " holds no log: name cluster.directory or a backup of it");
            }
            if (Files.exists(to.resolve(part))) {
                throw new IOException(to + " holds a log: move it away, nothing is overwritten");
            }
        }
        long bytes = 0;
        final List<FileChannel> locks = new ArrayList<>();
        try {
            locks.add(ClusterNode.lock(from));
            locks.add(ClusterNode.lock(Files.createDirectories(to)));
            for (final String part : PARTS) {
                bytes += copyTree(from.resolve(part), to.resolve(part));
            }
        } finally {
            CloseHelper.quietCloseAll(locks);
        }
        return bytes;
    }

    private static long copyTree(final Path from, final Path to) throws IOException {
        long bytes = 0;
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(from)) {
            all = walk.toList();
        }
        for (final Path each : all) {
            final Path copy = to.resolve(from.relativize(each).toString());
            if (Files.isDirectory(each)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(each, copy);
                bytes += Files.size(copy);
            }
        }
        return bytes;
    }
}
