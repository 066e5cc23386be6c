package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.RoleUpkeep;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import java.util.List;

/** Looks at the key files, the kernel's routes and the wall clock, and tells each shard's role. */
public final class RegistrationUpkeep implements RoleUpkeep {
    private final KeyFiles keyFiles;
    private final KernelRoutes kernelRoutes;

    /**
     * @param config the section
     * @param configuration of the switch
     */
    public RegistrationUpkeep(final RegistrationConfig config, final Configuration configuration) {
        keyFiles = config.keys().isEmpty() ? null : new KeyFiles(config.keys());
        kernelRoutes = config.usesKernel() ? new KernelRoutes(configuration.ports()) : null;
    }

    @Override
    public News look() {
        final List<MrpKey> keys = keyFiles == null ? null : keyFiles.changed();
        final List<Route> routes = kernelRoutes == null ? null : kernelRoutes.changed();
        return (role, nowNs) -> {
            final Registrar registrar = ((CepheusRole) role).registrar();
            registrar.clock(nowNs, System.currentTimeMillis());
            if (keys != null) {
                registrar.keys(keys);
            }
            if (routes != null) {
                registrar.routes(routes);
            }
        };
    }

    @Override
    public String warning() {
        final String ofKeys = keyFiles == null ? null : keyFiles.warning();
        final String ofRoutes = kernelRoutes == null ? null : kernelRoutes.warning();
        if (ofKeys == null || ofRoutes == null) {
            return ofKeys == null ? ofRoutes : ofKeys;
        }
        return ofKeys + "; " + ofRoutes;
    }
}
