package io.polycast.voq.egress;

import io.polycast.voq.Control;
import io.polycast.voq.Refusal;
import io.polycast.voq.list.IndexList;

/**
 * The egress side of a terminal or surrogate port (server-rack fabric, section 2): grants its buffer,
 * takes frames in order, acknowledges them.
 *
 * <p>A flow is the other end of a VOQ: source * lanes + lane. The port serves it in five steps:
 *
 * <ol>
 *   <li>{@link #onRequest} takes a flow's request for units of the buffer.
 *   <li>{@link #pollGrant} names the next grant. A grant reserves its units, so the buffer never
 *       overflows.
 *   <li>{@link #onData} takes a frame.
 *   <li>{@link #pollAck} names the next ACK.
 *   <li>{@link #release} gives units of the buffer back once a frame has left it.
 * </ol>
 *
 * <p>With a window, the port keeps frames that come before a missing one ({@link #keep}) until it arrives,
 * and {@link #pollMissing} names the missing frames. Without a window, the port refuses them.
 *
 * <p>Every method takes constant time, but for {@link #reset} and {@link #pollMissing} (a window). Nothing allocates
 * after construction. One thread only. A method that answers with a {@link Refusal} has changed nothing. The
 * exceptions are a repeated message, which the port answers again, and a gap in requests, which it reports.
 */
public final class EgressPort {
    /** Answer of {@link #nextDeadline} when no ACK waits. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Answer of {@link #nextKept} when no frame is kept that is next in order. */
    public static final long NO_FRAME = -1;

    private final int lanes;
    private final EgressSettings settings;
    private final FlowTable flows;
    private final GrantArbiter arbiter;

    /** Frames that came before a missing one; null without a window. */
    private final EarlyFrames early;

    /** Flows whose grants are told again. */
    private final IndexList grantsToRepeat;

    /** Flows of which a request came whose forerunner did not. */
    private final IndexList requestsMissing;

    /** Flows whose ACK is due, and those whose ACK waits for more frames, in order of deadlines. */
    private final IndexList acksDue;

    private final IndexList acksWaiting;

    /**
     * @param sources that may send, at least 1; sources * lanes is at most 65,535
     * @param lanes of the port
     * @param settings constants
     */
    public EgressPort(final int sources, final int lanes, final EgressSettings settings) {
        final int count = Math.multiplyExact(sources, lanes);
        if (count < 1 || count > 0xFFFF) {
            throw new IllegalArgumentException(
                    "sources=" + sources + " x lanes=" + lanes + " is not in [1, 65535]");
        }
        this.lanes = lanes;
        this.settings = settings;
        flows = new FlowTable(count, settings.requests());
        arbiter = new GrantArbiter(flows, settings, lanes);
        early =
                settings.window().frames() == 0
                        ? null
                        : new EarlyFrames(
                                flows, settings.window().frames(), settings.window().reportAgain());
        grantsToRepeat = new IndexList(count);
        requestsMissing = new IndexList(count);
        acksDue = new IndexList(count);
        acksWaiting = new IndexList(count);
    }

