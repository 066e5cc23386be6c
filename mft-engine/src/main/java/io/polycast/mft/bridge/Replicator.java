package io.polycast.mft.bridge;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.PathRow;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Opcode;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends copies of a data frame along the paths of its group, except the path that it came on. A
 * retransmission goes only to paths that have not acknowledged it (Cepheus, section III-D,
 * filtering). No data before its first PSN goes to a path that joins.
 */
public final class Replicator {
    private final Mft mft;
    private final PathFeedback paths;
    private final HeaderBridge bridge;
    private final PlainRun run;
    private final CounterBlock counters;
    private final UnsafeBuffer own =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(HeaderBridge.ROOM, 64));

    private final Copy copy = new Copy();

    private int evicted;
    private int filtered;
    private int refused;
    private final int[] refusedIds = new int[GroupSpec.MAX_PATHS];
    private int answered;
    private final int[] answeredIds = new int[GroupSpec.MAX_PATHS];

    /**
     * @param mft with the groups
     * @param bridge that rewrites headers
     * @param counters of the shard
     */
    public Replicator(final Mft mft, final HeaderBridge bridge, final CounterBlock counters) {
        this.mft = mft;
        this.paths = mft.pathFeedback();
        this.bridge = bridge;
        this.run = bridge.run();
        this.counters = counters;
    }

    /**
     * Whether a WRITE stays inside the memory of every receiver. A WRITE that does not goes to
     * nobody, because members with different bytes are worse than a sender that waits.
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
        bridge.begin(slot, ingressPath, frame, info);
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
     * @return copies that left; see also {@link #refused()} and {@link #answered()}
     */
    public int replicate(
            final int slot,
            final int ingressPath,
            final boolean isRetransmission,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        evicted = 0;
        filtered = 0;
        refused = 0;
        answered = 0;
        bridge.begin(slot, ingressPath, frame, info);
        final int tailOffset = info.frameOffset + bridge.replaced();
        copy.tail(frame, tailOffset, info.frameLength - bridge.replaced());
        copy.icrcIndex = info.icrcOffset - tailOffset;
        final UnsafeBuffer memory = egress.headerMemory();
        final boolean isPlain = bridge.isPlain() && !isRetransmission && memory != null;
        int row = mft.row(slot, 0);
        final int count = mft.pathCount(slot);
        final int end = row + count * PathRow.LENGTH;
        final int ingressRow = row + ingressPath * PathRow.LENGTH;
        while (row < end) {
            if (isPlain) {
                row = run(row, end, ingressRow, memory, egress);
            }
            if (row < end) {
                if (row != ingressRow) {
                    onPath(row, isRetransmission, info, memory, egress);
                }
                row += PathRow.LENGTH;
            }
        }
        final int sent = count - 1 - evicted - filtered - refused;
        counters.count(Tally.COPIES_OUT, sent);
        if ((filtered | refused) != 0) {
            counters.count(Tally.COPIES_FILTERED, filtered);
            counters.count(Tally.COPIES_REFUSED, refused);
        }
        return sent;
    }

    /** Serves paths up to the one that needs more, whose row it returns. */
    private int run(
            final int row,
            final int end,
            final int ingressRow,
            final UnsafeBuffer memory,
            final EgressSink egress) {
        final int next = run.send(row, end, ingressRow, memory, egress, copy);
        refused += run.refused();
        return next;
    }

    private void onPath(
            final int row,
            final boolean isRetransmission,
            final FrameInfo info,
            final UnsafeBuffer memory,
            final EgressSink egress) {
        final int id = mft.feedbackId(row);
        final int flags = paths.flags(id);
        if ((flags & PathFeedback.EVICTED) != 0) {
            evicted++;
        } else if (isFiltered(id, flags, isRetransmission, info)) {
            filtered++;
        } else if (!send(row, memory, egress)) {
            refusedIds[refused] = id;
            refused++;
        } else if ((flags & PathFeedback.NAK_WAITS) != 0) {
            onSentToWaiting(id, info);
        }
    }

    /** Copies of the last frame that no port took. */
    public int refused() {
        return refused;
    }

    /**
     * @param n below {@link #refused()}, of a retransmission
     * @return id of the feedback words of a path whose copy no port took
     */
    public int refusedId(final int n) {
        return refusedIds[n];
    }

    /**
     * @return copies of the last frame that were what the NAK of their path asked for
     */
    public int answered() {
        return answered;
    }

    /**
     * @param n below {@link #answered()}
     * @return id of the feedback words of a path whose NAK a copy answered
     */
    public int answeredId(final int n) {
        return answeredIds[n];
    }

    private boolean send(final int row, final UnsafeBuffer memory, final EgressSink egress) {
        final int space = memory == null ? EgressSink.NO_SPACE : egress.headerSpace();
        final UnsafeBuffer headers = space == EgressSink.NO_SPACE ? own : memory;
        final int at = space == EgressSink.NO_SPACE ? 0 : space;
        copy.header(headers, bridge.write(row, headers, at));
        return egress.offerCopy(mft.port(row), copy, at, bridge.icrc());
    }

    /** UC has PSNs of its own. */
    private boolean isFiltered(
            final int id, final int flags, final boolean isRetransmission, final FrameInfo info) {
        final boolean joins = (flags & PathFeedback.JOINING) != 0 && !Opcode.isUc(info.opcode);
        return (isRetransmission || joins) && isAcknowledged(id, flags, info.psn);
    }

    /** An unknown path is never filtered (rule 1). */
    private boolean isAcknowledged(final int id, final int flags, final int psn) {
        return (flags & PathFeedback.KNOWN) != 0 && Psn.distance(paths.ackPsn(id), psn) <= 0;
    }

    /** The loss may be before the switch, so the data that a path waits for may be new here. */
    private void onSentToWaiting(final int id, final FrameInfo info) {
        if (paths.nakPsn(id) == info.psn && !Opcode.isUc(info.opcode) && !paths.refuses(id)) {
            answeredIds[answered] = id;
            answered++;
        }
    }
}
