package io.polycast.voq.ingress;

import io.polycast.cache.PacketCache;
import io.polycast.voq.Control;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;

/**
 * The ingress side of a terminal or surrogate port (server-rack fabric, sections 2.2 to 4.1).
 *
 * <p>The life of a frame:
 *
 * <ol>
 *   <li>{@link #arrive} takes the payload.
 *   <li>{@link #expand}, once a cycle, takes the header of the next copy. The port queues the copy in
 *       the VOQ of its egress and lane, or drops it.
 *   <li>{@link #pollRequest} says which VOQ asks its egress for how many units. {@link #onGrant} takes
 *       the answer.
 *   <li>{@link #pick} names a VOQ that may send, {@link #begin} starts its next copy, {@link #finish}
 *       ends it. One VOQ sends one copy at a time; a port may send copies of several VOQs at once.
 *   <li>{@link #onAck} releases copies, and the payload with the last of them.
 * </ol>
 *
 * <p>{@link #onTick} serves timeouts. A VOQ is egress * lanes + lane, the lane on which its copies are
 * injected. The port tells its {@link PayloadOwner} how each copy ended.
 *
 * <p>Every method takes constant time, but for {@link #pick} (VOQs that are ready), {@link #onAck}
 * (frames acknowledged), and methods that take or drop a frame (its units, at most one batch).
 * Nothing allocates after construction. One thread only. A method that answers with a {@link Refusal}
 * has changed nothing, unless it says otherwise.
 */
public final class IngressPort {
    /** For {@link #pick}: multicast copies whose packets are cached. */
    public static final int HITS = 1;

    /** For {@link #pick}: multicast copies that the payload interface must send. */
    public static final int MISSES = 2;

    /** For {@link #pick}: unicast frames, which the payload interface sends. */
    public static final int UNICAST = 4;

    /** Answer of {@link #pick} when no VOQ may send. */
    public static final int NONE = Refusal.NONE;

    /** Answer of {@link #onTick} when nothing is due. */
    public static final long NEVER = Long.MAX_VALUE;

    private final PortState port;
    private final Repetition repetition;
    private final Admission admission;
    private final Requests requests;
    private final Departures departures;
    private final IngressView view;

    /**
     * A port whose copies always find their payload, as in an appliance that sends from the chunk in
     * which a frame lies.
     *
     * @param lanes of the port
     * @param egresses numbers of egresses are in [0, egresses); egresses * lanes is at most 65,535
     * @param mcbc copies of each multicast ID
     * @param settings constants
     * @param owner of the payloads
     */
    public IngressPort(
            final Lanes lanes,
            final int egresses,
            final Mcbc mcbc,
            final IngressSettings settings,
            final PayloadOwner owner) {
        this(lanes, egresses, mcbc, settings, owner, null, 0);
    }

    /**
     * A port in front of a packet cache. The caller writes and pins lines; the port looks them up, and
     * releases those of payloads that it releases.
     *
     * @param lanes of the port
     * @param egresses numbers of egresses are in [0, egresses); egresses * lanes is at most 65,535
     * @param mcbc copies of each multicast ID
     * @param settings constants
     * @param owner of the payloads
     * @param cache shared by the ports of an edge switch, with at least {@link #units} tags
     * @param cachePort number of this port in the cache
     */
    public IngressPort(
            final Lanes lanes,
            final int egresses,
            final Mcbc mcbc,
            final IngressSettings settings,
            final PayloadOwner owner,
            final PacketCache cache,
            final int cachePort) {
        port = new PortState(lanes, egresses, settings, owner, cache, cachePort);
        final RepeatBudget budget = new RepeatBudget(settings.leg(), egresses);
        final Marks marks = new Marks(port, budget);
        repetition = new Repetition(port, marks);
        admission = new Admission(port, mcbc);
        requests = new Requests(port, repetition);
        departures = new Departures(port, repetition, marks);
        view = new IngressView(port, repetition, budget);
    }

