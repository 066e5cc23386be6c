package io.polycast.dataplane.state;

import io.polycast.dataplane.disk.DiskRoom;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.disk.NoRoomException;
import io.polycast.dataplane.disk.TrialRoom;
import io.polycast.mft.feedback.FeedbackFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Feedback words of one shard in a mapped file: {@link StateHeader}, then the words as mft-engine's
 * FeedbackLayout has them. The file survives the process but not a power cut, because nothing is synced: a
 * restarted process reads the page cache.
 *
 * <p>A lock on a file beside it keeps a second process out; the kernel drops that lock with the process,
 * however it ends. Chronicle Bytes maps the file in one piece and hands out its address, which Agrona's
 * buffer wraps: the engine sees plain memory. Every byte has its block on the disk before it is mapped.
 *
 * <p>A state file with another layout or a damaged header stays unchanged until {@link #commit}.
 * Until then the words are those of a new file {@code FILE.new}, which then takes its place in one
 * step. A start that fails, or is killed, leaves the old file.
 */
public final class StateFile implements AutoCloseable {
    private final Path file;
    private final boolean made;
    private final FileChannel lockChannel;
    private final MappedBytes mapped;
    private final UnsafeBuffer words;
    private final String reason;

    /** That takes the place of the file, or null: the file itself is mapped. */
    private Path next;

    private boolean closed;

    private StateFile(
            final Path file,
            final boolean made,
            final FileChannel lockChannel,
            final MappedBytes mapped,
            final UnsafeBuffer words,
            final Path next,
            final String reason) {
        this.file = file;
        this.made = made;
        this.lockChannel = lockChannel;
        this.mapped = mapped;
        this.words = words;
        this.next = next;
        this.reason = reason;
    }

    /**
     * Looks whether {@link #open} would refuse a file, and changes nothing. Another process may use the
     * file.
     *
     * @param file to look at; it need not exist
     * @param geometry that it is to have
     * @param room of the start's files, takes that of this one
     * @throws StateException when it is another switch's, does not fit, is not a state file, or the disk
     *     has no room for it
     */
    public static void requireFit(
            final Path file, final StateGeometry geometry, final TrialRoom room)
            throws StateException {
        try {
            final boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            final boolean usable =
                    there && StateHeader.check(file, geometry).fit() != StateHeader.Fit.UNREADABLE;
            final Path target = there ? file.toRealPath() : file;
            if (!usable && Files.isDirectory(target.toAbsolutePath().getParent())) {
                room.take(target, (long) StateHeader.LENGTH + geometry.length());
            }
        } catch (final NoRoomException e) {
            throw noRoom(file, e);
        } catch (final IOException e) {
            throw notOpened(file, e);
        }
    }

    /**
     * Opens the file, and creates it and its directory when they are missing.
     *
     * @param file to open
     * @param geometry that it has, or gets
     * @return the mapped file
     * @throws StateException when another process uses it, or it does not fit
     */
    public static StateFile open(final Path file, final StateGeometry geometry)
            throws StateException {
        FileChannel lockChannel = null;
        Path next = null;
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            lockChannel = lock(file);
            final boolean made = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            final StateHeader.Verdict found =
                    made
                            ? new StateHeader.Verdict(StateHeader.Fit.BLANK, null)
                            : StateHeader.check(file, geometry);
            next = beside(made ? file : file.toRealPath());
            // The file of a process that was killed before its start was certain.
            Files.deleteIfExists(next);
            if (found.fit() != StateHeader.Fit.UNREADABLE) {
                next = null;
            }
            return map(file, made, lockChannel, geometry, next, found);
        } catch (final NoRoomException e) {
            release(null, lockChannel, next);
            throw noRoom(file, e);
        } catch (final IOException e) {
            release(null, lockChannel, next);
            throw notOpened(file, e);
        } catch (final StateException e) {
            release(null, lockChannel, null);
            throw e;
        }
    }

    /** On the disk of the file itself, where its name may only be a link. */
    private static Path beside(final Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    private static StateFile map(
            final Path file,
            final boolean made,
            final FileChannel lockChannel,
            final StateGeometry geometry,
            final Path next,
            final StateHeader.Verdict found)
            throws IOException {
        final Path target = next == null ? file : next;
        final long length = (long) StateHeader.LENGTH + geometry.length();
        DiskRoom.fill(target, length);
        final MappedBytes mapped = MappedBytes.singleMappedBytes(target.toFile(), length);
        // Opened by the thread that starts the switch, closed by the one that stops it.
        mapped.singleThreadedCheckDisabled(true);
        final UnsafeBuffer all = new UnsafeBuffer(mapped.addressForRead(0), (int) length);
        final UnsafeBuffer words = new UnsafeBuffer(all, StateHeader.LENGTH, geometry.length());
        final int maxGroups = geometry.maxGroups();
        final int maxPaths = geometry.maxPaths();
        // A role without feedback words loses none.
        String reason = geometry.length() == 0 ? null : found.reason();
        if (found.fit() == StateHeader.Fit.BLANK) {
            FeedbackFormat.makeFree(words, maxGroups, maxPaths);
            StateHeader.write(all, geometry);
        } else if (next != null) {
            FeedbackFormat.makeLost(words, maxGroups, maxPaths);
            StateHeader.write(all, geometry);
        } else if (geometry.length() > 0 && FeedbackFormat.isFresh(words, maxGroups, maxPaths)) {
            FeedbackFormat.makeLost(words, maxGroups, maxPaths);
            reason = "has lost its records, they are all zero";
        }
        return new StateFile(file, made, lockChannel, mapped, words, next, reason);
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
                        + IoReason.of(e)
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
                            + " is in use by another switch; stop it, take over from it by polycast"
                            + " run --replace, or name another file in control.state");
        }
        return channel;
    }

    /**
     * @return the feedback words; not to be touched after {@link #close}
     */
    public AtomicBuffer words() {
        return words;
    }

    /**
     * @return why all groups begin anew although there was a file, as a line without its end; or null
     */
    public String anew() {
        return reason == null ? null : "state file " + file + " " + reason;
    }

    /**
     * The start is certain: from here on the file is what {@link #words} are.
     *
     * @throws StateException when the file cannot be put in place; it is what it was
     */
    public void commit() throws StateException {
        if (next == null) {
            return;
        }
        try {
            Files.move(next, file.toRealPath(), StandardCopyOption.ATOMIC_MOVE);
            next = null;
        } catch (final IOException e) {
            throw notOpened(file, e);
        }
    }

    /**
     * After a start that failed, before {@link #close}: removes the file if {@link #open} made it.
     * The file with the lock stays: another process may be waiting for its lock.
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
            release(mapped, lockChannel, next);
        }
    }

    private static void release(
            final MappedBytes mapped, final FileChannel lockChannel, final Path next) {
        if (mapped != null) {
            final BytesStore<?, ?> store = mapped.bytesStore();
            mapped.releaseLast();
            // Mapping a file in one piece takes one more reference, which no other code releases.
            if (store.refCount() > 0) {
                store.releaseLast();
            }
            // Another thread unmaps the file, unless this one does or waits for it.
            BackgroundResourceReleaser.releasePendingResources();
        }
        try {
            if (next != null) {
                Files.deleteIfExists(next);
            }
            if (lockChannel != null) {
                lockChannel.close();
            }
        } catch (final IOException ignored) {
            // The lock goes with the process at the latest.
        }
    }
}
