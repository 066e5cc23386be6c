package io.polycast.sim.witness;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.RnrTimer;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import java.util.Arrays;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.LongHashSet;

/**
 * Witness of one group on one switch: the source gets only feedback that a path has sent. A NAK is that of a
 * path, and an RNR NAK has the longest timer. A NAK is not repeated before its retransmission or its time, and
 * no due NAK stays behind. An ACK grants credit without limit, and its MSN is one that a path sent.
 */
final class FeedbackWatch {
    private static final int NONE = -1;

    private final int node;
    private final long nakRepeatNs;
    private final boolean announced;

    /** Per port its last NAK, and whether no retransmission has passed since. */
    private final int[] nakPsn;

    private final int[] nakSyndrome;
    private final boolean[] waits;
    private final IntHashSet msns = new IntHashSet(256);

    /** All NAKs heard: a path may ask again, less urgently, and both count. */
    private final LongHashSet asked = new LongHashSet();

    /** Fatal NAKs heard, whose PSN may be another after the group has begun anew. */
    private final IntHashSet refusals = new IntHashSet(8);

    private int sentPsn = NONE;
    private int lastPsn;
    private int backPsn = NONE;
    private int sentSyndrome;
    private long sentNs;
    private boolean answered;
    private boolean sentNow;

    /** Since the NAK that was sent: steps back in the kernel, and whether all data passed there. */
    private int kernelSteps;

    private boolean allInKernel;

    /** The engine cannot have missed that it was answered. */
    private boolean surely;

    /** PSN of the kernel's last frame, now and when the NAK was sent. */
    private int kernelPsn;

    private int kernelPsnAtSent;

    private boolean anyWaits;

    FeedbackWatch(
            final int node, final int ports, final long nakRepeatNs, final boolean announced) {
        this.node = node;
        this.nakRepeatNs = nakRepeatNs;
        this.announced = announced;
        nakPsn = new int[ports];
        nakSyndrome = new int[ports];
        waits = new boolean[ports];
        forget();
    }

    /** The switch has forgotten what it heard. */
    void forget() {
        msns.clear();
        refusals.clear();
        onSource();
        sentPsn = NONE;
    }

    /** A frame comes in: what leaves from now on is because of it. */
    void onFrame() {
        sentNow = false;
    }

    /** Pending NAKs die with a change of the source. What left because of it counts as sent. */
    void onTurn() {
        onSource();
        if (!sentNow) {
            sentPsn = NONE;
        }
    }

    private void onSource() {
        asked.clear();
        Arrays.fill(nakPsn, NONE);
        Arrays.fill(waits, false);
        anyWaits = false;
        restart();
    }

    /** The kernel's words are gone, or another slot's. */
    void restart() {
        allInKernel = false;
        surely = false;
        kernelPsn = NONE;
        kernelPsnAtSent = NONE;
    }

    void onData(final int psn) {
        allInKernel = false;
        pass(psn);
    }

    private void pass(final int psn) {
        if (Psn.distance(lastPsn, psn) <= 0) {
            backPsn = psn;
        }
        lastPsn = psn;
        answered |= psn == sentPsn;
        for (int port = 0; port < waits.length; port++) {
            waits[port] &= nakPsn[port] != psn;
        }
    }

    /**
     * The kernel tells the engine of steps back only, and of several steps only the last. A NAK between a
     * step back and the PSN reached since counts as answered, although its frame may have been lost. A
     * single step cannot be missed. A NAK also counts as answered when frames that the kernel took have
     * passed its PSN, because the engine cannot tell these frames from those after an earlier step back. No
     * data answers a fatal NAK (rule 6).
     *
     * @param steps back so far
     * @param stepPsn of the last of them
     */
    void onKernelData(final int psn, final int steps, final int stepPsn) {
        pass(psn);
        kernelPsn = psn;
        answered |= hasPassed(sentPsn) || isOnTheWay(psn);
        for (int port = 0; port < waits.length; port++) {
            waits[port] &= !hasPassed(nakPsn[port]);
        }
        kernelSteps += steps;
        surely =
                !Aeth.isFatal(sentSyndrome)
                        && allInKernel
                        && kernelSteps == 1
                        && Psn.distance(stepPsn, sentPsn) >= 0
                        && Psn.distance(sentPsn, psn) >= 0;
    }

    private boolean isOnTheWay(final int psn) {
        return sentPsn != NONE
                && kernelPsnAtSent != NONE
                && Psn.distance(kernelPsnAtSent, sentPsn) > 0
                && Psn.distance(sentPsn, psn) >= 0;
    }

