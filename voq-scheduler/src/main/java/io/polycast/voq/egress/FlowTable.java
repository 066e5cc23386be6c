package io.polycast.voq.egress;

import java.util.Arrays;

/**
 * State of each flow at an egress: source * lanes + lane. A flow is the other end of a VOQ.
 *
 * <p>{@code reserved} counts units that are granted and have not arrived, {@code kept} those of frames that
 * came before a missing one.
 */
final class FlowTable {
    /** Serial numbers of the last request received and granted, and of the next frame. */
    final int[] asked;

    final int[] granted;
    final int[] expected;
    final int[] reserved;
    final int[] kept;
    final int[] deficit;

    /** Frames since the last ACK, and the tick at which it is due. */
    final int[] unacked;

    final long[] ackDeadline;

    private final int places;
    private final short[] batches;

    FlowTable(final int flows, final int requests) {
        places = 2 * requests;
        asked = new int[flows];
        granted = new int[flows];
        expected = new int[flows];
        Arrays.fill(expected, 1);
        reserved = new int[flows];
        kept = new int[flows];
        deficit = new int[flows];
        unacked = new int[flows];
        ackDeadline = new long[flows];
        batches = new short[flows * places];
    }

    int batch(final int flow, final int number) {
        return batches[flow * places + (number & places - 1)];
    }

    void setBatch(final int flow, final int number, final int units) {
        batches[flow * places + (number & places - 1)] = (short) units;
    }

    void reset(final int flow) {
        asked[flow] = 0;
        granted[flow] = 0;
        expected[flow] = 1;
        reserved[flow] = 0;
        kept[flow] = 0;
        deficit[flow] = 0;
        unacked[flow] = 0;
    }
}
