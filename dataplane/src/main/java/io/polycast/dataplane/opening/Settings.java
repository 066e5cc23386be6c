package io.polycast.dataplane.opening;

import io.polycast.core.SwitchSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.LimitsConfig;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.ProtocolConfig;

/** From a configuration to what the core wants to know. */
public final class Settings {
    private Settings() {}

    /**
     * @param configuration of a switch
     * @return the core's settings
     */
    public static SwitchSettings of(final Configuration configuration) {
        final LimitsConfig limits = configuration.limits();
        final ProtocolConfig protocol = configuration.protocol();
        return new SwitchSettings(
                configuration.identity().mac(),
                configuration.identity().mcstPrefix6(),
                configuration.ports().size(),
                configuration.wirePeers(),
                configuration.pipeline().verifyIcrc() == VerifyIcrc.ALL,
                limits.maxGroups(),
                limits.maxPaths(),
                protocol.sourceWindow(),
                protocol.nakRepeatNs(),
                protocol.exchange(),
                protocol.cnp(),
                limits.rates());
    }
}
