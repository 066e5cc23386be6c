package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.core.cepheus.registration.RegistrationParts;
import io.polycast.core.role.RoleParts;
import io.polycast.dataplane.config.Configuration;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.registration.route.PrefixRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Makes what the role of each shard needs for registration. */
public final class RegistrationMaker {
    /** Signed packets that a shard may accept in 60 s. */
    private static final int NONCES = 1 << 18;

    /** Hosts of which a shard remembers where they were heard. */
    private static final int NEIGHBOURS = 1 << 16;

    private static final long PENDING_NS = 30_000_000_000L;
    private static final long REPEAT_NS = 20_000_000L;
    private static final long MOST_REPEAT_NS = 1_000_000_000L;
    private static final int TRIES = 8;
    private static final int LEAST_BURST = 1024;

    private final RegistrationConfig config;
    private final RegistrationSettings settings;
    private final List<MrpKey> keys;

    /**
     * Reads the key files.
     *
     * @param config the section
     * @param configuration of the switch
     */
    public RegistrationMaker(final RegistrationConfig config, final Configuration configuration) {
        this.config = config;
        try {
            keys = new KeyFiles(config.keys()).read();
        } catch (final IOException e) {
            // The start has read them before.
            throw new UncheckedIOException(e);
        }
        final RegistrationConfig.Limits limits = config.limits();
        settings =
                new RegistrationSettings(
                        config.port(),
                        configuration.identity().mac(),
                        new RegistrationSettings.Limits(
                                configuration.limits().tables().maxGroups(),
                                limits.groupsPerLeader(),
                                limits.members(),
                                limits.packetsPerSecond(),
                                Math.max(LEAST_BURST, limits.packetsPerSecond() / 4)),
                        new RegistrationSettings.Times(
                                config.ageAfterNs(), PENDING_NS, REPEAT_NS, MOST_REPEAT_NS, TRIES));
    }

    /**
     * @param parts of a shard's role
     * @return parts of its registration
     */
    public RegistrationParts parts(final RoleParts parts) {
        final PrefixRoutes routes = new PrefixRoutes(config.routes(), NEIGHBOURS);
        config.hosts().forEach(host -> routes.configure(host.address(), host.port(), host.mac()));
        return new RegistrationParts(
                settings,
                routes,
                keys.isEmpty()
                        ? MrpAuthenticator.none()
                        : new MrpAuthenticator(keys, parts.nonce(), NONCES),
                parts.keeper());
    }
}
