package io.polycast.topology.shuffle.check;

import io.polycast.topology.shuffle.NextHop;
import io.polycast.topology.shuffle.Reach;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.Arrays;

/** Lemmas 1 to 4 of the paper for each source of an instance, by walking and counting. */
final class LemmaCheck {
    private final ShuffleShape shape;
    private final StaticRelays healthy;
    private final int[] relays;

    LemmaCheck(final ShuffleShape shape) {
        this.shape = shape;
        healthy = new StaticRelays(shape);
        relays = new int[shape.classes()];
    }

    /** Every source reaches all ToRs in at most 2k - 1 hops. */
    boolean lemma1() {
        final Reach reach = new Reach(shape);
        for (int source = 0; source < shape.nodes(); source++) {
            healthy.fill(source, relays);
            reach.follow(source, relays);
            if (reach.unreachedClasses() > 0 || reach.maxHops() > 2 * shape.k() - 1) {
                return false;
            }
        }
        return true;
    }

    /**
     * The ToRs that transmit on the routes of algorithm 1 are those of the partition criteria. With k = 1
     * each splitter feeds all ToRs, and only the source transmits.
     */
    boolean lemma2() {
        if (shape.k() == 1) {
            return shape.classes() == 1 && shape.firstFed(0) == 0;
        }
        final NextHop hops = new NextHop(shape);
        final int[] used = new int[shape.nodes()];
        for (int source = 0; source < shape.nodes(); source++) {
            int count = 0;
            for (int destination = 0; destination < shape.nodes(); destination++) {
                int left = 2 * shape.k();
                for (int at = source; at != destination && left > 0; left--) {
                    if (!healthy.relays(at, source)) {
                        return false;
                    }
                    if (used[at] != source + 1) {
                        used[at] = source + 1;
                        count++;
                    }
                    at = hops.next(source, destination, at);
                }
                if (left == 0) {
                    return false;
                }
            }
            if (count != shape.classes()) {
                return false;
            }
        }
        return true;
    }

    /**
     * The sources of a column load each ToR equally, p^(k-1) times. They fall into groups of p, whose rows
     * differ by the same digit in all places; a group loads each ToR once. So j groups get the j-th part
     * of the line rate each, for each j.
     */
    boolean lemma3() {
        final int[] served = new int[shape.nodes()];
        for (int column = 0; column < shape.k(); column++) {
            Arrays.fill(served, 0);
            for (int row = 0; row < shape.classesPerColumn(); row++) {
                for (int j = 0; j < shape.p(); j++) {
                    serve(shape.tor(column, shifted(row, j)), served);
                }
                final int groups = row + 1;
                if (Arrays.stream(served).anyMatch(count -> count != groups)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A row with j added to each digit, modulo p. */
    private int shifted(final int row, final int j) {
        int rest = row;
        int shifted = 0;
        int place = 1;
        for (int i = 0; i < shape.k(); i++) {
            shifted += (rest + j) % shape.p() * place;
            rest /= shape.p();
            place *= shape.p();
        }
        return shifted;
    }

    private void serve(final int source, final int[] served) {
        healthy.fill(source, relays);
        for (final int relay : relays) {
            served[relay]++;
        }
    }

    /**
     * Each ToR is fed by the p mirrors of one class and by no other, so that a source needs a relay of
     * each class, and more than p sources cannot have disjoint ones. Algorithm 1 takes one of each class;
     * {@link #lemma3} finds p disjoint sets.
     */
    boolean lemma4() {
        final int[] feeder = new int[shape.nodes()];
        final int[] feeders = new int[shape.nodes()];
        Arrays.fill(feeder, -1);
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final int mirrorClass = shape.mirrorClass(tor);
            final int first = shape.row(tor) * shape.p() % shape.rows();
            for (int digit = 0; digit < shape.p(); digit++) {
                final int fed = shape.tor(shape.column(tor) + 1, first + digit);
                if (feeder[fed] >= 0 && feeder[fed] != mirrorClass) {
                    return false;
                }
                feeder[fed] = mirrorClass;
                feeders[fed]++;
            }
        }
        return Arrays.stream(feeders).allMatch(count -> count == shape.p())
                && Arrays.stream(feeder).distinct().count() == shape.classes()
                && shape.classes() * shape.p() == shape.nodes();
    }
}
