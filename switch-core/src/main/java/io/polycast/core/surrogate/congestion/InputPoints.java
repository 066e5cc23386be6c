package io.polycast.core.surrogate.congestion;

import io.polycast.core.surrogate.spec.CongestionSettings;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.qcn.Cnm;
import io.polycast.parser.wire.Ethernet;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.qcn.CongestionPoint;
import io.polycast.voq.qcn.Marking;
import io.polycast.voq.qcn.QcnPoint;
import io.polycast.voq.qcn.QcnSettings;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Congestion points at the input of a node (server-rack fabric, section 4.2; IEEE 802.1Q, clause 33): one for
 * the pool of the lossy priorities, one for the first lane of each lossless priority. A frame counts for its
 * host's node alone: behind a leg it was counted before. It is sampled once, whatever its copies.
 *
 * <p>A notification leaves as a CNM by the port of its flow. Nothing allocates after construction.
 */
public final class InputPoints {
    /** Answer of {@link #onHeld} when nobody was notified. */
    public static final int QUIET = 0;

    private static final long UNKNOWN = -1;
    private static final int LOSSY = Cnm.MAX_FEEDBACK;
    private static final int NOWHERE = -1;

    /** QOffset and QDelta count 64 bytes. */
    private static final int PARTS_OF_UNIT = FabricDefaults.UNIT_BYTES / 64;

    private static final int POOL_SHIFT = 16;
    private static final int BATCHES_SHIFT = 16;
    private static final int ADDRESSES = 12;

    private final long mac;
    private final Lanes lanes;

    /** By lane; null where frames of hosts are not held, and without congestion points. */
    private final CongestionPoint[] points;

    private final Flows flows = new Flows();

    /** By handle of a frame: lane, payloads of it that are held, and flow. */
    private final Long2LongHashMap held;

    private final UnsafeBuffer message =
            new UnsafeBuffer(new byte[Ethernet.LENGTH + 8 + Cnm.LENGTH + Cnm.MOST_REPEATED]);
    private EgressSink egress;

    /** The frame that is being held: its port, or {@link #NOWHERE} when no host of the node sent it. */
    private int port = NOWHERE;

    private int flow;
    private int bytes;
    private int notified;

    /**
     * @param mac of the node
     * @param lanes of the node; a lane that no leg precedes is the first of its priority
     * @param frames that the node may hold
     * @param settings of the points
     */
    public InputPoints(
            final long mac,
            final Lanes lanes,
            final int frames,
            final CongestionSettings settings) {
        this.mac = mac;
        this.lanes = lanes;
        points = new CongestionPoint[lanes.count()];
        final boolean on = settings.marking() != CongestionSettings.Marked.NONE;
        held = new Long2LongHashMap(on ? Math.max(8, 2 * frames) : 8, 0.6f, UNKNOWN);
        if (on) {
            final CongestionPoint lossy = point(settings);
            for (int priority = 0; lanes.first(priority) >= 0; priority++) {
                final int lane = lanes.first(priority);
                points[lane] = lanes.isLossless(lane) ? point(settings) : lossy;
            }
        }
    }

    private static CongestionPoint point(final CongestionSettings settings) {
        return new QcnPoint(
                new QcnSettings(
                        settings.balanceUnits(),
                        FabricDefaults.QCN_WEIGHT,
                        settings.sampleBytes(),
                        settings.marking() == CongestionSettings.Marked.SAMPLE
                                ? Marking.SAMPLE
                                : Marking.OCCUPANCY),
                Flows.COUNT + 1);
    }

    /**
     * Takes the sink of the messages that follow.
     *
     * @param sink of the shell
     */
    public void to(final EgressSink sink) {
        egress = sink;
    }

    /**
     * A frame of a host is about to be held, by {@link #onHeld} calls until {@link #end}.
     *
     * @param from port of the host
     * @param lane that the frame is held on
     * @param frame holds it
     * @param info of it
     */
    public void begin(
            final int from, final int lane, final DirectBuffer frame, final FrameInfo info) {
        if (points[lane] == null) {
            return;
        }
        port = from;
        flow = flows.find(from, lanes.priority(lane), frame, info);
        bytes = info.frameLength;
    }

    /** No more payloads of the frame follow. */
    public void end() {
        port = NOWHERE;
    }

    /**
     * A payload of a frame is held. A frame with many copies has several.
     *
     * @param handle of the frame
     * @param lane that it is held on
     * @param units of the payload
     * @return feedback that was sent, in [1, 63]; or {@link #QUIET}
     */
    public int onHeld(final long handle, final int lane, final int units) {
        if (port == NOWHERE) {
            return QUIET;
        }
        final long before = held.get(handle);
        final long payloads = before == UNKNOWN ? 1 : payloads(before) + 1;
        held.put(handle, (long) lane << 32 | payloads << BATCHES_SHIFT | flow);
        flows.take(flow, units);
        final CongestionPoint point = points[lane];
        final long notification = point.onFrame(flow, bytes, units);
        // The bytes of a frame count once.
        bytes = 0;
        return notification == CongestionPoint.QUIET ? QUIET : notify(point, lane, notification);
    }

    /**
     * A payload of a frame is free.
     *
     * @param handle of the frame
     * @param units of the payload
     */
    public void onReleased(final long handle, final int units) {
        final long entry = held.isEmpty() ? UNKNOWN : held.get(handle);
        if (entry == UNKNOWN) {
            return;
        }
        final int of = (int) entry & 0xFFFF;
        points[(int) (entry >>> 32)].onReleased(of, units);
        flows.give(of, units);
        if (payloads(entry) == 1) {
            held.remove(handle);
        } else {
            held.put(handle, entry - (1L << BATCHES_SHIFT));
        }
    }

    private static long payloads(final long entry) {
        return entry >>> BATCHES_SHIFT & 0xFFFF;
    }

    /**
     * @return port by which the last message left
     */
    public int notifiedPort() {
        return notified;
    }

    private int notify(final CongestionPoint point, final int lane, final long notification) {
        final int marked = CongestionPoint.flow(notification);
        if (marked == Flows.OTHERS) {
            return QUIET;
        }
        final int feedback = CongestionPoint.feedback(notification);
        final int pool = lanes.isLossless(lane) ? lanes.priority(lane) : LOSSY;
        final int head = flows.head(marked);
        final int behind = flows.begin(marked);
        final int repeated = flows.length(marked);
        message.setMemory(0, message.capacity(), (byte) 0);
        Ethernet.dstMac(message, 0, flows.srcMac(marked));
        Ethernet.srcMac(message, 0, mac);
        // The tags of the frame, and the type of the message in the place of the frame's.
        message.putBytes(ADDRESSES, flows.heads(), head + ADDRESSES, behind - ADDRESSES);
        Ethernet.etherType(message, behind - ADDRESSES, Cnm.ETHER_TYPE);
        final int body = behind + 2;
        Cnm.writePoint(
                message,
                body,
                feedback,
                mac << POOL_SHIFT | pool,
                point.offset() * PARTS_OF_UNIT,
                point.delta() * PARTS_OF_UNIT);
        Cnm.writeFrame(
                message,
                body,
                flows.priority(marked),
                Ethernet.dstMac(flows.heads(), head),
                repeated);
        message.putBytes(body + Cnm.LENGTH, flows.heads(), head + behind, repeated);
        notified = flows.port(marked);
        final int length = Math.max(Ethernet.MINIMUM_FRAME_LENGTH, body + Cnm.LENGTH + repeated);
        egress.offer(notified, message, 0, length);
        return feedback;
    }
}
