package io.polycast.dataplane.schema.shufflecast.link;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * The relay's end of the control link.
 *
 * @param control endpoint of the control
 * @param tokenFile file of mode 0600 with the control's token
 * @param relay name of the switch
 * @param p of the instance
 * @param k of the instance
 * @param ports names of the switch's ports, by index
 * @param periodMs time between two looks at what is heard, in ms, at least 1
 */
public record RelayLinkSettings(
        InetSocketAddress control,
        Path tokenFile,
        String relay,
        int p,
        int k,
        List<String> ports,
        long periodMs) {
    /** Takes a copy of the list. */
    public RelayLinkSettings {
        ports = List.copyOf(ports);
    }
}
