package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.polycast.core.limits.LimitSettings;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames that the kernel's programs took count with the time of the look before (rule 2, Exchanges). */
class KernelReportsTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long IDLE_NS = CepheusSettings.ExchangeSettings.DEFAULT.idleAnewNs();
    private static final long LEAF_MAC = 0x0200_0000_00A0L;

    private static final OffloadSettings MOVES =
            new OffloadSettings(0, 1_000_000, 0, 0, 0, 1, 1L << 50);

    private final ScriptedKernel kernel = new ScriptedKernel();
    private final SwitchRig rig = new SwitchRig(kernel, MOVES);

    private void serveInKernel() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        assertEquals(GroupDatapath.KERNEL, rig.role.group(GROUP).datapath());
    }

    private String state(final int path) {
        return rig.role.group(GROUP).paths().get(path).state();
    }

    /** A look at 2 s, data after it, and a look at 4 s. */
    private long takeDataAfterALook() {
        serveInKernel();
        final long lookNs = rig.nowNs + 2 * SECOND_NS;
        rig.tick(lookNs);
        kernel.takes(11);
        rig.tick(lookNs + 2 * SECOND_NS);
        return lookNs;
    }

    @Test
    void shouldProlongAnExchangeByDataOfTheKernel() {
        rig.nowNs = takeDataAfterALook() + IDLE_NS - 1;
        assertEquals("p1:data(12) p2:data(12)", rig.data(0, 12));
        assertEquals("receiver", state(1));
    }

    @Test
    void shouldCountItWithTheTimeOfTheLookBefore() {
        rig.nowNs = takeDataAfterALook() + IDLE_NS;
        assertEquals("p1:data(12) p2:data(12)", rig.data(0, 12));
        assertEquals("unknown", state(1), "the exchange may be over");
    }

    @Test
    void shouldNotProlongAnExchangeByALookAlone() {
        serveInKernel();
        final long beganNs = rig.nowNs;
        rig.tick(beganNs + 2 * SECOND_NS);
        rig.tick(beganNs + 4 * SECOND_NS);
        rig.nowNs = beganNs + IDLE_NS;
        rig.data(0, 11);
        assertEquals("unknown", state(1));
    }

    /** Receivers answer data of the kernel as they answer data of the engine. */
    @Test
    void shouldEarnFeedbackByDataOfTheKernel() {
        final LimitSettings few = new LimitSettings(4, 1, 0, 256, 64, 64);
        final SwitchRig limited =
                new SwitchRig(
                        CepheusSettings.of(SWITCH_MAC, SwitchRig.PORTS).withLimits(few),
                        kernel,
                        MOVES);
        limited.set(group(3, -1));
        limited.data(0, 10);
        limited.ack(1, 10);
        limited.ack(2, 10);
        final byte[] ack = SwitchRig.ackFrame(1, 10, Aeth.ACK_UNLIMITED, 0).build();
        for (int i = 0; i < 8; i++) {
            limited.inject(1, ack);
        }
        assertEquals(Ending.RATE_LIMITED, limited.ending(1, ack));
        kernel.takes(11, 12, 13);
        limited.tick(limited.nowNs + 1_000_000);
        for (int i = 0; i < 3; i++) {
            assertNotEquals(Ending.RATE_LIMITED, limited.ending(1, ack), "ACK " + i);
        }
    }

    private static byte[] fromAbove(final int psn) {
        return RoceFrame.ipv4()
                .srcMac(LEAF_MAC)
                .dstMac(SWITCH_MAC)
                .src("10.9.0.1")
                .dst("10.255.0.1")
                .opcode(Opcode.SEND_ONLY)
                .destQpn(1)
                .psn(psn)
                .ackReq(true)
                .payload(new byte[8])
                .build();
    }

    private void serveBelowASwitch() {
        rig.set(
                new GroupSpec(
                        GROUP,
                        0,
                        -1,
                        false,
                        FatalNakPolicy.FAIL_GROUP,
                        SilentPolicy.FREEZE,
                        SECOND_NS,
                        List.of(
                                new PathSpec(0, PathSpec.ANY_VLAN, null, LEAF_MAC, 0, null),
                                host(1),
                                host(2))));
        rig.inject(0, fromAbove(10));
        rig.ack(1, 10);
        rig.ack(2, 10);
        assertEquals(GroupDatapath.KERNEL, rig.role.group(GROUP).datapath());
        kernel.takes(11);
        rig.tick(rig.nowNs + 1_000);
        kernel.takes(11);
    }

    /** Rule 8: the switch above is answered within the exchange only. */
    @Test
    void shouldShowLifeForRepeatedDataInsideTheExchange() {
        serveBelowASwitch();
        assertEquals("p0:ack(10)", rig.tick(rig.nowNs + IDLE_NS - 1));
    }

    @Test
    void shouldShowNoLifeForRepeatedDataOfAnEndedExchange() {
        serveBelowASwitch();
        assertEquals("", rig.tick(rig.nowNs + IDLE_NS));
    }

    @Test
    void rule2ShouldCountEachAggregateThatItSendsAgain() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        assertEquals("p0:ack(10)", rig.ack(2, 10));
        assertEquals(1, rig.counters.get(Tally.ACKS_OUT));
        assertEquals("p0:ack(10)", rig.data(0, 10));
        assertEquals(2, rig.counters.get(Tally.ACKS_OUT));
        rig.refuse = true;
        assertEquals("", rig.data(0, 10));
        assertEquals(2, rig.counters.get(Tally.ACKS_OUT));
        assertEquals(1, rig.counters.get(Tally.FEEDBACK_REFUSED));
    }

    @Test
    void shouldCountEachNotificationOfCongestion() {
        rig.set(group(3, -1));
        rig.data(0, 10);
        assertEquals("p0:cnp", rig.cnp(1));
        assertEquals(1, rig.counters.get(Tally.CNPS_OUT));
        assertEquals(0, rig.counters.get(Tally.FEEDBACK_REFUSED));
        rig.refuse = true;
        rig.nowNs += SECOND_NS;
        assertEquals("", rig.cnp(1));
        assertEquals(1, rig.counters.get(Tally.CNPS_OUT));
        assertEquals(1, rig.counters.get(Tally.FEEDBACK_REFUSED));
    }
}
