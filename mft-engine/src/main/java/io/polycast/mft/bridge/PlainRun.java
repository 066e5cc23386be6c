package io.polycast.mft.bridge;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.PathRow;
import io.polycast.mft.table.PathWords;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Loop that copies with {@link PlainHeaders} to consecutive paths. The loop stops at the first
 * path that needs other work. It calls nothing, so its values stay in registers.
 */
final class PlainRun {
    /** Of these paths more is to be known. */
    private static final int NOT_PLAIN =
            PathFeedback.EVICTED | PathFeedback.NAK_WAITS | PathFeedback.JOINING;

    private final long table;
    private final PathFeedback paths;
    private final PlainHeaders headers;
    private final IcrcWords icrcWords;
    private int refused;

    PlainRun(final Mft mft, final PlainHeaders headers, final IcrcWords icrcWords) {
        this.table = mft.rowAddress(0);
        this.paths = mft.pathFeedback();
        this.headers = headers;
        this.icrcWords = icrcWords;
    }

    /**
     * Sends copies of the frame that headers and words have begun with.
     *
     * @param first row
     * @param end row behind the last
     * @param ingress row that gets no copy
     * @param memory of the egress
     * @param egress takes the copies
     * @param copy with the tail, to refill
     * @return the row that is not served and needs more than this, or {@code end}
     */
    int send(
            final int first,
            final int end,
            final int ingress,
            final UnsafeBuffer memory,
            final EgressSink egress,
            final Copy copy) {
        copy.header(memory, PlainHeaders.LENGTH);
        final long headerMemory = memory.addressOffset();
        final long distance = icrcWords.distance();
        final int following = icrcWords.following();
        final int icrc = icrcWords.base();
        final long last = table + end;
        final long without = table + ingress;
        long row = table + first;
        int missed = 0;
        // Compared for equality, or the compiler counts this loop in ints, beside the address.
        for (; row != last; row += PathRow.LENGTH) {
            if (row != without) {
                // A word that is kept for the frame's bytes says also that the copies keep their
                // tags.
                if (PathWords.icrcWordBytes(row + distance) != following
                        || (paths.flags(PathWords.feedbackId(row)) & NOT_PLAIN) != 0) {
                    break;
                }
                final int space = egress.headerSpace();
                if (space == EgressSink.NO_SPACE) {
                    break;
                }
                if (UnsafeBuffer.SHOULD_BOUNDS_CHECK) {
                    memory.boundsCheck(space, PlainHeaders.LENGTH);
                }
                headers.write(row, headerMemory + space);
                final int word = PathWords.icrcWord(row + distance);
                if (!egress.offerCopy(PathWords.port(row), copy, space, icrc ^ word)) {
                    missed++;
                }
            }
        }
        refused = missed;
        return (int) (row - table);
    }

    /** Copies of the last run that no port took. */
    int refused() {
        return refused;
    }
}
