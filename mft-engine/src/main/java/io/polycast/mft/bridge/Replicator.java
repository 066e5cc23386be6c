package io.polycast.mft.bridge;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Opcode;
import org.agrona.DirectBuffer;

/**
 * Sends one data frame along the paths of its group, but for the one that it came on; a
 * retransmission only along those that have not acknowledged it (Cepheus, section III-D, filtering).
 */
public final class Replicator {
    private final Mft mft;
    private final PathFeedback paths;
    private final HeaderBridge bridge;
    private final CounterBlock counters;

    private int sent;
    private int refused;
    private boolean nakAnswered;

    /**
     * @param mft with the groups
     * @param bridge that rewrites headers
     * @param counters of the shard
     */
    public Replicator(final Mft mft, final HeaderBridge bridge, final CounterBlock counters) {
        this.mft = mft;
        this.paths = mft.pathFeedback();
        this.bridge = bridge;
        this.counters = counters;
    }

    /**
     * Whether a WRITE stays inside the memory of every receiver: one that does not goes to nobody, for
     * a group in which some members hold other bytes than the rest is worse than a sender that waits.
     *
     * @param slot of the group
     * @param ingressPath index of the path that the frame came on
     * @param frame holds the frame
     * @param info of the frame
     * @return true when every copy is in bounds
     */
    public boolean isInBounds(
            final int slot, final int ingressPath, final DirectBuffer frame, final FrameInfo info) {
        if (info.rethOffset < 0) {
            return true;
        }
        bridge.begin(slot, frame, info);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            if (path != ingressPath
                    && !paths.has(mft.feedbackId(row), PathFeedback.EVICTED)
                    && !bridge.isInBounds(row)) {
                counters.count(Tally.COPIES_OUT_OF_BOUNDS);
                return false;
            }
        }
        return true;
    }

    /**
     * Replicates.
     *
     * @param slot of the group
     * @param ingressPath index of the path that the frame came on
     * @param isRetransmission whether the paths' AckPSN is asked
     * @param frame holds the frame
     * @param info of the frame
     * @param egress takes the copies
     * @return copies that left; see also {@link #refused()} and {@link #nakAnswered()}
     */
    public int replicate(
            final int slot,
            final int ingressPath,
            final boolean isRetransmission,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        sent = 0;
        refused = 0;
        nakAnswered = false;
        bridge.begin(slot, frame, info);
        int filtered = 0;
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            final int id = mft.feedbackId(row);
            final int flags = paths.flags(id);
            if (path == ingressPath || (flags & PathFeedback.EVICTED) != 0) {
                continue;
            }
            if (isRetransmission && isAcknowledged(id, flags, info.psn)) {
                filtered++;
                continue;
            }
            if (send(row, frame, info, egress) && (flags & PathFeedback.NAK_WAITS) != 0) {
                onSentToWaiting(id, info);
            }
        }
        counters.count(Tally.COPIES_OUT, sent);
        if ((filtered | refused) != 0) {
            counters.count(Tally.COPIES_FILTERED, filtered);
            counters.count(Tally.COPIES_REFUSED, refused);
        }
        return sent;
    }

    /** Copies of the last frame that no port took. */
    public int refused() {
        return refused;
    }

    /** Whether a copy of the last frame was what its path's NAK asked for. */
    public boolean nakAnswered() {
        return nakAnswered;
    }

    private boolean send(
            final int row,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (mft.isHost(row)) {
            bridge.toHost(row);
        } else {
            bridge.toSwitch(row);
        }
        final int tail = info.frameOffset + bridge.replaced();
        final boolean taken =
                egress.offerCopy(
                        mft.port(row),
                        bridge.header(),
                        0,
                        bridge.headerLength(),
                        frame,
                        tail,
                        info.frameLength - bridge.replaced(),
                        info.icrcOffset - tail,
                        bridge.icrc());
        if (taken) {
            sent++;
        } else {
            refused++;
        }
        return taken;
    }

    /** An unknown path is never filtered (rule 1). */
    private boolean isAcknowledged(final int id, final int flags, final int psn) {
        return (flags & PathFeedback.KNOWN) != 0 && Psn.distance(paths.ackPsn(id), psn) <= 0;
    }

    /** The loss may be in front of the switch, so what a path waits for may be new here. */
    private void onSentToWaiting(final int id, final FrameInfo info) {
        if (paths.nakPsn(id) == info.psn && !Opcode.isUc(info.opcode)) {
            paths.clear(id, PathFeedback.NAK_WAITS);
            nakAnswered = true;
        }
    }
}
