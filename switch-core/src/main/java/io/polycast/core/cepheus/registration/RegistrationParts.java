package io.polycast.core.cepheus.registration;

import io.polycast.core.role.GroupKeeper;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.route.PrefixRoutes;

/**
 * What registration of one shard is given.
 *
 * @param settings of registration
 * @param routes unicast, of this shard alone
 * @param authenticator of packets, of this shard alone
 * @param keeper of registered groups
 */
public record RegistrationParts(
        RegistrationSettings settings,
        PrefixRoutes routes,
        MrpAuthenticator authenticator,
        GroupKeeper keeper) {}
