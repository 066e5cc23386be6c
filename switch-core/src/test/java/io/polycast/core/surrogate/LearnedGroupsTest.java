package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.polycast.core.surrogate.Nodes.Node;
import io.polycast.core.surrogate.view.SurrogateView;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.wire.Ethernet;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Groups that have no entry, because reports of hosts alone made them. */
class LearnedGroupsTest {
    private static final long S = 1_000_000_000L;
    private static final long LIFE_S = 260;

    /** Room of the tables of {@link Nodes}. */
    private static final int MOST = 16;

    private final Nodes nodes = new Nodes(1, 0);
    private final Node node = nodes.node(0);

    LearnedGroupsTest() {
        nodes.start(0);
    }

    private void report(final int port, final int group) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, 0x0A00_0001, group, Igmp.LENGTH);
        Igmp.write(frame, Ethernet.LENGTH + IgmpPacket.IP_LENGTH, Igmp.REPORT_V2, 0, group);
        node.receive(port, frame.byteArray());
    }

    private List<SurrogateView> learned() {
        return node.role.learned(nodes.nowNs);
    }

    @Test
    void shouldShowItsExitsAndTheLifeOfTheLastMembership() {
        report(1, Nodes.GROUP);
        nodes.run(100 * S);
        report(2, Nodes.GROUP);
        nodes.run(10 * S);
        final SurrogateView view = learned().get(0);
        assertEquals(Nodes.GROUP, view.mcstId());
        assertNull(view.entry());
        assertEquals(0b0110, view.snoopedPorts());
        assertEquals((LIFE_S - 10) * S, view.remainingNs());
        assertEquals(0, node.role.groups().size());
        nodes.run(LIFE_S * S);
        assertEquals(List.of(), learned());
    }

    @Test
    void shouldLeaveAGroupWithAnEntryToTheEntries() {
        report(1, Nodes.GROUP);
        nodes.group(0, 0b0001);
        assertEquals(List.of(), learned());
        assertEquals(0b0010, node.role.groups().get(0).snoopedPorts());
        node.role.unsetGroup(nodes.nowNs, Nodes.GROUP);
        assertEquals(1, learned().size());
    }

    @Test
    void shouldShowNoMoreThanTheTableHolds() {
        for (int i = 0; i < 2 * MOST; i++) {
            report(i % Nodes.HOSTS, Nodes.GROUP - i);
        }
        final List<Integer> ids = learned().stream().map(SurrogateView::mcstId).toList();
        assertEquals(MOST, ids.size());
        assertEquals(ids.stream().sorted(Integer::compareUnsigned).toList(), ids);
    }
}
