package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.shufflecast.link.RelaySays;
import io.polycast.topology.shuffle.StaticRelays;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole control on loopback, with scripted relays and applications. */
@Timeout(180)
class ControlProcessTest {
    private static final StaticRelays STATIC = new StaticRelays(ControlLab.SHAPE);

    private static final String HELLO =
            "{\"type\":\"hello\",\"version\":1,\"application\":\"a\",\"token\":\""
                    + ControlLab.TOKEN
                    + "\"}";

    @TempDir Path directory;
    private ControlLab lab;
    private final List<ScriptedRelay> relays = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        lab = new ControlLab(directory, 0);
    }

    @AfterEach
    void stop() throws Exception {
        for (final ScriptedRelay each : relays) {
            each.close();
        }
        lab.close();
    }

    private ScriptedRelay relay(final int tor) throws IOException {
        return ScriptedRelay.hello(lab.endpoint(), tor, ControlLab.TOKEN);
    }

    private static List<Integer> rules(final int tor) {
        return Arrays.stream(STATIC.sources(tor)).boxed().toList();
    }

    /** All eight relays connect, and have the rules of algorithm 1. */
    private void connectAll() throws Exception {
        for (int tor = 0; tor < ControlLab.SHAPE.nodes(); tor++) {
            relays.add(relay(tor));
        }
        for (final ScriptedRelay each : relays) {
            each.awaitLine("welcome", "\"tor\":" + each.tor);
            each.awaitRules(rules(each.tor));
        }
    }

    private void report(final int tor, final int missed, final boolean heard) throws IOException {
        relays.get(tor).say(new RelaySays.Heard(tor, missed, heard));
    }

    private ScriptedRelay application() throws Exception {
        final ScriptedRelay application = new ScriptedRelay(lab.endpoint(), -1);
        application.say(HELLO);
        application.awaitLine("welcome");
        return application;
    }

    @Test
    void shouldGiveRelaysTheGroupsOfTheControlBefore() throws Exception {
        connectAll();
        final ScriptedRelay application = application();
        application.say(
                "{\"type\":\"members\",\"request\":1,\"group\":\"239.1.1.1\","
                        + "\"members\":[{\"tor\":2,\"ports\":[\"h4\"]}]}");
        application.awaitLine("done", "\"request\":1");
        application.close();
        lab.close();
        lab = new ControlLab(directory, 0);
        try (ScriptedRelay back = relay(2)) {
            back.awaitLine("members", "239.1.1.1", "h4");
        }
    }

    @Test
    void shouldTakeOldRulesBeforeItGivesNewOnesAndGiveThemBack() throws Exception {
        connectAll();
        relays.get(5).hold();
        // The splitter of relay 5 leads to the ToRs 2 and 3; its mirror is relay 7.
        report(2, 7, true);
        report(3, 7, true);
        report(2, 5, false);
        report(3, 5, false);
        final List<Integer> moved = List.of(0, 2, 4);
        relays.get(5).awaitSources("none of " + moved, each -> Collections.disjoint(each, moved));
        final int taken = relays.get(5).version();
        // Nobody acknowledges for another one. The control has read the line when the connection
        // has ended.
        relays.get(4).say(new RelaySays.RulesHold(5, taken));
        relays.get(4).close();
        try (ScriptedRelay again = relay(4)) {
            again.awaitLine("rules");
            relays.set(4, again);
            checkMove(moved, taken);
        }
    }

    private void checkMove(final List<Integer> moved, final int taken) throws Exception {
        assertTrue(Collections.disjoint(relays.get(7).sources(), moved));
        relays.get(5).acknowledge();
        relays.get(7).awaitSources("all of " + moved, each -> each.containsAll(moved));
        assertTrue(relays.get(7).version() > taken);
        report(2, 5, true);
        report(3, 5, true);
        for (final ScriptedRelay each : relays) {
            each.awaitRules(rules(each.tor));
        }
    }

    @Test
    void shouldTellARelayThatReturnsItsRules() throws Exception {
        connectAll();
        final int before = relays.get(3).version();
        relays.get(3).close();
        try (ScriptedRelay again = relay(3)) {
            again.awaitRules(rules(3));
            assertTrue(again.version() > before);
            try (ScriptedRelay second = relay(3)) {
                second.awaitRules(rules(3));
                again.awaitEnd();
            }
        }
    }

    @Test
    void shouldSetMembersEverywhereOrNowhere() throws Exception {
        connectAll();
        try (ScriptedRelay application = application()) {
            application.say(
                    "{\"type\":\"members\",\"request\":1,\"group\":\"239.1.1.1\",\"members\":"
                        + "[{\"tor\":0,\"ports\":[\"h0\"]},{\"tor\":3,\"ports\":[\"h6\",\"h7\"]}]}");
            assertEquals(
                    "{\"type\":\"done\",\"request\":1}", application.awaitLine("\"request\":1"));
            relays.get(0).awaitLine("members", "239.1.1.1", "[\"h0\"]");
            relays.get(3).awaitLine("members", "[\"h6\",\"h7\"]");
            relays.get(3).refuse("there is no port 'x'");
            application.say(
                    "{\"type\":\"members\",\"request\":2,\"group\":\"239.1.1.1\",\"members\":"
                            + "[{\"tor\":0,\"ports\":[\"h1\"]},{\"tor\":3,\"ports\":[\"x\"]}]}");
            application.awaitLine("refused", "\"request\":2", "ToR 3: there is no port 'x'");
            relays.get(0).awaitLine("members", "[\"h1\"]");
            relays.get(0).awaitLine("members", "\"change\":0", "[\"h0\"]");
        }
    }

    @Test
    void shouldStartApplicationsThatShareNoRelayAtOnce() throws Exception {
        connectAll();
        try (ScriptedRelay first = application();
                ScriptedRelay second = application()) {
            first.say("{\"type\":\"start\",\"request\":1,\"sources\":[0]}");
            first.awaitLine("started", "\"request\":1");
            second.say("{\"type\":\"start\",\"request\":7,\"sources\":[1]}");
            second.say("{\"type\":\"start\",\"request\":8,\"sources\":[9]}");
            second.awaitLine("refused", "\"request\":8", "[0, 7]");
        }
        // The connections have ended, and their applications.
        try (ScriptedRelay third = application();
                ScriptedRelay fourth = application()) {
            third.say("{\"type\":\"start\",\"request\":1,\"sources\":[0]}");
            third.awaitLine("started");
            third.say("{\"type\":\"start\",\"request\":1,\"sources\":[0]}");
            fourth.say("{\"type\":\"start\",\"request\":1,\"sources\":[3]}");
            fourth.awaitLine("started");
            fourth.say("{\"type\":\"start\",\"request\":2,\"sources\":[0]}");
            awaitWhole(fourth);
            third.say("{\"type\":\"end\",\"request\":1}");
            third.awaitLine("done");
            fourth.awaitLine("started", "\"request\":2");
        }
    }

    @Test
    void shouldRefuseByNameAndServeTheOthers() throws Exception {
        connectAll();
        refused("token", "{\"type\":\"hello\",\"version\":1,\"relay\":\"r\",\"token\":\"guess\"}");
        final String right = "{\"type\":\"hello\",\"token\":\"" + ControlLab.TOKEN + "\",";
        refused("version", right + "\"version\":2,\"relay\":\"r\"}");
        refused("instance", right + "\"version\":1,\"relay\":\"r\",\"p\":3,\"k\":2,\"nodes\":[]}");
        refused(
                "nodes",
                right
                        + "\"version\":1,\"relay\":\"r\",\"p\":2,\"k\":2,\"nodes\":"
                        + "[{\"tor\":8,\"version\":0,\"sources\":[]}]}");
        refused(
                "nodes",
                right
                        + "\"version\":1,\"relay\":\"r\",\"p\":2,\"k\":2,\"nodes\":"
                        + "[{\"tor\":0,\"version\":0,\"sources\":[]},"
                        + "{\"tor\":5,\"version\":0,\"sources\":[]}]}");
        ends("garbage");
        ends("{\"type\":\"heard\",\"tor\":0,\"relay\":4,\"heard\":false}");
        ends("x".repeat(70_000));
        // What a relay cannot know changes nothing.
        report(3, 7, true);
        report(2, 6, false);
        relays.get(2).say(new RelaySays.Heard(3, 5, false));
        relays.get(2).say(new RelaySays.RulesHold(2, 1_000_000));
        relays.get(2).say(new RelaySays.MembersSet(77, null));
        try (ScriptedRelay application = application()) {
            awaitWhole(application);
            application.say("{\"type\":\"rules\",\"request\":7}");
            application.awaitLine("refused", "\"request\":7", "is unknown");
            application.say("{\"type\":\"end\",\"request\":8}");
            application.awaitLine("refused", "\"request\":8", "no application");
            application.say("{\"type\":\"status\"}");
            application.awaitEnd();
        }
        for (final ScriptedRelay each : relays) {
            assertEquals(rules(each.tor), each.sources());
        }
    }

    /** All relays are connected and have their rules; the last acknowledgement may be under way. */
    private static void awaitWhole(final ScriptedRelay application) throws Exception {
        final long deadline = System.nanoTime() + 50_000_000_000L;
        String status = "";
        while (!status.contains("\"settled\":true")) {
            assertTrue(System.nanoTime() < deadline, status);
            application.say("{\"type\":\"status\",\"request\":3}");
            status = application.awaitLine("status", "\"request\":3");
        }
        assertTrue(status.contains("\"connected\":[0,1,2,3,4,5,6,7],\"failed\":[]"), status);
    }

    @Test
    void shouldBoundItsConnections() throws Exception {
        connectAll();
        final List<ScriptedRelay> open = new ArrayList<>();
        try {
            for (int i = 0; i < ControlLab.SHAPE.nodes() + ControlProcess.MORE_CONNECTIONS; i++) {
                open.add(application());
            }
            try (ScriptedRelay last = new ScriptedRelay(lab.endpoint(), -1)) {
                sayUnlessClosed(last);
                last.awaitEnd();
            }
            awaitWhole(open.get(0));
        } finally {
            for (final ScriptedRelay each : open) {
                each.close();
            }
        }
    }

    /** Without a hello every connection ends soon. */
    private static void sayUnlessClosed(final ScriptedRelay relay) {
        try {
            relay.say(HELLO);
        } catch (final IOException closed) {
            assertEquals(-1, relay.tor, "closed already");
        }
    }

    private void refused(final String reason, final String line) throws Exception {
        try (ScriptedRelay wrong = new ScriptedRelay(lab.endpoint(), -1)) {
            wrong.say(line);
            wrong.awaitLine("refused", "\"reason\":\"" + reason + "\"");
            wrong.awaitEnd();
        }
    }

    private void ends(final String line) throws Exception {
        try (ScriptedRelay wrong = new ScriptedRelay(lab.endpoint(), -1)) {
            wrong.say(line);
            wrong.awaitEnd();
        }
    }
}
