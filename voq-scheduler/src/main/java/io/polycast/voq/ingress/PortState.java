package io.polycast.voq.ingress;

import io.polycast.cache.PacketCache;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.list.IndexList;
import io.polycast.voq.pool.HeaderPool;
import io.polycast.voq.pool.PayloadPool;
import io.polycast.voq.sync.VoqSync;

/** State that the stages of an ingress port share, and steps that several stages take. */
final class PortState {
    private static final int NONE = HeaderPool.NONE;

    final Lanes lanes;
    final IngressSettings settings;
    final PayloadPool payloads;
    final HeaderPool headers;
    final Fanouts fanouts;
    final VoqTable voqs;
    final VoqSync sync;

    /** VOQs whose next frame has its grant, that send none now, and that no other end has stopped. */
    final IndexList ready;

    /** VOQs that have a request to make. */
    final IndexList wanting;

    /** VOQs that wait for an answer, in order of their deadlines. */
    final IndexList waiting;

    /** By VOQ: its egress, its lane. */
    private final short[] egressOf;

    private final byte[] laneOf;

    /** By egress: units of copies in VOQs of lossy lanes that wait or are not acknowledged. */
    private final int[] lossyUnits;

    private final PayloadOwner owner;
    private final PacketCache cache;
    private final int cachePort;

    PortState(
            final Lanes lanes,
            final int egresses,
            final IngressSettings settings,
            final PayloadOwner owner,
            final PacketCache cache,
            final int cachePort) {
        final int count = Math.multiplyExact(egresses, lanes.count());
        if (count < 1 || count > 0xFFFF) {
            throw new IllegalArgumentException(
                    "egresses=" + egresses + " x lanes=" + lanes.count() + " exceed 65,535 VOQs");
        }
        this.lanes = lanes;
        this.settings = settings;
        this.owner = owner;
        this.cache = cache;
        this.cachePort = cachePort;
        payloads = new PayloadPool(lanes, settings.payload());
        headers = new HeaderPool(lanes, settings.headers(), payloads.capacity(), settings.seed());
        fanouts = new Fanouts(payloads.capacity());
        voqs = new VoqTable(count, settings.leg().requests());
        sync = new VoqSync(settings.sync(), count);
        ready = new IndexList(count);
        wanting = new IndexList(count);
        waiting = new IndexList(count);
        lossyUnits = new int[egresses];
        egressOf = new short[count];
        laneOf = new byte[count];
        for (int voq = 0; voq < count; voq++) {
            egressOf[voq] = (short) (voq / lanes.count());
            laneOf[voq] = (byte) (voq % lanes.count());
        }
    }

    boolean isVoq(final int voq) {
        return voq >= 0 && voq < voqs.voqs();
    }

    int laneOf(final int voq) {
        return laneOf[voq];
    }

    int egressOf(final int voq) {
        return 0xFFFF & egressOf[voq];
    }

    int unitsOf(final int header) {
        return payloads.units(headers.payload(header));
    }

    /** Whether the packets of a copy are cached; without a cache all are. */
    boolean isCached(final int payload) {
        return cache == null || cache.find(cachePort, payload) != PacketCache.MISS;
    }

    void enqueue(final int voq, final int payload, final boolean unicast) {
        final int header = headers.take(laneOf(voq), unicast, payload);
        if (voqs.tail[voq] == NONE) {
            voqs.oldest[voq] = header;
        } else {
            headers.link(voqs.tail[voq], header);
        }
        voqs.tail[voq] = header;
        if (voqs.nextSend[voq] == NONE) {
            voqs.nextSend[voq] = header;
        }
        if (voqs.unrequested[voq] == NONE) {
            voqs.unrequested[voq] = header;
        }
        voqs.backlog[voq] += payloads.units(payload);
        hold(voq, 1, payloads.units(payload));
        refresh(voq);
    }

    /** A copy leaves the list of its VOQ. */
    void free(final int voq, final int header) {
        hold(voq, -1, -unitsOf(header));
        headers.free(header);
    }

    private void hold(final int voq, final int copies, final int units) {
        voqs.headers[voq] += copies;
        if (!lanes.isLossless(laneOf[voq])) {
            lossyUnits[egressOf(voq)] += units;
        }
    }

