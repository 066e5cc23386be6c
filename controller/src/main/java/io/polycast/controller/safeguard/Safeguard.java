package io.polycast.controller.safeguard;

import java.util.Locale;

/**
 * Decides whether a group sends by the tree or by unicast (Cepheus, V-D). A group that the switches refuse,
 * or whose goodput stays below a part of its own median, leaves the tree. Probes lead it back.
 *
 * <p>The caller samples goodput only over intervals in which the source had data to send throughout. An
 * interval without sample ends a run of low samples, so that a pause of the source is no failure of the
 * tree. Low samples do not enter the median: a tree that fails slowly does not become its own measure.
 */
public final class Safeguard {
    /** No time. */
    private static final long NEVER = Long.MAX_VALUE;

    private static final long PERCENT = 100;
    private static final double GIGA = 1e9;

    private final SafeguardSettings settings;
    private final GoodputMedian median = new GoodputMedian();
    private ModeDecision decision;

    /** Begin and end of the run of low samples. */
    private long lowFromMs = NEVER;

    private long lowToMs;
    private long probeMs = NEVER;
    private boolean probing;

    /**
     * @param settings of the group
     */
    public Safeguard(final SafeguardSettings settings) {
        this.settings = settings;
        final boolean off = settings.multicast() == Multicast.OFF;
        this.decision =
                new ModeDecision(
                        1,
                        off ? Mode.UNICAST : Mode.TREE,
                        "multicast is " + settings.multicast().name().toLowerCase(Locale.ROOT));
    }

    /** The decision in force. */
    public ModeDecision decision() {
        return decision;
    }

    /** When {@link #isProbeDue} answers true next, in ms, or {@link Long#MAX_VALUE}. */
    public long nextProbeMs() {
        return probing ? NEVER : probeMs;
    }

    /**
     * The switches refused the group, or threw it out.
     *
     * @param nowMs time, in ms
     * @param reason of the refusal, for people
     */
    public void onRefused(final long nowMs, final String reason) {
        if (settings.multicast() == Multicast.TRY && decision.mode() == Mode.TREE) {
            leaveTree(nowMs, "refused: " + reason);
        }
    }

    /**
     * A sample of goodput while the group uses the tree.
     *
     * @param fromMs begin of its interval, in ms
     * @param toMs end of its interval, in ms, behind its begin
     * @param bps goodput of the slowest member, in bit/s
     */
    public void onGoodput(final long fromMs, final long toMs, final long bps) {
        if (settings.multicast() != Multicast.TRY || decision.mode() != Mode.TREE) {
            return;
        }
        final long usual = median.value();
        if (!isLow(bps, usual)) {
            median.add(bps);
            lowFromMs = NEVER;
            return;
        }
        if (lowFromMs == NEVER || fromMs > lowToMs) {
            lowFromMs = fromMs;
        }
        lowToMs = toMs;
        if (lowToMs - lowFromMs >= settings.lowMs()) {
            leaveTree(
                    toMs,
                    String.format(
                            Locale.ROOT,
                            "goodput %.3f Gbit/s for %d ms, below %d %% of the median %.3f Gbit/s",
                            bps / GIGA,
                            lowToMs - lowFromMs,
                            settings.fallbackBelow(),
                            usual / GIGA));
        }
    }

    /**
     * Whether the tree is to be probed now. True once for each probe: {@link #onProbed} or {@link
     * #onProbeFailed} ends it.
     *
     * @param nowMs time, in ms
     */
    public boolean isProbeDue(final long nowMs) {
        if (probing || nowMs < probeMs) {
            return false;
        }
        probing = true;
        return true;
    }

    /**
     * A probe went through the tree: the switches hold the group, and test data reached all members.
     *
     * @param nowMs time, in ms
     * @param bps goodput of the slowest member, in bit/s
     */
    public void onProbed(final long nowMs, final long bps) {
        if (!probing) {
            return;
        }
        if (isLow(bps, median.value())) {
            onProbeFailed(nowMs);
            return;
        }
        probing = false;
        probeMs = NEVER;
        lowFromMs = NEVER;
        decide(
                Mode.TREE,
                String.format(Locale.ROOT, "a probe had goodput %.3f Gbit/s", bps / GIGA));
    }

    /**
     * A probe was refused or did not reach all members.
     *
     * @param nowMs time, in ms
     */
    public void onProbeFailed(final long nowMs) {
        if (probing) {
            probing = false;
            probeMs = nowMs + settings.probeMs();
        }
    }

    /** Without a median nothing is low. The product cannot overflow: 2^63 / 100 bit/s is beyond any link. */
    private boolean isLow(final long bps, final long usual) {
        return bps * PERCENT < usual * settings.fallbackBelow();
    }

    private void leaveTree(final long nowMs, final String reason) {
        lowFromMs = NEVER;
        probeMs = nowMs + settings.probeMs();
        decide(Mode.UNICAST, reason);
    }

    private void decide(final Mode mode, final String reason) {
        decision = new ModeDecision(decision.number() + 1, mode, reason);
    }
}
