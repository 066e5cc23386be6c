package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.SWITCH_MAC;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Silence where the next hop is a switch: path 0 leads to one, paths 1 and 2 as each test says. */
class TreeSilenceTest {
    private static final long MS = 1_000_000L;
    private static final long LEAF_MAC = 0x0200_0000_00A0L;

    private SwitchRig rig = new SwitchRig();

    private static PathSpec leaf(final int port) {
        return new PathSpec(port, PathSpec.ANY_VLAN, null, LEAF_MAC + port, 0, null);
    }

    private static GroupSpec spec(
            final int initialPsn, final SilentPolicy silent, final PathSpec... paths) {
        return spec(initialPsn, FatalNakPolicy.FAIL_GROUP, silent, paths);
    }

    private static GroupSpec spec(
            final int initialPsn,
            final FatalNakPolicy fatal,
            final SilentPolicy silent,
            final PathSpec... paths) {
        return new GroupSpec(GROUP, 0, initialPsn, false, fatal, silent, 100 * MS, List.of(paths));
    }

    /** Between two switches addresses are the group's; data keeps its source's. */
    private static RoceFrame between(final int port, final int opcode, final int psn) {
        return RoceFrame.ipv4()
                .srcMac(LEAF_MAC + port)
                .dstMac(SWITCH_MAC)
                .src(opcode == Opcode.ACKNOWLEDGE ? "10.255.0.1" : "10.9.0.1")
                .dst("10.255.0.1")
                .opcode(opcode)
                .destQpn(1)
                .psn(psn);
    }

    private static byte[] data(final int psn) {
        return between(0, Opcode.SEND_ONLY, psn).ackReq(true).payload(new byte[9]).build();
    }

    private static RoceFrame feedback(final int port, final int psn, final int syndrome) {
        return between(port, Opcode.ACKNOWLEDGE, psn).aeth(syndrome, 0);
    }

    private static byte[] alive(final int port, final int psn) {
        return feedback(port, psn, Aeth.ALIVE).build();
    }

    private String state(final int path) {
        return rig.role.group(GROUP).paths().get(path).state();
    }

    @Test
    @DisplayName("rule 8: a switch that waits answers repeated data with alive, once per frame")
    void shouldShowLifeWithoutAnAggregate() {
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        // The group is new: the switch above may have counted repetitions before it was set here.
        assertEquals("p1:data(5) p2:data(5) p0:alive(5)", rig.inject(0, data(5)));
        rig.ack(1, 5);
        assertEquals("p2:data(5) p0:alive(5)", rig.inject(0, data(5)));
        assertEquals("p2:data(5) p0:alive(5)", rig.inject(0, data(5)));
        final FrameInfo info = new FrameInfo();
        final UnsafeBuffer frame = new UnsafeBuffer(rig.last());
        Classifier.classify(frame, 0, frame.capacity(), info);
        assertEquals(Opcode.ACKNOWLEDGE, info.opcode);
        assertEquals(1, info.destQpn);
        assertEquals(Ending.BAD_AETH.id(), info.reason, "nothing that an endpoint could take");
        assertEquals(3, rig.counters.get(Tally.ACKS_OUT));
    }

    @Test
    void shouldShowLifeWithItsAggregate() {
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.inject(0, data(5));
        rig.ack(1, 5);
        assertEquals("p0:ack(5)", rig.ack(2, 5));
        rig.inject(0, data(6));
        rig.inject(0, data(7));
        rig.ack(1, 7);
        assertEquals("p2:data(6) p0:ack(5)", rig.inject(0, data(6)));
        assertEquals("p2:data(7) p0:ack(5)", rig.inject(0, data(7)));
    }

    /** Seed 385832: the host that was the source lacks what it was told of the others. */
    @Test
    void shouldShowLifeWithoutAnAggregateThatTheLastSourceLacks() {
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.data(1, 5);
        rig.ack(2, 5);
        assertEquals("p1:ack(5)", rig.inject(0, feedback(0, 5, Aeth.ACK_UNLIMITED).build()));
        assertEquals("p1:data(7) p2:data(7)", rig.inject(0, data(7)));
        rig.nak(1, 3);
        rig.ack(2, 5);
        assertEquals("p1:data(7) p2:data(7) p0:alive(7)", rig.inject(0, data(7)));
    }

