package io.polycast.dataplane.counters;

import static io.polycast.dataplane.counters.CountersLayout.MAGIC;
import static io.polycast.dataplane.counters.CountersLayout.MAGIC_OFFSET;
import static io.polycast.dataplane.counters.CountersLayout.MOST_OF_A_NAME;
import static io.polycast.dataplane.counters.CountersLayout.STATE_OFFSET;
import static io.polycast.dataplane.counters.CountersLayout.UPDATED_OFFSET;
import static io.polycast.dataplane.counters.CountersLayout.VALUES_OFFSET;

import io.polycast.dataplane.disk.DiskRoom;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.disk.NoRoomException;
import io.polycast.dataplane.disk.TrialRoom;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.xdp.port.PortStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.ToLongFunction;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the counters file. A temporary name holds the file until its header is whole, so that a
 * reader never sees half of one. The file of a process that ended is replaced; a file of another
 * kind is not.
 */
public final class CountersFile implements AutoCloseable {
    private final Path file;
    private final Object key;
    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;
    private final int shards;
    private final int ports;
    private boolean closed;

    private CountersFile(
            final Path file,
            final Object key,
            final MappedByteBuffer mapped,
            final int shards,
            final int ports) {
        this.file = file;
        this.key = key;
        this.mapped = mapped;
        this.buffer = new UnsafeBuffer(mapped);
        this.shards = shards;
        this.ports = ports;
    }

    /**
     * Creates the file, and its directory when it is missing.
     *
     * @param file to create
     * @param switchName for people
     * @param shards at least 1
     * @param portNames of the ports, in order of their indices
     * @param threadNames of the threads with duty cycles
     * @return the file, with all counters 0
     * @throws CountersException when it cannot be created, or is something else
     */
    public static CountersFile create(
            final Path file,
            final String switchName,
            final int shards,
            final List<String> portNames,
            final List<String> threadNames)
            throws CountersException {
        refuseForeign(file);
        final Path temporary =
                file.resolveSibling(
                        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        MappedByteBuffer mapped = null;
        try {
            final Path directory = file.toAbsolutePath().getParent();
            Files.createDirectories(directory);
            Files.deleteIfExists(temporary);
            fill(
                    temporary,
                    file,
                    CountersLayout.length(shards, portNames.size(), threadNames.size()));
            mapped = IoUtil.mapExistingFile(temporary.toFile(), "counters");
            final CountersFile counters =
                    new CountersFile(file, keyOf(temporary), mapped, shards, portNames.size());
            counters.writeHeader(switchName, portNames, threadNames);
            Files.move(
                    temporary,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return counters;
        } catch (final NoRoomException e) {
            throw noRoom(file, e);
        } catch (final IOException e) {
            IoUtil.unmap(mapped);
            deleteQuietly(temporary);
            throw notCreated(file, e);
        }
    }

    /**
     * Says whether {@link #create} would succeed, while another process has the file. Nothing is changed.
     *
     * @param file that need not exist
     * @param shards at least 1
     * @param ports of the switch
     * @param threads with duty cycles
     * @param room of the start's files, takes that of this one
     * @throws CountersException when the file is something else, or has no room
     */
    public static void requireFit(
            final Path file,
            final int shards,
            final int ports,
            final int threads,
            final TrialRoom room)
            throws CountersException {
        refuseForeign(file);
        final long length = CountersLayout.length(shards, ports, threads);
        try {
            // The file of the process that ends makes room for this one.
            final boolean replaces = Files.exists(file) && Files.size(file) >= length;
            if (!replaces && Files.isDirectory(file.toAbsolutePath().getParent())) {
                room.take(file, length);
            }
        } catch (final NoRoomException e) {
            throw noRoom(file, e);
        } catch (final IOException e) {
            throw notCreated(file, e);
        }
    }

    private static CountersException noRoom(final Path file, final NoRoomException e) {
        return new CountersException(
                "counters file "
                        + file
                        + ": "
                        + e.getMessage()
                        + "; make room there, or name a file elsewhere in control.counters",
                e);
    }

    private static CountersException notCreated(final Path file, final IOException e) {
        return new CountersException(
                "counters file "
                        + file
                        + " cannot be created ("
                        + IoReason.of(e)
                        + "); check control.counters and the rights of its directory",
                e);
    }

    /** On a full disk the file of a process that ended makes room for the next one. */
    private static void fill(final Path temporary, final Path file, final int length)
            throws IOException {
        try {
            DiskRoom.fill(temporary, length);
        } catch (final NoRoomException e) {
            if (!Files.deleteIfExists(file)) {
                throw e;
            }
            DiskRoom.fill(temporary, length);
        }
    }

    private static void refuseForeign(final Path file) throws CountersException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final ByteBuffer start =
                    ByteBuffer.allocate(BitUtil.SIZE_OF_LONG).order(ByteOrder.nativeOrder());
            channel.read(start);
            if (start.hasRemaining() || start.getLong(0) != MAGIC) {
                throw new CountersException(
                        file
                                + " exists and is not a counters file; remove it, or name another"
                                + " in control.counters");
            }
        } catch (final IOException e) {
            throw new CountersException(
                    "counters file "
                            + file
                            + " cannot be looked at ("
                            + IoReason.of(e)
                            + "); check control.counters and the rights of its directory",
                    e);
        }
    }

