package io.polycast.core.offload;

import java.util.Arrays;

/** Groups that stay in the engine for a while, longer each time, and the reasons. */
final class HoldOffs {
    private final OffloadSettings settings;
    private final String[] reasons;
    private final boolean[] held;
    private final long[] untilNs;
    private final long[] lengthNs;

    HoldOffs(final int maxGroups, final OffloadSettings settings) {
        this.settings = settings;
        reasons = new String[maxGroups];
        held = new boolean[maxGroups];
        untilNs = new long[maxGroups];
        lengthNs = new long[maxGroups];
        Arrays.fill(lengthNs, settings.holdOffNs());
    }

    /** The next time is the first again. */
    void forgive(final int slot) {
        lengthNs[slot] = settings.holdOffNs();
    }

    /** Stays until its time has come, twice as long as the last time. */
    void add(final long nowNs, final int slot, final String why) {
        note(nowNs + lengthNs[slot], slot, why);
        lengthNs[slot] = Math.min(2 * lengthNs[slot], settings.longestHoldOffNs());
    }

    /** Stays until its next data. */
    void note(final long nowNs, final int slot, final String why) {
        reasons[slot] = why;
        held[slot] = true;
        untilNs[slot] = nowNs;
    }

    void end(final int slot) {
        held[slot] = false;
    }

    boolean isOver(final long nowNs, final int slot) {
        return nowNs - untilNs[slot] >= 0;
    }

    boolean has(final int slot) {
        return held[slot];
    }

    /** Why, in a few words. */
    String reason(final int slot) {
        return reasons[slot];
    }
}
