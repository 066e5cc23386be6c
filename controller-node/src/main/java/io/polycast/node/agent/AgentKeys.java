package io.polycast.node.agent;

import io.polycast.dataplane.schema.cepheus.registration.KeyFiles;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig.KeyFile;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keys of the agent, from the same files that switches read. */
final class AgentKeys {
    private static final Logger LOG = LoggerFactory.getLogger(AgentKeys.class);

    /** Signed packets that may be accepted in 60 s. */
    private static final int NONCES = 1 << 16;

    private final boolean signs;
    private final KeyFiles files;

    AgentKeys(final List<KeyFile> files) {
        signs = !files.isEmpty();
        this.files = new KeyFiles(files);
    }

    /**
     * @return signs and verifies by the keys; without files nothing is signed
     * @throws AgentException when a file cannot be read
     */
    MrpAuthenticator authenticator() throws AgentException {
        if (!signs) {
            return MrpAuthenticator.none();
        }
        try {
            return new MrpAuthenticator(files.read(), new SecureRandom().nextLong(), NONCES);
        } catch (final IOException e) {
            throw new AgentException(e.getMessage(), e);
        }
    }

    /** The keys when a file has changed and all can be read; a file that cannot leaves the keys as they are. */
    Optional<List<MrpKey>> changed() {
        if (!signs) {
            return Optional.empty();
        }
        final Optional<List<MrpKey>> changed = Optional.ofNullable(files.changed());
        final String warning = files.warning();
        if (warning != null) {
            LOG.warn("{}", warning);
        }
        return changed;
    }
}