    /** Repetitions were among what was discarded unread: the switch above has counted them. */
    @Test
    void shouldShowLifeAfterAStandstill() {
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.inject(0, data(5));
        rig.ack(1, 5);
        rig.ack(2, 5);
        assertEquals("p1:data(6) p2:data(6)", rig.inject(0, data(6)), "all answered before");
        rig.core.discard(rig.nowNs);
        assertEquals("p1:data(7) p2:data(7) p0:ack(5)", rig.inject(0, data(7)));
        rig.nowNs += CepheusSettings.ExchangeSettings.DEFAULT.idleAnewNs() - 1;
        assertEquals("p1:data(8) p2:data(8) p0:ack(5)", rig.inject(0, data(8)));
        rig.nowNs++;
        assertEquals("p1:data(9) p2:data(9)", rig.inject(0, data(9)));
    }

    @Test
    void shouldShowLifeWhenTheFirstPsnIsRegistered() {
        rig.set(spec(5, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.inject(0, data(5));
        assertEquals("p1:data(5) p2:data(5) p0:alive(5)", rig.inject(0, data(5)));
    }

    @Test
    void shouldShowLifeOnlyToWhatAsksAgain() {
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.inject(0, data(5));
        final byte[] unasked = between(0, Opcode.SEND_ONLY, 5).payload(new byte[9]).build();
        assertEquals("p1:data(5) p2:data(5)", rig.inject(0, unasked));
        rig.ack(1, 5);
        rig.ack(2, 5);
        assertEquals("p0:ack(5)", rig.inject(0, data(5)), "rule 2 alone");
    }

    @Test
    void shouldNeverShowLifeToAHost() {
        rig.set(spec(-1, SilentPolicy.EVICT, leaf(0), host(1), host(2)));
        rig.data(1, 5);
        assertEquals("p0:data(5) p2:data(5)", rig.data(1, 5));
    }

    @Test
    void shouldBeAsSilentAsItsMembersOnceNoneIsInService() {
        rig.set(spec(-1, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.EVICT, leaf(0), host(1)));
        rig.inject(0, data(5));
        assertEquals("p1:data(5) p0:alive(5)", rig.inject(0, data(5)));
        rig.nak(1, 5, Aeth.NAK_REMOTE_OPERATIONAL_ERROR);
        assertEquals("", rig.inject(0, data(5)));
    }

    /** Member 1 sends; path 2 leads to a leaf that has been asked three times. */
    private void askLeaf() {
        rig.set(spec(-1, SilentPolicy.EVICT, leaf(0), host(1), leaf(2)));
        rig.data(1, 5);
        rig.inject(0, feedback(0, 5, Aeth.ACK_UNLIMITED).build());
        rig.tick(60 * MS);
        rig.data(1, 5);
        rig.tick(120 * MS);
        rig.data(1, 5);
    }

    @Test
    void shouldTakeOutASwitchThatIsSilent() {
        askLeaf();
        assertEquals("p1:ack(5)", rig.tick(145 * MS));
        assertEquals("evicted", state(2));
    }

    @Test
    @DisplayName("rule 8: who hears alive keeps the path, and nothing else changes")
    void shouldKeepASwitchThatIsAlive() {
        askLeaf();
        assertEquals(Ending.FEEDBACK_STALE, rig.ending(2, alive(2, 5)));
        assertEquals("", rig.tick(145 * MS));
        assertEquals("unknown", state(2));
        for (int n = 0; n < 20; n++) {
            rig.data(1, 5);
            assertEquals("", rig.inject(2, alive(2, 5)));
            rig.tick(rig.nowNs + 25 * MS);
        }
        assertEquals("unknown", state(2));
        assertTrue(rig.sumsClose());
    }

    @Test
    void shouldKeepASwitchThatRepeatsItsAggregate() {
        rig.set(spec(-1, SilentPolicy.EVICT, leaf(0), host(1), leaf(2)));
        rig.data(1, 5);
        rig.inject(0, feedback(0, 5, Aeth.ACK_UNLIMITED).build());
        rig.inject(2, feedback(2, 5, Aeth.ACK_UNLIMITED).build());
        rig.data(1, 6);
        rig.inject(0, feedback(0, 6, Aeth.ACK_UNLIMITED).build());
        for (int n = 0; n < 20; n++) {
            rig.tick(rig.nowNs + 25 * MS);
            rig.data(1, 6);
            assertEquals(
                    Ending.FEEDBACK_STALE,
                    rig.ending(2, feedback(2, 5, Aeth.ACK_UNLIMITED).build()));
        }
        assertEquals("receiver", state(2));
    }

    @Test
    void shouldTakeAliveFromSwitchesOnly() {
        rig.set(spec(-1, SilentPolicy.EVICT, host(0), host(1), leaf(2)));
        rig.data(1, 5);
        assertEquals(Ending.BAD_AETH, rig.ending(0, SwitchRig.ackFrame(0, 5, 0x40, 0).build()));
        assertEquals(Ending.BAD_AETH, rig.ending(3, alive(2, 5)), "another port");
        assertEquals(Ending.BAD_AETH, rig.ending(2, alive(2, 5, 0x41)));
        assertEquals(
                Ending.BAD_AETH,
                rig.ending(2, feedback(2, 5, Aeth.ALIVE).destQpn(2).build()),
                "not at the group's queue pair");
        final byte[] damaged = alive(2, 5);
        damaged[damaged.length - 1] ^= 1;
        assertEquals(Ending.BAD_ICRC, rig.ending(2, damaged));
        assertEquals(0, rig.role.group(GROUP).paths().get(2).lastHeardNs());
        rig.ending(2, alive(2, 5));
        assertEquals(rig.nowNs, rig.role.group(GROUP).paths().get(2).lastHeardNs());
    }

    private static byte[] alive(final int port, final int psn, final int syndrome) {
        return feedback(port, psn, syndrome).build();
    }

    @Test
    @DisplayName("rule 6: a fatal NAK of a switch takes out no branch: it is passed on")
    void shouldPassOnTheFatalNakOfASwitch() {
        rig.set(
                spec(
                        -1,
                        FatalNakPolicy.EVICT_MEMBER,
                        SilentPolicy.FREEZE,
                        leaf(0),
                        host(1),
                        leaf(2)));
        rig.data(1, 5);
        rig.inject(0, feedback(0, 5, Aeth.ACK_UNLIMITED).build());
        final byte[] fatal = feedback(2, 5, Aeth.NAK_REMOTE_OPERATIONAL_ERROR).build();
        assertEquals("p1:fatal(5,0x63)", rig.inject(2, fatal));
        assertEquals("receiver", state(2));
    }

    @Test
    @DisplayName("rule 8: in a group that the kernel serves the engine shows life")
    void shouldShowLifeForTheKernel() {
        final ScriptedKernel kernel = new ScriptedKernel();
        rig = new SwitchRig(kernel, new OffloadSettings(0, 1_000_000, 0, 0, 0, 1, 1L << 50));
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.inject(0, data(10));
        rig.ack(1, 10);
        rig.ack(2, 10);
        rig.tick(rig.nowNs);
        assertEquals(GroupDatapath.KERNEL, rig.role.group(GROUP).datapath());
        kernel.takes(11);
        assertEquals("", rig.tick(rig.nowNs + 1_000));
        kernel.takes(11);
        assertEquals("p0:ack(10)", rig.tick(rig.nowNs + 1_000), "once");
        assertEquals("", rig.tick(rig.nowNs + 1_000));
        kernel.takesUnasked(11);
        assertEquals("", rig.tick(rig.nowNs + 1_000));
        final List<String> out = new ArrayList<>();
        kernel.takes(11, 12);
        out.add(rig.tick(rig.nowNs + 1_000));
        kernel.takes(11, 12);
        out.add(rig.tick(rig.nowNs + 1_000));
        assertEquals(List.of("", "p0:ack(10)"), out, "12 is new at first");
    }

    /** Seed 413191: the source of the next job was answered with the MSN of the last. */
    @Test
    void shouldShowNoLifeForDataOfTheKernelBeforeALongStandstill() {
        final ScriptedKernel kernel = new ScriptedKernel();
        rig = new SwitchRig(kernel, new OffloadSettings(0, 1_000_000, 0, 0, 0, 1, 1L << 50));
        rig.set(spec(-1, SilentPolicy.FREEZE, leaf(0), host(1), host(2)));
        rig.inject(0, data(10));
        rig.ack(1, 10);
        rig.ack(2, 10);
        rig.tick(rig.nowNs);
        kernel.takes(11);
        rig.tick(rig.nowNs + 1_000);
        kernel.takes(11);
        assertEquals("", rig.tick(rig.nowNs + 6_000 * MS), "longer than idleAnew");
    }
}
