package io.polycast.core.cepheus;

import io.polycast.parser.kernel.KernelTable;

/** Words that programs would write into the one kernel slot of a test. */
abstract class ProgramWords implements KernelTable {
    int highest;
    int last;
    int asked;
    int steps;
    int back;
    long frames;

    /** A program took a frame: counts it, and a step back. */
    final void count(final int psn) {
        if (psn <= last) {
            back = psn;
            steps++;
        }
        last = psn;
        frames++;
    }

    /** A program took a frame with AckReq. */
    final void ask(final int psn) {
        asked = psn | ASKED_VALID | (asked & ASKED_COUNT) + ASKED_ONE;
    }

    @Override
    public final int asked(final int slot) {
        return asked;
    }

    @Override
    public final int lastPsn(final int slot) {
        return last;
    }

    @Override
    public final int stepsBack(final int slot) {
        return steps;
    }

    @Override
    public final int stepBackPsn(final int slot) {
        return back;
    }

    @Override
    public final long frames(final int slot) {
        return frames;
    }

    @Override
    public final long copies(final int slot, final int port) {
        return frames;
    }

    @Override
    public final long filtered(final int slot, final int port) {
        return 0;
    }
}
