package io.polycast.core.surrogate;

import io.polycast.core.event.LegChange;
import io.polycast.core.surrogate.leg.LegSession;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import io.polycast.voq.Control;
import io.polycast.voq.Refusal;
import io.polycast.voq.egress.EgressPort;
import io.polycast.voq.lane.Lanes;
import org.agrona.DirectBuffer;

/**
 * Input from other nodes: handshakes, control messages, frames. Bad input is counted by name
 * and changes nothing. A leg that nothing is heard from for its tries is begun anew: its copies are
 * dropped, and what it was granted is free.
 */
final class Legs {
    /** Answer of {@link #onFrame}: a sound frame of a host follows the header. */
    static final int FRAME = -1;

    private static final int HELLOS_UNTIL_SILENT = 4;

    /** A leg that stalled stays down for this many times as long as it was waited for. */
    private static final int STALL_REST = 4;

    private final Exits exits;
    private final Lanes lanes;
    private final LegAnswers answers;
    private final LegOutput output;
    private final CounterBlock counters;
    private final SurrogateTrace trace;
    private final Arrivals arrivals;
    private final FrameCrc crc = new FrameCrc();
    private final LegSession[] sessions;
    private final long[] heardNs;

    /** By leg: incarnation to echo, and whether it is due. */
    private final int[] echoes;

    private final long repeatNs;
    private final long silentNs;
    private final long restNs;
    private long echoDue;
    private boolean isQueryDue;
    private final LegStates states;

    /** Lane of the frame that {@link #onFrame} answered. */
    private int frameLane;

    Legs(
            final Exits exits,
            final Lanes lanes,
            final LegAnswers answers,
            final Arrivals arrivals,
            final LegOutput output,
            final TimerSettings timers,
            final CounterBlock counters,
            final SurrogateTrace trace) {
        this.exits = exits;
        this.lanes = lanes;
        this.answers = answers;
        this.output = output;
        this.counters = counters;
        this.trace = trace;
        this.arrivals = arrivals;
        states = new LegStates(exits);
        sessions = new LegSession[exits.legs()];
        heardNs = new long[exits.legs()];
        echoes = new int[exits.legs()];
        repeatNs = timers.repeatNs();
        silentNs = timers.repeatNs() * Math.max(HELLOS_UNTIL_SILENT, timers.tries());
        restNs = STALL_REST * SchedulerSettings.stallNs(timers);
    }

    /** The process begins. */
    void begin(final long nowNs, final int incarnation) {
        states.begin(nowNs);
        final long helloNs = Math.max(repeatNs, silentNs / HELLOS_UNTIL_SILENT);
        for (int leg = 0; leg < sessions.length; leg++) {
            sessions[leg] = new LegSession(incarnation, repeatNs, helloNs, nowNs);
            heardNs[leg] = nowNs;
        }
    }

    /** Exits by which copies can leave now: all hosts, and legs that are up. */
    long reachable() {
        return exits.hosts() | states.up() << exits.ports();
    }

    int frameLane() {
        return frameLane;
    }

    /**
     * Takes a frame of another node.
     *
     * @return {@link #FRAME}, or id of the ending
     */
    int onFrame(final long nowNs, final int leg, final DirectBuffer frame, final FrameInfo info) {
        final int header = info.frameOffset + Ethernet.LENGTH;
        final int behind = info.frameLength - LegOutput.PREFIX;
        if (behind < 0 || LegHeader.version(frame, header) != LegHeader.VERSION) {
            return Ending.SURROGATE_BAD_VERSION.id();
        }
        final int type = LegHeader.type(frame, header);
        final int length = LegHeader.length(frame, header);
        final boolean data = type == LegHeader.DATA;
        if (type < LegHeader.REQUEST
                || type > LegHeader.HELLO
                || (data ? length != behind || length < Ethernet.LENGTH : length != 0)) {
            return Ending.SURROGATE_BAD_VERSION.id();
        }
        final int frameCrc = crc.of(frame, header + LegHeader.LENGTH, length);
        if (!LegHeader.isCrcRight(frame, header, frameCrc, crc)) {
            return Ending.SURROGATE_BAD_CRC.id();
        }
        if (type == LegHeader.HELLO) {
            heardNs[leg] = nowNs;
            return onHello(nowNs, leg, frame, header);
        }
        if (!sessions[leg].isUp()) {
            return SurrogateEndings.LEG_DOWN;
        }
        heardNs[leg] = nowNs;
        final int priority = LegHeader.priority(frame, header);
        final int step = LegHeader.lane(frame, header);
        // A frame between nodes was injected at least once.
        if (priority >= SchedulerSettings.PRIORITIES
                || step < 1
                || step >= SchedulerSettings.STEPS) {
            return Ending.SURROGATE_UNKNOWN_LANE.id();
        }
        final int lane = priority * SchedulerSettings.STEPS + step;
        if (LegHeader.voq(frame, header) != lane) {
            return Ending.SURROGATE_UNKNOWN_VOQ.id();
        }
        if (!data) {
            return onControl(nowNs, leg, lane, frame, header);
        }
        frameLane = lane;
        final int answer =
                arrivals.onData(
                        nowNs,
                        leg * lanes.count() + lane,
                        LegHeader.sequence(frame, header),
                        frame,
                        header + LegHeader.LENGTH,
                        length);
        return answer == Arrivals.IN_ORDER ? FRAME : answer;
    }

