package io.polycast.voq.ingress;

/** Sent frames that are to be repeated: their headers are marked, and leave again in order. */
final class Marks {
    private static final int NONE = VoqTable.NONE;

    private final PortState port;
    private final VoqTable voqs;
    private final RepeatBudget budget;

    Marks(final PortState port, final RepeatBudget budget) {
        this.port = port;
        this.budget = budget;
        voqs = port.voqs;
    }

    /** A frame was sent for the first time. */
    void onSent(final int voq, final int units) {
        budget.onSent(port.egressOf(voq), units);
    }

    /** Marks a sent frame; one that is marked stays so. */
    void add(final int voq, final int header, final int sequence) {
        if (!port.headers.mark(header, true)) {
            return;
        }
        voqs.marks[voq]++;
        if (voqs.resend[voq] == NONE || sequence - voqs.resendSequence[voq] < 0) {
            voqs.resend[voq] = header;
            voqs.resendSequence[voq] = sequence;
        }
    }

    /** Marks sent frames from a serial number on, none of which is acknowledged. */
    void addRange(final int voq, final int from, final int count) {
        int header = sent(voq, from);
        for (int i = 0; i < count; i++) {
            add(voq, header, from + i);
            header = port.headers.next(header);
        }
    }

    /** As {@link #addRange}, of frames that the other end asks for: as many as its budget allows. */
    void addAsked(final long now, final int voq, final int from, final int count) {
        int header = sent(voq, from);
        for (int i = 0; i < count; i++) {
            if (port.headers.isMarked(header)
                    || budget.take(now, port.egressOf(voq), port.unitsOf(header))) {
                add(voq, header, from + i);
            }
            header = port.headers.next(header);
        }
    }

    private int sent(final int voq, final int sequence) {
        int header = voqs.oldest[voq];
        for (int skip = sequence - voqs.oldestSequence[voq]; skip > 0; skip--) {
            header = port.headers.next(header);
        }
        return header;
    }

    /** Takes the first mark away, and returns its frame's serial number. */
    int takeFirst(final int voq) {
        final int header = voqs.resend[voq];
        final int sequence = voqs.resendSequence[voq];
        remove(voq, header);
        seek(voq, port.headers.next(header), sequence + 1);
        return sequence;
    }

    /** A frame is acknowledged. */
    void remove(final int voq, final int header) {
        if (voqs.marks[voq] > 0 && port.headers.mark(header, false)) {
            voqs.marks[voq]--;
        }
    }

    /** Frames up to the oldest one were acknowledged. */
    void afterAck(final int voq) {
        if (voqs.resend[voq] != NONE && voqs.oldestSequence[voq] - voqs.resendSequence[voq] > 0) {
            seek(voq, voqs.oldest[voq], voqs.oldestSequence[voq]);
        }
    }

    private void seek(final int voq, final int from, final int fromSequence) {
        int header = from;
        int sequence = fromSequence;
        if (voqs.marks[voq] == 0) {
            voqs.resend[voq] = NONE;
            return;
        }
        while (!port.headers.isMarked(header)) {
            header = port.headers.next(header);
            sequence++;
        }
        voqs.resend[voq] = header;
        voqs.resendSequence[voq] = sequence;
    }
}
