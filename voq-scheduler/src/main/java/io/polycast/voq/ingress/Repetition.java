package io.polycast.voq.ingress;

import io.polycast.voq.Refusal;
import io.polycast.voq.list.IndexList;

/**
 * Repeats what a leg does not answer: requests, and frames. A leg whose other end takes frames in order
 * only repeats all of them, from the oldest on (go-back-N). A selective one repeats the oldest and the
 * last: the last one shows the other end each gap before it, which the other end then names. A VOQ waits while frames or requests are outstanding. All waits are equally long, so that the list of
 * waiting VOQs is in order of their deadlines.
 *
 * <p>A VOQ is given up after {@code tries} repetitions without any answer, or when answers bring nothing new
 * for {@code stall} ticks while it may send.
 */
final class Repetition {
    private static final long NEVER = Long.MAX_VALUE;

    private final PortState port;
    private final VoqTable voqs;
    private final Marks marks;
    private final long repeat;
    private final int tries;
    private final long stall;
    private long gaveUp;

    /** VOQs that were given up, and not yet named. */
    private final IndexList givenUp;

    Repetition(final PortState port, final Marks marks) {
        this.port = port;
        this.marks = marks;
        voqs = port.voqs;
        givenUp = new IndexList(voqs.tries.length);
        repeat = port.settings.leg().repeat();
        tries = port.settings.leg().tries();
        stall = port.settings.leg().stall();
    }

    /** Something is outstanding; a wait that runs goes on. */
    void begin(final long now, final int voq) {
        if (!port.waiting.contains(voq)) {
            voqs.progress[voq] = now;
            await(now, voq);
        }
    }

    private void await(final long now, final int voq) {
        if (repeat != NEVER) {
            voqs.deadline[voq] = now + repeat;
            port.waiting.add(voq);
        }
    }

    /** The leg has answered. */
    void restart(final long now, final int voq) {
        port.waiting.remove(voq);
        if (voqs.outstanding(voq) > 0 || voqs.asked[voq] != voqs.granted[voq]) {
            await(now, voq);
        }
    }

    /** The leg has answered, and brought nothing new: a wait for that goes on. */
    void putOff(final long now, final int voq) {
        if (!isStalled(now, voq)) {
            restart(now, voq);
        }
    }

    private boolean isStalled(final long now, final int voq) {
        return now - voqs.progress[voq] >= stall;
    }

    /** Whether a VOQ was given up although its other end answered. */
    boolean hasStalled(final int voq) {
        return voqs.is(voq, VoqTable.STALLED);
    }

    long onTick(final long now) {
        while (!port.waiting.isEmpty()) {
            final int voq = port.waiting.first();
            if (voqs.deadline[voq] - now > 0) {
                return voqs.deadline[voq];
            }
            expire(now, voq);
        }
        return NEVER;
    }

    long nextDeadline() {
        return port.waiting.isEmpty() ? NEVER : voqs.deadline[port.waiting.first()];
    }

    long gaveUp() {
        return gaveUp;
    }

    int pollGivenUp() {
        final int voq = givenUp.first();
        if (voq != IndexList.NONE) {
            givenUp.remove(voq);
        }
        return voq;
    }

    private void expire(final long now, final int voq) {
        port.waiting.remove(voq);
        // A VOQ that may not send repeats nothing: silence is no sign of a dead leg.
        if (voqs.is(voq, VoqTable.STOPPED)) {
            voqs.progress[voq] = now;
        } else if (++voqs.tries[voq] > tries || isStalled(now, voq)) {
            gaveUp++;
            givenUp.add(voq);
            final boolean answered = voqs.tries[voq] <= tries;
            flush(now, voq, Refusal.GIVEN_UP);
            voqs.set(voq, VoqTable.STALLED, answered);
            return;
        }
        if (voqs.outstanding(voq) > 0) {
            if (port.settings.leg().selective()) {
                marks.add(voq, voqs.oldest[voq], voqs.oldestSequence[voq]);
                marks.add(voq, voqs.lastSent[voq], voqs.nextSequence[voq] - 1);
            } else {
                marks.addRange(voq, voqs.oldestSequence[voq], voqs.outstanding(voq));
            }
        }
        if (voqs.asked[voq] != voqs.granted[voq]) {
            voqs.repeat[voq] = voqs.granted[voq] + 1;
            voqs.set(voq, VoqTable.REPEATING, true);
        }
        await(now, voq);
        port.refresh(voq);
    }

    /** Ends all copies of a VOQ, and begins its numbers again. */
    void flush(final long now, final int voq, final Refusal why) {
        while (voqs.nextSend[voq] != VoqTable.NONE) {
            port.dropHead(now, voq, why);
        }
        int header = voqs.oldest[voq];
        while (header != VoqTable.NONE) {
            final int follower = port.headers.next(header);
            final int payload = port.headers.payload(header);
            port.free(voq, header);
            voqs.dropped[voq]++;
            port.endCopy(payload, voq, why.code());
            header = follower;
        }
        port.waiting.remove(voq);
        port.sync.forget(voq);
        voqs.reset(voq);
        port.refresh(voq);
    }
}