    private int onHello(
            final long nowNs, final int leg, final DirectBuffer frame, final int header) {
        final int incarnation = LegHeader.sequence(frame, header);
        final LegSession session = sessions[leg];
        final int kind = LegHeader.units(frame, header);
        final boolean above = (exits.uplinks() >>> exits.exitOf(leg) & 1) != 0;
        if (kind == LegHeader.HELLO_QUERY) {
            isQueryDue |= above && session.isUp() && session.peer() == incarnation;
            return SurrogateEndings.CONTROL;
        }
        final int change;
        if (kind == LegHeader.HELLO_ECHO) {
            change = session.onEcho(incarnation);
        } else {
            change = session.onOwn(incarnation, nowNs);
            echoes[leg] = incarnation;
            echoDue |= 1L << leg;
        }
        if ((change & LegSession.RESET) != 0) {
            states.changed(nowNs, leg, LegChange.RESTARTED);
            forget(nowNs, leg);
        }
        if ((change & LegSession.UP) != 0) {
            states.changed(nowNs, leg, LegChange.UP);
            isQueryDue |= above;
            trace.at(SurrogateEvent.LEG, exits.leg(leg).port(), exits.exitOf(leg), -1, 1);
        }
        return SurrogateEndings.CONTROL;
    }

    /** Whether the node above may have forgotten what hosts reported. */
    boolean takeQueryDue() {
        final boolean due = isQueryDue;
        isQueryDue = false;
        return due;
    }

    /** Asks the nodes below to query their hosts. */
    void askBelow(final EgressSink egress) {
        final long below = exits.tree() & ~exits.uplinks() & states.up() << exits.ports();
        for (long left = below; left != 0; left &= left - 1) {
            final int leg = exits.legOf(Long.numberOfTrailingZeros(left));
            hello(leg, sessions[leg].own(), LegHeader.HELLO_QUERY, egress);
        }
    }

    private int onControl(
            final long nowNs,
            final int leg,
            final int lane,
            final DirectBuffer frame,
            final int header) {
        final int sequence = LegHeader.sequence(frame, header);
        final int units = LegHeader.units(frame, header);
        final int flow = leg * lanes.count() + lane;
        final int answer =
                switch (LegHeader.type(frame, header)) {
                    case LegHeader.REQUEST -> arrivals.egress().onRequest(flow, sequence, units);
                    case LegHeader.GRANT -> answers.onGrant(nowNs, leg, lane, sequence, units);
                    case LegHeader.ACK -> acknowledge(nowNs, leg, lane, sequence, units);
                    case LegHeader.STOP -> stop(nowNs, leg, lane, true);
                    default -> stop(nowNs, leg, lane, false);
                };
        return answer == Refusal.OK ? SurrogateEndings.CONTROL : SurrogateEndings.of(answer);
    }

    private int acknowledge(
            final long nowNs, final int leg, final int lane, final int sequence, final int units) {
        return (units & Control.MISSING) == 0
                ? answers.onAck(nowNs, leg, lane, sequence)
                : answers.onMissing(nowNs, leg, lane, sequence, units);
    }

