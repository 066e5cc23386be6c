package io.polycast.topology.shuffle;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Instances that brute force can walk through. */
final class SmallShapes {
    private static final int MOST_NODES = 200;

    private SmallShapes() {}

    static List<ShuffleShape> all() {
        final List<ShuffleShape> shapes = new ArrayList<>();
        for (int k = 1; k <= 5; k++) {
            for (int p = 2; ShuffleShape.nodes(p, k) <= MOST_NODES && p <= 12; p++) {
                shapes.add(new ShuffleShape(p, k));
            }
        }
        return shapes;
    }

    static Arbitrary<ShuffleShape> any() {
        return Arbitraries.of(all());
    }
}