    /**
     * A multicast frame arrives. Its headers follow by {@link #expand}.
     *
     * @param lane that the frame is held on
     * @param multicastId of its copies
     * @param units of 256 bytes, in [1, batch]
     * @param handle by which the owner knows the payload
     * @return number of the payload, which is that of its first unit; or the code of a {@link
     *     Refusal}: PAYLOAD_FULL, NO_COPIES, BAD_LENGTH, UNKNOWN_LANE, UNKNOWN_VOQ. The owner hears
     *     nothing of a refused frame
     */
    public int arrive(final int lane, final int multicastId, final int units, final long handle) {
        return admission.arrive(lane, multicastId, units, handle);
    }

    /**
     * A unicast frame arrives, and is queued at once.
     *
     * @param now in ticks
     * @param lane that the frame is held on
     * @param leg of the frame, made by {@link Mcbc#leg(int, boolean)}
     * @param units of 256 bytes, in [1, batch]
     * @param handle by which the owner knows the payload
     * @return as {@link #arrive}, and VOQ_TAIL, SHARE_FULL or LANE_EXHAUSTED
     */
    public int arriveUnicast(
            final long now, final int lane, final int leg, final int units, final long handle) {
        return admission.arriveUnicast(now, lane, leg, units, handle);
    }

    /**
     * One cycle of the multicast table: the next header of a frame, of each lane in turn. A header of
     * a lossless lane waits while its pool is full.
     *
     * @param now in ticks
     * @return {@link Refusal#OK} for a copy that is queued; {@link Refusal#NONE} when no header can be
     *     emitted; or the code of the {@link Refusal} under which a copy was dropped
     */
    public int expand(final long now) {
        return admission.expand(now);
    }

    /**
     * @return whether headers are still to be emitted; on lossless lanes they may wait for room
     */
    public boolean isExpanding() {
        return admission.isPending();
    }

    /**
     * @param now in ticks
     * @return the next REQUEST to send, or {@link Control#NONE}
     */
    public long pollRequest(final long now) {
        return requests.poll(now);
    }

    /**
     * A GRANT arrives.
     *
     * @param now in ticks
     * @param voq of the request
     * @param number of the last request granted: earlier ones are granted as well
     * @return {@link Refusal#OK}; or the code of UNKNOWN_VOQ, GRANT_UNASKED or STALE. A repetition
     *     shows that the leg lives
     */
    public int onGrant(final long now, final int voq, final int number) {
        return requests.onGrant(now, voq, number);
    }

    /**
     * A GRANT arrives that says that requests are missing: these are repeated now, not after their
     * timeout.
     *
     * @param now in ticks
     * @param voq of the requests
     * @param number of the last request granted
     * @return as {@link #onGrant}
     */
    public int onRequestMissing(final long now, final int voq, final int number) {
        return requests.onMissing(now, voq, number);
    }

    /**
     * Names a VOQ whose next copy has its grant. Copies that hit in the cache go first; within a kind
     * the VOQ that has waited longest. The first packet of a frame says whether it hits.
     *
     * @param allowed union of {@link #HITS}, {@link #MISSES} and {@link #UNICAST}
     * @return the VOQ, or {@link #NONE}
     */
    public int pick(final int allowed) {
        return departures.pick(allowed);
    }

    /**
     * Starts the next copy of a VOQ, or repeats one that was lost.
     *
     * @param now in ticks
     * @param voq that {@link #pick} named
     * @return the departure: see {@link #payload} and {@link #sequence}; or the negative code of
     *     UNKNOWN_VOQ or NOT_READY
     */
    public long begin(final long now, final int voq) {
        return departures.begin(now, voq);
    }

    /**
     * @param departure that {@link #begin} answered
     * @return its payload, until the ACK
     */
    public static int payload(final long departure) {
        return (int) (departure >>> 32);
    }

    /**
     * @param departure that {@link #begin} answered
     * @return its serial number on the leg
     */
    public static int sequence(final long departure) {
        return (int) departure;
    }

    /**
     * The copy that a VOQ sends has left.
     *
     * @param voq that began it
     * @return {@link Refusal#OK}, or the code of UNKNOWN_VOQ or NOT_READY
     */
    public int finish(final int voq) {
        return departures.finish(voq);
    }

