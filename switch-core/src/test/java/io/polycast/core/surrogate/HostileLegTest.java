package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.leg.LegHeader;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Wrong frames between nodes: the role counts each by the name of its fault, and changes nothing. */
class HostileLegTest {
    private static final int LANE = 1;
    private final Nodes nodes = new Nodes(2, 0);
    private final Node node = nodes.node(0);
    private final Forged forged = new Forged(node, nodes.node(1));

    HostileLegTest() {
        nodes.join(0, 1);
        nodes.start(1);
        nodes.group(0, 0b0010, "n1");
    }

    /** A missing frame is waited for as long. */
    private static final long GAP_NS = 2 * (200_000_000L + 16 * 1_000_000L);

    private byte[] message(
            final int type,
            final int priority,
            final int lane,
            final int voq,
            final int sequence,
            final int units) {
        return forged.message(type, priority, lane, voq, sequence, units);
    }

    private byte[] data(final int sequence, final byte[] inside) {
        return forged.data(sequence, inside);
    }

    private void check(final Ending expected, final int port, final byte[] frame) {
        assertEquals(expected.label(), Nodes.label(node.receive(port, frame)));
    }

    @Test
    void shouldCountEachFaultByName() {
        final int leg = Nodes.HOSTS;
        check(Ending.SURROGATE_UNASKED_GRANT, leg, message(LegHeader.GRANT, 0, 1, LANE, 1, 1));
        check(Ending.SURROGATE_UNSENT_ACK, leg, message(LegHeader.ACK, 0, 1, LANE, 1, 1));
        check(Ending.SURROGATE_UNSENT_ACK, leg, message(LegHeader.ACK, 0, 1, LANE, 0, 0x8000));
        check(
                Ending.SURROGATE_UNSENT_ACK,
                leg,
                message(LegHeader.ACK, 0, 1, LANE, 1 << 31, 0xFFFF));
        check(Ending.SURROGATE_UNSENT_ACK, leg, message(LegHeader.ACK, 0, 1, LANE, -1, 0x8041));
        check(Ending.SURROGATE_SEQUENCE_JUMP, leg, message(LegHeader.REQUEST, 0, 1, LANE, 2, 1));
        check(Ending.SURROGATE_UNKNOWN_VOQ, leg, message(LegHeader.ACK, 0, 1, 7, 0, 1));
        check(Ending.SURROGATE_UNKNOWN_LANE, leg, message(LegHeader.ACK, 0, 0, 0, 0, 1));
        check(Ending.SURROGATE_UNKNOWN_LANE, leg, message(LegHeader.ACK, 8, 1, 41, 0, 1));
        check(Ending.SURROGATE_UNKNOWN_LANE, leg, message(LegHeader.ACK, 0, 5, 5, 0, 1));
        check(Ending.SURROGATE_UNKNOWN_LANE, leg, message(LegHeader.STOP, 1, 1, 6, 0, 0));
        check(Ending.SURROGATE_BAD_VERSION, leg, message(9, 0, 1, LANE, 1, 1));
        final byte[] version = message(LegHeader.ACK, 0, 1, LANE, 1, 1);
        version[14] = 0x23;
        check(Ending.SURROGATE_BAD_VERSION, leg, version);
        final byte[] corrupt = message(LegHeader.ACK, 0, 1, LANE, 1, 1);
        corrupt[20] ^= 4;
        check(Ending.SURROGATE_BAD_CRC, leg, corrupt);
        check(Ending.SURROGATE_UNASKED_DATA, leg, data(1, Nodes.datagram(1, 0)));
        check(Ending.SURROGATE_SEQUENCE_JUMP, leg, data(5, Nodes.datagram(1, 0)));
        check(Ending.SURROGATE_NOT_A_LEG, 0, message(LegHeader.ACK, 0, 1, LANE, 1, 1));
        final byte[] stranger = message(LegHeader.ACK, 0, 1, LANE, 1, 1);
        stranger[11] ^= 1;
        check(Ending.SURROGATE_NOT_A_LEG, leg, stranger);
        // Nothing changed: the leg carries frames as before.
        node.receive(0, Nodes.datagram(3, 0));
        nodes.group(1, 0b0001);
        nodes.run(10_000_000);
        assertEquals(List.of(3), Nodes.numbers(nodes.node(1).hosts.get(0)));
    }

    @Test
    void shouldTakeNothingBeforeTheEcho() {
        node.start(nodes.settings(0, 1));
        assertEquals(
                Ending.SURROGATE_LEG_DOWN.id(),
                node.receive(Nodes.HOSTS, message(LegHeader.REQUEST, 0, 1, LANE, 1, 1)));
    }

