package io.polycast.voq.ingress;

import io.polycast.voq.Control;
import io.polycast.voq.Refusal;

/**
 * Requests and grants. A request asks for the units of whole frames at once and is granted as a
 * whole, so that no VOQ holds a part of what its next frame needs. Grants that dropped frames leave
 * behind serve the next frames, or are given back when they do not suffice for the next one. A
 * return is numbered as a request, so that it is repeated until it is answered.
 */
final class Requests {
    private final PortState port;
    private final VoqTable voqs;
    private final Repetition repetition;

    Requests(final PortState port, final Repetition repetition) {
        this.port = port;
        this.repetition = repetition;
        voqs = port.voqs;
    }

    long poll(final long now) {
        while (!port.wanting.isEmpty()) {
            final int voq = port.wanting.first();
            final long message = next(now, voq);
            port.wanting.remove(voq);
            port.refresh(voq);
            if (message != Control.NONE) {
                return message;
            }
        }
        return Control.NONE;
    }

    int onGrant(final long now, final int voq, final int number) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        final int fresh = number - voqs.granted[voq];
        if (fresh > voqs.asked[voq] - voqs.granted[voq]) {
            return Refusal.GRANT_UNASKED.code();
        }
        voqs.tries[voq] = 0;
        if (fresh <= 0) {
            return Refusal.STALE.code();
        }
        while (voqs.granted[voq] != number) {
            final int units = voqs.batch(voq, ++voqs.granted[voq]);
            if ((units & Control.RETURN) == 0) {
                voqs.pending[voq] -= units;
                voqs.credit[voq] += units;
            }
        }
        if (voqs.is(voq, VoqTable.REPEATING) && voqs.repeat[voq] - number <= 0) {
            voqs.repeat[voq] = number + 1;
            voqs.set(voq, VoqTable.REPEATING, number != voqs.asked[voq]);
        }
        // Grants for new frames come on while a lost one waits: they must not put off its
        // repetition.
        if (voqs.outstanding(voq) == 0) {
            voqs.progress[voq] = now;
            repetition.restart(now, voq);
        }
        port.refresh(voq);
        return Refusal.OK;
    }

    int onMissing(final long now, final int voq, final int number) {
        final int answer = onGrant(now, voq, number);
        if ((answer == Refusal.OK || answer == Refusal.STALE.code())
                && voqs.asked[voq] != voqs.granted[voq]) {
            voqs.repeat[voq] = voqs.granted[voq] + 1;
            voqs.set(voq, VoqTable.REPEATING, true);
            port.refresh(voq);
        }
        return answer;
    }

    private long next(final long now, final int voq) {
        if (voqs.is(voq, VoqTable.REPEATING)) {
            return repeat(voq);
        }
        if (port.hasUseless(voq)) {
            return giveBack(now, voq);
        }
        final int units = cover(voq);
        if (units == 0) {
            return Control.NONE;
        }
        voqs.pending[voq] += units;
        return ask(now, voq, units);
    }

    private long ask(final long now, final int voq, final int units) {
        final int number = ++voqs.asked[voq];
        voqs.setBatch(voq, number, units);
        repetition.begin(now, voq);
        return Control.pack(voq, units, number);
    }

    /** Gives back what is granted. Requests that wait cover as many frames as they suffice for. */
    private long giveBack(final long now, final int voq) {
        final int units = Math.min(voqs.credit[voq], Short.MAX_VALUE);
        voqs.credit[voq] -= units;
        int header = voqs.nextSend[voq];
        int covered = 0;
        while (header != voqs.unrequested[voq]
                && covered + port.unitsOf(header) <= voqs.credit[voq] + voqs.pending[voq]) {
            covered += port.unitsOf(header);
            header = port.headers.next(header);
        }
        voqs.unrequested[voq] = header;
        voqs.covered[voq] = covered;
        return ask(now, voq, units | Control.RETURN);
    }

    private long repeat(final int voq) {
        final int number = voqs.repeat[voq]++;
        voqs.set(voq, VoqTable.REPEATING, number != voqs.asked[voq]);
        return Control.pack(voq, voqs.batch(voq, number), number);
    }

    /** Covers frames: first by what is left over, then as many whole ones as a batch takes. */
    private int cover(final int voq) {
        int spare = voqs.credit[voq] + voqs.pending[voq] - voqs.covered[voq];
        int units = 0;
        int header = voqs.unrequested[voq];
        while (header != VoqTable.NONE) {
            final int size = port.unitsOf(header);
            if (units == 0 && spare >= size) {
                spare -= size;
            } else if (units + size <= port.settings.leg().batch()) {
                units += size;
            } else {
                break;
            }
            voqs.covered[voq] += size;
            header = port.headers.next(header);
        }
        voqs.unrequested[voq] = header;
        return units;
    }
}