    /**
     * An ACK arrives.
     *
     * @param now in ticks
     * @param voq of the frames
     * @param sequence of the last frame received in order: earlier ones are acknowledged as well
     * @return {@link Refusal#OK}; or the code of UNKNOWN_VOQ, ACK_UNSENT or STALE. A repetition shows
     *     that the leg lives
     */
    public int onAck(final long now, final int voq, final int sequence) {
        return departures.onAck(now, voq, sequence);
    }

    /**
     * An ACK arrives that names missing frames: these are repeated now, not after their timeout. An egress
     * that asks for more than it may is not heard ({@link IngressView#refusedRepeats}).
     *
     * @param now in ticks
     * @param voq of the frames
     * @param sequence of the last frame received in order
     * @param units of the ACK, with {@link Control#MISSING}
     * @return {@link Refusal#OK}; or the code of UNKNOWN_VOQ, ACK_UNSENT, or STALE when all of these
     *     frames are acknowledged
     */
    public int onMissing(final long now, final int voq, final int sequence, final int units) {
        return departures.onMissing(now, voq, sequence, units);
    }

    /**
     * Serves timeouts: suspensions, repetitions, and legs that are given up.
     *
     * @param now in ticks
     * @return tick at which to call again, or {@link #NEVER}
     */
    public long onTick(final long now) {
        port.sync.onTick(now);
        return Math.min(repetition.onTick(now), port.sync.nextDeadline());
    }

    /**
     * @return tick at which {@link #onTick} is due, or {@link #NEVER}
     */
    public long nextDeadline() {
        return Math.min(repetition.nextDeadline(), port.sync.nextDeadline());
    }

    /**
     * Names a VOQ whose leg {@link #onTick} gave up. The other end is to begin anew too.
     *
     * @return the VOQ, or {@link #NONE}
     */
    public int pollGivenUp() {
        return repetition.pollGivenUp();
    }

    /**
     * @param voq that {@link #pollGivenUp} has just named
     * @return whether its other end answered, but granted and acknowledged nothing more
     */
    public boolean hasStalled(final int voq) {
        return repetition.hasStalled(voq);
    }

    /**
     * The other end of a leg says STOP or GO.
     *
     * @param voq of the leg
     * @param stop whether the VOQ must not send
     * @return {@link Refusal#OK}, or the code of UNKNOWN_VOQ
     */
    public int setStopped(final int voq, final boolean stop) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        port.voqs.set(voq, VoqTable.STOPPED, stop);
        port.refresh(voq);
        return Refusal.OK;
    }

    /**
     * Empties a VOQ, and begins its serial numbers again. The other end must do so too. Copies whose
     * headers are still to be emitted end by {@link #expand}.
     *
     * @param now in ticks
     * @param voq of the leg
     * @return {@link Refusal#OK}, or the code of UNKNOWN_VOQ
     */
    public int flush(final long now, final int voq) {
        if (!port.isVoq(voq)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        repetition.flush(now, voq, Refusal.FLUSHED);
        admission.flush(voq);
        return Refusal.OK;
    }

    /**
     * @return lossless lanes whose sender must wait, as bits: STOP was reached, GO not yet
     */
    public long stoppedLanes() {
        return port.payloads.stopped();
    }

    /**
     * @param payload that is held
     * @return handle that the owner gave
     */
    public long handle(final int payload) {
        return port.payloads.handle(payload);
    }

    /**
     * @param payload that is held
     * @return its units
     */
    public int units(final int payload) {
        return port.payloads.units(payload);
    }

    /**
     * @param unit of a payload
     * @return the unit behind it, or {@link #NONE}: tags of the packet cache
     */
    public int nextUnit(final int unit) {
        return port.payloads.nextUnit(unit);
    }

    /**
     * @param payload that is held
     * @return its copies that are neither sent nor dropped; 0 while the last one is being sent
     */
    public int unsentCopies(final int payload) {
        return port.fanouts.unsent(payload);
    }

    /**
     * @return units of all payload pools, and tags that a cache must have
     */
    public int units() {
        return port.payloads.capacity();
    }

    /**
     * @return gauges of the pools and VOQs
     */
    public IngressView view() {
        return view;
    }
}
