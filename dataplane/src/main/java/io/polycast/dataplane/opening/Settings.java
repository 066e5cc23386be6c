package io.polycast.dataplane.opening;

import io.polycast.core.SwitchSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.LimitsConfig;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;

/** From a configuration to what the core wants to know. */
public final class Settings {
    private Settings() {}

    /**
     * @param configuration of a switch
     * @return the core's settings
     */
    public static SwitchSettings of(final Configuration configuration) {
        final PipelineConfig pipeline = configuration.pipeline();
        return new SwitchSettings(
                configuration.identity().mac(),
                configuration.identity().mcstPrefix6(),
                configuration.ports().size(),
                configuration.wirePeers(),
                pipeline.verifyIcrc() == VerifyIcrc.ALL,
                pipeline.maxGroups(),
                pipeline.maxPaths(),
                configuration.identity().sourceWindow(),
                pipeline.nakRepeatNs(),
                new SwitchSettings.ExchangeSettings(pipeline.idleAnewNs(), pipeline.answerWindow()),
                new SwitchSettings.CnpSettings(
                        pipeline.cnpWindowNs(), pipeline.cnpGapNs(), pipeline.cnpHysteresis()),
                limits(pipeline.limits()));
    }

    private static SwitchSettings.LimitSettings limits(final LimitsConfig limits) {
        return new SwitchSettings.LimitSettings(
                limits.feedbackBurst(),
                limits.feedbackPerMs(),
                limits.sourceIntervalNs(),
                limits.sourceBurst(),
                limits.neighbourPerMs(),
                limits.neighbourBurst());
    }
}
