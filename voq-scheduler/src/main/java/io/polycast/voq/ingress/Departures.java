package io.polycast.voq.ingress;

import io.polycast.voq.Control;
import io.polycast.voq.Refusal;

/** Copies leave in order of their VOQ, and are released by their ACK. */
final class Departures {
    private static final int NONE = VoqTable.NONE;

    private final PortState port;
    private final VoqTable voqs;
    private final Repetition repetition;
    private final Marks marks;

    Departures(final PortState port, final Repetition repetition, final Marks marks) {
        this.port = port;
        this.repetition = repetition;
        this.marks = marks;
        voqs = port.voqs;
    }

    /** Hits go first, in turn; then misses, in turn. */
    int pick(final int allowed) {
        int miss = NONE;
        for (int voq = port.ready.first(); voq != NONE; voq = port.ready.after(voq)) {
            if (port.sync.isSuspended(voq)) {
                continue;
            }
            final int header = head(voq);
            if (port.headers.isUnicast(header)) {
                if ((allowed & IngressPort.UNICAST) != 0) {
                    miss = miss == NONE ? voq : miss;
                }
            } else if (port.isCached(port.headers.payload(header))) {
                if ((allowed & IngressPort.HITS) != 0) {
                    return voq;
                }
            } else if ((allowed & IngressPort.MISSES) != 0 && miss == NONE) {
                miss = voq;
            }
        }
        return miss;
    }

    long begin(final long now, final int voq) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (!port.ready.contains(voq) || port.sync.isSuspended(voq)) {
            return Refusal.NOT_READY.code();
        }
        final int header = head(voq);
        final int payload = port.headers.payload(header);
        final int sequence;
        if (voqs.resend[voq] != NONE) {
            sequence = marks.takeFirst(voq);
            voqs.repeated[voq]++;
        } else {
            sequence = voqs.nextSequence[voq]++;
            final int units = port.payloads.units(payload);
            port.takeFromFront(voq, header, units);
            voqs.credit[voq] -= units;
            voqs.lastSent[voq] = header;
            if (voqs.outstanding(voq) == 1) {
                voqs.progress[voq] = now;
            }
            marks.onSent(voq, units);
            repetition.begin(now, voq);
            port.forwarded(now, voq, payload);
        }
        voqs.set(voq, VoqTable.BUSY, true);
        port.refresh(voq);
        return (long) payload << 32 | sequence & 0xFFFF_FFFFL;
    }

    int finish(final int voq) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (!voqs.is(voq, VoqTable.BUSY)) {
            return Refusal.NOT_READY.code();
        }
        voqs.set(voq, VoqTable.BUSY, false);
        port.refresh(voq);
        return Refusal.OK;
    }

    int onAck(final long now, final int voq, final int sequence) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (sequence - voqs.nextSequence[voq] >= 0) {
            return Refusal.ACK_UNSENT.code();
        }
        voqs.tries[voq] = 0;
        if (sequence - voqs.oldestSequence[voq] < 0) {
            return Refusal.STALE.code();
        }
        while (sequence - voqs.oldestSequence[voq] >= 0) {
            release(voq);
        }
        marks.afterAck(voq);
        voqs.progress[voq] = now;
        repetition.restart(now, voq);
        port.refresh(voq);
        return Refusal.OK;
    }

    int onMissing(final long now, final int voq, final int sequence, final int units) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        final int first = sequence + Control.firstMissing(units);
        final int behind = first + Control.missingCount(units);
        if (sequence - voqs.nextSequence[voq] >= 0 || behind - voqs.nextSequence[voq] > 0) {
            return Refusal.ACK_UNSENT.code();
        }
        final int answer = onAck(now, voq, sequence);
        final int from = Math.max(first - voqs.oldestSequence[voq], 0);
        final int count = behind - voqs.oldestSequence[voq] - from;
        if (count > 0) {
            marks.addAsked(now, voq, voqs.oldestSequence[voq] + from, count);
            repetition.putOff(now, voq);
            port.refresh(voq);
            return Refusal.OK;
        }
        return answer;
    }

    private void release(final int voq) {
        final int header = voqs.oldest[voq];
        final int payload = port.headers.payload(header);
        voqs.oldest[voq] = port.headers.next(header);
        if (voqs.lastSent[voq] == header) {
            voqs.lastSent[voq] = NONE;
        }
        if (voqs.tail[voq] == header) {
            voqs.tail[voq] = NONE;
        }
        voqs.oldestSequence[voq]++;
        marks.remove(voq, header);
        port.free(voq, header);
        port.endCopy(payload, voq, Refusal.OK);
    }

    private int head(final int voq) {
        return voqs.resend[voq] != NONE ? voqs.resend[voq] : voqs.nextSend[voq];
    }
}
