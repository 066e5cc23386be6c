package io.polycast.node.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Packets of its switch and of the controller. */
class HostMrpTest {
    private static final MrpAddress OWN = MrpAddress.ipv4(0x0A000003);
    private static final MrpAddress GROUP = MrpAddress.ipv4(0x0AFF0001);
    private static final List<MrpKey> KEYS = List.of(new MrpKey(1, new byte[32]));
    private static final long NOW_MS = 1_700_000_000_000L;

    private final RecordedOutput output = new RecordedOutput();
    private final HostMrp host = new HostMrp(OWN, 4792, new MrpAuthenticator(KEYS, 1, 64), output);
    private final MrpAuthenticator peer = new MrpAuthenticator(KEYS, 1L << 40, 64);
    private final byte[] room = new byte[Mrp.MTU];
    private final UnsafeBuffer buffer = new UnsafeBuffer(room);
    private final MrpWriter writer = new MrpWriter(buffer, 0);
    private final MrpPacket answer = new MrpPacket();

    private void asks(final int length) {
        host.onSwitch(GROUP, room, peer.sign(GROUP, buffer, 0, length, NOW_MS), NOW_MS);
    }

    private MrpType answered() {
        assertTrue(answer.wrap(new UnsafeBuffer(output.datagram), 0, output.datagram.length));
        assertTrue(peer.verify(GROUP, answer, NOW_MS), "the answer is signed");
        assertEquals(7, answer.revision());
        return answer.type();
    }

    private void sendsNodes(final int qpn) {
        asks(writer.nodes(MrpType.NODES, Mrp.FLAG_SIGNED, 7, 1, List.of(new MrpNode(OWN, qpn, 0))));
    }

    private void sendsGroup() {
        asks(
                writer.group(
                        Mrp.FLAG_SIGNED,
                        7,
                        new MrpGroup(
                                0,
                                5,
                                9,
                                1,
                                MrpGroup.Policies.WAIT,
                                new MrpGroup.Counts(1, 0),
                                MrpAddress.ipv4(0x0A000001))));
    }

    @Test
    void shouldConfirmItsOwnNodeAlone() {
        host.onMember(new ToAgent.Member("job", GROUP, 257, 7));
        sendsGroup();
        assertEquals(MrpType.CONFIRM, answered());
        assertTrue((answer.flags() & Mrp.FLAG_INCOMPLETE) != 0, "NODES is missing");
        sendsNodes(257);
        sendsGroup();
        assertEquals(MrpType.CONFIRM, answered());
        assertEquals(0, answer.flags() & Mrp.FLAG_INCOMPLETE);
        assertEquals(0, answer.records());
        host.onMember(new ToAgent.Member("job", GROUP, 258, 7));
        sendsNodes(257);
        sendsGroup();
        assertEquals(MrpType.REFUSED, answered());
        host.onMember(new ToAgent.Member("job", GROUP, 0, 7));
        sendsGroup();
        assertEquals(MrpType.REFUSED, answered());
    }

    @Test
    void shouldAnswerCommitAndRemove() {
        asks(writer.order(MrpType.COMMIT, Mrp.FLAG_SIGNED, 7, new MrpOrder(1, 0)));
        assertEquals(MrpType.COMMITTED, answered());
        asks(writer.order(MrpType.REMOVE, Mrp.FLAG_SIGNED, 7, new MrpOrder(1, 0)));
        assertEquals(MrpType.REMOVED, answered());
    }

    @Test
    void shouldSignForTheControllerAndTakeAnswersUpBare() {
        final int length = writer.order(MrpType.COMMIT, 0, 7, new MrpOrder(1, 0));
        final byte[] bare = Arrays.copyOf(room, length);
        host.onController(new ToAgent.MrpDown(GROUP, 4792, bare), NOW_MS);
        assertEquals(MrpType.COMMIT, answered());
        output.taken();
        final int confirm = writer.nodes(MrpType.CONFIRM, Mrp.FLAG_SIGNED, 7, 1, List.of());
        final byte[] expected = Arrays.copyOf(room, confirm);
        expected[Mrp.FLAGS_OFFSET] = 0;
        asks(confirm);
        assertEquals(
                "controller {\"type\":\"mrp\",\"address\":\"10.255.0.1\",\"packet\":\""
                        + Base64.getEncoder().encodeToString(expected)
                        + "\"}",
                output.taken());
    }

    @Test
    void shouldTakeNothingThatIsForgedRepeatedOrLate() {
        final int length = writer.order(MrpType.REMOVE, Mrp.FLAG_SIGNED, 7, new MrpOrder(1, 0));
        final int signed = peer.sign(GROUP, buffer, 0, length, NOW_MS);
        final byte[] once = room.clone();
        host.onSwitch(GROUP, once, signed, NOW_MS);
        assertTrue(output.taken().startsWith("switch"));
        host.onSwitch(GROUP, once, signed, NOW_MS);
        host.onSwitch(GROUP, once, signed, NOW_MS + 60_000);
        host.onSwitch(OWN, once, signed, NOW_MS);
        once[signed - 1] ^= 1;
        host.onSwitch(GROUP, once, signed, NOW_MS);
        host.onSwitch(GROUP, once, 3, NOW_MS);
        host.onController(new ToAgent.MrpDown(GROUP, 4792, new byte[2000]), NOW_MS);
        host.onController(new ToAgent.MrpDown(GROUP, 4792, new byte[8]), NOW_MS);
        assertEquals("", output.taken());
        assertEquals(7, host.refused());
    }
}
