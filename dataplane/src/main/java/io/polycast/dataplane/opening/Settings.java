package io.polycast.dataplane.opening;

import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;

/** Settings of the core from a configuration. */
public final class Settings {
    private Settings() {}

    /**
     * @param configuration of a switch
     * @return the core's settings
     */
    public static CepheusSettings of(final Configuration configuration) {
        return new CepheusSettings(
                configuration.identity().mac(),
                configuration.identity().mcstPrefix6(),
                configuration.ports().size(),
                configuration.pipeline().verifyIcrc() == VerifyIcrc.ALL,
                configuration.limits().tables(),
                configuration.protocol(),
                configuration.limits().rates());
    }
}
