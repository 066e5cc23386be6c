package io.polycast.endhost.qp;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import org.agrona.concurrent.UnsafeBuffer;

/** A frame in the words of the tests: what it is, without addresses. */
record Seen(int opcode, int psn, boolean ackRequest, int syndrome, int msn, int payload) {
    static Seen of(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        final int kind = Classifier.classify(buffer, 0, frame.length, info);
        if (kind == FrameKind.MALFORMED || kind == FrameKind.OTHER) {
            throw new AssertionError("kind " + kind + " reason " + info.reason);
        }
        final boolean aeth = info.opcode == Opcode.ACKNOWLEDGE;
        return new Seen(
                info.opcode,
                info.psn,
                info.ackReq,
                aeth ? Aeth.syndrome(buffer, info.aethOffset) : 0,
                aeth ? Aeth.msn(buffer, info.aethOffset) : 0,
                info.payloadLength);
    }

    static Seen data(final int opcode, final int psn, final boolean ackRequest, final int payload) {
        return new Seen(opcode, psn, ackRequest, 0, 0, payload);
    }

    static Seen feedback(final int syndrome, final int psn, final int msn) {
        return new Seen(Opcode.ACKNOWLEDGE, psn, false, syndrome, msn, 0);
    }

    @Override
    public String toString() {
        if (opcode == Opcode.ACKNOWLEDGE) {
            return "feedback 0x%02x psn 0x%06x msn %d".formatted(syndrome, psn, msn);
        }
        return "%s psn 0x%06x%s, %d bytes"
                .formatted(Opcode.name(opcode), psn, ackRequest ? " ackreq" : "", payload);
    }
}
