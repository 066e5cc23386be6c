package io.polycast.controller.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.controller.safeguard.Multicast;
import io.polycast.controller.safeguard.SlowTree;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpReason;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Modes of groups, from what leads away from the tree to what leads back. */
class ModesTest {
    private static final long GIGA = 1_000_000_000L;

    private final Rig rig = new Rig();

    private long create(final Multicast multicast, final int hosts) {
        final List<io.polycast.parser.mrp.MrpAddress> wanted =
                java.util.stream.IntStream.rangeClosed(1, hosts).mapToObj(Rig::host).toList();
        return rig.request(
                "",
                new Command.Create(
                        "g",
                        wanted,
                        10_000,
                        new GroupOptions(0, MrpGroup.Policies.WAIT, multicast, 0)));
    }

    private long registered(final Multicast multicast, final int hosts) {
        final long request = create(multicast, hosts);
        for (int host = 1; host <= hosts; host++) {
            rig.up(host);
            rig.join(host, "g");
        }
        rig.pass(1);
        return request;
    }

    private void source() {
        rig.says(1, new ToController.Source(9, "g"));
    }

    private void slow() {
        final ModeDecision now = rig.controller.group("g").mode();
        rig.apply(new Entry.Slow("g", new SlowTree(now.number(), 4 * GIGA, 10 * GIGA, 1000)));
    }

    private void ask(final int host, final Mode mode) {
        rig.says(host, new ToController.AskMode(77, "g", mode, "by hand"));
    }

    private void assertMode(final long number, final Mode mode, final int... hosts) {
        final ModeDecision decision = rig.controller.group("g").mode();
        assertEquals(number, decision.number());
        assertEquals(mode, decision.mode());
        for (final int host : hosts) {
            final List<ToAgent.ModeCommit> commits = rig.heard(host, ToAgent.ModeCommit.class);
            assertEquals(decision, commits.get(commits.size() - 1).decision());
        }
    }

    @Test
    void shouldTellAllMembersTheSameModeWhenGoodputIsLow() {
        registered(null, 3);
        assertMode(1, Mode.TREE, 1, 2, 3);
        slow();
        assertMode(2, Mode.UNICAST, 1, 2, 3);
        final List<ToAgent.Event> events = rig.heard(2, ToAgent.Event.class);
        assertEquals(
                "unicast: goodput 4.000 Gb/s for 1000 ms, below 50 % of the median 10.000 Gb/s",
                events.get(events.size() - 1).text());
        assertEquals("registered", rig.controller.group("g").state(), "the tables stay");
    }

    @Test
    void shouldComeBackByDataOfTheSource() {
        registered(null, 2);
        source();
        slow();
        rig.probed = 200_000_000;
        rig.pass(9_000);
        assertEquals(0, rig.heard(1, ToAgent.Probe.class).size());
        rig.pass(1_100);
        assertEquals(1, rig.heard(1, ToAgent.Probe.class).size());
        assertMode(2, Mode.UNICAST, 1, 2);
        rig.probed = 400_000_000;
        rig.pass(10_000);
        assertMode(3, Mode.TREE, 1, 2);
        assertEquals("a probe had goodput 6.400 Gb/s", rig.controller.group("g").mode().reason());
        rig.pass(60_000);
        assertEquals(2, rig.heard(1, ToAgent.Probe.class).size());
    }

    @Test
    void shouldKeepTheModeWhenOneMemberCannot() {
        registered(null, 3);
        rig.down(3);
        slow();
        assertMode(1, Mode.TREE, 1, 2);
        assertEquals(1, rig.heard(1, ToAgent.ModePrepare.class).size());
        rig.pass(3_000);
        assertMode(1, Mode.TREE, 1, 2);
        slow();
        assertEquals(1, rig.heard(1, ToAgent.ModePrepare.class).size(), "not again at once");
        rig.pass(10_000);
        rig.up(3);
        rig.declinesModes = true;
        ask(1, Mode.UNICAST);
        assertEquals("declined", rig.heard(1, ToAgent.Refused.class).get(0).reason());
        assertMode(1, Mode.TREE, 1, 2, 3);
    }

    @Test
    void shouldGoOnWithTheModeAfterAnotherNodeLeads() {
        registered(null, 3);
        rig.answersQuestions = false;
        slow();
        rig.answersQuestions = true;
        rig.says(1, new ToController.ModePrepared("g", 2));
        rig.restore(rig.snapshot());
        rig.apply(new Entry.Leadership());
        for (int host = 1; host <= 3; host++) {
            rig.up(host);
        }
        assertMode(2, Mode.UNICAST, 1, 2, 3);
    }

    @Test
    void shouldTellAHostThatJoinsTheModeFirst() {
        registered(null, 2);
        source();
        slow();
        rig.up(3);
        rig.join(3, "g");
        assertMode(2, Mode.UNICAST, 3);
        final List<ToAgent> all = rig.heard.get(3L);
        final int commit = all.indexOf(rig.heard(3, ToAgent.ModeCommit.class).get(0));
        assertTrue(commit < all.indexOf(rig.heard(3, ToAgent.Done.class).get(0)));
    }

