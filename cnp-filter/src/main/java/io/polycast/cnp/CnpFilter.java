package io.polycast.cnp;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import java.util.Arrays;

/**
 * Single-rate congestion control for a group: CNPs of the most congested path reach the source.
 *
 * <p>Time is cut into windows of fixed length per group, opened by the first signal after the last
 * one closed. Per path, signals are counted in the window and in a score that is halved at every
 * window's end (ageing). The path with the highest score speaks; another replaces it when its score
 * is greater by more than the hysteresis, so that near ties do not alternate. While the speaker is
 * quiet for a notification gap, any path's signal passes: no signal is withheld for longer than one
 * gap in which the source has heard nothing. In no window do more signals pass than the window's most
 * congested path sent, so that N branches never cut the rate N times.
 *
 * <p>The paper leaves window, ageing and ties open (docs/protocol.md, G16).
 */
public final class CnpFilter {
    private static final int NONE = -1;

    private final Mft mft;
    private final PathFeedback paths;
    private final long windowNs;
    private final long gapNs;
    private final int hysteresis;

    // Soft state by group slot: lost with the process, learnt again within a window.
    private final long[] windowStartNs;
    private final long[] lastPassedNs;
    private final int[] speaker;
    private final int[] passed;
    private final int[] most;

    /**
     * @param mft whose groups are served
     * @param windowNs over which signals are counted, at least 1 ns
     * @param gapNs notification gap: the longest that a quiet speaker mutes the others, in ns
     * @param hysteresis by how many signals a path must lead to take over, at least 0
     */
    public CnpFilter(final Mft mft, final long windowNs, final long gapNs, final int hysteresis) {
        this.mft = mft;
        this.paths = mft.pathFeedback();
        this.windowNs = windowNs;
        this.gapNs = gapNs;
        this.hysteresis = hysteresis;
        this.windowStartNs = new long[mft.maxGroups()];
        this.lastPassedNs = new long[mft.maxGroups()];
        this.speaker = new int[mft.maxGroups()];
        this.passed = new int[mft.maxGroups()];
        this.most = new int[mft.maxGroups()];
        Arrays.fill(speaker, NONE);
    }

    /**
     * A path signals congestion: by CNP, or by BECN or FECN on an ACK.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @param id of the path's feedback words
     * @return whether the signal goes to the source
     */
    public boolean onSignal(final long nowNs, final int slot, final int id) {
        age(nowNs, slot);
        final int inWindow = paths.cnpsInWindow(id) + 1;
        final int score = paths.cnpScore(id) + 1;
        paths.cnpsInWindow(id, inWindow);
        paths.cnpScore(id, score);
        paths.cnps(id, paths.cnps(id) + 1);
        most[slot] = Math.max(most[slot], inWindow);
        final int holder = speaker[slot];
        if (holder == NONE || holder != id && score > paths.cnpScore(holder) + hysteresis) {
            speaker[slot] = id;
        }
        final boolean quiet = nowNs - lastPassedNs[slot] >= gapNs;
        if (passed[slot] < most[slot] && (speaker[slot] == id || quiet)) {
            passed[slot]++;
            lastPassedNs[slot] = nowNs;
            return true;
        }
        return false;
    }

    /**
     * Forgets a group's congestion: it was removed, its members or its source changed.
     *
     * @param slot of the group
     */
    public void reset(final int slot) {
        windowStartNs[slot] = 0;
        passed[slot] = 0;
        most[slot] = 0;
        speaker[slot] = NONE;
        lastPassedNs[slot] = 0;
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            paths.cnpsInWindow(id, 0);
            paths.cnpScore(id, 0);
        }
    }

    /**
     * Feedback id of the path that speaks for the group, or -1.
     *
     * @param slot of the group
     * @return id of the most congested path's feedback words
     */
    public int speaker(final int slot) {
        return speaker[slot];
    }

    private void age(final long nowNs, final int slot) {
        final long elapsed = nowNs - windowStartNs[slot];
        if (windowStartNs[slot] != 0 && elapsed < windowNs) {
            return;
        }
        final long windows = windowStartNs[slot] == 0 ? 1 : elapsed / windowNs;
        final int shift = (int) Math.min(31, windows);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            paths.cnpScore(id, paths.cnpScore(id) >> shift);
            paths.cnpsInWindow(id, 0);
        }
        if (speaker[slot] != NONE && paths.cnpScore(speaker[slot]) == 0) {
            speaker[slot] = NONE;
        }
        windowStartNs[slot] = nowNs;
        passed[slot] = 0;
        most[slot] = 0;
    }
}
