package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.PORTS;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.limits.LimitSettings;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.Test;

/** How data of a source ends, and what is counted of it. */
class DataStageTest {
    private final SwitchRig rig = SwitchRig.withMembers(3, 0);

    private static byte[] damaged(final byte[] frame) {
        final byte[] other = frame.clone();
        other[other.length - 6] ^= 1;
        return other;
    }

    @Test
    void shouldVerifyTheIcrcOfDataWhenToldTo() {
        final SwitchRig strict =
                new SwitchRig(CepheusSettings.of(SWITCH_MAC, PORTS).withVerifyAllIcrc(true), null);
        strict.set(group(3, 0));
        final byte[] frame = dataFrame(0, 0).build();
        assertEquals(Ending.BAD_ICRC, strict.ending(0, damaged(frame)));
        assertEquals(Ending.REPLICATED, strict.ending(0, frame));
        rig.data(0, 0);
        assertEquals(Ending.REPLICATED, rig.ending(0, damaged(dataFrame(0, 1).build())));
    }

    @Test
    void shouldCountDataAndRetransmissionsApart() {
        rig.data(0, 0, 1, 2);
        assertEquals(3, rig.counters.get(Tally.DATA_IN));
        assertEquals(0, rig.counters.get(Tally.RETRANSMITTED));
        rig.data(0, 1, 2, 3);
        assertEquals(6, rig.counters.get(Tally.DATA_IN));
        assertEquals(2, rig.counters.get(Tally.RETRANSMITTED));
    }

    private int waitingNak(final int path) {
        return rig.role.group(GROUP).paths().get(path).waitingNak();
    }

    private int mePsn() {
        return rig.role.group(GROUP).progress().mePsn();
    }

    /** Rule 3: a NAK waits until the data that it names has left to its path. */
    @Test
    void shouldEndANakByTheCopyThatItWaitsFor() {
        rig.data(0, 0, 1, 2);
        assertEquals("", rig.nak(1, 1));
        assertEquals(1, mePsn());
        assertEquals(1, waitingNak(1));
        rig.data(0, 0);
        assertEquals(1, mePsn(), "other data is no answer");
        assertEquals(1, waitingNak(1));
        rig.refuse = true;
        rig.data(0, 1);
        assertEquals(1, mePsn(), "the copy did not leave");
        assertEquals(1, waitingNak(1));
        rig.refuse = false;
        rig.data(0, 1);
        assertEquals(-1, mePsn());
        assertEquals(-1, waitingNak(1));
    }

    /** The NAK of one path outlives the copy that another path waited for. */
    @Test
    void shouldEndTheNaksOfOnePathOnly() {
        rig.data(0, 0, 1, 2, 3);
        assertEquals("", rig.nak(1, 1));
        assertEquals("p0:nak(1)", rig.nak(2, 3));
        assertEquals(3, mePsn(), "1 was asked for");
        rig.data(0, 1);
        assertEquals(-1, waitingNak(1));
        assertEquals(3, waitingNak(2));
        assertEquals(3, mePsn());
    }

    @Test
    void shouldTellDataWithoutReceiversFromRefusedCopies() {
        final SwitchRig two = new SwitchRig();
        two.set(group(2, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        two.data(0, 0);
        two.refuse = true;
        assertEquals(Ending.EGRESS_REFUSED, two.ending(0, dataFrame(0, 1).build()));
        two.refuse = false;
        assertEquals(Ending.REPLICATED, two.ending(0, dataFrame(0, 2).build()));
        two.nak(1, 1, Aeth.NAK_REMOTE_ACCESS_ERROR);
        assertEquals(Ending.NO_RECEIVER, two.ending(0, dataFrame(0, 3).build()));
    }

    /** An earlier source costs an ICRC each time, so the budget of its path bounds its repetitions. */
    @Test
    void shouldLimitRepetitionsOfAnEarlierSource() {
        final SwitchRig limited =
                new SwitchRig(
                        CepheusSettings.of(SWITCH_MAC, PORTS)
                                .withLimits(new LimitSettings(8, 1, 0, 256, 64, 64)),
                        null);
        limited.set(group(3, 0));
        limited.data(0, 0);
        limited.ack(1, 0);
        limited.ack(2, 0);
        limited.data(1, 1);
        limited.ack(0, 1);
        limited.ack(2, 1);
        final byte[] repeated = dataFrame(0, 0).build();
        assertEquals(Ending.RETRANSMISSION_ANSWERED, limited.ending(0, repeated));
        assertEquals(
                Ending.RETRANSMISSION_FILTERED,
                limited.ending(0, dataFrame(0, 0).ackReq(false).build()));
        Ending last = Ending.RETRANSMISSION_ANSWERED;
        for (int i = 0; i < 16 && last == Ending.RETRANSMISSION_ANSWERED; i++) {
            last = limited.ending(0, repeated);
        }
        assertEquals(Ending.RATE_LIMITED, last);
    }
}
