package io.polycast.dataplane.schema.cepheus;

import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.RoleMaker;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationMaker;

/** Makes role cepheus from a configuration. */
public final class CepheusMaker {
    private CepheusMaker() {}

    /**
     * @param configuration of a switch of role cepheus
     * @return makes the role of each shard
     */
    public static RoleMaker of(final Configuration configuration) {
        final CepheusSettings settings = settings(configuration);
        final RegistrationConfig registration = CepheusSections.of(configuration).registration();
        final RegistrationMaker maker =
                registration == null ? null : new RegistrationMaker(registration, configuration);
        return parts ->
                new CepheusRole(
                        settings,
                        parts.state(),
                        parts.counters(),
                        parts.kernel(),
                        OffloadSettings.DEFAULT,
                        maker == null ? null : maker.parts(parts));
    }

    /**
     * @param configuration of a switch of role cepheus
     * @return the role's settings
     */
    public static CepheusSettings settings(final Configuration configuration) {
        return new CepheusSettings(
                configuration.identity().mac(),
                configuration.identity().mcstPrefix(),
                configuration.identity().mcstPrefix6(),
                configuration.ports().size(),
                configuration.pipeline().verifyIcrc() == VerifyIcrc.ALL,
                configuration.limits().tables(),
                CepheusSections.of(configuration).protocol(),
                configuration.limits().rates());
    }
}
