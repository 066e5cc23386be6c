package io.polycast.node.shufflecast;

import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * What a control's file says.
 *
 * @param listen endpoint for relays and applications
 * @param tokenFile file of mode 0600 with the token of both
 * @param state file that keeps groups, or null
 * @param shape of the instance
 * @param tors with their logical nodes, by number
 * @param returnAfterNs how long a failed relay must be heard before it relays again, in ns
 */
public record ControlSettings(
        InetSocketAddress listen,
        Path tokenFile,
        Path state,
        ShuffleShape shape,
        List<PhysicalTor> tors,
        long returnAfterNs) {
    /** Takes a copy of the list. */
    public ControlSettings {
        tors = List.copyOf(tors);
    }
}
