package io.polycast.topology.shuffle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.ShuffleShape;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class InstanceCheckTest {
    @Test
    void shouldFindAllStatementsTrueUpToOneHundredTors() {
        InstanceResult all = InstanceResult.NONE;
        for (final ShuffleShape shape : InstanceCheck.instances(100)) {
            all = all.and(InstanceCheck.check(shape, 1));
        }
        assertTrue(all.holds(), all.toString());
        assertEquals(108, all.instances());
        assertEquals(6, all.exhaustive());
    }

    @Test
    void shouldKnowTheInstancesOfUpToTwoThousandTors() {
        final List<ShuffleShape> shapes = InstanceCheck.instances(2000);
        assertEquals(1999 + 30 + 7 + 3 + 2 + 1 + 1, shapes.size());
        assertEquals("2000,1", shapes.get(0).toString());
        assertTrue(shapes.stream().allMatch(shape -> shape.nodes() <= 2000));
    }

    @Test
    void shouldTryAllSetsWhereTheyAreFew() {
        final Set<List<Integer>> sets = setsOf(new ShuffleShape(3, 2));
        assertEquals(18 + 153, sets.size());
        assertTrue(new FailureSets(new ShuffleShape(4, 2), 1).areAll());
        assertFalse(new FailureSets(new ShuffleShape(5, 2), 1).areAll());
    }

    @Test
    void shouldTryTheSetsThatLeaveOneLiveMirror() {
        final ShuffleShape shape = new ShuffleShape(5, 2);
        final Set<List<Integer>> sets = setsOf(shape);
        for (int mirrorClass = 0; mirrorClass < shape.classes(); mirrorClass++) {
            for (int live = 0; live < shape.p(); live++) {
                final Set<Integer> others = new HashSet<>();
                for (int i = 0; i < shape.p(); i++) {
                    if (i != live) {
                        others.add(shape.mirror(mirrorClass, i));
                    }
                }
                assertTrue(sets.contains(others.stream().sorted().toList()));
            }
        }
        assertEquals(sets, setsOf(shape));
    }

    private static Set<List<Integer>> setsOf(final ShuffleShape shape) {
        final Set<List<Integer>> sets = new HashSet<>();
        new FailureSets(shape, 1)
                .forEach(
                        set ->
                                sets.add(
                                        Arrays.stream(set)
                                                .sorted()
                                                .boxed()
                                                .collect(Collectors.toList())));
        return sets;
    }

    @Test
    void shouldNoticeSourcesThatAreNotRecovered() {
        final ShuffleShape shape = new ShuffleShape(2, 2);
        final RecoveryCheck check = new RecoveryCheck(shape);
        check.tryPaper();
        check.tryComputed(new int[] {0});
        assertTrue(check.recovered());
        check.tryComputed(new int[] {0, 2});
        assertFalse(check.recovered());
    }
}
