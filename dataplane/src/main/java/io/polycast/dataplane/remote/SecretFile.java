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
    private static final int LONGEST = 1024;

    private SecretFile() {}

    /** Refuses a file that others may read. */
    private static void requirePrivate(final Path file) throws IOException {
        if (!OWNER.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(file + " may be read by others; run: chmod 600 " + file);
        }
    }

    /**
     * @param file of mode 0600 with a token alone
     * @return the token
     * @throws IOException when it cannot be read, is open to others, or is too long
     */
    public static String token(final Path file) throws IOException {
        requirePrivate(file);
        if (Files.size(file) > LONGEST) {
            throw new IOException(
                    file + " is longer than " + LONGEST + " bytes; it has a token alone");
        }
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }
}
