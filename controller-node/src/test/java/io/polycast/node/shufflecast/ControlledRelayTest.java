package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.RelayPicture;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.topology.shuffle.StaticRelays;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole relay of memory ports against a whole control; the other relays are scripted. */
@Timeout(180)
class ControlledRelayTest {
    private static final long PATIENCE_NS = 50_000_000_000L;

    @TempDir Path directory;

    private Appliance relay(final int port, final String more) throws Exception {
        final String text =
                """
                switch: {name: tor0, role: shufflecast, mac: "02:00:00:00:00:01"}
                pipeline: {threading: fused, ringSize: 256, wait: blocking}
                ports:
                  - {name: h0, driver: memory, ringSize: 64}
                  - {name: h1, driver: memory, ringSize: 64}
                  - {name: out, driver: memory, ringSize: 64}
                  - {name: in0, driver: memory, ringSize: 64}
                  - {name: in1, driver: memory, ringSize: 64}
                shufflecast:
                  p: 2
                  k: 2
                  tor: 0
                  splitter: out
                  in: [in0, in1]
                  sources: {base: 10.16.0.0, length: 24}
                  heartbeat: 10s
                  control: "127.0.0.1:%d"
                  tokenFile: %s
                control: {socket: %s/s, counters: %s/c, state: %s/st}
                """
                        .formatted(
                                port, ControlLab.token(directory), directory, directory, directory);
        return Appliance.start(ConfigurationReader.parse("tor0.yaml", text + more));
    }

    private static void await(final String what, final Callable<Boolean> condition)
            throws Exception {
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (!condition.call()) {
            assertTrue(System.nanoTime() < deadline, what + " within 50 s");
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    private static RelayPicture picture(final Appliance relay) throws Exception {
        return relay.relays().get(0);
    }

    private static List<ScriptedRelay> others(final ControlLab lab) throws Exception {
        final List<ScriptedRelay> others = new ArrayList<>();
        for (int tor = 1; tor < ControlLab.SHAPE.nodes(); tor++) {
            others.add(ScriptedRelay.hello(lab.endpoint(), tor, ControlLab.TOKEN));
        }
        return others;
    }

    @Test
    void shouldRelayByTheControlsRulesAndWithoutIt() throws Exception {
        final List<Integer> rules =
                Arrays.stream(new StaticRelays(ControlLab.SHAPE).sources(0)).boxed().toList();
        final ControlLab first = new ControlLab(directory, 0);
        final int port = first.endpoint().getPort();
        try (Appliance relay = relay(port, "")) {
            try (first) {
                assertEquals(0, picture(relay).version());
                final List<ScriptedRelay> others = others(first);
                await("rules", () -> picture(relay).sources().equals(rules));
                members(first, relay);
                for (final ScriptedRelay each : others) {
                    each.close();
                }
            }
            final long version = picture(relay).version();
            assertEquals(rules, picture(relay).sources(), "rules stay without a control");
            try (ControlLab second = new ControlLab(directory, port);
                    ScriptedRelay application = application(second)) {
                await("the relay at the next control", () -> isConnected(application));
                assertEquals(rules, picture(relay).sources());
                assertTrue(picture(relay).version() >= version);
            }
        }
    }

    private static ScriptedRelay application(final ControlLab lab) throws Exception {
        final ScriptedRelay application = new ScriptedRelay(lab.endpoint(), -1);
        application.say(
                "{\"type\":\"hello\",\"version\":1,\"application\":\"a\",\"token\":\""
                        + ControlLab.TOKEN
                        + "\"}");
        application.awaitLine("welcome");
        return application;
    }

    private static void members(final ControlLab lab, final Appliance relay) throws Exception {
        try (ScriptedRelay application = application(lab)) {
            application.say(members(1, "[{\"tor\":0,\"ports\":[\"h1\"]}]"));
            application.awaitLine("done", "\"request\":1");
            assertEquals(1, relay.groups().size());
            assertEquals(2, relay.groups().get(0).ports());
            application.say(members(2, "[{\"tor\":0,\"ports\":[\"h9\"]}]"));
            application.awaitLine("refused", "\"request\":2", "ToR 0: there is no port 'h9'");
            application.say(members(3, "[{\"tor\":0,\"ports\":[\"in0\"]}]"));
            application.awaitLine("refused", "\"request\":3", "name ports with hosts");
            assertEquals(2, relay.groups().get(0).ports());
            application.say(members(4, "[]"));
            application.awaitLine("done", "\"request\":4");
            assertEquals(0, relay.groups().size());
        }
    }

    private static String members(final int request, final String members) {
        return members(request, "239.1.1.1", members);
    }

    private static String members(final int request, final String group, final String members) {
        return "{\"type\":\"members\",\"request\":%d,\"group\":\"%s\",\"members\":%s}"
                .formatted(request, group, members);
    }

    /** A control that ended before it kept a group, and one whose file is lost, leave it to nobody. */
    @Test
    void shouldRemoveGroupsThatTheNextControlHasNotButNoOthers() throws Exception {
        final ControlLab first = new ControlLab(directory, 0);
        final int port = first.endpoint().getPort();
        final String configured = "groups: [{id: 239.9.9.9, ports: [h0]}]\n";
        try (Appliance relay = relay(port, configured)) {
            try (first;
                    ScriptedRelay application = application(first)) {
                await("the relay", () -> isConnected(application));
                final ShufflecastGroup own = new ShufflecastGroup(0xEF02_0202, 1);
                relay.setGroups(List.of(own), SetCondition.NONE);
                application.say(members(2, "[{\"tor\":0,\"ports\":[\"h1\"]}]"));
                application.awaitLine("done", "\"request\":2");
                application.say(members(3, "239.9.9.9", "[{\"tor\":0,\"ports\":[\"h1\"]}]"));
                application.awaitLine("refused", "\"request\":3", "is of the configuration");
                application.say(members(4, "239.2.2.2", "[{\"tor\":0,\"ports\":[\"h1\"]}]"));
                application.awaitLine("refused", "\"request\":4", "is of a command");
                application.say(
                        members(5, "[{\"tor\":0,\"ports\":[\"%s\"]}]".formatted("x".repeat(1000))));
                application.awaitLine("refused", "\"request\":5", "there is no port");
                application.say(members(6, "[{\"tor\":0,\"ports\":[\"h1\",\"h1\"]}]"));
                application.awaitLine("refused", "\"request\":6", "named twice");
                assertEquals(Set.of("file", "command", "control"), origins(relay));
            }
            Files.delete(directory.resolve("groups"));
            try (ControlLab second = new ControlLab(directory, port)) {
                await(
                        "the relay at " + second.endpoint(),
                        () -> origins(relay).equals(Set.of("file", "command")));
            }
        }
    }

    private static boolean isConnected(final ScriptedRelay application) throws Exception {
        application.say("{\"type\":\"status\",\"request\":1}");
        return application.awaitLine("status").contains("\"connected\":[0]");
    }

    private static Set<String> origins(final Appliance relay) throws Exception {
        return relay.groups().stream()
                .map(each -> relay.origin(each.mcstId()).word())
                .collect(Collectors.toSet());
    }
}
