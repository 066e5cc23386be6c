package io.polycast.dataplane.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import org.agrona.CloseHelper;

/**
 * The journal's file as lines: appended to, cut back, synced and written anew. Knows places and the line
 * that ends the file, not what a line means.
 */
final class JournalFile implements AutoCloseable {
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final int PIECE = 1 << 16;
    private static final byte[] NOTHING = {};

    private final Path path;
    private final String owner;
    private FileChannel channel;

    /** Whether the file can be appended to. */
    private boolean whole;

    /** Changes in the file. */
    private int places;

    /** Where the line begins that ends the file. */
    private long end;

    private boolean unsynced;

    /** Of what was read: the text itself is large. */
    private byte[] digest = digest(NOTHING);

    /**
     * A place to cut the file back to.
     *
     * @param places before it
     * @param end where the last line stood
     */
    record Mark(int places, long end) {}

    /**
     * One line to write.
     *
     * @param group id, or 0 for none
     * @param body its content
     */
    record Line(int group, ObjectNode body) {}

    JournalFile(final Path path, final String owner) {
        this.path = path;
        this.owner = owner;
    }

    Path path() {
        return path;
    }

    /** All of the file; {@link #isAsRead} compares with it. */
    byte[] read() throws IOException {
        final byte[] text = Files.readAllBytes(path);
        digest = digest(text);
        return text;
    }

    /** Whether the file is what {@link #read} found, or still missing when nothing was read. */
    boolean isAsRead() throws IOException {
        final byte[] now = Files.exists(path) ? Files.readAllBytes(path) : NOTHING;
        return Arrays.equals(digest(now), digest);
    }

    private static byte[] digest(final byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Goes on with a file that was read. */
    void goOn(final JournalReader read) {
        whole = read.isWhole();
        places = read.lastPlace();
        end = read.end();
    }

    int places() {
        return places;
    }

    /** Makes the file ready for a line; false when it has to be written anew. */
    boolean open() throws IOException {
        if (channel == null && whole) {
            channel = FileChannel.open(path, StandardOpenOption.WRITE);
        }
        return channel != null;
    }

    Mark mark() {
        return new Mark(places, end);
    }

    /** The whole line, or nothing of it; synced with the next {@link #sync}. */
    void append(final Line line) throws IOException {
        try {
            unsynced = true;
            final String last = lastLine(places + 1);
            // One write: a kill or a reader between two would find a file without its end.
            final long behind = write(channel, text(places + 1, line) + last, end);
            end = behind - last.getBytes(StandardCharsets.UTF_8).length;
            places++;
        } catch (final IOException e) {
            cutBack();
            throw e;
        }
    }

    void cutBackTo(final Mark mark) throws IOException {
        places = mark.places();
        end = mark.end();
        cutBack();
    }

    /** Writes only where the file has its blocks, so it works on a full disk. */
    private void cutBack() throws IOException {
        try {
            unsynced = true;
            channel.truncate(write(channel, lastLine(places), end));
        } catch (final IOException e) {
            giveUp();
            throw e;
        }
    }

    /**
     * All lines appended or cut back so far survive a power cut when this returns. After a failure the kernel
     * may forget what it could not write, and the next fsync succeeds: the next change rewrites the file.
     */
    void sync() throws IOException {
        if (!unsynced) {
            return;
        }
        if (channel == null) {
            throw new IOException("an earlier write failed");
        }
        try {
            channel.force(false);
            unsynced = false;
        } catch (final IOException e) {
            giveUp();
            throw e;
        }
    }

    /** The content of the file is unknown now: the next change rewrites all of it. */
    private void giveUp() {
        CloseHelper.quietClose(channel);
        channel = null;
        whole = false;
    }

    /** Writes another file, synced, and puts it in place in one step. */
    void rewrite(final ObjectNode header, final Iterator<Line> lines) throws IOException {
        final Path next = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(next);
        FileChannel written = null;
        final Mark behind;
        try {
            // Closed to others: it holds remote keys.
            written =
                    FileChannel.open(
                            next,
                            NEW,
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            behind = writeAll(written, header, lines);
            write(written, lastLine(behind.places()), behind.end());
            written.force(true);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            CloseHelper.quietClose(written);
            Files.deleteIfExists(next);
            throw e;
        }
        CloseHelper.quietClose(channel);
        channel = written;
        whole = true;
        end = behind.end();
        places = behind.places();
        unsynced = false;
        syncDirectory();
    }

    private Mark writeAll(final FileChannel to, final ObjectNode header, final Iterator<Line> lines)
            throws IOException {
        final StringBuilder text = new StringBuilder(2 * PIECE);
        text.append(JournalRecord.line(JournalReader.NOBODY, 0, 0, header)).append('\n');
        int written = 0;
        long at = 0;
        while (lines.hasNext()) {
            written++;
            text.append(text(written, lines.next()));
            if (text.length() >= PIECE) {
                at = write(to, text.toString(), at);
                text.setLength(0);
            }
        }
        return new Mark(written, write(to, text.toString(), at));
    }

    private String text(final int place, final Line line) {
        return JournalRecord.line(owner, place, line.group(), line.body()) + '\n';
    }

    private String lastLine(final int last) {
        return JournalRecord.lastLine(owner, last) + '\n';
    }

    private static long write(final FileChannel to, final String text, final long from)
            throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        long at = from;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
        return at;
    }

    /** Without it a power cut could bring the old file back. */
    private void syncDirectory() throws IOException {
        try (FileChannel directory =
                FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    @Override
    public void close() {
        CloseHelper.quietClose(channel);
        channel = null;
    }
}
