package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** When the aggregate moved, as {@code show why} tells. */
class MovedTimeTest {
    private final AckRig rig = new AckRig(2);

    private void ack(final long atNs, final int path, final int psn) {
        rig.nowNs = atNs;
        rig.ack(path, psn);
    }

    @Test
    void shouldKeepTheTimeOfTheLastAggregateThatMoved() {
        rig.data(1, 2, 3);
        ack(10, 1, 1);
        assertEquals(1, rig.aggregator.movedNs(rig.slot), "the source began");
        ack(20, 2, 1);
        assertEquals(20, rig.aggregator.movedNs(rig.slot));
        ack(30, 1, 3);
        ack(40, 2, 1);
        assertEquals(20, rig.aggregator.movedNs(rig.slot), "path 2 holds it");
        ack(50, 2, 2);
        assertEquals(50, rig.aggregator.movedNs(rig.slot));
    }

    @Test
    void shouldBeginWithTheSource() {
        rig.data(1);
        rig.nowNs = 60;
        rig.anew(5);
        assertEquals(60, rig.aggregator.movedNs(rig.slot));
        rig.nowNs = 70;
        rig.source(1, 6);
        assertEquals(70, rig.aggregator.movedNs(rig.slot));
    }
}
