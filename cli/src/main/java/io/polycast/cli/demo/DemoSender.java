package io.polycast.cli.demo;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.xdp.memory.MemoryPort;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The sender: makes messages as completions free their memory. The last message carries immediate
 * data, so that receivers know the end.
 */
final class DemoSender extends DemoHost {
    private final DemoSettings settings;
    private final Payload payload;
    private final UnsafeBuffer memory;
    private final MessageDigest digest;
    private final Completion completion = new Completion();
    private long posted;
    private long completed;
    private String problem = "";

    DemoSender(final QueuePair queuePair, final MemoryPort port, final DemoSettings settings) {
        super(0, queuePair, port, settings);
        this.settings = settings;
        this.payload = new Payload(settings.seed());
        this.memory =
                new UnsafeBuffer(
                        ByteBuffer.allocateDirect(
                                DemoSettings.MESSAGE_SLOTS * DemoSettings.MESSAGE_LENGTH));
        this.digest = settings.verifyFull() ? HashVerifier.sha256() : null;
    }

    /** Takes completions, posts messages, moves frames. */
    int run(final long nowNs) {
        int done = 0;
        while (queuePair().sendCompletions().poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS && problem.isEmpty()) {
                problem = "the sender's " + completion;
            }
            completed++;
            done++;
        }
        while (posted < settings.messages() && posted - completed < DemoSettings.MESSAGE_SLOTS) {
            post(posted++);
            done++;
        }
        return done + work(nowNs);
    }

    private void post(final long message) {
        final int length = settings.lengthOf(message);
        final int slot = (int) (message % DemoSettings.MESSAGE_SLOTS);
        final int offset = slot * DemoSettings.MESSAGE_LENGTH;
        payload.fill(memory, offset, message * DemoSettings.MESSAGE_LENGTH, length);
        if (digest != null) {
            digest.update(memory.byteBuffer().slice(offset, length));
        }
        final boolean last = message == settings.messages() - 1;
        final QueuePair qp = queuePair();
        final long address = DemoFabric.MEMORY_BASE + offset;
        final boolean taken;
        if (settings.write()) {
            taken =
                    last
                            ? qp.postWriteWithImmediate(
                                    message, memory, offset, length, address, 0, (int) message)
                            : qp.postWrite(message, memory, offset, length, address, 0);
        } else {
            taken =
                    last
                            ? qp.postSendWithImmediate(
                                    message, memory, offset, length, (int) message)
                            : qp.postSend(message, memory, offset, length);
        }
        if (!taken) {
            throw new IllegalStateException("send queue full below its depth");
        }
    }

    /** Whether all messages are acknowledged, or the connection broke. */
    boolean isDone() {
        return completed == settings.messages() || !problem.isEmpty();
    }

    /** Failure of the connection; empty without one. */
    String problem() {
        return problem;
    }

    long retransmitted() {
        return queuePair().counters().value(QpCounter.RETRANSMITTED);
    }

    /** SHA-256 of all that was sent; empty when only samples are compared. */
    ByteBuffer hash() {
        return digest == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(digest.digest());
    }
}
