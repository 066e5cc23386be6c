package io.polycast.core.cepheus;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import org.agrona.DirectBuffer;

/** Verifies the ICRC of a frame in full, counts that, and remembers a right one in the frame's record. */
final class IcrcCheck {
    private final Icrc icrc;
    private final CounterBlock counters;

    IcrcCheck(final Icrc icrc, final CounterBlock counters) {
        this.icrc = icrc;
        this.counters = counters;
    }

    boolean isRight(final DirectBuffer frame, final FrameInfo info) {
        if (!info.icrcVerified) {
            counters.count(Tally.ICRC_VERIFIED);
            info.icrcVerified = icrc.verify(frame, info);
        }
        return info.icrcVerified;
    }
}
