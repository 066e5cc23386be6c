package io.polycast.dataplane.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Files that only their owner may read. */
public final class SecretFile {
    private static final Set<PosixFilePermission> OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int SHORTEST = 16;
    private static final int LONGEST = 1024;

    private SecretFile() {}

    /** Refuses a file that others may read. */
    private static void requirePrivate(final Path file) throws IOException {
        if (!OWNER.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(file + " may be read by others; run: chmod 600 " + file);
        }
    }

    /**
     * @param file of mode 0600, with a token of at least 16 characters in its first line
     * @return the token
     * @throws IOException when the file is missing, open to others, too long or too short; the message
     *     has the remedy
     */
    public static String token(final Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    file + " does not exist: make it with 'umask 077; openssl rand -hex 32 >FILE'");
        }
        requirePrivate(file);
        if (Files.size(file) > LONGEST) {
            throw new IOException(
                    file + " is longer than " + LONGEST + " bytes; it has a token alone");
        }
        final String text = Files.readString(file, StandardCharsets.UTF_8);
        final String token = text.lines().findFirst().orElse("").strip();
        if (token.length() < SHORTEST) {
            throw new IOException(
                    file
                            + " has a token of less than "
                            + SHORTEST
                            + " characters: make a longer one");
        }
        return token;
    }
}
