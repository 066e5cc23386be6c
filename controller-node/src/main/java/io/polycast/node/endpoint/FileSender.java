package io.polycast.node.endpoint;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.psn.Psn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends a file as messages that go round: whoever joins gets the rest of the file, and then its start. The file is
 * owed once from the start, and once from each place at which somebody joined. An END follows when nothing is owed,
 * and a FIN when all members have the END. Members leave on the FIN, so that its acknowledgement may never come.
 */
final class FileSender implements Transfer {
    /** Most bytes of messages that are posted and not acknowledged. */
    private static final int ROOM = 8 << 20;

    /** Most messages that are posted and not acknowledged. */
    static final int MOST_MESSAGES = 64;

    /** Time for which the FIN's acknowledgement is waited for. */
    private static final long LINGER_NS = 2_000_000_000L;

    private final Path path;
    private final FileChannel file;
    private final long length;
    private final int message;
    private final int slots;
    private final UnsafeBuffer memory;
    private final MessageDigest digest = Sha256.digest();
    private final Completion completion = new Completion();
    private QueuePair queuePair;
    private int nextPsn;
    private long cursor;
    private long owed;
    private long hashed;
    private byte[] hash;
    private boolean ended;
    private boolean finished;
    private long finishedNs;
    private boolean quiet;
    private long posted;
    private long completed;
    private long beganNs;
    private long lastNs;

    /** First PSN without acknowledgement, and the packets before it. */
    private int ackedPsn;

    private long acked;

    /**
     * @param path of the file
     * @param message bytes of a SEND, at least {@link Piece#LENGTH} + {@link Piece#HASH}
     * @throws EndpointException when the file cannot be read
     */
    FileSender(final Path path, final int message) throws EndpointException {
        this.path = path;
        this.message = message;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
            length = file.size();
        } catch (final IOException e) {
            throw new EndpointException(
                    EndpointException.Kind.USAGE, "cannot read " + path + ": " + IoReason.of(e), e);
        }
        owed = length;
        slots = Math.max(2, Math.min(MOST_MESSAGES, ROOM / message));
        memory = new UnsafeBuffer(ByteBuffer.allocateDirect(slots * message));
    }

    @Override
    public boolean isSource() {
        return true;
    }

    /** A source may be a receiver of others before its turn; their data is nothing to it. */
    @Override
    public void attach(final QueuePair pair) {
        queuePair = pair;
        pair.receiveEndlessly((position, source, offset, bytes) -> {}, Integer.MAX_VALUE);
    }

    @Override
    public void begin(final int psn) {
        nextPsn = psn;
        ackedPsn = psn;
    }

    @Override
    public int nextPsn() {
        return nextPsn;
    }

    @Override
    public void onJoined() {
        owed = length;
        ended = false;
        finished = false;
    }

    @Override
    public int work(final long nowNs, final boolean mayPost) throws EndpointException {
        if (posted > completed) {
            acked += Math.max(0, Psn.distance(ackedPsn, queuePair.unackedPsn()));
            ackedPsn = queuePair.unackedPsn();
        }
        int done = 0;
        while (queuePair.receiveCompletions().poll(completion)) {
            done++;
        }
        while (queuePair.sendCompletions().poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS) {
                throw EndpointException.failed(
                        "the queue pair failed ("
                                + CompletionStatus.label(completion.status)
                                + "): a receiver or a switch of the group does not answer; see"
                                + " polycast show why");
            }
            completed++;
            lastNs = finished ? lastNs : nowNs;
            done++;
        }
        while (mayPost && !ended && posted - completed < slots) {
            if (posted == 0) {
                beganNs = nowNs;
            }
            post(owed > 0 ? fill(slot()) : end(slot()));
            done++;
        }
        if (mayPost && ended && !finished && completed == posted) {
            Piece.write(memory, slot(), Piece.FIN, length, length);
            post(Piece.LENGTH);
            finished = true;
            finishedNs = nowNs;
        }
        quiet = finished && (completed == posted || nowNs - finishedNs > LINGER_NS);
        return done;
    }

    private int slot() {
        return (int) (posted % slots) * message;
    }

    private void post(final int bytes) {
        if (!queuePair.postSend(posted, memory, slot(), bytes)) {
            throw new IllegalStateException("the send queue is full below its depth");
        }
        posted++;
        final int mtu = queuePair.settings().pathMtu();
        nextPsn = Psn.plus(nextPsn, (bytes + mtu - 1) / mtu);
    }

    private int fill(final int at) throws EndpointException {
        final int bytes = (int) Math.min(message - Piece.LENGTH, Math.min(owed, length - cursor));
        Piece.write(memory, at, Piece.DATA, length, cursor);
        final ByteBuffer into = memory.byteBuffer().slice(at + Piece.LENGTH, bytes);
        try {
            while (into.hasRemaining()) {
                if (file.read(into, cursor + into.position()) < 0) {
                    throw EndpointException.failed(
                            path + " became shorter while it was sent: send a file at rest");
                }
            }
        } catch (final IOException e) {
            throw EndpointException.failed("cannot read " + path + ": " + IoReason.of(e));
        }
        if (cursor == hashed) {
            digest.update(into.flip());
            hashed += bytes;
        }
        cursor = cursor + bytes == length ? 0 : cursor + bytes;
        owed -= bytes;
        return Piece.LENGTH + bytes;
    }

    private int end(final int at) {
        if (hash == null) {
            hash = digest.digest();
        }
        Piece.write(memory, at, Piece.END, length, length);
        memory.putBytes(at + Piece.LENGTH, hash);
        ended = true;
        return Piece.LENGTH + Piece.HASH;
    }

    @Override
    public boolean isDone() {
        return quiet;
    }

    @Override
    public long progress() {
        return completed + (queuePair == null ? 0 : queuePair.unackedPsn());
    }

    @Override
    public long moved() {
        return queuePair == null ? 0 : acked * queuePair.settings().pathMtu();
    }

    /** The last messages of the file, END and FIN are too few to tell a rate by. */
    @Override
    public boolean isBusy() {
        return owed > 0;
    }

    @Override
    public TransferReport report() {
        return new TransferReport(
                length,
                (lastNs - beganNs) / 1e9,
                posted,
                queuePair.counters().value(QpCounter.RETRANSMITTED),
                HexFormat.of().formatHex(hash));
    }

    @Override
    public void close() {
        CloseHelper.quietClose(file);
    }
}
