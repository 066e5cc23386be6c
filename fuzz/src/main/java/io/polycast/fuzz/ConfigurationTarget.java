package io.polycast.fuzz;

import io.polycast.core.SwitchCore;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.fuzz.surrogate.SurrogateTarget;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.GroupEntry;
import java.nio.charset.StandardCharsets;

/**
 * A configuration file is read or refused, and the engine accepts every configuration that was
 * read.
 */
public final class ConfigurationTarget {
    /** The role whose engine takes the groups; {@link SurrogateTarget} has that of the other. */
    private static final String ENGINE = "cepheus";

    private ConfigurationTarget() {}

    /**
     * @param bytes of the file
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final String text = new String(bytes, StandardCharsets.UTF_8);
        final Configuration configuration;
        try {
            configuration = ConfigurationReader.parse("fuzz.yaml", text);
        } catch (final ConfigurationException e) {
            Check.that(e.getMessage().startsWith("fuzz.yaml"), "no place: " + e.getMessage());
            return;
        }
        if (!configuration.role().name().equals(ENGINE)) {
            return;
        }
        final SwitchCore core = Rig.core(configuration);
        for (final GroupEntry group : configuration.groups()) {
            install(core, group);
        }
    }

    static void install(final SwitchCore core, final GroupEntry group) {
        try {
            core.role().setGroup(0, group, Rig.NOWHERE);
            Check.that(core.role().group(group.mcstId()) != null, "installed, but not there");
        } catch (final GroupRefusedException e) {
            Check.that(!e.getMessage().isBlank(), "refused without a reason");
        }
    }
}
