package io.polycast.node.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.parser.mrp.MrpAddress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests, answers, questions and ends of applications, without sockets. */
class AgentCoreTest {
    private static final MrpAddress OWN = MrpAddress.ipv4(0x0A000003);
    private static final MrpAddress GROUP = MrpAddress.ipv4(0x0AFF0001);
    private static final String JOIN = "{\"command\":\"join\",\"group\":\"job\",\"qpn\":257}";

    private final RecordedOutput output = new RecordedOutput();
    private final AgentCore core =
            new AgentCore(
                    "h3", OWN, new HostMrp(OWN, 4792, MrpAuthenticator.none(), output), output);

    @BeforeEach
    void link() {
        core.onClient(1);
        core.onClient(2);
        core.onLinked();
        output.taken();
    }

    private String says(final long client, final String line) {
        core.onClientLine(client, line);
        return output.taken();
    }

    private String hears(final ToAgent message) {
        core.onController(message, 0);
        return output.taken();
    }

    private void join() {
        says(1, JOIN);
        hears(new ToAgent.Done(1, "job", 4, 0));
    }

    @Test
    void shouldCarryARequestAndItsAnswer() {
        assertEquals(
                "controller {\"type\":\"reserve\",\"request\":1,\"group\":\"job\",\"members\":4}",
                says(1, "{\"command\":\"reserve\",\"request\":9,\"group\":\"job\",\"members\":4}"));
        assertEquals(
                "client 1 {\"schema\":1,\"ok\":true,\"command\":\"reserve\",\"request\":9,"
                        + "\"group\":\"job\",\"id\":\"10.255.0.1\",\"address\":\"10.255.0.1\","
                        + "\"initial_psn\":77,\"epoch\":5}",
                hears(
                        new ToAgent.Reserved(
                                1, "job", new ToAgent.Reservation(0x0AFF0001, GROUP, 77, 5))));
        assertEquals(0, core.waiting());
        assertEquals("", hears(new ToAgent.Done(1, "job", 3, 0)), "an answer twice is nobody's");
    }

    @Test
    void shouldSayHowManyHostsLackTheChange() {
        says(1, JOIN);
        final String answer = hears(new ToAgent.Done(1, "job", 4, 3));
        assertTrue(answer.endsWith("\"revision\":4,\"missing\":3}"), answer);
    }

    @Test
    void shouldHaveOneMemberOfAGroup() {
        join();
        assertTrue(says(2, JOIN).contains("\"reason\":\"owner\""));
        assertTrue(says(2, "{\"command\":\"leave\",\"group\":\"job\"}").contains("owner"));
        assertTrue(says(2, "{\"command\":\"source\",\"group\":\"job\"}").contains("owner"));
        assertTrue(says(2, "{\"command\":\"reserve\",\"group\":\"job\"}").contains("reserve"));
        assertTrue(says(1, "{\"command\":\"source\",\"group\":\"job\"}").contains("source"));
        assertEquals(1, core.owner("job"));
    }

    @Test
    void shouldForgetAJoinThatIsRefused() {
        says(1, JOIN);
        assertTrue(hears(new ToAgent.Refused(1, "job", "full", "wait")).contains("\"ok\":false"));
        assertEquals(-1, core.owner("job"));
    }

    @Test
    void shouldTakeOutAnApplicationThatIsGone() {
        join();
        core.onClientGone(1);
        assertEquals(
                "controller {\"type\":\"leave\",\"request\":2,\"group\":\"job\"}", output.taken());
        assertTrue(says(2, JOIN).contains("\"request\":3"), "another may join at once");
        assertEquals("", hears(new ToAgent.Done(2, "job", 5, 0)));
        assertEquals(2, core.owner("job"));
    }

    @Test
    void shouldRepeatWhatHadNoAnswerInItsOrder() {
        join();
        core.onUnlinked();
        output.taken();
        core.onClientGone(1);
        assertEquals("", says(2, JOIN));
        core.onLinked();
        final String said = output.taken();
        assertTrue(said.indexOf("leave") < said.indexOf("join"), said);
        assertTrue(said.contains("{\"schema\":1,\"event\":\"link\",\"up\":true}"), said);
    }

    @Test
    void shouldForgetRequestsOfApplicationsThatCameAndWentWithoutAController() {
        join();
        core.onUnlinked();
        core.onClientGone(1);
        for (int client = 10; client < 1000; client++) {
            core.onClient(client);
            says(client, "{\"command\":\"reserve\",\"group\":\"job\",\"members\":4}");
            says(client, JOIN);
            core.onClientGone(client);
        }
        assertEquals(1, core.waiting(), "one leave");
        assertEquals("", says(2, JOIN));
        core.onLinked();
        final String said = output.taken();
        assertTrue(said.indexOf("leave") < said.indexOf("join"), said);
    }

