package io.polycast.cli.demo;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.xdp.memory.MemoryPort;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/** A receiver, which hands its bytes to a verifier in the order of execution. */
final class DemoReceiver extends DemoHost {
    private final int number;
    private final DemoSettings settings;
    private final Verifier verifier;
    private final long span;
    private final Completion completion = new Completion();
    private long received;
    private boolean finished;
    private String problem = "";

    /**
     * @param number of the receiver, counted from 1
     */
    DemoReceiver(
            final int number,
            final QueuePair queuePair,
            final MemoryPort port,
            final DemoSettings settings) {
        super(number, queuePair, port, settings);
        this.number = number;
        this.settings = settings;
        this.verifier =
                settings.verifyFull()
                        ? new HashVerifier()
                        : new SampleVerifier(new Payload(settings.seed()));
        // A SEND's positions start anew with each message, a WRITE's with each round of the memory.
        this.span =
                settings.write()
                        ? (long) DemoSettings.MESSAGE_SLOTS * DemoSettings.MESSAGE_LENGTH
                        : DemoSettings.MESSAGE_LENGTH;
        queuePair.receiveEndlessly(this::onPayload, DemoSettings.MESSAGE_LENGTH);
        if (settings.write()) {
            queuePair.registerMemory(
                    DemoFabric.rkey(number), DemoFabric.va(number), span, this::onPayload);
        }
    }

    private void onPayload(
            final long position, final DirectBuffer source, final int offset, final int length) {
        if (position != received % span) {
            fail("got bytes for position " + position + " instead of " + received % span);
        }
        verifier.onBytes(received, source, offset, length);
        received += length;
    }

    /** Takes completions, moves frames. */
    int run(final long nowNs) {
        final int moved = work(nowNs);
        int done = 0;
        while (queuePair().receiveCompletions().poll(completion)) {
            done++;
            if (completion.status != CompletionStatus.SUCCESS) {
                fail(completion.toString());
            } else if (completion.hasImmediate) {
                finished = true;
                if (completion.immediate != (int) (settings.messages() - 1)) {
                    fail("got immediate data " + completion.immediate);
                }
            }
        }
        return moved + done;
    }

    private void fail(final String what) {
        if (problem.isEmpty()) {
            problem = "receiver " + number + " " + what;
        }
    }

    boolean isDone() {
        return finished || !problem.isEmpty();
    }

    long received() {
        return received;
    }

    /** Fault of this receiver's bytes; empty without a fault. */
    String verify(final ByteBuffer expectedHash) {
        if (problem.isEmpty() && received != settings.bytes()) {
            fail("has " + received + " of " + settings.bytes() + " bytes");
        }
        if (problem.isEmpty() && !verifier.holds(expectedHash)) {
            fail("has other bytes than the sender sent");
        }
        return problem;
    }
}
