package io.polycast.voq.egress;

import io.polycast.voq.Control;
import io.polycast.voq.list.IndexList;
import java.util.Arrays;

/**
 * Frames of each flow that came before one that is missing (selective repeat). A flow has {@code window}
 * places, by the low bits of the sequence. Each gap is reported as soon as a frame behind it arrives,
 * and again after {@code again} ticks without progress.
 */
final class EarlyFrames {
    /** Most gaps that one repeated report names: the first ones hold the others back. */
    private static final int MOST_REPEATED = 8;

    private static final long NEVER = Long.MAX_VALUE;

    private final FlowTable flows;
    private final int window;
    private final long again;
    private final long[] handles;
    private final short[] units;
    private final int[] count;

    /** Serial numbers of the last frame kept, of the last one up to which gaps were reported. */
    private final int[] last;

    private final int[] reported;

    /** Serial number from which on the report that goes on looks for gaps, and how many it may name. */
    private final int[] cursor;

    private final int[] left;

    /** Flows with gaps to report, and flows with gaps in order of the ticks at which to repeat that. */
    private final IndexList reporting;

    private final IndexList waiting;
    private final long[] deadline;

    EarlyFrames(final FlowTable flows, final int window, final long again) {
        this.flows = flows;
        this.window = window;
        this.again = again;
        final int all = flows.asked.length;
        handles = new long[all * window];
        Arrays.fill(handles, EgressPort.NO_FRAME);
        units = new short[all * window];
        count = new int[all];
        last = new int[all];
        reported = new int[all];
        cursor = new int[all];
        left = new int[all];
        reporting = new IndexList(all);
        waiting = new IndexList(all);
        deadline = new long[all];
    }

    private int place(final int flow, final int sequence) {
        return flow * window + (sequence & window - 1);
    }

    boolean isKept(final int flow, final int sequence) {
        return count[flow] > 0 && handles[place(flow, sequence)] != EgressPort.NO_FRAME;
    }

    /** The frame that is next in order, or {@link EgressPort#NO_FRAME}. */
    long next(final int flow) {
        return count[flow] == 0 ? EgressPort.NO_FRAME : handles[place(flow, flows.expected[flow])];
    }

    void keep(
            final long now,
            final int flow,
            final int sequence,
            final int frameUnits,
            final long handle) {
        final int before = flows.expected[flow] - 1;
        if (count[flow] == 0) {
            last[flow] = before;
            reported[flow] = before;
        }
        final int place = place(flow, sequence);
        handles[place] = handle;
        units[place] = (short) frameUnits;
        count[flow]++;
        if (sequence - last[flow] > 0) {
            if (sequence - last[flow] > 1 && !reporting.contains(flow)) {
                report(flow, reported[flow] + 1, window);
            }
            last[flow] = sequence;
        }
        if (!waiting.contains(flow)) {
            deadline[flow] = now + again;
            waiting.add(flow);
        }
    }

    /** The flow went on by one frame: a gap may be closed. */
    void advance(final long now, final int flow) {
        if (count[flow] == 0) {
            return;
        }
        deadline[flow] = now + again;
        waiting.moveToEnd(flow);
    }

    /** Takes the first frame that is kept out of its place; returns its units. */
    int take(final int flow, final int sequence) {
        final int place = place(flow, sequence);
        handles[place] = EgressPort.NO_FRAME;
        if (--count[flow] == 0) {
            waiting.remove(flow);
            reporting.remove(flow);
        }
        return units[place];
    }

    /** The serial number of the first frame that is kept; the flow keeps one. */
    int first(final int flow) {
        int sequence = flows.expected[flow];
        while (handles[place(flow, sequence)] == EgressPort.NO_FRAME) {
            sequence++;
        }
        return sequence;
    }

    boolean isEmpty(final int flow) {
        return count[flow] == 0;
    }

    long handle(final int flow, final int sequence) {
        return handles[place(flow, sequence)];
    }

    /** The next report of a gap, or {@link Control#NONE}. */
    long poll(final long now) {
        while (true) {
            final int flow = reporting.first();
            if (flow == IndexList.NONE) {
                if (!repeatReport(now)) {
                    return Control.NONE;
                }
                continue;
            }
            final long gap = nextGap(flow);
            if (gap != Control.NONE) {
                return gap;
            }
            reporting.remove(flow);
            reported[flow] = last[flow];
        }
    }

    private boolean repeatReport(final long now) {
        final int flow = waiting.first();
        if (flow == IndexList.NONE || deadline[flow] - now > 0) {
            return false;
        }
        deadline[flow] = now + again;
        waiting.moveToEnd(flow);
        report(flow, flows.expected[flow], MOST_REPEATED);
        return true;
    }

    private void report(final int flow, final int from, final int most) {
        cursor[flow] = from;
        left[flow] = most;
        reporting.add(flow);
    }

    private long nextGap(final int flow) {
        final int before = flows.expected[flow] - 1;
        int from = cursor[flow] - before > 0 ? cursor[flow] : before + 1;
        while (last[flow] - from > 0 && isKept(flow, from)) {
            from++;
        }
        if (last[flow] - from <= 0 || left[flow]-- == 0) {
            return Control.NONE;
        }
        int end = from + 1;
        while (end - from < Control.MOST_MISSING && !isKept(flow, end)) {
            end++;
        }
        cursor[flow] = end;
        return Control.pack(flow, Control.missing(from - before, end - from), before);
    }

    long nextDeadline() {
        if (!reporting.isEmpty()) {
            return Long.MIN_VALUE;
        }
        return waiting.isEmpty() ? NEVER : deadline[waiting.first()];
    }
}
