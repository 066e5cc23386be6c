package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Vlan;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Feedback that waits while a group, its members or its data change. */
class PendingFeedbackTest {
    private SwitchRig rig = SwitchRig.withMembers(4, 0);

    @Test
    void shouldForgetTheNakOfAMemberThatLeft() {
        rig.data(0, 0, 1, 2);
        assertEquals("", rig.nak(3, 1), "others are not there yet");
        rig.set(group(3, 0).withEpoch(1));
        rig.ack(1, 0);
        assertEquals("p0:ack(0)", rig.ack(2, 0), "nobody misses 1");
        assertEquals(-1, rig.role.group(GROUP).progress().mePsn());
    }

    @Test
    void shouldForgetTheNakOfAnEvictedMemberButNotThoseOfOthers() {
        rig = new SwitchRig();
        rig.set(group(4, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        rig.data(0, 0, 1, 2);
        assertEquals("", rig.nak(3, 1, Aeth.RNR_NAK | 1));
        assertEquals("", rig.nak(2, 2));
        assertEquals("", rig.nak(3, 1, Aeth.NAK_REMOTE_ACCESS_ERROR));
        assertEquals("p0:ack(0)", rig.ack(1, 0), "nobody asks for 1");
        assertEquals("p0:nak(2)", rig.ack(1, 2));
    }

    @Test
    void shouldNotEvictForAFatalNakOfWhatWasNeverSent() {
        rig = new SwitchRig();
        rig.set(group(3, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0));
        rig.data(0, 0, 1);
        rig.ack(1, 1);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT, fatal(1, 700));
        assertEquals(Ending.FEEDBACK_STALE, fatal(1, 1));
        assertEquals("receiver", rig.role.group(GROUP).paths().get(1).state());
        assertEquals(Ending.FATAL_NAK_ABSORBED, fatal(1, 2));
        assertEquals("evicted", rig.role.group(GROUP).paths().get(1).state());
    }

    private Ending fatal(final int member, final int psn) {
        return rig.ending(member, ackFrame(member, psn, Aeth.NAK_REMOTE_ACCESS_ERROR, 0).build());
    }

    @Test
    void shouldReportALossAgainWhenItsRetransmissionHasPassedThoughItWasLostBeforeTheSwitch() {
        rig.data(0, 0);
        rig.ack(1, 0);
        rig.ack(2, 0);
        assertEquals("p0:ack(0)", rig.ack(3, 0));
        // 1 is lost before the switch, 2 comes alone.
        rig.data(0, 2);
        assertEquals("p0:nak(1)", rig.nak(1, 1));
        assertEquals("p1:data(1) p2:data(1) p3:data(1)", rig.data(0, 1));
        // Its copies to 2 and 3 are lost; they see the gap when 2 comes again.
        rig.data(0, 2);
        assertEquals("", rig.ack(1, 2));
        assertEquals("p0:nak(1)", rig.nak(2, 1), "the retransmission has passed");
    }

    @Test
    void shouldBeginAnewWhenNoMemberKeepsItsQueuePair() {
        rig = SwitchRig.withMembers(3, GroupSpec.UNKNOWN_PSN);
        rig.data(0, 100);
        rig.ack(1, 100);
        assertEquals("p0:ack(100)", rig.ack(2, 100));
        // The job starts again: other queue pairs, other PSNs.
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final PathSpec old = host(i);
            paths.add(
                    new PathSpec(
                            old.port(),
                            old.vlanId(),
                            old.ip(),
                            old.mac(),
                            old.qpn() + 0x100,
                            old.memory()));
        }
        rig.set(new GroupSpec(GROUP, 0, GroupSpec.UNKNOWN_PSN, paths));
        assertEquals("p1:data(5) p2:data(5)", rig.data(0, 5));
        rig.ack(1, 5);
        assertEquals("p0:ack(5)", rig.ack(2, 5));
    }

    @Test
    void shouldNotTagFeedbackToASourceThatDoesNotTag() {
        receiversInVlans();
        assertEquals("p1:data(0) p1:data(0)", rig.data(0, 0));
        rig.inject(1, tagged(1, 21));
        assertEquals("p0:ack(0)", rig.inject(1, tagged(2, 22)));
        assertEquals(0, info(rig.last()).vlanTags);
    }

    @Test
    void shouldTagFeedbackAsTheSourceTagsItsData() {
        receiversInVlans();
        rig.inject(0, dataFrame(0, 0).vlan(0x2007).build());
        rig.inject(1, tagged(1, 21));
        assertEquals("p0:ack(0)", rig.inject(1, tagged(2, 22)));
        assertEquals(1, info(rig.last()).vlanTags);
        assertEquals(
                0x6007,
                Vlan.tci(new UnsafeBuffer(rig.last()), Ethernet.ETHER_TYPE_OFFSET),
                "the source's VLAN at the receivers' priority");
    }

    /** Behind a legacy switch on one port, told apart by VLAN; the source has a port of its own. */
    private void receiversInVlans() {
        final List<PathSpec> paths = new ArrayList<>();
        paths.add(host(0));
        for (int i = 1; i < 3; i++) {
            final PathSpec it = host(i);
            paths.add(new PathSpec(1, 20 + i, it.ip(), it.mac(), it.qpn(), it.memory()));
        }
        rig = new SwitchRig();
        rig.set(new GroupSpec(GROUP, 0, 0, paths));
    }

    private static byte[] tagged(final int member, final int vlan) {
        return ackFrame(member, 0, Aeth.ACK_UNLIMITED, 0).vlan(0x6000 | vlan).build();
    }

    private static FrameInfo info(final byte[] frame) {
        final FrameInfo info = new FrameInfo();
        Classifier.classify(new UnsafeBuffer(frame), 0, frame.length, info);
        return info;
    }

    @Test
    void shouldLearnTheSourcesTagAnewFromWhatItRepeats() {
        // No ICRC covers the tag: the frame that made it the source came with a flipped one.
        rig.set(group(2, 0));
        rig.inject(0, dataFrame(0, 0).vlan(0x2807).build());
        rig.inject(0, dataFrame(0, 0).vlan(0x2007).build());
        assertEquals("p0:ack(0)", rig.ack(1, 0));
        final UnsafeBuffer ack = new UnsafeBuffer(rig.last());
        assertEquals(0x2007, Vlan.tci(ack, Ethernet.ETHER_TYPE_OFFSET));
    }

    @Test
    void shouldPassAnEmptyWriteWhateverItsAddress() {
        final RoceFrame empty =
                dataFrame(0, 0)
                        .opcode(Opcode.WRITE_ONLY_IMM)
                        .reth(0xFFFF_0000_0000L, 0, 0)
                        .immediate(7)
                        .payload(new byte[0]);
        assertEquals("p1:data(0) p2:data(0) p3:data(0)", rig.inject(0, empty.build()));
    }
}
