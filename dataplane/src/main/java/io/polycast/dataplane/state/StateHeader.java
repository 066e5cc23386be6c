package io.polycast.dataplane.state;

import io.polycast.mft.feedback.FeedbackLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The first 4096 bytes of a state file, in the byte order of the machine.
 *
 * <pre>
 *    0  long  magic, written last
 *    8  int   layout, {@link FeedbackLayout#VERSION}
 *   12  int   shard
 *   16  int   shards
 *   20  int   groups that there is room for
 *   24  int   paths that there is room for
 *   28  int   length of the feedback words in bytes
 *   32  int   bytes of the switch's name
 *   36  int   CRC-32C of the bytes from 8 on to here, and of the name
 *   40  switch's name, UTF-8, as many bytes of it as there is room for
 * </pre>
 */
final class StateHeader {
    static final int LENGTH = 4096;

    /** In bytes: mapping a file makes it as long as whole pages. */
    private static final int LARGEST_PAGE = 1 << 16;

    private static final long MAGIC = 0x5043_5354_4154_4531L; // "PCSTATE1" as big-endian bytes
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int SHARD_OFFSET = 12;
    private static final int SHARDS_OFFSET = 16;
    private static final int GROUPS_OFFSET = 20;
    private static final int PATHS_OFFSET = 24;
    private static final int LENGTH_OFFSET = 28;
    private static final int NAME_LENGTH_OFFSET = 32;
    private static final int CRC_OFFSET = 36;
    private static final int NAME_OFFSET = 40;

    /** Use of a file to a switch that starts with it. */
    enum Fit {
        /** Nothing was ever in it. */
        BLANK,
        /** The file is this switch's, and its words can be read. */
        FITS,
        /** The file is a state file, but its words cannot be read. */
        UNREADABLE
    }

    /**
     * @param fit of the file
     * @param reason why it is unreadable, or null
     */
    record Verdict(Fit fit, String reason) {}

    private StateHeader() {}

    /**
     * Looks at a file, and changes nothing.
     *
     * @param file that exists
     * @param geometry that is wanted
     * @return what it is
     * @throws StateException when it is another switch's, or not a state file
     */
    static Verdict check(final Path file, final StateGeometry geometry)
            throws IOException, StateException {
        final ByteBuffer header = ByteBuffer.allocate(LENGTH).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (isBlank(channel)) {
                return new Verdict(Fit.BLANK, null);
            }
            while (header.hasRemaining() && channel.read(header, header.position()) > 0) {
                // Until all is read that is there.
            }
        }
        final long more = Files.size(file) - LENGTH - geometry.length();
        if (header.getLong(MAGIC_OFFSET) == 0 && more >= 0 && more < LARGEST_PAGE) {
            return new Verdict(Fit.UNREADABLE, "was left by a start that did not end");
        }
        if (header.getLong(MAGIC_OFFSET) != MAGIC) {
            throw new StateException(
                    file
                            + " exists and is not a state file; remove it, or name another in"
                            + " control.state");
        }
        final int version = header.getInt(VERSION_OFFSET);
        if (version != FeedbackLayout.VERSION) {
            return new Verdict(
                    Fit.UNREADABLE,
                    "has layout " + version + ", and this build has " + FeedbackLayout.VERSION);
        }
        final int nameLength = header.getInt(NAME_LENGTH_OFFSET);
        if (nameLength < 0
                || nameLength > LENGTH - NAME_OFFSET
                || header.getInt(CRC_OFFSET) != crc(header.array(), nameLength)) {
            return new Verdict(Fit.UNREADABLE, "has a damaged header");
        }
        requireOurs(file, header, nameLength, geometry);
        if (Files.size(file) < LENGTH + geometry.length()) {
            throw mismatch(
                    file,
                    "holds "
                            + Files.size(file)
                            + " bytes, not "
                            + (LENGTH + (long) geometry.length()));
        }
        return new Verdict(Fit.FITS, null);
    }

    private static void requireOurs(
            final Path file,
            final ByteBuffer header,
            final int nameLength,
            final StateGeometry geometry)
            throws StateException {
        final String owner =
                new String(header.array(), NAME_OFFSET, nameLength, StandardCharsets.UTF_8);
        if (!owner.equals(name(geometry))) {
            throw new StateException(
                    "state file "
                            + file
                            + " is of switch \""
                            + owner
                            + "\", not of "
                            + geometry.owner()
                            + "; put this switch's own there, or remove it to start with unknown"
                            + " feedback");
        }
        final StateGeometry found =
                new StateGeometry(
                        geometry.owner(),
                        header.getInt(SHARD_OFFSET),
                        header.getInt(SHARDS_OFFSET),
                        header.getInt(GROUPS_OFFSET),
                        header.getInt(PATHS_OFFSET),
                        header.getInt(LENGTH_OFFSET));
        if (!found.equals(geometry)) {
            throw mismatch(
                    file,
                    "was made for "
                            + found.text()
                            + ", but the configuration has "
                            + geometry.text());
        }
    }

    private static StateException mismatch(final Path file, final String why) {
        return new StateException(
                "state file "
                        + file
                        + " "
                        + why
                        + "; restore the settings that it was made with, or remove it to start with"
                        + " unknown feedback");
    }

    /**
     * A process that ended while it gave the file its blocks leaves nothing but zeros. One that ended
     * later, before the magic, leaves records too: {@link #check} knows the file by its length.
     */
    private static boolean isBlank(final FileChannel channel) throws IOException {
        final ByteBuffer part = ByteBuffer.allocate(LENGTH);
        long at = 0;
        int read = channel.read(part, at);
        while (read > 0) {
            for (int i = 0; i < read; i++) {
                if (part.get(i) != 0) {
                    return false;
                }
            }
            at += read;
            read = channel.read(part.clear(), at);
        }
        return true;
    }

    /** Says what the words behind it are, which are written already. */
    static void write(final UnsafeBuffer all, final StateGeometry geometry) {
        final byte[] name = name(geometry).getBytes(StandardCharsets.UTF_8);
        all.putInt(VERSION_OFFSET, FeedbackLayout.VERSION);
        all.putInt(SHARD_OFFSET, geometry.shard());
        all.putInt(SHARDS_OFFSET, geometry.shards());
        all.putInt(GROUPS_OFFSET, geometry.maxGroups());
        all.putInt(PATHS_OFFSET, geometry.maxPaths());
        all.putInt(LENGTH_OFFSET, geometry.length());
        all.putInt(NAME_LENGTH_OFFSET, name.length);
        all.putBytes(NAME_OFFSET, name);
        final byte[] header = new byte[LENGTH];
        all.getBytes(0, header);
        all.putInt(CRC_OFFSET, crc(header, name.length));
        all.putLongOrdered(MAGIC_OFFSET, MAGIC);
    }

    /** Longer names are cut where no character is halved. */
    private static String name(final StateGeometry geometry) {
        final String owner = geometry.owner();
        final int most = (LENGTH - NAME_OFFSET) / 4;
        return owner.length() <= most
                ? owner
                : owner.substring(0, owner.offsetByCodePoints(0, most / 2));
    }

    private static int crc(final byte[] header, final int nameLength) {
        final CRC32C crc = new CRC32C();
        crc.update(header, VERSION_OFFSET, CRC_OFFSET - VERSION_OFFSET);
        crc.update(header, NAME_OFFSET, nameLength);
        return (int) crc.getValue();
    }
}
