package io.polycast.dataplane.counters;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads the counters file of a switch, running or not, from any process. */
public final class CountersReader implements AutoCloseable {
    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;
    private final int shards;
    private final int ports;
    private final int threads;
    private final List<CounterBlock> blocks = new ArrayList<>();
    private boolean closed;

    private CountersReader(final Path file, final MappedByteBuffer mapped)
            throws CountersException {
        this.mapped = mapped;
        buffer = new UnsafeBuffer(mapped);
        if (buffer.getLongVolatile(CountersLayout.MAGIC_OFFSET) != CountersLayout.MAGIC) {
            throw new CountersException(
                    file + " is not a counters file; name the file of control.counters");
        }
        final int version = buffer.getInt(CountersLayout.VERSION_OFFSET);
        if (version != CountersLayout.VERSION) {
            throw new CountersException(
                    file
                            + " has layout version "
                            + version
                            + ", this program reads "
                            + CountersLayout.VERSION
                            + "; use the same release for both");
        }
        shards = buffer.getInt(CountersLayout.SHARDS_OFFSET);
        ports = buffer.getInt(CountersLayout.PORTS_OFFSET);
        threads = buffer.getInt(CountersLayout.THREADS_OFFSET);
        if (isCut()) {
            throw new CountersException(
                    file + " is cut short; start the switch again, it makes a new one");
        }
        for (int i = 0; i < shards; i++) {
            blocks.add(new CounterBlock(buffer, CountersLayout.shardOffset(i)));
        }
    }

    private boolean isCut() {
        final int most = 1 << 10;
        return shards < 1
                || shards > most
                || ports < 0
                || ports > most
                || threads < 0
                || threads > most
                || buffer.capacity() < CountersLayout.length(shards, ports, threads);
    }

    /**
     * @param file to read
     * @return a reader over the live file
     * @throws CountersException when it is missing, cut short or something else
     */
    public static CountersReader open(final Path file) throws CountersException {
        final MappedByteBuffer mapped;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (Files.isDirectory(file) || channel.size() < CountersLayout.HEADER_LENGTH) {
                throw new CountersException(
                        file + " is not a counters file; name the file of control.counters");
            }
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        } catch (final NoSuchFileException e) {
            throw new CountersException(
                    file + " does not exist; start the switch, or name its counters file", e);
        } catch (final IOException e) {
            throw new CountersException(
                    file + " cannot be read (" + IoReason.of(e) + "); check its rights", e);
        }
        try {
            return new CountersReader(file, mapped);
        } catch (final CountersException e) {
            IoUtil.unmap(mapped);
            throw e;
        }
    }

    /**
     * @return name of the switch
     */
    public String switchName() {
        return buffer.getStringAscii(CountersLayout.NAME_OFFSET);
    }

    /**
     * @return process id of the writer
     */
    public long pid() {
        return buffer.getLong(CountersLayout.PID_OFFSET);
    }

    /**
     * @return whether the writer is there: not stopped in order, and its process alive
     */
    public boolean isRunning() {
        return buffer.getIntVolatile(CountersLayout.STATE_OFFSET) == CountersLayout.STATE_RUNNING
                && ProcessHandle.of(pid()).map(ProcessHandle::isAlive).orElse(false);
    }

    /**
     * @return number of shards
     */
    public int shards() {
        return shards;
    }

    /**
     * @param shard in [0, shards)
     * @return its counters, for reading only: the mapping refuses stores
     */
    public CounterBlock shard(final int shard) {
        return blocks.get(shard);
    }

    /**
     * @param ending to read
     * @return frames that ended so, over all shards
     */
    public long total(final Ending ending) {
        return blocks.stream().mapToLong(block -> block.get(ending)).sum();
    }

    /**
     * @param tally to read
     * @return its count, over all shards
     */
    public long total(final Tally tally) {
        return blocks.stream().mapToLong(block -> block.get(tally)).sum();
    }

    /**
     * @return the ports' counters, in order of their indices
     */
    public List<PortCounters> ports() {
        final List<PortCounters> all = new ArrayList<>();
        for (int port = 0; port < ports; port++) {
            final int at = CountersLayout.portOffset(shards, port);
            final long[] v = new long[CountersLayout.PORT_VALUES];
            for (int i = 0; i < v.length; i++) {
                v[i] =
                        buffer.getLongVolatile(
                                at + CountersLayout.VALUES_OFFSET + i * BitUtil.SIZE_OF_LONG);
            }
            all.add(
                    new PortCounters(
                            buffer.getStringAscii(at),
                            buffer.getStringAscii(at + CountersLayout.MODE_OFFSET),
                            new PortCounters.Received(v[0], v[1], v[2], v[3], v[4]),
                            new PortCounters.Sent(v[5], v[6], v[7], v[8], v[9], v[10]),
                            v[CountersLayout.STALLS_INDEX],
                            new PortCounters.Injected(
                                    v[CountersLayout.FAULTS_INDEX],
                                    v[CountersLayout.FAULTS_INDEX + 1],
                                    v[CountersLayout.FAULTS_INDEX + 2]),
                            new PortCounters.Silence(
                                    v[CountersLayout.SILENCE_INDEX],
                                    v[CountersLayout.SILENCE_INDEX + 1],
                                    v[CountersLayout.SILENCE_INDEX + 2]),
                            v[CountersLayout.XDP_LOST_INDEX]));
        }
        return all;
    }

    /**
     * @return the threads' duty cycles
     */
    public List<DutyCycle> dutyCycles() {
        final List<DutyCycle> all = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            final int at = CountersLayout.threadOffset(shards, ports, thread);
            all.add(
                    new DutyCycle(
                            buffer.getStringAscii(at),
                            buffer.getLongVolatile(at + CountersLayout.CYCLES_OFFSET),
                            buffer.getLongVolatile(at + CountersLayout.WORST_OFFSET),
                            buffer.getLongVolatile(at + CountersLayout.OVERRUNS_OFFSET),
                            buffer.getLong(at + CountersLayout.THRESHOLD_OFFSET),
                            buffer.getLongVolatile(at + CountersLayout.WORST_WAIT_OFFSET)));
        }
        return all;
    }

    /** Lets go of the file; a second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            // A late reader gets an exception, not a crash.
            buffer.wrap(0, 0);
            IoUtil.unmap(mapped);
        }
    }
}
