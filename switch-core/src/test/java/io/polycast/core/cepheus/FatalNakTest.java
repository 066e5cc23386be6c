package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rule 6 with fail-group: a member refuses for good while another's answer is late. */
class FatalNakTest {
    private static final long NAK_REPEAT_NS = CepheusSettings.of(0, 1).nakRepeatNs();
    private static final long FORCE_NS = 1_000_000;
    private static final int FATAL = Aeth.NAK_REMOTE_ACCESS_ERROR;

    private SwitchRig rig = SwitchRig.withMembers(4, 0);

    @AfterEach
    void everyFrameEnded() {
        assertTrue(rig.sumsClose(), "frames in = sum of endings");
    }

    /** Member 1 refuses PSN 1; of 3, not even the ACK of 0 has come. */
    private void refusedWhileAnotherIsLate() {
        rig.data(0, 0, 1, 2);
        rig.ack(2, 2);
        assertEquals("", rig.nak(1, 1, FATAL));
    }

    @Test
    void shouldOutliveTheSourcesRepetition() {
        refusedWhileAnotherIsLate();
        rig.data(0, 0, 1, 2);
        assertEquals("p0:fatal(1,0x62)", rig.ack(3, 0));
        assertEquals("", rig.ack(3, 2));
        assertEquals(1, rig.counters.get(Tally.FATAL_NAKS_OUT));
    }

    @Test
    void shouldBeReportedAgainWhenTheReportIsLost() {
        refusedWhileAnotherIsLate();
        assertEquals("p0:fatal(1,0x62)", rig.ack(3, 2));
        assertEquals("p1:data(1)", rig.data(0, 1), "not for each frame");
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("p0:fatal(1,0x62) p1:data(1)", rig.data(0, 1));
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("p0:fatal(1,0x62)", rig.data(0, 0), "in the place of rule 2's answer");
        assertEquals("p0:ack(0)", rig.data(0, 0), "which acknowledges no more");
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("p0:fatal(1,0x62) p1:data(3) p2:data(3) p3:data(3)", rig.data(0, 3));
        assertEquals(2, rig.counters.get(Ending.RETRANSMISSION_ANSWERED));
    }

    @Test
    void shouldTellNothingForDataThatIsDamaged() {
        refusedWhileAnotherIsLate();
        rig.ack(3, 2);
        rig.nowNs += NAK_REPEAT_NS;
        final byte[] corrupt = dataFrame(0, 1).build();
        corrupt[corrupt.length - 6] ^= 1;
        assertEquals("p1:data(1)!", rig.inject(0, corrupt));
    }

    @Test
    void shouldNotBecomeASuccessBecauseItsSenderIsSilent() {
        final long afterNs = 100_000_000;
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, afterNs));
        refusedWhileAnotherIsLate();
        String sent = "";
        for (int i = 0; i < 20; i++) {
            sent += rig.data(0, 0, 1, 2).replaceAll("p[123]:data\\([012]\\)| ", "");
            sent += rig.tick(rig.nowNs + afterNs / 10);
        }
        assertEquals(
                "evicted", rig.role.group(GROUP).paths().get(3).state(), "the one that is late");
        assertEquals("receiver", rig.role.group(GROUP).paths().get(1).state());
        assertTrue(sent.startsWith("p0:fatal(1,0x62)"), sent);
        assertFalse(sent.matches(".*ack\\([12]\\).*"), sent);
    }

    @Test
    void shouldFailTheNextSourceToo() {
        refusedWhileAnotherIsLate();
        rig.ack(3, 2);
        assertEquals("p0:data(3) p1:data(3) p3:data(3)", rig.data(2, 3));
        rig.ack(3, 3);
        assertEquals("p2:fatal(3,0x62)", rig.ack(0, 3));
    }

    @Test
    void shouldEndWithAReplacementThatTakesItsSenderOut() {
        rig.set(group(4, 0).withEpoch(1));
        refusedWhileAnotherIsLate();
        rig.ack(3, 0);
        final List<PathSpec> others = new ArrayList<>(group(4, 0).paths());
        others.remove(1);
        rig.set(group(4, 0).withEpoch(1).withPaths(others));
        assertEquals("p0:ack(2)", rig.ack(3, 2));
    }

    @Test
    void shouldOutliveARestart() {
        final CepheusSettings settings = CepheusSettings.of(SwitchRig.SWITCH_MAC, SwitchRig.PORTS);
        final UnsafeBuffer state =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        rig = new SwitchRig(settings, state);
        rig.start(group(4, 0));
        refusedWhileAnotherIsLate();
        rig = new SwitchRig(settings, state);
        rig.start(group(4, 0));
        rig.data(0, 1, 2);
        rig.ack(2, 2);
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("p0:fatal(1,0x62)", rig.ack(3, 2));
        rig.nowNs += NAK_REPEAT_NS;
        assertTrue(rig.data(0, 1).startsWith("p0:fatal(1,0x62)"));
    }

    @Test
    void shouldNotBeAnsweredByWhatTheKernelReplicates() {
        final ScriptedKernel kernel = inKernel();
        kernel.takes(11, 12);
        kernel.settled = false;
        assertEquals("", rig.nak(1, 12, FATAL));
        assertEquals("withdraw", kernel.told(), "the engine has to see what the source repeats");
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals("a fatal NAK waits", view().datapathReason());
        // A program still had these in hand.
        kernel.takes(11, 12);
        assertEquals("p0:fatal(12,0x62)", rig.ack(2, 11));
        kernel.takes(12);
        assertEquals("p1:data(12) p2:data(12)", rig.data(0, 12), "not for each frame");
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("p0:fatal(12,0x62) p1:data(12) p2:data(12)", rig.data(0, 12));
    }

    @Test
    void shouldKeepItsGroupOutOfTheKernel() {
        final ScriptedKernel kernel = inKernel();
        kernel.takes(11);
        rig.nak(1, 11, FATAL);
        rig.nowNs += 10 * FORCE_NS;
        rig.data(0, 11);
        rig.tick(rig.nowNs + 10 * FORCE_NS);
        assertEquals("withdraw giveBack", kernel.told());
        assertEquals(GroupDatapath.USER, view().datapath());
        assertEquals("", rig.ack(1, 11), "it speaks");
        rig.data(0, 11);
        assertEquals("p0:ack(11)", rig.ack(2, 11));
        assertEquals(GroupDatapath.KERNEL, view().datapath());
    }

    private GroupView view() {
        return rig.role.group(GROUP);
    }

    private ScriptedKernel inKernel() {
        final ScriptedKernel kernel = new ScriptedKernel();
        rig =
                new SwitchRig(
                        kernel,
                        new OffloadSettings(
                                0, FORCE_NS, 5_000, 100_000, 400_000, 1_000, 50_000_000));
        rig.set(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        assertEquals(GroupDatapath.KERNEL, view().datapath());
        kernel.told();
        rig.nowNs += 10_000;
        return kernel;
    }
}
