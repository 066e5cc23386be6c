package io.polycast.topology.shuffle.impact;

import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.Reach;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.function.Function;

/** Lets each relay of an instance fail in turn, and follows each source. */
public final class SingleFailure {
    private final ShuffleShape shape;
    private final Distribution lostShares = new Distribution();
    private final Distribution excessHops = new Distribution();

    /**
     * @param shape of the instance
     * @param repair of a failed relay
     */
    public SingleFailure(
            final ShuffleShape shape, final Function<FailedRelays, RelayRules> repair) {
        this.shape = shape;
        final StaticRelays healthy = new StaticRelays(shape);
        final Reach reach = new Reach(shape);
        final int[] relays = new int[shape.classes()];
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final RelayRules repaired = repair.apply(new FailedRelays(shape, tor));
            for (int source = 0; source < shape.nodes(); source++) {
                if (source == tor) {
                    lostShares.add(1);
                } else if (healthy.relays(tor, source)) {
                    repaired.fill(source, relays);
                    reach.follow(source, relays);
                    lostShares.add(lostShare(source, reach));
                    excessHops.add(reach.maxHops() - (2 * shape.k() - 1));
                } else {
                    lostShares.add(0);
                    excessHops.add(0);
                }
            }
        }
    }

    private double lostShare(final int source, final Reach reach) {
        final int own = reach.arrival(source) < 0 ? 1 : 0;
        return (double) (reach.unreachedClasses() * shape.p() - own) / (shape.nodes() - 1);
    }

    /** Of each relay and source, the part of the other ToRs that frames do not reach; 1 for the relay itself. */
    public Distribution lostShares() {
        return lostShares;
    }

    /** Of each relay and other source, hops to the farthest ToR beyond 2k - 1. */
    public Distribution excessHops() {
        return excessHops;
    }
}
