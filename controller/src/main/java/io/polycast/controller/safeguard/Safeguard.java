package io.polycast.controller.safeguard;

import io.polycast.parser.mrp.MrpAddress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Decides whether a group sends by the tree or by unicast (Cepheus, V-D), and counts the members that have
 * prepared a decision. A group that the switches refuse, or whose goodput is low for too long, leaves the
 * tree. Probes lead it back. The state is part of the log's: the same calls at the same times give the same
 * decisions.
 */
public final class Safeguard {
    /** No time. */
    private static final long NEVER = Long.MAX_VALUE;

    private static final double GIGA = 1e9;

    private final SafeguardSettings settings;
    private final ModeRound round;
    private Cause cause = Cause.ASKED;

    /** Median of the group when it left the tree, in bit/s; a probe is measured by it. */
    private long usualBps;

    private long probeMs = NEVER;

    /** Number of the probe that runs, or 0. */
    private long probe;

    /** Before this time a decision that was dropped is not tried again. */
    private long quietUntilMs = Long.MIN_VALUE;

    /** What leads away from the tree once it is in force. */
    private Cause pendingCause = Cause.ASKED;

    private long pendingUsualBps;

    /**
     * @param settings of the group
     */
    public Safeguard(final SafeguardSettings settings) {
        this.settings = settings;
        final boolean off = settings.multicast() == Multicast.OFF;
        round =
                new ModeRound(
                        new ModeDecision(
                                1,
                                off ? Mode.UNICAST : Mode.TREE,
                                "multicast is " + settings.multicast().label()));
    }

    /** Settings of the group. */
    public SafeguardSettings settings() {
        return settings;
    }

    /** The decision in force. */
    public ModeDecision decision() {
        return round.inForce();
    }

    /** The decision that members are asked to prepare, or null. */
    public ModeDecision pending() {
        return round.pending();
    }

    /** Why the group left the tree. */
    public Cause cause() {
        return cause;
    }

    /** Members that have not prepared what is pending. */
    public List<MrpAddress> missing(final Collection<MrpAddress> members) {
        return round.missing(members);
    }

    /** Whether low goodput would lead away from the tree now. */
    public boolean isJudged(final long nowMs) {
        return mayMove(Mode.UNICAST) && nowMs >= quietUntilMs;
    }

    private boolean mayMove(final Mode mode) {
        return settings.multicast() == Multicast.TRY
                && round.pending() == null
                && round.inForce().mode() != mode;
    }

    /**
     * The switches refused the group.
     *
     * @param nowMs time, in ms
     * @param reason of the refusal, for people
     * @return whether members have to prepare another mode
     */
    public boolean refused(final long nowMs, final String reason) {
        if (!mayMove(Mode.UNICAST) || nowMs < quietUntilMs) {
            return false;
        }
        pendingCause = Cause.REFUSED;
        pendingUsualBps = 0;
        propose(nowMs, Mode.UNICAST, "refused: " + reason);
        return true;
    }

    /**
     * Goodput was low for too long.
     *
     * @param nowMs time, in ms
     * @param slow the finding
     * @return whether members have to prepare another mode
     */
    public boolean slow(final long nowMs, final SlowTree slow) {
        if (!isJudged(nowMs) || slow.number() != decision().number()) {
            return false;
        }
        pendingCause = Cause.SLOW;
        pendingUsualBps = slow.usualBps();
        propose(
                nowMs,
                Mode.UNICAST,
                String.format(
                        Locale.ROOT,
                        "goodput %.3f Gb/s for %d ms, below %d %% of the median %.3f Gb/s",
                        slow.bps() / GIGA,
                        slow.ms(),
                        settings.fallbackBelow(),
                        slow.usualBps() / GIGA));
        return true;
    }

    /**
     * An application asks for a mode.
     *
     * @param nowMs time, in ms
     * @param mode that is asked for
     * @param reason for people
     * @return whether members have to prepare another mode
     */
    public boolean asked(final long nowMs, final Mode mode, final String reason) {
        if (!mayMove(mode)) {
            return false;
        }
        pendingCause = Cause.ASKED;
        pendingUsualBps = 0;
        propose(nowMs, mode, reason);
        return true;
    }

