package io.polycast.topology.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ShuffleShapeTest {
    @Provide
    Arbitrary<ShuffleShape> shapes() {
        return SmallShapes.any();
    }

    @Test
    void shouldNumberTorsAsThePaperDoes() {
        final ShuffleShape shape = new ShuffleShape(2, 2);
        assertEquals(8, shape.nodes());
        assertEquals("(1,10)", shape.id(6));
        assertEquals(1, shape.partition(6));
        assertEquals(1, shape.partition(3));
        assertEquals(0, shape.partition(5));
        assertEquals("(0,12.3)", new ShuffleShape(13, 2).id(12 * 13 + 3));
        assertEquals(1024, new ShuffleShape(4, 4).nodes());
        assertEquals(256, new ShuffleShape(4, 4).classes());
    }

    @Test
    void shouldMirrorAsThePaperDoes() {
        final ShuffleShape shape = new ShuffleShape(2, 3);
        assertEquals(shape.mirrorClass(0), shape.mirrorClass(4));
        assertEquals(8, shape.firstFed(shape.mirrorClass(0)));
        assertEquals(shape.mirrorClass(2), shape.feeder(12));
    }

    @Property(tries = 40)
    void shouldFeedTheRowsThatFollowFromTheDigits(@ForAll("shapes") final ShuffleShape shape) {
        for (int tor = 0; tor < shape.nodes(); tor++) {
            assertEquals(tor, shape.mirror(shape.mirrorClass(tor), shape.partition(tor)));
            final int first = shape.firstFed(shape.mirrorClass(tor));
            for (int m = 0; m < shape.p(); m++) {
                final int fed = first + m;
                assertEquals((shape.column(tor) + 1) % shape.k(), shape.column(fed));
                assertEquals(m, shape.digit(fed, 0));
                for (int place = 1; place < shape.k(); place++) {
                    assertEquals(shape.digit(tor, place - 1), shape.digit(fed, place));
                }
                assertEquals(shape.mirrorClass(tor), shape.feeder(fed));
            }
        }
    }

    @Property(tries = 40)
    void shouldPartEachColumnIntoEqualPartitions(@ForAll("shapes") final ShuffleShape shape) {
        for (int partition = 0; partition < shape.p(); partition++) {
            final Set<Integer> fed = new HashSet<>();
            for (int row = 0; row < shape.rows(); row++) {
                if (shape.partition(row) == partition) {
                    assertEquals(partition, shape.digit(row, shape.k() - 1));
                    for (int m = 0; m < shape.p(); m++) {
                        fed.add(shape.firstFed(shape.mirrorClass(row)) + m);
                    }
                }
            }
            assertEquals(shape.rows(), fed.size());
        }
    }

    @Test
    void shouldSayWhichSizesThereAre() {
        assertTrue(messageOf(1, 2).contains("p >= 2, k >= 1"));
        assertTrue(messageOf(2, 0).contains("p >= 2, k >= 1"));
        assertEquals("p=2, k=13: k p^k exceeds 65536 ToRs", messageOf(2, 13));
        assertEquals(
                "p=2000000000, k=2000000000: k p^k exceeds 65536 ToRs",
                messageOf(2_000_000_000, 2_000_000_000));
        assertEquals(65_536, new ShuffleShape(65_536, 1).nodes());
        final ShuffleShape shape = new ShuffleShape(2, 2);
        assertEquals(
                "ToR 8 is not in [0, 7], the ToRs of a 2,2-Shufflecast",
                assertThrows(IllegalArgumentException.class, () -> shape.check(8)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> shape.check(-1));
    }

    private static String messageOf(final int p, final int k) {
        return assertThrows(IllegalArgumentException.class, () -> new ShuffleShape(p, k))
                .getMessage();
    }
}
