package io.polycast.dataplane.opening;

import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.limits.LimitSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.LimitsConfig;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;

/** Settings of the core from a configuration. */
public final class Settings {
    private Settings() {}

    /**
     * @param configuration of a switch
     * @return the core's settings
     */
    public static CepheusSettings of(final Configuration configuration) {
        final PipelineConfig pipeline = configuration.pipeline();
        return new CepheusSettings(
                configuration.identity().mac(),
                configuration.identity().mcstPrefix6(),
                configuration.ports().size(),
                pipeline.verifyIcrc() == VerifyIcrc.ALL,
                new CepheusSettings.TableSettings(pipeline.maxGroups(), pipeline.maxPaths()),
                protocol(configuration),
                limits(pipeline.limits()));
    }

    private static CepheusSettings.ProtocolSettings protocol(final Configuration configuration) {
        final PipelineConfig pipeline = configuration.pipeline();
        return new CepheusSettings.ProtocolSettings(
                configuration.identity().sourceWindow(),
                pipeline.nakRepeatNs(),
                new CepheusSettings.ExchangeSettings(
                        pipeline.idleAnewNs(), pipeline.answerWindow()),
                new CepheusSettings.CnpSettings(
                        pipeline.cnpWindowNs(), pipeline.cnpGapNs(), pipeline.cnpHysteresis()));
    }

    private static LimitSettings limits(final LimitsConfig limits) {
        return new LimitSettings(
                limits.feedbackBurst(),
                limits.feedbackPerMs(),
                limits.sourceIntervalNs(),
                limits.sourceBurst(),
                limits.neighbourPerMs(),
                limits.neighbourBurst());
    }
}
