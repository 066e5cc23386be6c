package io.polycast.endhost.qp;

import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;

/**
 * End-to-end flow control: which message may start, given the credits in ACKs. A responder that says
 * 0x1F lifts the limit for good; one message beyond the limit is always allowed, so that its RNR NAK
 * can tell when to go on. So is one while nothing is outstanding: a NAK may have acknowledged all that was
 * sent, and brings no credits.
 *
 * <p>Credits do not survive a change of the multicast source (MSN and the new source's own count
 * differ), which is why a switch sends 0x1F to a group's source.
 */
final class CreditLimit {
    /** Messages that the responder has receives for, by credit code. */
    private static final int[] CREDITS = {
        0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
        2048, 3072, 4096, 6144, 8192, 12_288, 16_384, 24_576, 32_768
    };

    private final boolean honoured;
    private boolean unlimited;
    private int ssn;
    private int limit;

    CreditLimit(final boolean honoured) {
        this.honoured = honoured;
        reset();
    }

    void reset() {
        unlimited = !honoured;
        ssn = 0;
        limit = 0;
    }

    /** Number of a new message, 24 bits. */
    int nextSsn() {
        ssn = Psn.next(ssn);
        return ssn;
    }

    void onAck(final int syndrome, final int msn) {
        if (unlimited) {
            return;
        }
        if (syndrome == Aeth.ACK_UNLIMITED) {
            unlimited = true;
            return;
        }
        final int granted = Psn.plus(msn, CREDITS[syndrome]);
        if (Psn.isAfter(granted, limit)) {
            limit = granted;
        }
    }

    /** Whether a window's next message may start; one that needs no receive moves the limit on by itself. */
    boolean admits(final SendWindow window) {
        if (unlimited) {
            return true;
        }
        final int slot = window.nextSlot();
        if (window.queue.opcode[slot] == WorkOpcode.WRITE) {
            limit = Psn.next(limit);
            return true;
        }
        return window.isAcknowledged() || !Psn.isAfter(window.queue.ssn[slot], Psn.next(limit));
    }
}
