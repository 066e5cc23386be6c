package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.event.LegChange;
import io.polycast.core.role.LegPicture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LegStatesTest {
    private static final long MS = 1_000_000;

    private final List<String> told = new ArrayList<>();

    private Nodes pair() {
        final Nodes nodes = new Nodes(2, 1);
        nodes.join(0, 1);
        nodes.start(0);
        nodes.node(0)
                .role
                .events(
                        new GroupEvents() {
                            @Override
                            public void legChanged(
                                    final int port, final String node, final LegChange change) {
                                told.add(port + " " + node + " " + change);
                            }
                        });
        return nodes;
    }

    private static LegPicture leg(final Nodes nodes) {
        return nodes.node(0).role.legs(nodes.nowNs).get(0);
    }

    @Test
    void shouldTellThatALegIsLostAndComesBack() {
        final Nodes nodes = pair();
        final long upNs = leg(nodes).stateNs();
        nodes.run(5 * MS);
        assertEquals(new LegPicture("n1", Nodes.HOSTS, false, true, upNs + 5 * MS, 0), leg(nodes));
        nodes.node(1).dead = true;
        nodes.run(500 * MS);
        assertEquals(List.of("4 n1 SILENT"), told);
        assertEquals("false 1", leg(nodes).up() + " " + leg(nodes).givenUp());
        nodes.node(1).start(nodes.settings(1, 0));
        nodes.run(500 * MS);
        assertEquals("4 n1 UP", told.get(told.size() - 1));
        assertEquals("true 1", leg(nodes).up() + " " + leg(nodes).givenUp());
    }

    /** Time tells two processes not apart: a machine that starts again counts from 0. */
    @Test
    void shouldTellAProcessApartThatStartsAtTheSameTime() {
        final Nodes nodes = pair();
        final long thenNs = nodes.nowNs;
        nodes.node(1).start(nodes.settings(1, 0));
        nodes.run(20 * MS);
        told.clear();
        nodes.nowNs = thenNs;
        nodes.node(1).start(nodes.settings(1, 0));
        nodes.run(20 * MS);
        assertEquals(List.of("4 n1 RESTARTED", "4 n1 UP"), told);
    }

    @Test
    void shouldTellThatTheOtherNodeStartedAgain() {
        final Nodes nodes = pair();
        nodes.node(1).dead = true;
        nodes.run(2 * MS);
        nodes.node(1).start(nodes.settings(1, 0));
        nodes.run(20 * MS);
        assertEquals(List.of("4 n1 RESTARTED", "4 n1 UP"), told);
        assertEquals("true 0", leg(nodes).up() + " " + leg(nodes).givenUp());
    }
}