    /**
     * A REQUEST for units arrives, or gives granted ones back.
     *
     * @param flow of the request
     * @param number of the request, 1 for the first
     * @param units wanted, in [1, batch]; or {@link Control#RETURN} and the units given back
     * @return {@link Refusal#OK}; or the code of UNKNOWN_VOQ, BAD_LENGTH, SEQUENCE_JUMP,
     *     TOO_MANY_REQUESTS, RETURN_UNHELD, or STALE: then {@link #pollGrant} repeats the last grant.
     *     With a window it does so after SEQUENCE_JUMP too, and says that requests are missing
     */
    public int onRequest(final int flow, final int number, final int units) {
        if (!isFlow(flow)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        final boolean returned = (units & Control.RETURN) != 0;
        final int count = units & ~Control.RETURN;
        if (count < 1 || count > (returned ? Short.MAX_VALUE : settings.batch())) {
            return Refusal.BAD_LENGTH.code();
        }
        final int ahead = number - flows.asked[flow];
        if (ahead <= 0) {
            grantsToRepeat.add(flow);
            return Refusal.STALE.code();
        }
        if (ahead > 1) {
            if (early != null && ahead <= settings.requests() + 1) {
                requestsMissing.add(flow);
            }
            return Refusal.SEQUENCE_JUMP.code();
        }
        // A return finds a place even when all requests wait: they may wait for what it gives back.
        if (number - flows.granted[flow] > settings.requests() + (returned ? 1 : 0)) {
            return Refusal.TOO_MANY_REQUESTS.code();
        }
        if (returned && count > flows.reserved[flow]) {
            return Refusal.RETURN_UNHELD.code();
        }
        if (returned) {
            // At once: a request before it may wait for these very units.
            flows.reserved[flow] -= count;
            arbiter.release(flow % lanes, count);
        }
        flows.asked[flow] = number;
        flows.setBatch(flow, number, returned ? 0 : count);
        arbiter.onRequest(flow);
        return Refusal.OK;
    }

    /**
     * @return the next GRANT to send, or {@link Control#NONE} when no flow wants units that are free
     */
    public long pollGrant() {
        final int flow = grantsToRepeat.first();
        if (flow != IndexList.NONE) {
            grantsToRepeat.remove(flow);
            return Control.pack(flow, 0, flows.granted[flow]);
        }
        final int gap = requestsMissing.first();
        if (gap != IndexList.NONE) {
            requestsMissing.remove(gap);
            return Control.pack(gap, Control.MISSING, flows.granted[gap]);
        }
        return arbiter.poll();
    }

    /**
     * A frame arrives.
     *
     * @param now in ticks
     * @param flow of the frame
     * @param sequence serial number of the frame, 1 for the first
     * @param units of the frame, at least 1
     * @return {@link Refusal#OK}: the frame is the caller's, and its units are held until {@link
     *     #release}; or the code of UNKNOWN_VOQ, BAD_LENGTH, SEQUENCE_JUMP, DATA_UNGRANTED, or STALE:
     *     then {@link #pollAck} repeats the last ACK; or EARLY: the caller may {@link #keep} the frame
     */
    public int onData(final long now, final int flow, final int sequence, final int units) {
        final int answer = check(flow, sequence, units, 1);
        if (answer == Refusal.OK) {
            flows.reserved[flow] -= units;
            arbiter.arrive(flow % lanes, units);
            arbiter.onEased(flow);
            advance(now, flow);
        }
        return answer;
    }

    /**
     * A frame arrives that cannot be taken now, even if it is next in order. As {@link #onData}, which
     * answers EARLY in place of OK. Needs a window.
     *
     * @param flow of the frame
     * @param sequence serial number of the frame, 1 for the first
     * @param units of the frame, at least 1
     * @return as {@link #onData}, but for OK
     */
    public int onDataWithoutRoom(final int flow, final int sequence, final int units) {
        return check(flow, sequence, units, 0);
    }

    /** OK for a frame that is fewer than {@code early} ahead of the one that is due. */
    private int check(final int flow, final int sequence, final int units, final int early) {
        if (!isFlow(flow)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (units < 1) {
            return Refusal.BAD_LENGTH.code();
        }
        final int ahead = sequence - flows.expected[flow];
        if (ahead < 0 || isKept(flow, sequence, ahead)) {
            ackNow(flow);
            return Refusal.STALE.code();
        }
        final boolean granted = units <= flows.reserved[flow];
        if (ahead > 0 && (ahead >= settings.window().frames() || !granted)) {
            return Refusal.SEQUENCE_JUMP.code();
        }
        if (!granted) {
            return Refusal.DATA_UNGRANTED.code();
        }
        return ahead < early ? Refusal.OK : Refusal.EARLY.code();
    }

    private boolean isKept(final int flow, final int sequence, final int ahead) {
        return early != null && ahead < settings.window().frames() && early.isKept(flow, sequence);
    }

    private void advance(final long now, final int flow) {
        flows.expected[flow]++;
        if (early != null) {
            early.advance(now, flow);
        }
        if (++flows.unacked[flow] >= settings.ackFrames()) {
            ackNow(flow);
        } else if (!acksDue.contains(flow) && !acksWaiting.contains(flow)) {
            flows.ackDeadline[flow] = now + settings.ackDelay();
            acksWaiting.add(flow);
        }
    }

    /**
     * Keeps a frame for which {@link #onData} has just answered EARLY. Its units are held until {@link
     * #release}.
     *
     * @param now in ticks
     * @param flow of the frame
     * @param sequence of the frame
     * @param units of the frame
     * @param handle by which the caller knows the frame, not negative
     */
    public void keep(
            final long now,
            final int flow,
            final int sequence,
            final int units,
            final long handle) {
        flows.reserved[flow] -= units;
        flows.kept[flow] += units;
        arbiter.arrive(flow % lanes, units);
        early.keep(now, flow, sequence, units, handle);
    }

    /**
     * @param flow in [0, sources * lanes)
     * @return handle of the kept frame that is next in order, or {@link #NO_FRAME}
     */
    public long nextKept(final int flow) {
        return early == null ? NO_FRAME : early.next(flow);
    }

    /**
     * @param flow in [0, sources * lanes)
     * @return whether frames are kept, and the frame before the first of them is missing
     */
    public boolean waitsForMissing(final int flow) {
        return early != null && !early.isEmpty(flow) && early.next(flow) == NO_FRAME;
    }

    /**
     * Takes the frame that {@link #nextKept} named. It is acknowledged as one that has just arrived.
     *
     * @param now in ticks
     * @param flow in [0, sources * lanes)
     */
    public void takeKept(final long now, final int flow) {
        flows.kept[flow] -= early.take(flow, flows.expected[flow]);
        arbiter.onEased(flow);
        advance(now, flow);
    }

    /**
     * Ends one frame that is kept, before a {@link #reset}: its units are free.
     *
     * @param flow in [0, sources * lanes)
     * @return its handle, or {@link #NO_FRAME} when none is kept
     */
    public long dropKept(final int flow) {
        if (early == null || early.isEmpty(flow)) {
            return NO_FRAME;
        }
        final int sequence = early.first(flow);
        final long handle = early.handle(flow, sequence);
        final int units = early.take(flow, sequence);
        flows.kept[flow] -= units;
        arbiter.leave(flow % lanes, units);
        return handle;
    }

    /**
     * @param now in ticks
     * @return the next ACK to send that names missing frames ({@link Control#missing}), or {@link
     *     Control#NONE}
     */
    public long pollMissing(final long now) {
        return early == null ? Control.NONE : early.poll(now);
    }

    /**
     * @param now in ticks
     * @return the next ACK to send, or {@link Control#NONE}
     */
    public long pollAck(final long now) {
        int flow = acksDue.first();
        if (flow == IndexList.NONE) {
            flow = acksWaiting.first();
            if (flow == IndexList.NONE || flows.ackDeadline[flow] - now > 0) {
                return Control.NONE;
            }
        }
        acksDue.remove(flow);
        acksWaiting.remove(flow);
        final int frames = Math.min(flows.unacked[flow], Control.MISSING - 1);
        flows.unacked[flow] = 0;
        return Control.pack(flow, frames, flows.expected[flow] - 1);
    }

    /**
     * @return tick at which {@link #pollAck} or {@link #pollMissing} has an ACK, or {@link #NEVER}; {@link
     *     Long#MIN_VALUE} when one has it now
     */
    public long nextDeadline() {
        if (!acksDue.isEmpty()) {
            return Long.MIN_VALUE;
        }
        final long ack = acksWaiting.isEmpty() ? NEVER : flows.ackDeadline[acksWaiting.first()];
        return early == null ? ack : Math.min(ack, early.nextDeadline());
    }

    /**
     * A frame has left the buffer.
     *
     * @param lane of the frame
     * @param units of the frame
     * @return {@link Refusal#OK}; or the code of UNKNOWN_LANE or RETURN_UNHELD
     */
    public int release(final int lane, final int units) {
        if (lane < 0 || lane >= lanes) {
            return Refusal.UNKNOWN_LANE.code();
        }
        if (units < 0 || units > arbiter.occupied(lane)) {
            return Refusal.RETURN_UNHELD.code();
        }
        arbiter.leave(lane, units);
        return Refusal.OK;
    }

    /**
     * The other end of a leg begins anew: its grants are free, and its serial numbers begin again.
     * Frames that are held stay until their {@link #release}; none may be kept ({@link #dropKept}).
     *
     * @param flow of the leg
     * @return {@link Refusal#OK}, or the code of UNKNOWN_VOQ
     */
    public int reset(final int flow) {
        if (!isFlow(flow)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        arbiter.forget(flow);
        arbiter.release(flow % lanes, flows.reserved[flow]);
        grantsToRepeat.remove(flow);
        requestsMissing.remove(flow);
        acksDue.remove(flow);
        acksWaiting.remove(flow);
        flows.reset(flow);
        return Refusal.OK;
    }

    /**
     * @param lane of the port, in [0, lanes)
     * @return units that are granted or held
     */
    public int used(final int lane) {
        return arbiter.used(lane);
    }

    /**
     * @param lane of the port, in [0, lanes)
     * @return units of frames that are held
     */
    public int occupied(final int lane) {
        return arbiter.occupied(lane);
    }

    /**
     * @param flow in [0, sources * lanes)
     * @return units granted to it that have not arrived
     */
    public int reserved(final int flow) {
        return flows.reserved[flow];
    }

    private boolean isFlow(final int flow) {
        return flow >= 0 && flow < flows.asked.length;
    }

    private void ackNow(final int flow) {
        acksWaiting.remove(flow);
        acksDue.add(flow);
    }
}
