package io.polycast.node.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.MemberMemory;
import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.safeguard.Goodput;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of the agent link, both ways. */
class AgentLinkCodecTest {
    private static final MrpAddress HOST = MrpAddress.ipv4(0x0A000003);
    private static final MrpAddress GROUP = MrpAddress.ipv4(0x0AFF0001);

    private static final ModeDecision DECISION =
            new ModeDecision(2, Mode.UNICAST, "refused: table-full");

    private static final List<ToController> UP =
            List.of(
                    new ToController.Hello(1, "h3", HOST, "secret"),
                    new ToController.Reserve(1, "g", 8),
                    new ToController.Join(2, "g", 0x100, ToController.NO_PSN, null),
                    new ToController.Join(
                            3, "g", 0xFFFFFF, 7, new MemberMemory(-4096, 1 << 20, 0xA0000000)),
                    new ToController.Leave(4, "g"),
                    new ToController.Source(5, "g"),
                    new ToController.AskMode(6, "g", Mode.UNICAST, "goodput 40 % of the median"),
                    new ToController.ModePrepared("g", 2),
                    new ToController.ModeDeclined("g", 2, "tree only"),
                    new ToController.Probed("g", 9, 1 << 20, 500),
                    new ToController.GoodputSample("g", new Goodput(1000, 1250, 0)),
                    new ToController.Ready("g", 9),
                    new ToController.Prepared("g", 9, 0xFFFFFF),
                    new ToController.Declined("g", 9, "no queue pair"));

    private static final List<ToAgent> DOWN =
            List.of(
                    new ToAgent.Welcome(1, "c1"),
                    new ToAgent.Redirect("10.9.0.2:7946"),
                    new ToAgent.Reserved(
                            1, "g", new ToAgent.Reservation(0x0AFF0001, GROUP, 5, 0xFFFF_FFFFL)),
                    new ToAgent.Done(2, "g", 65_535, 3),
                    new ToAgent.Granted(3, "g", 77),
                    new ToAgent.Refused(0, "", "token", "the token is wrong"),
                    new ToAgent.Expect("g", 9, 3),
                    new ToAgent.Prepare("g", 9),
                    new ToAgent.Commit("g", 9, true),
                    new ToAgent.Member("g", GROUP, 0x100, 2),
                    new ToAgent.ModePrepare("g", DECISION),
                    new ToAgent.ModeCommit("g", DECISION),
                    new ToAgent.Probe("g", 9),
                    new ToAgent.Event(11, "g", "registered", MrpAddress.NONE, ""),
                    new ToAgent.Event(12, "g", "evicted", HOST, "fatal NAK"));

    @Test
    void shouldReadWhatItWrote() throws LinkException {
        for (final ToController message : UP) {
            assertEquals(message, AgentLinkCodec.readUp(AgentLinkCodec.write(message)));
        }
        for (final ToAgent message : DOWN) {
            assertEquals(message, AgentLinkCodec.readDown(AgentLinkCodec.write(message)));
        }
    }

    @Test
    void shouldCarryPackets() throws LinkException {
        final byte[] packet = {0x11, 0, (byte) 0xFF};
        final ToController up =
                AgentLinkCodec.readUp(AgentLinkCodec.write(new ToController.MrpUp(GROUP, packet)));
        assertArrayEquals(packet, ((ToController.MrpUp) up).packet());
        final ToAgent down =
                AgentLinkCodec.readDown(
                        AgentLinkCodec.write(new ToAgent.MrpDown(GROUP, 4792, packet)));
        assertArrayEquals(packet, ((ToAgent.MrpDown) down).packet());
        assertEquals(4792, ((ToAgent.MrpDown) down).port());
    }

    /** A line that its reader refuses would end the link, and come again. */
    @Test
    void shouldCutATextThatIsTooLong() throws LinkException {
        final String text = "10.0.0.1, ".repeat(1000);
        final ToAgent read =
                AgentLinkCodec.readDown(
                        AgentLinkCodec.write(new ToAgent.Refused(7, "g", "missing", text)));
        final String cut = ((ToAgent.Refused) read).text();
        assertEquals(1024, cut.length());
        assertTrue(cut.endsWith("...") && text.startsWith(cut.substring(0, 1021)), cut);
    }

    @Test
    void shouldTakePacketsOfAFrameOnly() throws LinkException {
        final ToController most = new ToController.MrpUp(GROUP, new byte[1472]);
        assertEquals(
                1472,
                ((ToController.MrpUp) AgentLinkCodec.readUp(AgentLinkCodec.write(most)))
                        .packet()
                        .length);
        refused(AgentLinkCodec.write(new ToController.MrpUp(GROUP, new byte[1473])), "1472");
    }

    @Test
    void shouldSayWhatIsWrongWithALine() {
        refused("", "no JSON");
        refused("[]", "no JSON object");
        refused("{}", "\"type\"");
        refused("{\"type\":\"shout\"}", "\"shout\" is unknown");
        refused("{\"type\":\"leave\",\"request\":1,\"group\":\"a b\"}", "\"group\"");
        refused("{\"type\":\"goodput\",\"group\":\"g\",\"from\":9,\"to\":9,\"bytes\":1}", "\"to\"");
        refused("{\"type\":\"leave\",\"request\":-1,\"group\":\"g\"}", "\"request\"");
        refused(
                "{\"type\":\"join\",\"request\":1,\"group\":\"g\",\"qpn\":16777216}",
                "[0, 16777215]");
        refused(
                "{\"type\":\"hello\",\"version\":1,\"agent\":\"h\",\"ip\":\"example.org\",\"token\":\"t\"}",
                "no IP address");
        refused(
                "{\"type\":\"mrp\",\"address\":\"10.255.0.1\",\"packet\":\"***\"}",
                "must be base64");
        refused("{\"type\":\"" + "x".repeat(AgentLinkCodec.LINE) + "\"}", "65536");
    }

    private static void refused(final String line, final String why) {
        final LinkException wrong =
                assertThrows(LinkException.class, () -> AgentLinkCodec.readUp(line));
        assertTrue(wrong.getMessage().contains(why), wrong.getMessage());
    }
}
