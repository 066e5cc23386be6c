package io.polycast.dataplane.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Checks whether the disk has room for several files together, while another process has these files. The
 * check makes files of the same sizes beside them, and keeps them until it is closed.
 */
public final class TrialRoom implements AutoCloseable {
    private final Deque<FileChannel> taken = new ArrayDeque<>();

    /**
     * Takes the room of one file more.
     *
     * @param file that need not exist
     * @param more bytes that it would take beyond what it has
     * @throws NoRoomException when the file system has no room for them
     * @throws IOException when there cannot be a file
     */
    public void take(final Path file, final long more) throws IOException {
        final Path trial =
                file.resolveSibling(
                        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".room");
        // Has no name any more once it is open: a process that is killed leaves nothing.
        final FileChannel channel =
                FileChannel.open(
                        trial,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE);
        taken.push(channel);
        DiskRoom.fill(channel, more);
    }

    /** Gives all room back. */
    @Override
    public void close() {
        while (!taken.isEmpty()) {
            try {
                taken.pop().close();
            } catch (final IOException ignored) {
                // Nothing was to be kept; the room goes with the process at the latest.
            }
        }
    }
}
