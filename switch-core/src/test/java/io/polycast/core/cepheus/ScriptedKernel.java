package io.polycast.core.cepheus;

import io.polycast.parser.kernel.KernelGroup;
import java.util.ArrayList;
import java.util.List;

/** A kernel whose words the test writes, and which notes what it is told. */
final class ScriptedKernel extends ProgramWords {
    final List<String> calls = new ArrayList<>();
    KernelGroup group;
    String refusal;
    int version = 1;
    int answer;
    int deafPort = -1;
    boolean settled = true;
    boolean pressed;
    boolean full;
    boolean publishes = true;
    int candidate = -1;
    long passed;

    /** The programs take data of the source, one after the other. */
    void takes(final int... psns) {
        for (final int psn : psns) {
            take(psn);
            if (psn <= highest) {
                ask(psn);
            }
        }
    }

    /** The same, ahead of its turn. */
    void jumps(final int psn) {
        take(psn);
        ask(psn);
    }

    /** The same without AckReq. */
    void takesUnasked(final int... psns) {
        for (final int psn : psns) {
            take(psn);
        }
    }

    private void take(final int psn) {
        highest = psn == highest + 1 ? psn : highest;
        count(psn);
    }

    /** What it was told since the last call. */
    String told() {
        final String text = String.join(" ", calls);
        calls.clear();
        return text;
    }

    @Override
    public String refusal(final int port) {
        return refusal;
    }

    @Override
    public String egressRefusal(final int port) {
        return port == deafPort ? "p" + port + ": no copies" : null;
    }

    @Override
    public int refusalVersion() {
        return version;
    }

    @Override
    public int install(
            final KernelGroup wanted, final int highestPsn, final long map, final int lastPsn) {
        calls.add("install(" + highestPsn + "," + lastPsn + ")");
        if (full || answer < 0) {
            return full ? FULL : answer;
        }
        group = wanted;
        highest = highestPsn;
        passed = map;
        last = lastPsn;
        asked = 0;
        steps = 0;
        frames = 0;
        candidate = -1;
        return answer;
    }

    @Override
    public String failure() {
        return "it said no";
    }

    @Override
    public boolean publish(final int slot) {
        calls.add("publish");
        return publishes;
    }

    @Override
    public void withdraw(final int slot) {
        calls.add("withdraw");
        pressed = false;
        full = false;
    }

    @Override
    public boolean isSettled(final int slot) {
        return settled;
    }

    @Override
    public void giveBack(final int slot) {
        calls.add("giveBack");
    }

    @Override
    public boolean isPressed() {
        return pressed;
    }

    @Override
    public void minimum(final int slot, final int psn, final boolean valid) {
        calls.add(valid ? "minimum(" + psn + ")" : "minimum(-)");
    }

    @Override
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        calls.add(valid ? "ack" + port + "(" + psn + ")" : "ack" + port + "(-)");
    }

    @Override
    public void absent(final int slot, final int port, final boolean absent) {
        calls.add("absent" + port);
    }

    @Override
    public long flow(final int slot) {
        return highest
                | HIGHEST_VALID
                | (passed == 0 ? 0 : PASSED_VALID)
                | (candidate < 0 ? 0 : CANDIDATE_VALID | (long) candidate << CANDIDATE_SHIFT);
    }

    @Override
    public long passed(final int slot) {
        return passed;
    }
}
