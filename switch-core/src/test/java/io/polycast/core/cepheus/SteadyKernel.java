package io.polycast.core.cepheus;

import io.polycast.parser.kernel.KernelGroup;

/** A kernel that takes every frame in order, and takes no memory. */
final class SteadyKernel extends ProgramWords {
    void take(final int psn) {
        highest = Math.max(highest, psn);
        count(psn);
        ask(psn);
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
}