    /** A frame far ahead is kept within what was granted; what is missing never comes. */
    @Test
    void shouldGiveBackWhatAHostileNodeMadeItKeep() {
        final int leg = Nodes.HOSTS;
        node.receive(leg, message(LegHeader.REQUEST, 0, 1, LANE, 1, 3));
        nodes.run(10_000);
        check(Ending.HELD, leg, data(900, Nodes.datagram(1, 0)));
        check(Ending.HELD, leg, data(3, Nodes.datagram(1, 0)));
        check(Ending.SURROGATE_REPEATED, leg, data(900, Nodes.datagram(1, 0)));
        check(Ending.HELD, leg, data(5, Nodes.datagram(1, 0)));
        check(Ending.SURROGATE_SEQUENCE_JUMP, leg, data(7, Nodes.datagram(1, 0)));
        check(Ending.SURROGATE_SEQUENCE_JUMP, leg, data(5000, Nodes.datagram(1, 0)));
        final long before = nodes.sent;
        nodes.run(1_000_000);
        assertTrue(nodes.sent - before < 100, "frames: " + (nodes.sent - before));
        assertEquals(3, node.held.held());
        nodes.run(1_000_000_000L);
        assertEquals(0, node.held.held());
        // The leg began anew: it carries frames again.
        nodes.group(1, 0b0001);
        node.receive(0, Nodes.datagram(3, 0));
        nodes.run(10_000_000);
        assertEquals(List.of(3), Nodes.numbers(nodes.node(1).hosts.get(0)));
    }

    /** A gap that was closed in time is no reason to give the leg up later. */
    @Test
    void shouldKeepALegWhoseMissingFrameCame() {
        final int leg = Nodes.HOSTS;
        node.receive(leg, message(LegHeader.REQUEST, 0, 1, LANE, 1, 9));
        nodes.run(10_000);
        check(Ending.HELD, leg, data(2, Nodes.datagram(2, 0)));
        nodes.run(GAP_NS / 2);
        node.receive(leg, data(1, Nodes.datagram(1, 0)));
        nodes.run(2 * GAP_NS);
        assertEquals(0, node.held.held());
        assertEquals(0, node.role.legs(nodes.nowNs).get(0).givenUp());
    }

    /** Frames that go on coming early do not prolong the wait for the missing one. */
    @Test
    void shouldCountTheWaitFromItsBeginning() {
        final int leg = Nodes.HOSTS;
        node.receive(leg, message(LegHeader.REQUEST, 0, 1, LANE, 1, 9));
        nodes.run(10_000);
        for (int i = 2; i < 5; i++) {
            assertEquals(0, node.role.legs(nodes.nowNs).get(0).givenUp());
            check(Ending.HELD, leg, data(i, Nodes.datagram(i, 0)));
            nodes.run(GAP_NS * 2 / 5);
        }
        assertEquals(1, node.role.legs(nodes.nowNs).get(0).givenUp());
    }

    /** Legs that were given up often may keep as much as new ones. */
    @Test
    void shouldKeepNoAccountOfWhatAForgottenLegKept() {
        final int leg = Nodes.HOSTS;
        for (int round = 0; round < 130; round++) {
            node.receive(leg, message(LegHeader.REQUEST, 0, 1, LANE, 1, 9));
            nodes.run(10_000);
            for (int i = 2; i < 7; i++) {
                check(Ending.HELD, leg, data(i, Nodes.datagram(i, 0)));
            }
            nodes.run(2 * GAP_NS);
            assertEquals(0, node.held.held());
        }
    }

    /** Each frame of random bytes ends once, and no frame stays held. */
    @Property(tries = 200)
    void shouldEndEveryFrameOnce(@ForAll final long seed) {
        final Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            final byte[] frame =
                    random.nextInt(3) == 0
                            ? data(random.nextInt(4), Nodes.datagram(i, random.nextInt(256)))
                            : message(
                                    random.nextInt(10),
                                    random.nextInt(9),
                                    random.nextInt(6),
                                    random.nextInt(42),
                                    random.nextInt(4),
                                    random.nextInt(70) | (random.nextInt(4) == 0 ? 0x8000 : 0));
            if (random.nextInt(8) == 0) {
                frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
            }
            node.receive(random.nextInt(Nodes.HOSTS + 1), frame);
            nodes.run(random.nextInt(100_000));
        }
        nodes.run(1_000_000_000L);
        assertEquals(
                node.counters.get(Tally.FRAMES_IN), node.counters.ended() + node.counters.held());
        assertEquals(0, node.held.held());
    }
}
