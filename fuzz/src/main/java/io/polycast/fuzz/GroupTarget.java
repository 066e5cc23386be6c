package io.polycast.fuzz;

import io.polycast.core.SwitchCore;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.contract.GroupEntry;
import java.nio.charset.StandardCharsets;

/** One entry of {@code groups:}, as {@code group set} hands it to a running switch. */
public final class GroupTarget {
    private static final Configuration CONFIGURATION = Rig.configuration();

    private GroupTarget() {}

    /**
     * @param bytes of the entry
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final String text = new String(bytes, StandardCharsets.UTF_8);
        final GroupEntry group;
        try {
            group = ConfigurationReader.parseGroup("fuzz", text, CONFIGURATION);
        } catch (final ConfigurationException e) {
            Check.that(e.getMessage().startsWith("fuzz"), "no place: " + e.getMessage());
            return;
        }
        final SwitchCore core = Rig.core(CONFIGURATION);
        ConfigurationTarget.install(core, group);
        // Once more replaces it, and it can go.
        ConfigurationTarget.install(core, group);
        core.role().unsetGroup(0, group.mcstId());
        Check.equal(0, core.role().groupCount(), "groups left");
    }
}
