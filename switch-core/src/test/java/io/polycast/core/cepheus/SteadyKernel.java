package io.polycast.core.cepheus;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelPath;

/** A kernel that takes every frame in order, and takes no memory. */
final class SteadyKernel implements KernelPath {
    private int highest;
    private int last;
    private int asked;
    private int steps;
    private int back;
    private long frames;

    void take(final int psn) {
        if (psn <= last) {
            back = psn;
            steps++;
        }
        highest = Math.max(highest, psn);
        last = psn;
        asked = psn | ASKED_VALID | (asked & ASKED_COUNT) + ASKED_ONE;
        frames++;
    }

    @Override
    public String refusal(final int port) {
        return null;
    }

    @Override
    public String egressRefusal(final int port) {
        return null;
    }

    @Override
    public int refusalVersion() {
        return 1;
    }

    @Override
    public int install(
            final KernelGroup group, final int highestPsn, final long passed, final int lastPsn) {
        highest = highestPsn;
        last = lastPsn;
        return 0;
    }

    @Override
    public String failure() {
        return "";
    }

    @Override
    public boolean publish(final int slot) {
        return true;
    }

    @Override
    public void withdraw(final int slot) {}

    @Override
    public boolean isSettled(final int slot) {
        return true;
    }

    @Override
    public void giveBack(final int slot) {}

    @Override
    public boolean isPressed() {
        return false;
    }

    @Override
    public void minimum(final int slot, final int psn, final boolean valid) {}

    @Override
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {}

    @Override
    public void absent(final int slot, final int port, final boolean absent) {}

    @Override
    public long flow(final int slot) {
        return highest | HIGHEST_VALID;
    }

    @Override
    public long passed(final int slot) {
        return 0;
    }

    @Override
    public int lastPsn(final int slot) {
        return last;
    }

    @Override
    public int asked(final int slot) {
        return asked;
    }

    @Override
    public int stepsBack(final int slot) {
        return steps;
    }

    @Override
    public int stepBackPsn(final int slot) {
        return back;
    }

    @Override
    public long frames(final int slot) {
        return frames;
    }

    @Override
    public long copies(final int slot, final int port) {
        return frames;
    }

    @Override
    public long filtered(final int slot, final int port) {
        return 0;
    }
}