    @Test
    void shouldSendByUnicastWhenTheSwitchesRefuse() {
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        final long request = registered(null, 2);
        final Outcome outcome = rig.outcomes.get(request);
        assertEquals(Outcome.Kind.DONE, outcome.kind());
        assertEquals("unicast", outcome.group().state());
        assertEquals(2, outcome.group().members().size());
        assertMode(2, Mode.UNICAST, 1, 2);
        assertTrue(
                rig.controller.group("g").mode().reason().contains("table-full"),
                rig.controller.group("g").mode().reason());
        assertEquals(1, rig.heard(1, ToAgent.Done.class).size());
        rig.up(3);
        rig.join(3, "g");
        assertEquals(1, rig.heard(3, ToAgent.Done.class).size());
        rig.says(2, new ToController.Leave(5, "g"));
        assertEquals(2, rig.heard(2, ToAgent.Done.class).size());
        rig.pass(25_000);
        assertMode(2, Mode.UNICAST, 1, 3);
        rig.fabric.refuse(null);
        rig.pass(10_000);
        assertMode(3, Mode.TREE, 1, 3);
        assertEquals("the switches hold the group", rig.controller.group("g").mode().reason());
        assertEquals(
                Set.of(Rig.host(1), Rig.host(3)), rig.fabric.members(rig.address("g")).keySet());
        assertEquals("registered", rig.controller.group("g").state());
    }

    @Test
    void shouldKeepAGroupWithoutSwitchesOverASnapshot() {
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        registered(null, 2);
        rig.restore(rig.snapshot());
        rig.fabric.refuse(null);
        rig.pass(10_000);
        assertMode(3, Mode.TREE, 1, 2);
        rig.pass(700_000);
        assertMode(3, Mode.TREE, 1, 2);
    }

    @Test
    void shouldEndAGroupWithoutSwitchesSomeTimeAfterItsLastHost() {
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        registered(null, 1);
        rig.pass(700_000);
        assertEquals("unicast", rig.controller.group("g").state());
        rig.says(1, new ToController.Leave(5, "g"));
        rig.pass(700_000);
        assertNull(rig.controller.group("g"));
    }

    @Test
    void shouldDeleteAGroupWithoutSwitches() {
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        registered(null, 2);
        final long request = rig.request("", new Command.Delete("g"));
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(request).kind());
        assertNull(rig.controller.group("g"));
        assertEquals(0, rig.fabric.groups());
    }

    @Test
    void shouldFailAGroupThatTheSwitchesRefuseWithForce() {
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        final Outcome outcome = rig.outcomes.get(registered(Multicast.FORCE, 2));
        assertEquals("table-full", outcome.reason());
        assertNull(rig.controller.group("g"));
    }

    @Test
    void shouldFailAGroupThatTheSwitchesRefuseWhenOneMemberCannot() {
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        rig.answersQuestions = false;
        final long request = registered(null, 2);
        assertNull(rig.outcomes.get(request));
        rig.pass(3_000);
        assertEquals("table-full", rig.outcomes.get(request).reason());
        assertEquals("table-full", rig.heard(2, ToAgent.Refused.class).get(0).reason());
        assertNull(rig.controller.group("g"));
    }

    @Test
    void shouldNeedNoSwitchWithOff() {
        final Outcome outcome = rig.outcomes.get(registered(Multicast.OFF, 2));
        assertEquals(Outcome.Kind.DONE, outcome.kind());
        assertMode(1, Mode.UNICAST, 1, 2);
        assertEquals(0, rig.fabric.groups());
        rig.pass(60_000);
        assertEquals(0, rig.fabric.groups());
        ask(1, Mode.TREE);
        assertEquals("mode", rig.heard(1, ToAgent.Refused.class).get(0).reason());
    }

    @Test
    void shouldLeaveTheTreeWhenARestartedSwitchRefuses() {
        registered(null, 2);
        rig.fabric.restart();
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        rig.pass(31_000);
        assertMode(2, Mode.UNICAST, 1, 2);
        rig.fabric.refuse(null);
        rig.pass(31_000);
        assertMode(3, Mode.TREE, 1, 2);
    }

    @Test
    void shouldLetAnApplicationAskForAMode() {
        registered(null, 2);
        ask(2, Mode.UNICAST);
        assertMode(2, Mode.UNICAST, 1, 2);
        assertEquals(77, rig.heard(2, ToAgent.Done.class).get(1).request());
        assertEquals("asked by 10.0.0.2: by hand", rig.controller.group("g").mode().reason());
        ask(1, Mode.UNICAST);
        assertEquals(2, rig.heard(1, ToAgent.Done.class).size(), "it is in force");
        ask(1, Mode.TREE);
        assertMode(3, Mode.TREE, 1, 2);
        rig.says(4, new ToController.AskMode(77, "g", Mode.TREE, ""));
        rig.up(4);
        ask(4, Mode.TREE);
        assertEquals("not-member", rig.heard(4, ToAgent.Refused.class).get(0).reason());
    }

    @Test
    void shouldSayWhatAWatchHasToKnow() {
        registered(null, 2);
        source();
        assertTrue(rig.controller.guard("g").judged());
        assertEquals(Rig.host(1), rig.controller.guard("g").source());
        assertEquals(Set.of(Rig.host(1), Rig.host(2)), rig.controller.guard("g").hosts());
        slow();
        assertFalse(rig.controller.guard("g").judged());
        assertNull(rig.controller.guard("none"));
    }
}