    /**
     * Whether the egress of a lossy lane's VOQ holds its share of the units, or the VOQ that of the lane's
     * headers. Otherwise an egress that acknowledges nothing would fill the memory of all.
     */
    boolean isShareFull(final int voq) {
        final int lane = laneOf[voq];
        if (lanes.isLossless(lane)) {
            return false;
        }
        final int units = settings.payload().shared() - payloads.held(lane);
        final int free = settings.headers().high() - headers.held(lane);
        return settings.payload().isShareFull(lossyUnits[egressOf(voq)], units)
                || settings.payload().isShareFull(voqs.headers[voq], free);
    }

    /** Drops the copy that the VOQ would send next. It counts as sent. */
    void dropHead(final long now, final int voq, final Refusal why) {
        final int header = voqs.nextSend[voq];
        final int payload = headers.payload(header);
        final int units = payloads.units(payload);
        final int follower = headers.next(header);
        if (voqs.lastSent[voq] == NONE) {
            voqs.oldest[voq] = follower;
        } else {
            headers.link(voqs.lastSent[voq], follower);
        }
        if (voqs.tail[voq] == header) {
            voqs.tail[voq] = voqs.lastSent[voq];
        }
        takeFromFront(voq, header, units);
        voqs.dropped[voq]++;
        free(voq, header);
        forwarded(now, voq, payload);
        endCopy(payload, voq, why.code());
        refresh(voq);
    }

    /** The first copy that is not sent leaves the backlog. */
    void takeFromFront(final int voq, final int header, final int units) {
        final int follower = headers.next(header);
        voqs.nextSend[voq] = follower;
        if (voqs.unrequested[voq] == header) {
            voqs.unrequested[voq] = follower;
        } else {
            voqs.covered[voq] -= units;
        }
        voqs.backlog[voq] -= units;
    }

    /** A copy is sent, or counts as sent: the synchronisation hears of it. */
    void forwarded(final long now, final int voq, final int payload) {
        final int units = payloads.units(payload);
        if (fanouts.onForwarded(payload) > 0) {
            final int stamp = sync.onAhead(now, voq, units);
            if (stamp != VoqSync.NO_STAMP) {
                fanouts.mark(payload, voq, stamp);
            }
        } else {
            caughtUp(payload, units);
        }
    }

    /** A copy was never queued: nobody is ahead with it, but others may have waited for it. */
    void neverQueued(final int payload) {
        if (fanouts.onForwarded(payload) == 0) {
            caughtUp(payload, payloads.units(payload));
        }
    }

    private void caughtUp(final int payload, final int units) {
        for (int i = 0; i < fanouts.count(payload); i++) {
            final int stamp = fanouts.stamp(payload, i);
            if (stamp != VoqSync.NO_STAMP) {
                sync.onCaughtUp(fanouts.voq(payload, i), stamp, units);
            }
        }
    }

    /** One reference to the payload ends; with the last one its units and cache lines are free. */
    void endCopy(final int payload, final int voq, final int how) {
        owner.onCopyEnded(payloads.handle(payload), voq, how);
        if (!payloads.release(payload)) {
            return;
        }
        if (cache != null) {
            for (int unit = payload; unit != PayloadPool.NONE; unit = payloads.nextUnit(unit)) {
                cache.release(cachePort, unit);
            }
        }
        owner.onReleased(payloads.handle(payload), payloads.units(payload));
        payloads.free(payload);
    }

    /** Brings the lists of a VOQ up to its state. */
    void refresh(final int voq) {
        ready.set(voq, isReady(voq));
        wanting.set(voq, isWanting(voq));
    }

    private boolean isReady(final int voq) {
        if (voqs.is(voq, VoqTable.BUSY | VoqTable.STOPPED)) {
            return false;
        }
        if (voqs.resend[voq] != NONE) {
            return true;
        }
        final int header = voqs.nextSend[voq];
        return header != NONE && voqs.credit[voq] >= unitsOf(header);
    }

    private boolean isWanting(final int voq) {
        if (voqs.is(voq, VoqTable.REPEATING)) {
            return true;
        }
        final int waiting = voqs.asked[voq] - voqs.granted[voq];
        return hasUseless(voq)
                ? waiting <= settings.leg().requests()
                : waiting < settings.leg().requests() && voqs.unrequested[voq] != NONE;
    }

    /**
     * Whether a VOQ holds grants that do not suffice for its next frame, as drops leave them. Such grants
     * go back to the egress. Otherwise many VOQs could hold a buffer that none of them can use.
     */
    boolean hasUseless(final int voq) {
        final int header = voqs.nextSend[voq];
        return voqs.credit[voq] > 0 && (header == NONE || voqs.credit[voq] < unitsOf(header));
    }
}
