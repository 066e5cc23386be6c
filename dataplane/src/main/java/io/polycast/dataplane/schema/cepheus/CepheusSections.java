package io.polycast.dataplane.schema.cepheus;

import io.polycast.core.cepheus.CepheusSettings.ProtocolSettings;
import io.polycast.core.role.RoleSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig;

/**
 * Sections that only role cepheus has.
 *
 * @param protocol times and windows
 * @param registration of groups, or null
 */
public record CepheusSections(ProtocolSettings protocol, RegistrationConfig registration)
        implements RoleSettings {
    /**
     * @param configuration of a switch of role cepheus
     * @return its sections
     */
    public static CepheusSections of(final Configuration configuration) {
        return (CepheusSections) configuration.roleSettings();
    }
}