    private static void deleteQuietly(final Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException ignored) {
            // The first failure is what people need to hear about.
        }
    }

    private void writeHeader(
            final String switchName, final List<String> portNames, final List<String> threadNames) {
        final long nowMs = System.currentTimeMillis();
        buffer.putInt(CountersLayout.VERSION_OFFSET, CountersLayout.VERSION);
        buffer.putInt(CountersLayout.SHARDS_OFFSET, shards);
        buffer.putInt(CountersLayout.PORTS_OFFSET, ports);
        buffer.putInt(CountersLayout.THREADS_OFFSET, threadNames.size());
        buffer.putLong(CountersLayout.PID_OFFSET, ProcessHandle.current().pid());
        buffer.putLong(CountersLayout.STARTED_OFFSET, nowMs);
        buffer.putLong(UPDATED_OFFSET, nowMs);
        buffer.putInt(STATE_OFFSET, CountersLayout.STATE_RUNNING);
        putName(CountersLayout.NAME_OFFSET, switchName);
        for (int i = 0; i < ports; i++) {
            putName(CountersLayout.portOffset(shards, i), portNames.get(i));
        }
        for (int i = 0; i < threadNames.size(); i++) {
            putName(CountersLayout.threadOffset(shards, ports, i), threadNames.get(i));
        }
        buffer.putLongOrdered(MAGIC_OFFSET, MAGIC);
    }

    private void putName(final int offset, final String name) {
        final String fitting =
                name.length() <= MOST_OF_A_NAME ? name : name.substring(0, MOST_OF_A_NAME);
        buffer.putStringAscii(offset, fitting);
    }

    /**
     * @param shard in [0, shards)
     * @return its counters; to be written by the shard's thread alone
     */
    public CounterBlock shard(final int shard) {
        return new CounterBlock(buffer, CountersLayout.shardOffset(shard));
    }

    /**
     * @param thread index in the list of thread names
     * @return its tracker; to be written by that thread alone
     */
    public DutyCycleTracker dutyCycle(final int thread) {
        return new DutyCycleTracker(buffer, CountersLayout.threadOffset(shards, ports, thread));
    }

    /**
     * Says how a port's frames get in and out; before anybody reads it.
     *
     * @param port index of it
     * @param mode in words
     */
    public void portMode(final int port, final String mode) {
        putName(CountersLayout.portOffset(shards, port) + CountersLayout.MODE_OFFSET, mode);
    }

    /**
     * Copies what a port has counted.
     *
     * @param port index of it
     * @param stats of it, one for each shard that has a part of it
     * @param stalls times that its reader left it alone
     */
    public void copyPort(final int port, final List<PortStats> stats, final long stalls) {
        final int at = CountersLayout.portOffset(shards, port) + VALUES_OFFSET;
        put(at, 0, sum(stats, s -> s.rxFrames));
        put(at, 1, sum(stats, s -> s.rxBytes));
        put(at, 2, sum(stats, s -> s.rxRingFull));
        put(at, 3, sum(stats, s -> s.rxNoMemory));
        put(at, 4, sum(stats, s -> s.rxInvalid));
        put(at, 5, sum(stats, s -> s.txFrames));
        put(at, 6, sum(stats, s -> s.txBytes));
        put(at, 7, sum(stats, s -> s.txRingFull));
        put(at, 8, sum(stats, s -> s.txNoMemory));
        put(at, 9, sum(stats, s -> s.txTooLong));
        put(at, 10, sum(stats, s -> s.txErrors));
        put(at, CountersLayout.STALLS_INDEX, stalls);
        final int faults = CountersLayout.FAULTS_INDEX;
        put(at, faults, sum(stats, s -> s.rxFaultLost + s.txFaultLost));
        put(at, faults + 1, sum(stats, s -> s.rxFaultDuplicated + s.txFaultDuplicated));
        put(at, faults + 2, sum(stats, s -> s.rxFaultCorrupted + s.txFaultCorrupted));
        final int silence = CountersLayout.SILENCE_INDEX;
        put(at, silence, sum(stats, s -> s.silentPassed));
        put(at, silence + 1, sum(stats, s -> s.silentGroupFrames));
        put(at, silence + 2, sum(stats, s -> s.silentDropped));
        put(at, CountersLayout.XDP_LOST_INDEX, sum(stats, s -> s.xdpLost));
    }

    private static long sum(final List<PortStats> stats, final ToLongFunction<PortStats> value) {
        long sum = 0;
        for (int i = 0; i < stats.size(); i++) {
            sum += value.applyAsLong(stats.get(i));
        }
        return sum;
    }

    private void put(final int at, final int index, final long value) {
        buffer.putLongOrdered(at + index * BitUtil.SIZE_OF_LONG, value);
    }

    /**
     * Says when the port blocks were last copied.
     *
     * @param epochMs ms since the epoch
     */
    public void updated(final long epochMs) {
        buffer.putLongOrdered(UPDATED_OFFSET, epochMs);
    }

    /** After a start that failed: the file tells of nothing. One that another switch has put there since stays. */
    public void remove() {
        try {
            if (key.equals(keyOf(file))) {
                Files.deleteIfExists(file);
            }
        } catch (final IOException ignored) {
            // The cause of the failed start is reported instead.
        }
    }

    private static Object keyOf(final Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** Marks the file as one of a switch that stopped in order, and lets go of it. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        buffer.putIntOrdered(STATE_OFFSET, CountersLayout.STATE_STOPPED);
        mapped.force();
        buffer.wrap(0, 0);
        IoUtil.unmap(mapped);
    }
}
