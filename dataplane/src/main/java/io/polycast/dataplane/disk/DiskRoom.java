package io.polycast.dataplane.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;

/**
 * Allocates all blocks of a file before it is mapped. A write to a hole in a mapped file raises SIGBUS when
 * the disk is full, and the process ends. A refused write before that is one line.
 *
 * <p>Every byte is read, a hole as zeros, and written back. This needs no native call, works on every
 * file system, and changes nothing in a file that a process left.
 */
public final class DiskRoom {
    private static final int PIECE = 1 << 16;

    private DiskRoom() {}

    /**
     * Makes the file as long as wanted, with a block under each byte. After a refusal it is as long as
     * before, or gone when it was not there.
     *
     * @param file that no other process writes; it need not exist
     * @param length in bytes
     * @throws NoRoomException when the file system has no room for all of it
     * @throws IOException when the file cannot be read or written
     */
    public static void fill(final Path file, final long length) throws IOException {
        final boolean made = Files.notExists(file);
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            final long before = channel.size();
            try {
                fill(channel, length);
            } catch (final NoRoomException e) {
                channel.truncate(before);
                throw e;
            }
        } catch (final NoRoomException e) {
            if (made) {
                Files.deleteIfExists(file);
            }
            throw e;
        }
    }

    static void fill(final FileChannel channel, final long length) throws IOException {
        final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        try {
            for (long at = 0; at < length; at += PIECE) {
                piece.clear().limit((int) Math.min(PIECE, length - at));
                read(channel, at, piece);
                write(channel, at, piece.flip(), length);
            }
        } finally {
            BufferUtil.free(piece);
        }
    }

    /** What lies behind the file's end is zero. */
    private static void read(final FileChannel channel, final long at, final ByteBuffer into)
            throws IOException {
        boolean more = true;
        while (more && into.hasRemaining()) {
            more = channel.read(into, at + into.position()) > 0;
        }
        while (into.hasRemaining()) {
            into.put((byte) 0);
        }
    }

    private static void write(
            final FileChannel channel, final long from, final ByteBuffer bytes, final long length)
            throws IOException {
        long at = from;
        try {
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (final IOException e) {
            throw new NoRoomException(
                    "no room for "
                            + length
                            + " bytes, up to "
                            + (length - at)
                            + " are missing: "
                            + e.getMessage(),
                    e);
        }
    }
}
