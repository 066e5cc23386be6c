package io.polycast.sim.kernel;

import io.polycast.core.offload.KernelGroup;
import io.polycast.core.offload.KernelPath;
import io.polycast.core.offload.KernelRow;
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
    int repeated;
    int stepsBack;
    int stepBackPsn;
    long frames;
    private int highest;
    private int candidate;
    private boolean candidateValid;

    KernelSlot(final KernelGroup group, final int ports, final int highestPsn, final int lastPsn) {
        this.group = group;
        this.highest = highestPsn;
        this.lastPsn = lastPsn;
        ackPsn = new int[ports];
        ackValid = new boolean[ports];
        absent = new boolean[ports];
        copies = new long[ports];
        filtered = new long[ports];
    }

    long flow() {
        return highest
                | KernelPath.HIGHEST_VALID
                | (candidateValid
                        ? KernelPath.CANDIDATE_VALID
                                | (long) candidate << KernelPath.CANDIDATE_SHIFT
                        : 0);
    }

    /** Whether all receivers have acknowledged a PSN. */
    boolean isAtOrBeforeMinimum(final int psn) {
        return minimumValid && Psn.distance(minimum, psn) <= 0;
    }

    /** Whether the source jumps to a PSN for the second time: the engine looks at the ICRC. */
    boolean isRepeatedJump(final int psn) {
        return candidateValid && candidate == psn && Psn.distance(highest, psn) > 1;
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
        if (ackReq && Psn.distance(highest, psn) <= 0) {
            if (asked != 0 && Psn.distance(asked & Psn.MASK, psn) <= 0) {
                repeated = counted(repeated, psn);
            }
            asked = counted(asked, psn);
        }
        return retransmission;
    }

    private static int counted(final int before, final int psn) {
        return psn
                | KernelPath.ASKED_VALID
                | (before & KernelPath.ASKED_COUNT) + KernelPath.ASKED_ONE;
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
        if (step == 1 || candidateValid && psn == Psn.next(candidate)) {
            candidateValid &= step == 1;
            highest = psn;
        } else {
            candidate = psn;
            candidateValid = true;
        }
        return false;
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