    @Test
    void shouldCarryQuestionsToTheMemberAlone() {
        assertEquals(
                "controller {\"type\":\"declined\",\"group\":\"job\",\"change\":8,\"reason\":\"no"
                        + " application of this host has joined the group\"}",
                hears(new ToAgent.Prepare("job", 8)));
        join();
        assertEquals(
                "client 1 {\"schema\":1,\"event\":\"expect\",\"group\":\"job\",\"change\":9,"
                        + "\"psn\":12}",
                hears(new ToAgent.Expect("job", 9, 12)));
        assertTrue(
                says(1, "{\"command\":\"ready\",\"group\":\"job\",\"change\":9}")
                        .startsWith(
                                "controller {\"type\":\"ready\",\"group\":\"job\",\"change\":9}"));
        assertTrue(hears(new ToAgent.Prepare("job", 10)).startsWith("client 1"));
        assertTrue(hears(new ToAgent.Commit("job", 10, true)).contains("\"source\":true"));
        assertTrue(hears(new ToAgent.Event(3, "job", "joined", OWN, "")).startsWith("client 1"));
    }

    @Test
    void shouldCarryModesToTheMemberAndItsAnswersBack() {
        final ModeDecision decision = new ModeDecision(2, Mode.UNICAST, "refused: table-full");
        assertEquals(
                "controller {\"type\":\"mode_declined\",\"group\":\"job\",\"number\":2,"
                        + "\"reason\":\"no application of this host has joined the group\"}",
                hears(new ToAgent.ModePrepare("job", decision)));
        assertEquals("", hears(new ToAgent.ModeCommit("job", decision)));
        join();
        assertEquals(
                "client 1 {\"schema\":1,\"event\":\"mode_prepare\",\"group\":\"job\","
                        + "\"number\":2,\"mode\":\"unicast\",\"reason\":\"refused: table-full\"}",
                hears(new ToAgent.ModePrepare("job", decision)));
        assertEquals(
                "controller {\"type\":\"mode_prepared\",\"group\":\"job\",\"number\":2}client 1"
                        + " {\"schema\":1,\"ok\":true,\"command\":\"mode_prepared\","
                        + "\"group\":\"job\"}",
                says(1, "{\"command\":\"mode_prepared\",\"group\":\"job\",\"number\":2}")
                        .replace("\n", ""));
        assertTrue(hears(new ToAgent.ModeCommit("job", decision)).contains("mode_commit"));
        assertTrue(hears(new ToAgent.Probe("job", 9)).contains("\"change\":9"));
        assertTrue(
                says(
                                1,
                                "{\"command\":\"probed\",\"group\":\"job\",\"change\":9,"
                                        + "\"bytes\":5,\"ms\":500}")
                        .contains("\"type\":\"probed\""));
        assertTrue(
                says(
                                1,
                                "{\"command\":\"goodput\",\"group\":\"job\",\"from_ms\":5,"
                                        + "\"to_ms\":255,\"bytes\":1000}")
                        .contains("\"from\":5,\"to\":255,\"bytes\":1000"));
        assertTrue(
                says(2, "{\"command\":\"mode_prepared\",\"group\":\"job\",\"number\":2}")
                        .contains("owner"));
    }

    @Test
    void shouldNameNoAddressForNewsWithoutAMember() {
        join();
        assertTrue(
                hears(new ToAgent.Event(3, "job", "registered", MrpAddress.NONE, ""))
                        .contains("\"ip\":null"));
    }

    @Test
    void shouldRefuseWhatIsNoRequestAndChangeNothing() {
        for (final String line :
                new String[] {
                    "",
                    "[]",
                    "nonsense",
                    "{}",
                    "{\"command\":\"dance\"}",
                    JOIN + JOIN,
                    "{\"command\":\"join\",\"group\":\"job\"}",
                    "{\"command\":\"join\",\"group\":\"a b\",\"qpn\":7}",
                    "{\"command\":\"join\",\"group\":\"job\",\"qpn\":16777216}",
                    "{\"command\":\"join\",\"group\":\"job\",\"qpn\":7,\"force\":true}",
                    "{\"command\":\"join\",\"group\":\"job\",\"qpn\":7,\"ip\":\"10.0.0.4\"}",
                    "{\"command\":\"join\",\"group\":\"job\",\"qpn\":7,\"memory\":7}",
                    "{\"command\":\"goodput\",\"group\":\"job\",\"from_ms\":5,\"to_ms\":5,"
                            + "\"bytes\":1}",
                    "{\"command\":\"mode\",\"group\":\"job\",\"mode\":\"half\",\"reason\":\"\"}"
                }) {
            final String answer = says(1, line);
            assertTrue(answer.startsWith("client 1 ") && answer.contains("\"ok\":false"), answer);
            assertEquals(0, core.waiting(), line);
            assertEquals(-1, core.owner("job"), line);
        }
    }

    @Test
    void shouldRepeatTheNumberOfALineThatIsNoRequest() {
        assertTrue(says(1, "{\"command\":\"dance\",\"request\":5}").contains("\"request\":5,"));
        assertTrue(
                says(1, "{\"command\":\"join\",\"group\":\"a b\",\"request\":0}")
                        .contains("\"request\":0,"));
        for (final String none : new String[] {"-1", "\"5\"", "5.5", "null", "[5]"}) {
            final String answer = says(1, "{\"command\":\"dance\",\"request\":" + none + "}");
            assertFalse(answer.contains("\"request\":"), answer);
        }
    }

    @Test
    void shouldBoundRequestsWithoutAnAnswer() {
        for (int i = 0; i < AgentCore.MOST_WAITING; i++) {
            says(1, "{\"command\":\"reserve\",\"group\":\"job\"}");
        }
        assertTrue(says(1, JOIN).contains("\"reason\":\"busy\""));
        assertTrue(says(2, JOIN).startsWith("controller"), "others are served");
    }
}
