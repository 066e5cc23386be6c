package io.polycast.dataplane.schema.shufflecast;

import io.polycast.core.role.RoleSettings;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.dataplane.config.Configuration;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * The {@code shufflecast:} section.
 *
 * @param relay what the role is told
 * @param control that tells the rules, or null
 */
record ShufflecastSections(ShufflecastSettings relay, Control control) implements RoleSettings {
    /**
     * Where the rules come from.
     *
     * @param endpoint of the control
     * @param tokenFile file of mode 0600 with its token
     * @param p of the instance
     * @param k of the instance
     */
    record Control(InetSocketAddress endpoint, Path tokenFile, int p, int k) {}

    static ShufflecastSections of(final Configuration configuration) {
        return (ShufflecastSections) configuration.roleSettings();
    }
}