    private boolean hasPassed(final int psn) {
        return psn != NONE
                && backPsn != NONE
                && Psn.distance(backPsn, psn) >= 0
                && Psn.distance(psn, lastPsn) >= 0;
    }

    /** Before the switch sees it: what it makes due leaves at once. */
    void onHeard(final int port, final int psn, final int syndrome, final int msn) {
        msns.add(msn);
        if (Aeth.type(syndrome) != Aeth.TYPE_ACK) {
            asked.add(key(psn, syndrome));
            if (Aeth.isFatal(syndrome)) {
                refusals.add(syndrome);
            }
            nakPsn[port] = psn;
            nakSyndrome[port] = syndrome;
            waits[port] = true;
            anyWaits = true;
        } else if (nakPsn[port] != NONE && Psn.distance(nakPsn[port], psn) >= 0) {
            nakPsn[port] = NONE;
            waits[port] = false;
        }
    }

    /**
     * The last feedback from a port was beyond the bound of the switch, or behind the path's
     * AckPSN.
     *
     * @param psn of it: an ACK leaves the port's last NAK as it was
     */
    void onUnheard(final int port, final int psn) {
        if (nakPsn[port] == psn) {
            nakPsn[port] = NONE;
            waits[port] = false;
        }
    }

    void onSent(final long nowNs, final int psn, final int syndrome, final int msn) {
        if (!msns.contains(msn) && !(announced && msn == 0)) {
            throw broken("sent MSN " + msn + ", which no path has sent");
        }
        if (Aeth.type(syndrome) == Aeth.TYPE_ACK) {
            if (syndrome != Aeth.ACK_UNLIMITED) {
                throw broken("granted credit 0x" + Integer.toHexString(syndrome));
            }
            return;
        }
        for (int port = 0; port < nakPsn.length; port++) {
            if (nakPsn[port] != psn) {
                continue;
            }
            if (waits[port] && isMorePatient(nakSyndrome[port], syndrome)) {
                throw broken(
                        "sent RNR NAK 0x"
                                + Integer.toHexString(syndrome)
                                + ", but a path asked for 0x"
                                + Integer.toHexString(nakSyndrome[port]));
            }
        }
        if (!asked.contains(key(psn, syndrome)) && !refusals.contains(syndrome)) {
            throw broken(
                    "sent NAK 0x"
                            + Integer.toHexString(syndrome)
                            + " for "
                            + psn
                            + ", which no path has asked for");
        }
        if (psn == sentPsn
                && syndrome == sentSyndrome
                && !answered
                && nowNs - sentNs < nakRepeatNs) {
            throw broken("repeated NAK " + psn + " after " + (nowNs - sentNs) + " ns");
        }
        sentPsn = psn;
        sentSyndrome = syndrome;
        sentNs = nowNs;
        sentNow = true;
        kernelPsnAtSent = kernelPsn;
        answered = false;
        kernelSteps = 0;
        allInKernel = true;
        surely = false;
    }

    private static long key(final int psn, final int syndrome) {
        return (long) psn << 8 | syndrome;
    }

    private static boolean isMorePatient(final int than, final int syndrome) {
        return Aeth.type(than) == Aeth.TYPE_RNR_NAK
                && Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK
                && RnrTimer.nanos(Aeth.value(than)) > RnrTimer.nanos(Aeth.value(syndrome));
    }

    /** Whether {@link #onSettled} has something to look at. */
    boolean anyWaits() {
        return anyWaits;
    }

    /** After feedback: a NAK that all others are up to has been passed on. */
    void onSettled(final GroupView view) {
        int minimum = NONE;
        boolean waiting = false;
        for (final PathView path : view.paths()) {
            if (path.state().equals("unknown")) {
                return;
            }
            if (path.state().equals("receiver")) {
                waiting |= path.waitingNak() >= 0;
                if (minimum == NONE || Psn.isBefore(path.ackPsn(), minimum)) {
                    minimum = path.ackPsn();
                }
            }
        }
        anyWaits = waiting;
        for (final PathView path : view.paths()) {
            if (path.state().equals("receiver")
                    && path.waitingNak() >= 0
                    && path.waitingNak() == Psn.next(minimum)
                    && (path.waitingNak() != sentPsn || surely)) {
                throw new InvariantViolation(
                        Invariant.NAK_PROMPT,
                        "switch "
                                + node
                                + " keeps NAK "
                                + path.waitingNak()
                                + " although all paths are up to it");
            }
        }
    }

    private InvariantViolation broken(final String what) {
        return new InvariantViolation(Invariant.FEEDBACK_TRUTH, "switch " + node + " " + what);
    }
}
