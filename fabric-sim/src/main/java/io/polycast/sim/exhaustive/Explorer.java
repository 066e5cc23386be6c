package io.polycast.sim.exhaustive;

import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Depth-first search over all choices. The switch can distinguish only the order of arrivals and losses. A
 * receiver therefore answers as soon as its copy has left, and its answer waits to be delivered. An ACK is
 * compared with what receivers have told the switch, because they answer earlier than real ones. The
 * endpoints are models of a few words (go-back-N, one NAK per gap, as in {@code endhost}), because each state
 * is copied whole.
 *
 * <pre>
 * choice      effect
 * data        the oldest data frame reaches the switch, or is lost; of its copies any may be lost
 * feedback i  receiver i's oldest ACK or NAK reaches the switch, or is lost
 * answer      the oldest aggregate reaches the sender, or is lost
 * timer       when nothing is under way and something is unacknowledged: the sender goes back
 * </pre>
 */
public final class Explorer {
    /** More expiries than losses that could cause one, in any order. */
    private static final int SLACK_TIMEOUTS = 2;

    private final CaseSettings settings;
    private final SwitchUnderTest engine;
    private final Set<String> seen = new HashSet<>();
    private final Deque<State> open = new ArrayDeque<>();
    private long steps;
    private long ends;
    private int longest;

    /**
     * @param settings of the case
     */
    public Explorer(final CaseSettings settings) {
        this.settings = settings;
        engine = new SwitchUnderTest(settings);
    }

    /**
     * Visits everything that can happen.
     *
     * @return different states
     */
    public long explore() {
        final State first = new State();
        first.words = engine.save();
        first.lossesLeft = settings.losses();
        first.feedbackLeft = settings.lostFeedback();
        first.expected = new int[settings.receivers()];
        first.gap = new boolean[settings.receivers()];
        first.confirmed = new int[settings.receivers()];
        first.feedback = new int[settings.receivers()][0];
        send(first);
        visit(first);
        while (!open.isEmpty()) {
            expand(open.pop());
        }
        return seen.size();
    }

    /** Steps taken, those to states seen before included. */
    public long steps() {
        return steps;
    }

    /** States in which the transfer is complete and nothing is under way. */
    public long ends() {
        return ends;
    }

    /** Most expiries of the sender's timer in any order of events. */
    public int mostTimeouts() {
        return longest;
    }

    private void visit(final State state) {
        steps++;
        if (seen.add(state.key())) {
            open.push(state);
        }
    }

    private void expand(final State from) {
        if (from.up.length > 0) {
            data(from);
        }
        for (int i = 0; i < settings.receivers(); i++) {
            if (from.feedback[i].length > 0) {
                feedback(from, i);
            }
        }
        if (from.down.length > 0) {
            answer(from);
        }
        if (from.isQuiet()) {
            quiet(from);
        }
    }

    private void quiet(final State from) {
        if (from.unacked == settings.packets()) {
            ends++;
            return;
        }
        final int allowed = settings.losses() + settings.lostFeedback() + SLACK_TIMEOUTS;
        if (from.timeouts == allowed) {
            throw new InvariantViolation(
                    Invariant.PROGRESS,
                    from.timeouts
                            + " timeouts for "
                            + (allowed - SLACK_TIMEOUTS)
                            + " losses, and "
                            + from.unacked
                            + " of "
                            + settings.packets()
                            + " packets acknowledged");
        }
        final State to = from.copy();
        to.timeouts++;
        longest = Math.max(longest, to.timeouts);
        to.retrying = true;
        to.next = to.unacked;
        send(to);
        visit(to);
    }

    private void data(final State from) {
        if (from.lossesLeft > 0) {
            final State lost = from.copy();
            lost.up = State.rest(from.up);
            lost.lossesLeft--;
            visit(lost);
        }
        engine.restore(from.words);
        engine.onData(from.timeouts, from.up[0]);
        final State to = from.copy();
        to.up = State.rest(from.up);
        take(to);
        final int copies = engine.copies();
        for (int lost = copies; ; lost = lost - 1 & copies) {
            if (Integer.bitCount(lost) <= from.lossesLeft) {
                final State some = to.copy();
                some.lossesLeft -= Integer.bitCount(lost);
                for (int i = 0; i < settings.receivers(); i++) {
                    if ((copies & ~lost & 1 << i) != 0) {
                        receive(some, i, from.up[0]);
                    }
                }
                visit(some);
            }
            if (lost == 0) {
                return;
            }
        }
    }

    private void feedback(final State from, final int receiver) {
        final int code = from.feedback[receiver][0];
        final State arrived = from.copy();
        arrived.feedback[receiver] = State.rest(from.feedback[receiver]);
        if (from.feedbackLeft > 0) {
            final State lost = arrived.copy();
            lost.feedbackLeft--;
            visit(lost);
        }
        final int before = (code & State.NAK) != 0 ? (code & ~State.NAK) - 1 : code;
        arrived.confirmed[receiver] = Math.max(arrived.confirmed[receiver], before);
        engine.restore(from.words);
        engine.onFeedback(from.timeouts, receiver, code);
        take(arrived);
        visit(arrived);
    }

    /** Takes over what the switch has become and what it sent to the sender. */
    private void take(final State to) {
        to.words = engine.save();
        for (final int code : engine.answers()) {
            final int before = (code & State.NAK) != 0 ? (code & ~State.NAK) - 1 : code;
            for (int i = 0; i < settings.receivers(); i++) {
                if (before > to.confirmed[i]) {
                    throw new InvariantViolation(
                            Invariant.ACK_SAFETY,
                            before
                                    + " packets acknowledged, receiver "
                                    + i
                                    + " has confirmed "
                                    + to.confirmed[i]);
                }
            }
            to.down = State.append(to.down, code);
        }
    }

    private void answer(final State from) {
        final State to = from.copy();
        to.down = State.rest(from.down);
        if (from.feedbackLeft > 0) {
            final State lost = to.copy();
            lost.feedbackLeft--;
            visit(lost);
        }
        final boolean nak = (from.down[0] & State.NAK) != 0;
        final int before = nak ? (from.down[0] & ~State.NAK) - 1 : from.down[0];
        if (before > to.unacked) {
            to.unacked = before;
            to.next = Math.max(to.next, before);
            to.retrying = false;
        }
        if (nak && before == to.unacked && before < settings.packets() && !to.retrying) {
            to.next = before;
            to.retrying = true;
        }
        send(to);
        visit(to);
    }

    private void send(final State state) {
        while (state.next < settings.packets()) {
            state.up = State.append(state.up, state.next++);
        }
    }

    private void receive(final State state, final int i, final int psn) {
        if (psn > state.expected[i]) {
            if (!state.gap[i]) {
                state.gap[i] = true;
                // A NAK's PSN is the expected one: code 1 + expected, as an ACK of it would have.
                reply(state, i, state.expected[i] + 1 | State.NAK);
            }
        } else if (psn < state.expected[i]) {
            reply(state, i, state.expected[i]);
        } else {
            state.gap[i] = false;
            state.expected[i]++;
            if (settings.ackEach() || psn == settings.packets() - 1) {
                reply(state, i, state.expected[i]);
            }
        }
    }

    private static void reply(final State state, final int i, final int code) {
        state.feedback[i] = State.append(state.feedback[i], code);
    }
}
