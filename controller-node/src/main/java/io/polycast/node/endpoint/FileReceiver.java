package io.polycast.node.endpoint;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

/**
 * Writes a file from the messages of a {@link FileSender}, which may begin anywhere in it and go round. The bytes
 * go to a file beside the one wanted; that gets its name when all bytes are there and have the right SHA-256.
 */
final class FileReceiver implements Transfer {
    private static final int STAGE = 256 << 10;

    /** Time after the file is whole for which the FIN is waited for: the source may lack an acknowledgement. */
    private static final long LINGER_NS = 5_000_000_000L;

    private final Path target;
    private final Path part;
    private final FileChannel file;
    private final Arrival arrival = new Arrival();
    private final ByteBuffer stage = ByteBuffer.allocateDirect(STAGE);
    private final ByteBuffer readBack = ByteBuffer.allocateDirect(STAGE);
    private final MessageDigest digest = Sha256.digest();
    private final Completion completion = new Completion();
    private QueuePair queuePair;

    /** Where the staged bytes belong. */
    private long stagePosition;

    private long hashed;
    private byte[] found;
    private boolean whole;
    private String problem = "";
    private long received;
    private long messages;
    private long beganNs;
    private long nowNs;
    private long endNs;

    /**
     * @param target file to write
     * @param tag of the file beside it, which no other process uses
     * @throws EndpointException when it cannot be written
     */
    FileReceiver(final Path target, final String tag) throws EndpointException {
        this.target = target.toAbsolutePath();
        if (Files.isDirectory(target)) {
            throw new EndpointException(
                    EndpointException.Kind.USAGE, target + " is a directory: name a file");
        }
        part = this.target.resolveSibling("." + this.target.getFileName() + "." + tag + ".part");
        try {
            file =
                    FileChannel.open(
                            part,
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
        } catch (final IOException e) {
            throw new EndpointException(
                    EndpointException.Kind.USAGE,
                    "cannot write " + target + ": " + IoReason.of(e),
                    e);
        }
    }

    @Override
    public boolean isSource() {
        return false;
    }

    @Override
    public void attach(final QueuePair pair) {
        queuePair = pair;
        pair.receiveEndlessly(this::onPayload, Integer.MAX_VALUE);
    }

    private void onPayload(
            final long position, final DirectBuffer source, final int offset, final int bytes) {
        if (!problem.isEmpty()) {
            return;
        }
        if (received == 0) {
            beganNs = nowNs;
        }
        received += bytes;
        if (position > 0) {
            store(source, offset, bytes);
            return;
        }
        problem = arrival.open(source, offset, bytes);
        if (problem.isEmpty()) {
            store(source, offset + Piece.LENGTH, bytes - Piece.LENGTH);
        }
    }

    private void store(final DirectBuffer source, final int offset, final int bytes) {
        if (!arrival.isWanted() || bytes == 0) {
            return;
        }
        if (arrival.position() != stagePosition + stage.position() || stage.remaining() < bytes) {
            flush();
            stagePosition = arrival.position();
        }
        source.getBytes(offset, stage, bytes);
        problem = problem.isEmpty() ? arrival.advance(bytes) : problem;
    }

    private void flush() {
        stage.flip();
        try {
            while (stage.hasRemaining()) {
                file.write(stage, stagePosition + stage.position());
            }
        } catch (final IOException e) {
            problem = "cannot write " + part + ": " + IoReason.of(e);
        }
        stagePosition += stage.position();
        stage.clear();
    }

    @Override
    public int work(final long now, final boolean mayPost) throws EndpointException {
        nowNs = now;
        int done = 0;
        while (queuePair.receiveCompletions().poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS) {
                throw EndpointException.failed(
                        "the queue pair failed ("
                                + CompletionStatus.label(completion.status)
                                + "): do all members have the same --mtu?");
            }
            messages++;
            done++;
        }
        flush();
        if (!problem.isEmpty()) {
            throw EndpointException.failed(problem);
        }
        done += hash();
        if (!whole && arrival.isComplete() && hashed == arrival.length()) {
            finish();
        }
        return done;
    }

    /** Reads what lies without a gap at the start of the file, a part at a time: feedback must not wait for it. */
    private int hash() throws EndpointException {
        final long left = Math.min(STAGE, arrival.prefix() - hashed);
        if (left <= 0) {
            return 0;
        }
        readBack.clear().limit((int) left);
        try {
            if (file.read(readBack, hashed) <= 0) {
                throw EndpointException.failed(
                        part + " became shorter: does another program write?");
            }
        } catch (final IOException e) {
            throw EndpointException.failed("cannot read " + part + ": " + IoReason.of(e));
        }
        hashed += readBack.position();
        digest.update(readBack.flip());
        return 1;
    }

    private void finish() throws EndpointException {
        found = digest.digest();
        if (!Arrays.equals(found, arrival.hash())) {
            throw EndpointException.failed(
                    "the SHA-256 of the "
                            + arrival.length()
                            + " bytes received is "
                            + HexFormat.of().formatHex(found)
                            + ", the source's is "
                            + HexFormat.of().formatHex(arrival.hash())
                            + ": "
                            + target
                            + " is not written");
        }
        try {
            Files.move(
                    part,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException e) {
            throw EndpointException.failed("cannot write " + target + ": " + IoReason.of(e));
        }
        whole = true;
        endNs = nowNs;
    }

    @Override
    public void begin(final int psn) {
        throw new IllegalStateException("a receiver posts nothing");
    }

    @Override
    public int nextPsn() {
        throw new IllegalStateException("a receiver posts nothing");
    }

    @Override
    public void onJoined() {}

    @Override
    public boolean isDone() {
        return whole && (arrival.isFinished() || nowNs - endNs > LINGER_NS);
    }

    @Override
    public long progress() {
        return received + hashed;
    }

    @Override
    public long moved() {
        return received;
    }

    @Override
    public boolean isBusy() {
        return received > 0 && !whole;
    }

    @Override
    public TransferReport report() {
        return new TransferReport(
                arrival.length(),
                (endNs - beganNs) / 1e9,
                messages,
                0,
                HexFormat.of().formatHex(found));
    }

    @Override
    public void close() {
        CloseHelper.quietClose(file);
        if (!whole) {
            try {
                Files.deleteIfExists(part);
            } catch (final IOException e) {
                // The name says that it is a part.
            }
        }
    }
}
