package io.polycast.sim.kernel;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.psn.Psn;

/** One slot of the table: a group's rows and words. */
final class KernelSlot {
    final KernelGroup group;
    final int[] ackPsn;
    final boolean[] ackValid;
    final boolean[] absent;
    final long[] copies;
    final long[] filtered;
    int minimum;
    boolean minimumValid;
    int lastPsn;
    int asked;
    int stepsBack;
    int stepBackPsn;
    long frames;

    /** Of the 64 PSNs above the highest: bit p & 63 for those that passed. */
    long passed;

    private int highest;
    private int candidate;
    private boolean candidateValid;

    KernelSlot(
            final KernelGroup group,
            final int ports,
            final int highestPsn,
            final long passed,
            final int lastPsn) {
        this.group = group;
        this.highest = highestPsn;
        this.passed = passed;
        this.lastPsn = lastPsn;
        ackPsn = new int[ports];
        ackValid = new boolean[ports];
        absent = new boolean[ports];
        copies = new long[ports];
        filtered = new long[ports];
    }

    long flow() {
        return highest
                | KernelTable.HIGHEST_VALID
                | (passed == 0 ? 0 : KernelTable.PASSED_VALID)
                | (candidateValid
                        ? KernelTable.CANDIDATE_VALID
                                | (long) candidate << KernelTable.CANDIDATE_SHIFT
                        : 0);
    }

    /** Whether all receivers have acknowledged a PSN. */
    boolean isAtOrBeforeMinimum(final int psn) {
        return minimumValid && Psn.distance(minimum, psn) <= 0;
    }

    /** Whether the source jumps to a PSN for the second time: the engine looks at the ICRC. */
    boolean isRepeatedJump(final int psn) {
        final int step = Psn.distance(highest, psn);
        if (step <= 1 || isSuccessor(psn)) {
            return false;
        }
        return candidateValid && candidate == psn || step <= Long.SIZE && has(psn);
    }

    private boolean isSuccessor(final int psn) {
        return candidateValid && psn == Psn.next(candidate);
    }

    private boolean has(final int psn) {
        return (passed >>> (psn & 63) & 1) != 0;
    }

    /**
     * Whether there is a PSN that each path filters although it is behind the minimum: a retransmission of
     * it would be lost instead of answered.
     */
    boolean isMinimumBehindAll() {
        int present = 0;
        for (final KernelRow row : group.rows()) {
            final int port = row.port();
            if (!absent[port]) {
                if (!ackValid[port] || minimumValid && Psn.distance(minimum, ackPsn[port]) <= 0) {
                    return false;
                }
                present++;
            }
        }
        return present > 0;
    }

    /** A frame is taken; returns whether it is a retransmission. */
    boolean onData(final int psn, final boolean ackReq) {
        final boolean retransmission = follow(psn);
        if (ackReq && Psn.distance(highest, psn) <= Long.SIZE) {
            asked =
                    psn
                            | KernelTable.ASKED_VALID
                            | (asked & KernelTable.ASKED_COUNT) + KernelTable.ASKED_ONE;
        }
        return retransmission;
    }

    private boolean follow(final int psn) {
        frames++;
        if (Psn.distance(lastPsn, psn) <= 0) {
            stepBackPsn = psn;
            stepsBack++;
        }
        lastPsn = psn;
        final int step = Psn.distance(highest, psn);
        if (step <= 0) {
            return true;
        }
        if (step == 1 || isSuccessor(psn)) {
            candidateValid &= step == 1;
            advance(psn, Math.min(step, Long.SIZE));
        } else {
            candidate = psn;
            candidateValid = true;
            passed |= step <= Long.SIZE ? 1L << (psn & 63) : 0;
        }
        return false;
    }

    /** One PSN after the other leaves the window, and those of the run that follows. */
    private void advance(final int psn, final int step) {
        for (int n = 1; n <= step; n++) {
            passed &= ~(1L << (highest + n & 63));
        }
        highest = psn;
        while (has(Psn.next(highest))) {
            highest = Psn.next(highest);
            passed &= ~(1L << (highest & 63));
        }
    }

    /** Whether a WRITE stays in every receiver's memory. */
    boolean isInWindow(final long va, final long bytes) {
        if (group.vaLow() == 0 && group.vaHigh() == -1) {
            return true;
        }
        if (bytes == 0 && group.vaHigh() != 0) {
            return true;
        }
        final long end = va + bytes;
        return group.vaHigh() != 0
                && Long.compareUnsigned(va, group.vaLow()) >= 0
                && Long.compareUnsigned(end, va) >= 0
                && Long.compareUnsigned(end, group.vaHigh()) <= 0;
    }

    /** Whether a path has no need of a frame. */
    boolean isFiltered(final KernelRow row, final boolean retransmission, final int psn) {
        return retransmission && ackValid[row.port()] && Psn.distance(ackPsn[row.port()], psn) <= 0;
    }
}
