package io.polycast.dataplane.schema.cepheus.registration;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig.KeyFile;
import io.polycast.mft.registration.auth.MrpKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Files that hold keys: hexadecimal digits of 32 bytes or more, mode 0600. A file is read again when it
 * changes. A file that cannot be read leaves the keys as they were.
 */
public final class KeyFiles {
    private static final Set<PosixFilePermission> OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /** More than any key needs. */
    private static final int LONGEST = 1024;

    private final List<KeyFile> files;
    private List<Object> stamps;
    private String fault;
    private String toldFault;

    /**
     * @param files with keys
     */
    public KeyFiles(final List<KeyFile> files) {
        this.files = List.copyOf(files);
    }

    /**
     * @param files to be read
     * @return why they cannot be, one line each
     */
    public static List<String> faults(final List<KeyFile> files) {
        final List<String> faults = new ArrayList<>();
        for (final KeyFile each : files) {
            try {
                read(each);
            } catch (final IOException e) {
                faults.add(e.getMessage());
            }
        }
        return faults;
    }

    /**
     * @return the keys of all files
     * @throws IOException when one cannot be read, with a message for people
     */
    public List<MrpKey> read() throws IOException {
        stamps = stamps();
        final List<MrpKey> keys = new ArrayList<>();
        for (final KeyFile each : files) {
            keys.add(read(each));
        }
        return keys;
    }

    /**
     * @return the keys when a file has changed since the last call and all can be read; else null
     */
    public List<MrpKey> changed() {
        try {
            if (stamps().equals(stamps)) {
                return null;
            }
            final List<MrpKey> keys = read();
            fault = null;
            toldFault = null;
            return keys;
        } catch (final IOException e) {
            // Read again at the next look: a file may be replaced at this moment.
            stamps = null;
            fault = e.getMessage();
            return null;
        }
    }

    /**
     * @return why the files cannot be read, told once; null when there is nothing new
     */
    public String warning() {
        if (fault == null || fault.equals(toldFault)) {
            return null;
        }
        toldFault = fault;
        return fault + "; the keys read before stay valid";
    }

    private List<Object> stamps() throws IOException {
        final List<Object> all = new ArrayList<>();
        for (final KeyFile each : files) {
            try {
                final BasicFileAttributes found =
                        Files.readAttributes(each.file(), BasicFileAttributes.class);
                all.add(List.of(found.lastModifiedTime(), found.size(), key(found)));
            } catch (final IOException e) {
                throw refusal(each.file(), IoReason.of(e));
            }
        }
        return all;
    }

    private static Object key(final BasicFileAttributes found) {
        return found.fileKey() == null ? "" : found.fileKey();
    }

    private static MrpKey read(final KeyFile key) throws IOException {
        final Path file = key.file();
        final byte[] bytes;
        try {
            final Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            if (!OWNER.containsAll(mode)) {
                throw new IOException(
                        "key file " + file + " may be read by others; run: chmod 600 " + file);
            }
            if (Files.size(file) > LONGEST) {
                throw refusal(file, "longer than " + LONGEST + " bytes");
            }
            bytes = Files.readAllBytes(file);
        } catch (final java.nio.file.FileSystemException e) {
            throw refusal(file, IoReason.of(e));
        }
        try {
            final String text = new String(bytes, StandardCharsets.US_ASCII).strip();
            final byte[] secret = HexFormat.of().parseHex(text);
            if (secret.length >= MrpKey.SHORTEST) {
                return new MrpKey(key.id(), secret);
            }
            throw refusal(file, secret.length + " bytes, and at least 32 are needed");
        } catch (final IllegalArgumentException e) {
            throw refusal(file, "not an even number of hexadecimal digits");
        }
    }

    private static IOException refusal(final Path file, final String why) {
        return new IOException(
                "key file "
                        + file
                        + ": "
                        + why
                        + "; make one with: (umask 077; openssl rand -hex 32 > "
                        + file
                        + ")");
    }
}
