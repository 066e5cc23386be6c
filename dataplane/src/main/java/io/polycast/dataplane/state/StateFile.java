package io.polycast.dataplane.state;

import io.polycast.dataplane.disk.DiskRoom;
import io.polycast.dataplane.disk.NoRoomException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.MappedBytes;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One shard's feedback words in a mapped file that survives the process (not the power: nothing is
 * synced, a copy of the page cache is what a restarted process needs).
 *
 * <pre>
 * header, 4096 bytes, in the byte order of the machine
 *    0  long  magic, written last
 *    8  int   layout version of this header and of the feedback words
 *   12  int   shard
 *   16  int   shards
 *   20  int   groups that there is room for
 *   24  int   paths that there is room for
 *   28  int   length of the feedback words in bytes
 * the feedback words, as mft-engine's FeedbackLayout has them
 * </pre>
 *
 * A lock on a file beside it keeps a second process out; the kernel drops that lock with the process,
 * however it ends. Chronicle Bytes maps the file in one piece and hands out its address, which Agrona's
 * buffer wraps: the engine sees plain memory. Every byte has its block on the disk before it is mapped.
 */
public final class StateFile implements AutoCloseable {
    /** To be raised with every change of the feedback words' layout. */
    public static final int VERSION = 2;

    private static final long MAGIC = 0x5043_5354_4154_4531L; // "PCSTATE1" as big-endian bytes
    private static final int HEADER_LENGTH = 4096;
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int SHARD_OFFSET = 12;
    private static final int SHARDS_OFFSET = 16;
    private static final int GROUPS_OFFSET = 20;
    private static final int PATHS_OFFSET = 24;
    private static final int LENGTH_OFFSET = 28;
    private static final int FIELDS_LENGTH = 32;

    private final Path file;
    private final boolean made;
    private final FileChannel lockChannel;
    private final MappedBytes mapped;
    private final UnsafeBuffer words;
    private final boolean recovered;
    private boolean closed;

    /**
     * What a state file is for; it is refused for anything else.
     *
     * @param shard in [0, shards)
     * @param shards in all
     * @param maxGroups groups that there is room for
     * @param maxPaths paths that there is room for
     * @param length of the feedback words in bytes
     */
    public record Geometry(int shard, int shards, int maxGroups, int maxPaths, int length) {
        /** In the words of the configuration. */
        String text() {
            return "maxGroups "
                    + maxGroups
                    + ", maxPaths "
                    + maxPaths
                    + " and shards "
                    + shards
                    + " (shard "
                    + shard
                    + ", "
                    + length
                    + " bytes)";
        }
    }

    private StateFile(
            final Path file,
            final boolean made,
            final FileChannel lockChannel,
            final MappedBytes mapped,
            final UnsafeBuffer words,
            final boolean recovered) {
        this.file = file;
        this.made = made;
        this.lockChannel = lockChannel;
        this.mapped = mapped;
        this.words = words;
        this.recovered = recovered;
    }

