package io.polycast.core.cepheus.view;

import io.polycast.mft.spec.PathSpec;

/**
 * A path of a group as people see it.
 *
 * @param index in the path table
 * @param spec that it was installed from
 * @param state receiver, joining, source, unknown, evicted or demoted
 * @param ackPsn largest PSN acknowledged, or -1 when unknown
 * @param waitingNak ePSN of a NAK that waits for the others, or -1
 * @param msn of the last feedback
 * @param lastHeardNs time of the last feedback, in ns, 0: never
 * @param cnps congestion signals since the path exists
 */
public record PathView(
        int index,
        PathSpec spec,
        String state,
        int ackPsn,
        int waitingNak,
        int msn,
        long lastHeardNs,
        long cnps) {}
