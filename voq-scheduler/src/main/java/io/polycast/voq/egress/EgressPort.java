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
 * <p>Every method takes constant time, but for {@link #reset}. Nothing allocates after construction.
 * One thread only. A method that answers with a {@link Refusal} has changed nothing. The one exception
 * is a repeated message: the port answers it again.
 */
public final class EgressPort {
    /** Answer of {@link #nextDeadline} when no ACK waits. */
    public static final long NEVER = Long.MAX_VALUE;

    private final int lanes;
    private final EgressSettings settings;
    private final FlowTable flows;
    private final GrantArbiter arbiter;

    /** Flows whose grants are told again. */
    private final IndexList grantsToRepeat;

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
        grantsToRepeat = new IndexList(count);
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
     *     TOO_MANY_REQUESTS, RETURN_UNHELD, or STALE: then {@link #pollGrant} repeats the last grant
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
     *     then {@link #pollAck} repeats the last ACK
     */
    public int onData(final long now, final int flow, final int sequence, final int units) {
        if (!isFlow(flow)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (units < 1) {
            return Refusal.BAD_LENGTH.code();
        }
        final int ahead = sequence - flows.expected[flow];
        if (ahead < 0) {
            ackNow(flow);
            return Refusal.STALE.code();
        }
        if (ahead > 0) {
            return Refusal.SEQUENCE_JUMP.code();
        }
        if (units > flows.reserved[flow]) {
            return Refusal.DATA_UNGRANTED.code();
        }
        flows.reserved[flow] -= units;
        arbiter.arrive(flow % lanes, units);
        flows.expected[flow]++;
        if (++flows.unacked[flow] >= settings.ackFrames()) {
            ackNow(flow);
        } else if (!acksDue.contains(flow) && !acksWaiting.contains(flow)) {
            flows.ackDeadline[flow] = now + settings.ackDelay();
            acksWaiting.add(flow);
        }
        return Refusal.OK;
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
        final int frames = Math.min(flows.unacked[flow], 0xFFFF);
        flows.unacked[flow] = 0;
        return Control.pack(flow, frames, flows.expected[flow] - 1);
    }

    /**
     * @return tick at which {@link #pollAck} has an ACK, or {@link #NEVER}; {@link Long#MIN_VALUE} when
     *     it has one now
     */
    public long nextDeadline() {
        if (!acksDue.isEmpty()) {
            return Long.MIN_VALUE;
        }
        return acksWaiting.isEmpty() ? NEVER : flows.ackDeadline[acksWaiting.first()];
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
     * Frames that are held stay until their {@link #release}.
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