    /**
     * Opens the file, and creates it and its directory when they are missing.
     *
     * @param file to open
     * @param geometry that it has, or gets
     * @return the mapped file
     * @throws StateException when another process uses it, or it does not fit
     */
    public static StateFile open(final Path file, final Geometry geometry) throws StateException {
        FileChannel lockChannel = null;
        MappedBytes mapped = null;
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            lockChannel = lock(file);
            final long length = (long) HEADER_LENGTH + geometry.length();
            final boolean made = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            final boolean exists = !made && !isBlank(file);
            if (exists) {
                check(file, geometry, length);
            }
            DiskRoom.fill(file, length);
            mapped = MappedBytes.singleMappedBytes(file.toFile(), length);
            // Opened by the thread that starts the switch, closed by the one that stops it.
            mapped.singleThreadedCheckDisabled(true);
            final UnsafeBuffer all = new UnsafeBuffer(mapped.addressForRead(0), (int) length);
            if (!exists) {
                initialise(all, geometry);
            }
            return new StateFile(
                    file,
                    made,
                    lockChannel,
                    mapped,
                    new UnsafeBuffer(all, HEADER_LENGTH, geometry.length()),
                    exists);
        } catch (final NoRoomException e) {
            release(mapped, lockChannel);
            throw noRoom(file, e);
        } catch (final IOException e) {
            release(mapped, lockChannel);
            throw notOpened(file, e);
        } catch (final StateException e) {
            release(mapped, lockChannel);
            throw e;
        }
    }

    /**
     * Says whether {@link #open} would take the file, while another process has it. Nothing is changed.
     *
     * @param file that need not exist
     * @param geometry that it would have
     * @throws StateException when it does not fit, or has no room
     */
    public static void requireFit(final Path file, final Geometry geometry) throws StateException {
        final long length = (long) HEADER_LENGTH + geometry.length();
        try {
            final boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            if (there && !isBlank(file)) {
                check(file, geometry, length);
            }
            if (!there && Files.isDirectory(file.toAbsolutePath().getParent())) {
                DiskRoom.requireRoom(file, length);
            }
        } catch (final NoRoomException e) {
            throw noRoom(file, e);
        } catch (final IOException e) {
            throw notOpened(file, e);
        }
    }

    private static StateException noRoom(final Path file, final NoRoomException e) {
        return new StateException(
                "state file "
                        + file
                        + ": "
                        + e.getMessage()
                        + "; make room there, or name a file elsewhere in control.state",
                e);
    }

    private static StateException notOpened(final Path file, final IOException e) {
        return new StateException(
                "state file "
                        + file
                        + " cannot be opened ("
                        + e.getMessage()
                        + "); check control.state and the rights of its directory",
                e);
    }

    private static FileChannel lock(final Path file) throws IOException, StateException {
        final Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
        final FileChannel channel =
                FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (final OverlappingFileLockException e) {
            // Another switch in this very process has it: the same as another process.
        }
        if (lock == null) {
            channel.close();
            throw new StateException.InUse(
                    "state file "
                            + file
                            + " is in use by another switch; stop it, or name another file in"
                            + " control.state");
        }
        return channel;
    }

    /** A process, or a machine, that ended while it made the file leaves nothing but zeros. */
    private static boolean isBlank(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final ByteBuffer part = ByteBuffer.allocate(HEADER_LENGTH);
            while (channel.read(part.clear()) >= 0) {
                for (int i = 0; i < part.position(); i++) {
                    if (part.get(i) != 0) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** Before it is mapped, which would make it longer. */
    private static void check(final Path file, final Geometry geometry, final long length)
            throws IOException, StateException {
        final ByteBuffer header = ByteBuffer.allocate(FIELDS_LENGTH).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(header, 0);
        }
        if (header.getLong(MAGIC_OFFSET) != MAGIC) {
            throw new StateException(
                    file
                            + " exists and is not a state file; remove it, or name another in"
                            + " control.state");
        }
        final int version = header.getInt(VERSION_OFFSET);
        if (version != VERSION) {
            throw mismatch(file, "has layout version " + version + ", not " + VERSION);
        }
        final Geometry found =
                new Geometry(
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
        if (Files.size(file) < length) {
            throw mismatch(file, "holds " + Files.size(file) + " bytes, not " + length);
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

    private static void initialise(final UnsafeBuffer all, final Geometry geometry) {
        all.putInt(VERSION_OFFSET, VERSION);
        all.putInt(SHARD_OFFSET, geometry.shard());
        all.putInt(SHARDS_OFFSET, geometry.shards());
        all.putInt(GROUPS_OFFSET, geometry.maxGroups());
        all.putInt(PATHS_OFFSET, geometry.maxPaths());
        all.putInt(LENGTH_OFFSET, geometry.length());
        all.putLongOrdered(MAGIC_OFFSET, MAGIC);
    }

    /**
     * @return the feedback words; not to be touched after {@link #close}
     */
    public AtomicBuffer words() {
        return words;
    }

    /**
     * @return whether the words are those of a process that ended
     */
    public boolean isRecovered() {
        return recovered;
    }

    /**
     * After a start that failed, before {@link #close}: removes the file if {@link #open} made it. The
     * file with the lock stays: somebody may be waiting for the lock of that very file.
     */
    public void removeIfMade() {
        if (made) {
            try {
                Files.deleteIfExists(file);
            } catch (final IOException ignored) {
                // Why the start failed is what people need to hear about.
            }
        }
    }

    /** Unmaps the file and lets others have it; a second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            words.wrap(0, 0);
            release(mapped, lockChannel);
        }
    }

    private static void release(final MappedBytes mapped, final FileChannel lockChannel) {
        if (mapped != null) {
            final BytesStore<?, ?> store = mapped.bytesStore();
            mapped.releaseLast();
            // Whoever maps a file in one piece holds it once more, and nobody lets go of that.
            if (store.refCount() > 0) {
                store.releaseLast();
            }
        }
        if (lockChannel != null) {
            try {
                lockChannel.close();
            } catch (final IOException ignored) {
                // The lock goes with the process at the latest.
            }
        }
    }
}
