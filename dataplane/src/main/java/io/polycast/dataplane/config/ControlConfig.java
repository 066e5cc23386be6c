package io.polycast.dataplane.config;

import java.nio.file.Path;

/**
 * Files through which other processes observe a running switch.
 *
 * @param socket Unix domain socket for commands
 * @param counters mapped counters file
 * @param state mapped file with the feedback words of all groups; with more than one shard, the
 *     shard's number is appended for all but the first
 */
public record ControlConfig(Path socket, Path counters, Path state) {
    /** Bytes. Of the kernel's sun_path Java uses 106; the temporary name adds a dot and the pid. */
    public static final int LONGEST_SOCKET_PATH = 98;
}
