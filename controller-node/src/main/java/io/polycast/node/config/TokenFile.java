package io.polycast.node.config;

import io.polycast.dataplane.remote.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;

/** A secret from a file that its owner alone may read. */
public final class TokenFile {
    private final byte[] token;

    private TokenFile(final byte[] token) {
        this.token = token;
    }

    /**
     * @param file with the token in its first line, at least 16 characters
     * @return the secret
     * @throws IOException as {@link SecretFile#token} throws it
     */
    public static TokenFile read(final Path file) throws IOException {
        return new TokenFile(SecretFile.token(file).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a word is the secret; the time does not tell how much of it is right. */
    public boolean matches(final String word) {
        return MessageDigest.isEqual(token, word.getBytes(StandardCharsets.UTF_8));
    }
}
