package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.RoleUpkeep;
import io.polycast.mft.registration.auth.MrpKey;
import java.util.List;

/** Looks at the key files and the wall clock, and tells each shard's role. */
public final class RegistrationUpkeep implements RoleUpkeep {
    private final KeyFiles keyFiles;

    /**
     * @param config the section
     * @param configuration of the switch
     */
    public RegistrationUpkeep(final RegistrationConfig config, final Configuration configuration) {
        keyFiles = config.keys().isEmpty() ? null : new KeyFiles(config.keys());
    }

    @Override
    public News look() {
        final List<MrpKey> keys = keyFiles == null ? null : keyFiles.changed();
        return (role, nowNs) -> {
            final Registrar registrar = ((CepheusRole) role).registrar();
            registrar.clock(nowNs, System.currentTimeMillis());
            if (keys != null) {
                registrar.keys(keys);
            }
        };
    }

    @Override
    public String warning() {
        return keyFiles == null ? null : keyFiles.warning();
    }
}