    private int stop(final long nowNs, final int leg, final int lane, final boolean stop) {
        if (!lanes.isLossless(lane)) {
            return Refusal.UNKNOWN_LANE.code();
        }
        if (stop) {
            answers.onStop(nowNs, leg, lane, nowNs + 3 * repeatNs);
        } else {
            answers.onGo(leg, lane);
        }
        return Refusal.OK;
    }

    /**
     * Begins legs anew that the scheduler gave up, or that nothing was heard from.
     *
     * @param givenUp legs that the scheduler gave up, or of which a missing frame never came, as bits
     * @param stalled those of them that answered: they stay down for a while, because they would stall again
     */
    void checkSilence(final long nowNs, final long givenUp, final long stalled) {
        for (int leg = 0; leg < sessions.length; leg++) {
            final boolean silent = nowNs - heardNs[leg] >= silentNs;
            if (sessions[leg].isUp() && (silent || (givenUp >>> leg & 1) != 0)) {
                counters.count(Tally.SURROGATE_LEGS_SILENT);
                final boolean answered = (stalled >>> leg & 1) != 0;
                sessions[leg].giveUp(answered ? nowNs + restNs : nowNs);
                heardNs[leg] = nowNs;
                states.changed(nowNs, leg, answered ? LegChange.STALLED : LegChange.SILENT);
                forget(nowNs, leg);
            }
        }
    }

    private void forget(final long nowNs, final int leg) {
        trace.at(SurrogateEvent.LEG, exits.leg(leg).port(), exits.exitOf(leg), -1, 0);
        answers.flush(nowNs, leg);
        arrivals.forget(leg);
    }

    /** Sends HELLOs, grants and ACKs that are due. */
    void send(final long nowNs, final EgressSink egress) {
        for (int leg = 0; leg < sessions.length; leg++) {
            if (sessions[leg].isHelloDue(nowNs)) {
                hello(leg, sessions[leg].own(), LegHeader.HELLO_OWN, egress);
            }
            if ((echoDue >>> leg & 1) != 0) {
                hello(leg, echoes[leg], LegHeader.HELLO_ECHO, egress);
            }
        }
        echoDue = 0;
        final EgressPort egressSide = arrivals.egress();
        for (long m = egressSide.pollGrant(); m != Control.NONE; m = egressSide.pollGrant()) {
            answer(LegHeader.GRANT, SurrogateEvent.GRANT_OUT, m, egress);
        }
        for (long m = egressSide.pollMissing(nowNs);
                m != Control.NONE;
                m = egressSide.pollMissing(nowNs)) {
            answer(LegHeader.ACK, SurrogateEvent.ACK_OUT, m, egress);
        }
        for (long m = egressSide.pollAck(nowNs); m != Control.NONE; m = egressSide.pollAck(nowNs)) {
            answer(LegHeader.ACK, SurrogateEvent.ACK_OUT, m, egress);
        }
    }

    private void hello(
            final int leg, final int incarnation, final int kind, final EgressSink egress) {
        output.send(leg, LegHeader.HELLO, 0, incarnation, kind, egress);
        trace.at(
                SurrogateEvent.HELLO_OUT,
                exits.leg(leg).port(),
                exits.exitOf(leg),
                incarnation,
                kind);
    }

    private void answer(
            final int type,
            final SurrogateEvent event,
            final long message,
            final EgressSink egress) {
        final int leg = Control.voq(message) / SchedulerSettings.LANES;
        final int lane = Control.voq(message) % SchedulerSettings.LANES;
        final int sequence = Control.sequence(message);
        final int units = Control.units(message);
        output.send(leg, type, lane, sequence, units, egress);
        trace.at(event, exits.leg(leg).port(), exits.exitOf(leg), sequence, units);
    }

    /** State of each leg. */
    LegStates states() {
        return states;
    }

    long nextDeadline() {
        long next = Math.min(arrivals.egress().nextDeadline(), arrivals.nextDeadline());
        for (int leg = 0; leg < sessions.length; leg++) {
            next = Math.min(next, sessions[leg].helloNs());
            if (sessions[leg].isUp()) {
                next = Math.min(next, heardNs[leg] + silentNs);
            }
        }
        return next;
    }
}
