package io.polycast.core.surrogate;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.event.LegChange;
import io.polycast.core.role.LegPicture;
import io.polycast.core.surrogate.spec.LegSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** State of each leg for people: up or down, since when, and how often given up. */
final class LegStates {
    private final Exits exits;
    private final long[] sinceNs;
    private final long[] givenUp;
    private GroupEvents listener = GroupEvents.NONE;

    /** Legs that are up: bit i is the leg of index i. */
    private long up;

    LegStates(final Exits exits) {
        this.exits = exits;
        sinceNs = new long[exits.legs()];
        givenUp = new long[exits.legs()];
    }

    void begin(final long nowNs) {
        Arrays.fill(sinceNs, nowNs);
    }

    void listener(final GroupEvents events) {
        listener = events;
    }

    /** Takes a change. A leg that was down does not go down again. */
    void changed(final long nowNs, final int leg, final LegChange change) {
        final long bit = 1L << leg;
        final boolean isUp = change == LegChange.UP;
        if ((up & bit) != 0 == isUp) {
            return;
        }
        up ^= bit;
        sinceNs[leg] = nowNs;
        if (change == LegChange.SILENT || change == LegChange.STALLED) {
            givenUp[leg]++;
        }
        listener.legChanged(exits.leg(leg).port(), exits.leg(leg).node(), change);
    }

    long up() {
        return up;
    }

    List<LegPicture> pictures(final long nowNs) {
        final List<LegPicture> all = new ArrayList<>();
        for (int leg = 0; leg < sinceNs.length; leg++) {
            final LegSpec spec = exits.leg(leg);
            all.add(
                    new LegPicture(
                            spec.node(),
                            spec.port(),
                            spec.uplink(),
                            (up >>> leg & 1) != 0,
                            nowNs - sinceNs[leg],
                            givenUp[leg]));
        }
        return all;
    }
}
