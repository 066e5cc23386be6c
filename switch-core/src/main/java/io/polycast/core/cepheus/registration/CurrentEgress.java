package io.polycast.core.cepheus.registration;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import org.agrona.DirectBuffer;

/** The sink of the call that runs now: registration keeps one sink, the role is given one with each call. */
final class CurrentEgress implements EgressSink {
    private EgressSink now;

    void now(final EgressSink egress) {
        now = egress;
    }

    EgressSink now() {
        return now;
    }

    @Override
    public int room(final int egressPort) {
        return now.room(egressPort);
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        return now.offer(egressPort, frame, offset, length);
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        return now.offerCopy(egressPort, copy, headerOffset, icrc);
    }
}