    private void propose(final long nowMs, final Mode mode, final String reason) {
        round.propose(nowMs + settings.patienceMs(), mode, reason);
    }

    /** Another application stands for a member; it has prepared nothing. */
    public void forget(final MrpAddress member) {
        round.forget(member);
    }

    /** A member takes data of both modes from now on. */
    public void prepared(final MrpAddress member, final long number) {
        round.prepared(member, number);
    }

    /**
     * Puts what is pending in force once all members have prepared it.
     *
     * @param nowMs time, in ms
     * @param members all
     * @return whether another decision is in force
     */
    public boolean settle(final long nowMs, final Collection<MrpAddress> members) {
        if (!round.settle(members)) {
            return false;
        }
        final boolean away = decision().mode() == Mode.UNICAST;
        cause = away ? pendingCause : cause;
        usualBps = away ? pendingUsualBps : 0;
        probeMs = away ? nowMs + settings.probeMs() : NEVER;
        probe = 0;
        return true;
    }

    /**
     * Drops what is pending: a member declined, or not all prepared in time.
     *
     * @param nowMs time, in ms
     */
    public void drop(final long nowMs) {
        round.end();
        quietUntilMs = nowMs + settings.probeMs();
        probeMs = decision().mode() == Mode.UNICAST ? quietUntilMs : NEVER;
    }

    /** Whether what is pending has taken too long. */
    public boolean isLate(final long nowMs) {
        return nowMs >= round.deadlineMs();
    }

    /** When a round ends, in ms, or {@link Long#MAX_VALUE}. */
    public long deadlineMs() {
        return round.deadlineMs();
    }

    /** When the tree is probed next, in ms, or {@link Long#MAX_VALUE}. */
    public long nextProbeMs() {
        return settings.multicast() == Multicast.TRY && round.pending() == null ? probeMs : NEVER;
    }

    /**
     * Whether the tree is to be probed now. True once for each probe; a probe without answer ends with the
     * next one.
     *
     * @param nowMs time, in ms
     */
    public boolean takeProbe(final long nowMs) {
        if (nowMs < nextProbeMs()) {
            return false;
        }
        probeMs = nowMs + settings.probeMs();
        probe = 0;
        return true;
    }

    /** A probe with data of the source runs. */
    public void probing(final long number) {
        probe = number;
    }

    /**
     * The source has sent test data through the tree.
     *
     * @param nowMs time, in ms
     * @param number of the probe
     * @param bps goodput of the slowest member, in bit/s
     * @return whether members have to prepare the tree
     */
    public boolean probed(final long nowMs, final long number, final long bps) {
        if (probe == 0 || number != probe) {
            return false;
        }
        probe = 0;
        if (!mayMove(Mode.TREE) || bps == 0 || settings.isLow(bps, usualBps)) {
            return false;
        }
        propose(
                nowMs,
                Mode.TREE,
                String.format(Locale.ROOT, "a probe had goodput %.3f Gb/s", bps / GIGA));
        return true;
    }

    /**
     * The switches hold the group.
     *
     * @param nowMs time, in ms
     * @return whether members have to prepare the tree
     */
    public boolean held(final long nowMs) {
        if (cause != Cause.REFUSED || !mayMove(Mode.TREE)) {
            return false;
        }
        propose(nowMs, Mode.TREE, "the switches hold the group");
        return true;
    }

    /** Writes the state, but for the settings. */
    public void write(final DataOutput out) throws IOException {
        round.write(out);
        out.writeByte(cause.ordinal());
        out.writeLong(usualBps);
        out.writeLong(probeMs);
        out.writeLong(probe);
        out.writeLong(quietUntilMs);
        out.writeByte(pendingCause.ordinal());
        out.writeLong(pendingUsualBps);
    }

    /** Takes the state that {@link #write} wrote. */
    public void read(final DataInput in) throws IOException {
        round.read(in);
        cause = Cause.values()[in.readByte()];
        usualBps = in.readLong();
        probeMs = in.readLong();
        probe = in.readLong();
        quietUntilMs = in.readLong();
        pendingCause = Cause.values()[in.readByte()];
        pendingUsualBps = in.readLong();
    }
}
