package io.polycast.node.agent;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.node.agent.AgentSettings.KeyFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Key files of the agent: hexadecimal digits of 32 bytes or more, read again when a file changes. */
final class AgentKeys {
    private static final Logger LOG = LoggerFactory.getLogger(AgentKeys.class);

    /** Signed packets that may be accepted in 60 s. */
    private static final int NONCES = 1 << 16;

    private static final int LONGEST = 1024;

    private final List<KeyFile> files;
    private List<FileTime> times = List.of();
    private String fault = "";

    AgentKeys(final List<KeyFile> files) {
        this.files = files;
    }

    /**
     * @return signs and verifies by the keys; without files nothing is signed
     * @throws AgentException when a file cannot be read
     */
    MrpAuthenticator authenticator() throws AgentException {
        if (files.isEmpty()) {
            return MrpAuthenticator.none();
        }
        try {
            times = times();
            return new MrpAuthenticator(read(), new SecureRandom().nextLong(), NONCES);
        } catch (final IOException e) {
            throw new AgentException(e.getMessage(), e);
        }
    }

    /** The keys when a file has changed and all can be read; a file that cannot leaves the keys as they are. */
    Optional<List<MrpKey>> changed() {
        try {
            final List<FileTime> now = times();
            if (now.equals(times)) {
                return Optional.empty();
            }
            final List<MrpKey> keys = read();
            times = now;
            fault = "";
            return Optional.of(keys);
        } catch (final IOException e) {
            if (!fault.equals(e.getMessage())) {
                fault = e.getMessage();
                LOG.warn("{}; the keys read before stay valid", fault);
            }
            return Optional.empty();
        }
    }

    private List<FileTime> times() throws IOException {
        final List<FileTime> all = new ArrayList<>();
        for (final KeyFile each : files) {
            try {
                all.add(Files.getLastModifiedTime(each.file()));
            } catch (final IOException e) {
                throw refusal(each, IoReason.of(e));
            }
        }
        return all;
    }

    private List<MrpKey> read() throws IOException {
        final List<MrpKey> keys = new ArrayList<>();
        for (final KeyFile each : files) {
            keys.add(read(each));
        }
        return keys;
    }

    private static MrpKey read(final KeyFile key) throws IOException {
        final String text;
        try {
            SecretFile.requirePrivate(key.file());
            if (Files.size(key.file()) > LONGEST) {
                throw refusal(key, "longer than " + LONGEST + " bytes");
            }
            text = Files.readString(key.file(), StandardCharsets.US_ASCII).strip();
        } catch (final FileSystemException | CharacterCodingException e) {
            throw refusal(key, IoReason.of(e));
        }
        final byte[] secret;
        try {
            secret = HexFormat.of().parseHex(text);
        } catch (final IllegalArgumentException e) {
            throw refusal(key, "not an even number of hexadecimal digits");
        }
        if (secret.length < MrpKey.SHORTEST) {
            throw refusal(key, secret.length + " bytes, and at least 32 are needed");
        }
        return new MrpKey(key.id(), secret);
    }

    private static IOException refusal(final KeyFile key, final String why) {
        return new IOException(
                "key file "
                        + key.file()
                        + ": "
                        + why
                        + "; take the file of the switches, or make one with: (umask 077; openssl"
                        + " rand -hex 32 > FILE)");
    }
}
