package io.polycast.sim.rack.port;

import java.util.Arrays;

/**
 * Legs: from the ingress of one port to the egress of another, on one lane. Each end knows the leg by
 * a number of its own: the ingress by its VOQ, the egress by its flow. All are laid before a run.
 */
public final class Legs {
    private int count;
    private int[] from = new int[16];
    private int[] to = new int[16];
    private int[] lane = new int[16];
    private int[] voq = new int[16];
    private int[] flow = new int[16];

    /** Legs without entries. */
    public Legs() {}

    /**
     * @param source port
     * @param destination port
     * @param onLane that copies are injected on
     * @param ofVoq number at the ingress
     * @param ofFlow number at the egress
     * @return the leg
     */
    public int add(
            final int source,
            final int destination,
            final int onLane,
            final int ofVoq,
            final int ofFlow) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            lane = Arrays.copyOf(lane, 2 * count);
            voq = Arrays.copyOf(voq, 2 * count);
            flow = Arrays.copyOf(flow, 2 * count);
        }
        from[count] = source;
        to[count] = destination;
        lane[count] = onLane;
        voq[count] = ofVoq;
        flow[count] = ofFlow;
        return count++;
    }

    /**
     * @return number of legs
     */
    public int count() {
        return count;
    }

    /**
     * @param leg laid
     * @return its source port
     */
    public int from(final int leg) {
        return from[leg];
    }

    /**
     * @param leg laid
     * @return its destination port
     */
    public int to(final int leg) {
        return to[leg];
    }

    /**
     * @param leg laid
     * @return lane on which its copies are injected
     */
    public int lane(final int leg) {
        return lane[leg];
    }

    /**
     * @param leg laid
     * @return its VOQ at the ingress
     */
    public int voq(final int leg) {
        return voq[leg];
    }

    /**
     * @param leg laid
     * @return its flow at the egress
     */
    public int flow(final int leg) {
        return flow[leg];
    }
}
