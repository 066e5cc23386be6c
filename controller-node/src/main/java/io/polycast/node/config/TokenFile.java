package io.polycast.node.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;

/** A secret from a file that its owner alone may read. */
public final class TokenFile {
    private static final int SHORTEST = 16;
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final byte[] token;

    private TokenFile(final byte[] token) {
        this.token = token;
    }

    /**
     * @param file with the token in its first line, at least 16 characters
     * @return the secret
     * @throws IOException when the file is missing, open to others, or too short; the message has the
     *     remedy
     */
    public static TokenFile read(final Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    file
                            + " does not exist: make it with 'umask 077; openssl rand -hex 32 >"
                            + " FILE'");
        }
        if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(file + " is open to other users: chmod 600 " + file);
        }
        final String token =
                Files.readString(file, StandardCharsets.UTF_8)
                        .lines()
                        .findFirst()
                        .orElse("")
                        .strip();
        if (token.length() < SHORTEST) {
            throw new IOException(
                    file
                            + " has a token of less than "
                            + SHORTEST
                            + " characters: make a longer one");
        }
        return new TokenFile(token.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a word is the secret; the time does not tell how much of it is right. */
    public boolean matches(final String word) {
        return MessageDigest.isEqual(token, word.getBytes(StandardCharsets.UTF_8));
    }
}
