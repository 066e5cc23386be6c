package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.igmp.Igmp;
import io.polycast.xdp.port.FrameMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node of role surrogate in another process is killed, or this process takes over from it. */
@Timeout(120)
class SurrogateProcessTest {
    private static final String FILE = "groups: [{id: 239.1.1.1, deliver: [p2]}]";

    @TempDir private Path dir;
    private ChildSwitch child;

    @AfterEach
    void end() throws Exception {
        child.end();
    }

    private void begin(final String threading) throws IOException {
        child = ChildSwitch.start(Node.class, dir, threading);
    }

    /** The group of the file and the one that was set at run time forward, and nothing is held. */
    private void assertServes(final SurrogateRig next) throws Exception {
        assertEquals(0, next.total(Ending.HELD));
        assertEquals(1, next.appliance.keptGroups());
        try (ControlClient client = ControlClient.connect(dir.resolve("s"))) {
            final JsonNode groups = client.show(Topic.GROUPS, null).get("groups");
            assertEquals("file", groups.get(0).get("origin").asText());
            assertEquals("command", groups.get(1).get("origin").asText());
        }
        next.inject(0, 0, SurrogateRig.datagram("239.1.1.1", 0));
        next.inject(0, 0, SurrogateRig.datagram("239.1.1.9", 0));
        next.awaitEnded(Ending.REPLICATED, 2);
        assertEquals(SurrogateRig.datagrams("239.1.1.1", 1), next.drain(2, 0));
        assertEquals(SurrogateRig.datagrams("239.1.1.9", 1), next.drain(1, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldBringGroupsBackAfterAKill(final String threading) throws Exception {
        begin(threading);
        child.kill();
        try (CountersReader left = CountersReader.open(dir.resolve("c"))) {
            assertEquals(Node.WAITING, left.total(Ending.HELD));
        }
        try (SurrogateRig next = SurrogateRig.start(threading, 1, dir, FILE)) {
            assertServes(next);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldTakeOverFromANodeThatHoldsFrames(final String threading) throws Exception {
        begin(threading);
        try (SurrogateRig next = SurrogateRig.replace(threading, dir, FILE)) {
            assertEquals("held 0, held at stop " + Node.WAITING + ", chunks 0", child.line());
            assertServes(next);
        }
        assertEquals(0, child.awaitExit());
    }

    /** A damaged journal keeps nobody from taking over: reports of hosts made the group, not the journal. */
    @Test
    void shouldTakeOverFromANodeWithGroupsThatIgmpMade() throws Exception {
        begin("fused");
        final Path journal = dir.resolve("st.groups");
        final String text = Files.readString(journal);
        assertTrue(text.contains("\"unset\":\"239.1.1.8\""), text);
        // Its last change is damaged, so that the group of the line before is left out.
        Files.writeString(
                journal, text.replace("\"unset\":\"239.1.1.8\"", "\"unset\":\"239.1.1.6\""));
        try (SurrogateRig next = SurrogateRig.replace("fused", dir, FILE)) {
            assertServes(next);
        }
    }

    /** A process whose frames wait for a port without room until it is killed or replaced. */
    static final class Node {
        static final int WAITING = 5;

        private Node() {}

        public static void main(final String[] arguments) throws Exception {
            final Path dir = Path.of(arguments[0]);
            final SurrogateRig rig = SurrogateRig.start(arguments[1], 1, dir, FILE);
            try (rig;
                    CountersReader counters = CountersReader.open(dir.resolve("c"))) {
                try (ControlClient client = ControlClient.connect(dir.resolve("s"))) {
                    client.setGroup("entry", "{id: 239.1.1.9, deliver: [p1]}");
                    client.setGroup("entry", "{id: 239.1.1.8, deliver: [p1]}");
                    client.unsetGroup("239.1.1.8");
                }
                rig.inject(3, 0, SurrogateRig.igmp(Igmp.REPORT_V2, "239.1.1.7"));
                for (int i = 0; i < SurrogateRig.RING + WAITING; i++) {
                    rig.inject(0, 0, SurrogateRig.datagram("239.1.1.9", i));
                }
                rig.awaitEnded(Ending.REPLICATED, SurrogateRig.RING);
                rig.awaitHeld(WAITING);
                System.out.println(ChildSwitch.HELD);
                rig.appliance.awaitStop();
                final FrameMemory memory = rig.appliance.memory();
                rig.close();
                System.out.printf(
                        "held %d, held at stop %d, chunks %d%n",
                        counters.total(Ending.HELD),
                        counters.total(Ending.HELD_AT_STOP),
                        memory.chunksInUse());
            }
        }
    }
}
