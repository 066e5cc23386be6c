package io.polycast.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.lab.ScriptedSwitch;
import io.polycast.controller.safeguard.Goodput;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole controller on loopback, with scripted agents and a scripted switch. */
@Timeout(180)
class ControllerProcessTest {
    private static final MrpAddress FIRST = MrpAddress.ipv4(0x0AFF0001);

    @TempDir Path directory;
    private final ScriptedSwitch fabric = new ScriptedSwitch();

    private List<ScriptedAgent> agents(final Lab lab, final int node, final int count)
            throws Exception {
        final List<ScriptedAgent> agents = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            final ScriptedAgent agent = new ScriptedAgent(lab.agents(node), Lab.TOKEN, i, fabric);
            agent.await(ToAgent.Welcome.class);
            agents.add(agent);
        }
        return agents;
    }

    private static String create(final String name, final int hosts) {
        final StringBuilder list = new StringBuilder();
        for (int i = 1; i <= hosts; i++) {
            list.append(i == 1 ? "" : ",").append("\"10.0.0.").append(i).append('"');
        }
        return "{\"name\":\"%s\",\"hosts\":[%s],\"wait_ms\":1000}".formatted(name, list);
    }

    @Test
    void shouldRegisterAGroupAndKeepItOverARestart() throws Exception {
        try (Lab lab = new Lab(directory, 1, false)) {
            lab.start(0);
            lab.awaitLeader();
            agents(lab, 0, 3);
            final String body = create("train", 3).replace("1000", "30000");
            final HttpResponse<String> made =
                    lab.send(0, "POST", "/v1/groups", body, "Idempotency-Key", "k1");
            assertEquals(201, made.statusCode(), made.body());
            assertEquals(3, Lab.json(made).get("members").size());
            assertEquals("10.255.0.1", Lab.json(made).get("id").asText());
            assertEquals(3, fabric.members(FIRST).size());
            lab.stop(0);
            lab.start(0);
            lab.awaitLeader();
            final JsonNode groups = Lab.json(lab.send(0, "GET", "/v1/groups", ""));
            assertEquals("registered", groups.get("groups").get(0).get("state").asText());
            assertEquals(3, groups.get("groups").get(0).get("members").size());
            final HttpResponse<String> again =
                    lab.send(0, "POST", "/v1/groups", body, "Idempotency-Key", "k1");
            assertEquals(201, again.statusCode(), again.body());
            agents(lab, 0, 3);
            final HttpResponse<String> gone = lab.send(0, "DELETE", "/v1/groups/10.255.0.1", "");
            assertEquals(200, gone.statusCode(), gone.body());
            assertEquals(0, fabric.groups());
            final List<String> audit = Files.readAllLines(directory.resolve("audit0"));
            assertEquals(3, audit.size());
            assertTrue(audit.get(2).endsWith("DELETE /v1/groups/10.255.0.1 200"));
        }
    }

    /** A source whose goodput falls, as its agent reports it. */
    private static void goodput(
            final ScriptedAgent source, final int first, final int count, final long bytes)
            throws Exception {
        for (int i = first; i < first + count; i++) {
            source.say(
                    new ToController.GoodputSample(
                            "g", new Goodput(i * 250L, (i + 1) * 250L, bytes)));
        }
    }

    private static void awaitMode(final List<ScriptedAgent> agents, final ModeDecision decision)
            throws Exception {
        for (final ScriptedAgent agent : agents) {
            ModeDecision heard = agent.await(ToAgent.ModeCommit.class).decision();
            while (heard.number() < decision.number()) {
                heard = agent.await(ToAgent.ModeCommit.class).decision();
            }
            assertEquals(decision, heard);
        }
    }

    @Test
    void shouldLeaveTheTreeWhenGoodputFallsAndKeepTheModeWithAnotherLeader() throws Exception {
        try (Lab lab = new Lab(directory, 3, false)) {
            for (int i = 0; i < 3; i++) {
                lab.start(i);
            }
            final int first = lab.awaitLeader();
            final List<ScriptedAgent> agents = agents(lab, first, 3);
            final HttpResponse<String> made =
                    lab.send(first, "POST", "/v1/groups", create("g", 3).replace("1000", "30000"));
            assertEquals(201, made.statusCode(), made.body());
            assertEquals("tree", Lab.json(made).get("mode").asText());
            assertEquals(1, Lab.json(made).get("mode_number").asInt());
            agents.get(0).say(new ToController.Source(7, "g"));
            agents.get(0).await(ToAgent.Granted.class);
            goodput(agents.get(0), 0, 20, 250_000_000);
            goodput(agents.get(0), 20, 4, 50_000_000);
            final String reason =
                    "goodput 1.600 Gb/s for 1000 ms, below 50 % of the median 8.000 Gb/s";
            final ModeDecision decision = new ModeDecision(2, Mode.UNICAST, reason);
            awaitMode(agents, decision);
            assertMode(lab, first, "unicast", reason);
            lab.stop(first);
            final int second = lab.awaitLeader();
            awaitMode(agents(lab, second, 3), decision);
            assertMode(lab, second, "unicast", reason);
            final String events = lab.send(second, "GET", "/v1/events", "").body();
            assertTrue(events.contains("\"kind\":\"mode\",\"ip\":null,"), events);
            assertEquals(200, lab.send(second, "DELETE", "/v1/groups/g", "").statusCode());
        }
    }

    private static void assertMode(
            final Lab lab, final int node, final String mode, final String reason)
            throws Exception {
        final JsonNode group = Lab.json(lab.send(node, "GET", "/v1/groups/g", ""));
        assertEquals(mode, group.get("mode").asText());
        assertEquals(2, group.get("mode_number").asInt());
        assertEquals(reason, group.get("mode_reason").asText());
        assertEquals(3, group.get("members").size());
    }

    @Test
    void shouldCreateAGroupThatSendsByUnicast() throws Exception {
        try (Lab lab = new Lab(directory, 1, false)) {
            lab.start(0);
            lab.awaitLeader();
            agents(lab, 0, 2);
            fabric.refuse(MrpReason.TABLE_FULL);
            final String body = create("a", 2).replace("1000", "30000");
            final HttpResponse<String> tried = lab.send(0, "POST", "/v1/groups", body);
            assertEquals(201, tried.statusCode(), tried.body());
            assertEquals("unicast", Lab.json(tried).get("mode").asText());
            assertTrue(
                    Lab.json(tried).get("mode_reason").asText().contains("table-full"),
                    tried.body());
            final String forced =
                    body.replace("{\"name\":\"a\"", "{\"multicast\":\"force\",\"name\":\"b\"");
            final HttpResponse<String> refused = lab.send(0, "POST", "/v1/groups", forced);
            assertEquals(422, refused.statusCode(), refused.body());
            assertEquals("table-full", Lab.json(refused).get("reason").asText());
            final String off = forced.replace("force", "off");
            final HttpResponse<String> made = lab.send(0, "POST", "/v1/groups", off);
            assertEquals(201, made.statusCode(), made.body());
            assertEquals("multicast is off", Lab.json(made).get("mode_reason").asText());
            refused(lab, 400, "bad-request", "POST", "/v1/groups", off.replace("off", "often"));
        }
    }

    @Test
    void shouldNameMissingHostsAndTakeJoinsAndLeaves() throws Exception {
        try (Lab lab = new Lab(directory, 1, false)) {
            lab.start(0);
            lab.awaitLeader();
            final List<ScriptedAgent> agents = agents(lab, 0, 3);
            final HttpResponse<String> missing = lab.send(0, "POST", "/v1/groups", create("a", 5));
            assertEquals(422, missing.statusCode());
            assertEquals(
                    "[\"10.0.0.4\",\"10.0.0.5\"]", Lab.json(missing).get("missing").toString());
            assertEquals(0, Lab.json(lab.send(0, "GET", "/v1/groups", "")).get("groups").size());
            final HttpResponse<String> made =
                    lab.send(0, "POST", "/v1/groups", create("b", 2).replace("1000", "30000"));
            assertEquals(201, made.statusCode(), made.body());
            agents.get(0).say(new ToController.Source(7, "b"));
            agents.get(0).await(ToAgent.Granted.class);
            final HttpResponse<String> joined =
                    lab.send(0, "PUT", "/v1/groups/b/members/10.0.0.3?wait_ms=30000", "");
            assertEquals(200, joined.statusCode(), joined.body());
            assertEquals(77, agents.get(2).await(ToAgent.Expect.class).psn());
            final HttpResponse<String> left =
                    lab.send(0, "DELETE", "/v1/groups/b/members/10.0.0.2", "");
            assertEquals(200, left.statusCode(), left.body());
            final MrpAddress second = MrpAddress.ipv4(0x0AFF0002);
            assertEquals(2, fabric.members(second).size());
            final JsonNode events = Lab.json(lab.send(0, "GET", "/v1/events?after=0", ""));
            assertTrue(events.toString().contains("\"kind\":\"left\""), events.toString());
            assertEquals(3, Lab.json(lab.send(0, "GET", "/v1/capacity", "")).get("agents").asInt());
        }
    }

    @Test
    void shouldRefuseWrongRequests() throws Exception {
        try (Lab lab = new Lab(directory, 1, true)) {
            lab.start(0);
            lab.awaitLeader();
            assertEquals(200, lab.send(0, "GET", "/healthz", "").statusCode());
            assertEquals(200, lab.send(0, "GET", "/readyz", "").statusCode());
            assertEquals(401, lab.send(0, "GET", "/v1/groups", "").statusCode());
            assertEquals(
                    403,
                    lab.send(0, "GET", "/v1/groups", "", "Authorization", "Bearer wrong")
                            .statusCode());
            refused(lab, 404, "no-group", "DELETE", "/v1/groups/none", "");
            refused(lab, 404, "no-path", "GET", "/v1/nothing", "");
            refused(lab, 405, "method", "PATCH", "/v1/groups", "");
            refused(lab, 400, "bad-request", "POST", "/v1/groups", "{");
            refused(lab, 400, "bad-request", "POST", "/v1/groups", "{\"name\":\"a b\"}");
            refused(
                    lab,
                    400,
                    "bad-request",
                    "POST",
                    "/v1/groups",
                    "{\"name\":\"a\",\"hosts\":[\"example.org\"]}");
            refused(lab, 400, "bad-request", "POST", "/v1/groups", "{\"nam\":\"a\"}");
            refused(
                    lab,
                    409,
                    "node-twice",
                    "POST",
                    "/v1/groups",
                    "{\"name\":\"a\",\"hosts\":[\"10.0.0.1\",\"10.0.0.1\"]}");
            refused(lab, 413, "size", "POST", "/v1/groups", " ".repeat(300_000));
            assertTrue(lab.send(0, "GET", "/openapi.yaml", "").body().contains("/v1/capacity"));
            try (ScriptedAgent wrong =
                    new ScriptedAgent(lab.agents(0), "not the token at all", 9, fabric)) {
                assertEquals("token", wrong.await(ToAgent.Refused.class).reason());
            }
        }
    }

    private static void refused(
            final Lab lab,
            final int status,
            final String reason,
            final String method,
            final String path,
            final String body)
            throws Exception {
        final HttpResponse<String> response =
                lab.send(0, method, path, body, "Authorization", "Bearer " + Lab.TOKEN);
        assertEquals(status, response.statusCode(), response.body());
        assertEquals(reason, Lab.json(response).get("reason").asText());
    }

    @Test
    void shouldGoOnWithTwoOfThreeNodes() throws Exception {
        try (Lab lab = new Lab(directory, 3, false)) {
            for (int i = 0; i < 3; i++) {
                lab.start(i);
            }
            final int first = lab.awaitLeader();
            agents(lab, first, 2);
            final HttpResponse<String> made =
                    lab.send(first, "POST", "/v1/groups", create("g", 2).replace("1000", "30000"));
            assertEquals(201, made.statusCode(), made.body());
            final int follower = (first + 1) % 3;
            final HttpResponse<String> redirect = lab.send(follower, "GET", "/v1/groups", "");
            assertEquals(307, redirect.statusCode(), redirect.body());
            assertTrue(
                    redirect.headers()
                            .firstValue("Location")
                            .orElse("")
                            .endsWith(
                                    ":"
                                            + lab.nodes.get(first).httpEndpoint().getPort()
                                            + "/v1/groups"));
            try (ScriptedAgent lost =
                    new ScriptedAgent(lab.agents(follower), Lab.TOKEN, 3, fabric)) {
                final ToAgent.Redirect where = lost.await(ToAgent.Redirect.class);
                assertTrue(where.leader().endsWith(":" + lab.agents(first).getPort()));
            }
            lab.stop(first);
            final int second = lab.awaitLeader();
            final JsonNode groups = Lab.json(lab.send(second, "GET", "/v1/groups", ""));
            assertEquals("registered", groups.get("groups").get(0).get("state").asText());
            final List<ScriptedAgent> agents = agents(lab, second, 2);
            assertEquals(0x101, agents.get(0).await(ToAgent.Member.class).qpn());
            final HttpResponse<String> gone = lab.send(second, "DELETE", "/v1/groups/g", "");
            assertEquals(200, gone.statusCode(), gone.body());
            assertEquals(0, fabric.groups());
        }
    }
}
