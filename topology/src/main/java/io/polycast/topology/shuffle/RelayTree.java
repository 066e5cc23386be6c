package io.polycast.topology.shuffle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Relays and routes of one source. */
public final class RelayTree {
    private final ShuffleShape shape;
    private final int source;
    private final int[] relays;
    private final Reach reach;

    /**
     * @param shape of the instance
     * @param source in [0, nodes())
     * @param rules that name the relays
     */
    public RelayTree(final ShuffleShape shape, final int source, final RelayRules rules) {
        shape.check(source);
        this.shape = shape;
        this.source = source;
        relays = new int[shape.classes()];
        rules.fill(source, relays);
        reach = new Reach(shape);
        reach.follow(source, relays);
    }

    /** ToRs that relay, the source among them, ascending. */
    public List<Integer> relays() {
        return Arrays.stream(relays)
                .filter(tor -> tor != RelayRules.NONE)
                .sorted()
                .boxed()
                .toList();
    }

    /**
     * @param tor in [0, nodes())
     * @return hops from the source; 0 for the source itself, -1 when no frame arrives
     */
    public int hops(final int tor) {
        return tor == source ? 0 : reach.arrival(tor);
    }

    /** Hops to the farthest ToR that is reached. */
    public int maxHops() {
        return reach.maxHops();
    }

    /**
     * @param tor in [0, nodes())
     * @return the ToRs of the route, from the source to this one; empty when no frame arrives
     */
    public List<Integer> route(final int tor) {
        final List<Integer> route = new ArrayList<>();
        if (hops(tor) < 0) {
            return route;
        }
        int at = tor;
        while (at != source) {
            route.add(0, at);
            at = relays[shape.feeder(at)];
        }
        route.add(0, source);
        return route;
    }

    /** ToRs that no frame reaches, ascending. */
    public List<Integer> unreached() {
        final List<Integer> unreached = new ArrayList<>();
        for (int tor = 0; tor < shape.nodes(); tor++) {
            if (hops(tor) < 0) {
                unreached.add(tor);
            }
        }
        return unreached;
    }
}
