package io.polycast.controller.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.log.Outcome;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Groups from creation to removal, against scripted hosts and a scripted switch. */
class ControllerTest {
    private final Rig rig = new Rig();

    private void registered(final int hosts) {
        final int[] numbers = new int[hosts];
        for (int i = 0; i < hosts; i++) {
            numbers[i] = i + 1;
            rig.up(i + 1);
        }
        final long request = rig.create("g", numbers);
        for (final int number : numbers) {
            rig.join(number, "g");
        }
        rig.pass(1);
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(request).kind());
    }

    private Map<MrpAddress, Integer> table() {
        return rig.fabric.members(rig.address("g"));
    }

    @Test
    void shouldRegisterAGroupOnceAllItsHostsHaveJoined() {
        rig.up(1);
        rig.up(2);
        final long request = rig.create("g", 1, 2);
        rig.join(1, "g");
        rig.pass(10);
        assertNull(rig.outcomes.get(request));
        assertEquals(Map.of(), table());
        rig.join(2, "g");
        rig.pass(1);
        final Outcome outcome = rig.outcomes.get(request);
        assertEquals(Outcome.Kind.DONE, outcome.kind());
        assertEquals("registered", outcome.group().state());
        assertEquals(List.of(), outcome.missing());
        assertEquals(Map.of(Rig.host(1), 0x101, Rig.host(2), 0x102), table());
        assertEquals(1, rig.heard(1, ToAgent.Done.class).size());
        assertEquals(1, rig.heard(2, ToAgent.Done.class).size());
    }

    @Test
    void shouldNameTheHostsThatDidNotJoinAndLeaveNothingBehind() {
        rig.up(1);
        final long request = rig.create("g", 1, 2, 3);
        rig.join(1, "g");
        rig.pass(10_000);
        final Outcome outcome = rig.outcomes.get(request);
        assertEquals(Outcome.Kind.FAILED, outcome.kind());
        assertEquals("missing", outcome.reason());
        assertEquals(List.of(Rig.host(2), Rig.host(3)), outcome.missing());
        assertNull(rig.controller.group("g"));
        assertEquals("missing", rig.heard(1, ToAgent.Refused.class).get(0).reason());
        assertEquals(0, rig.fabric.groups());
    }

    @Test
    void shouldCreateAGroupThatApplicationsBeganBefore() {
        rig.up(1);
        rig.up(2);
        rig.says(1, new ToController.Reserve(1, "g", 0));
        rig.join(1, "g");
        rig.pass(1);
        assertEquals(Map.of(Rig.host(1), 0x101), table());
        final long request = rig.create("g", 1, 2);
        rig.pass(10);
        assertNull(rig.outcomes.get(request), "host 2 has not joined");
        rig.join(2, "g");
        rig.pass(1);
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(request).kind());
        assertEquals(Map.of(Rig.host(1), 0x101, Rig.host(2), 0x102), table());
        assertEquals("exists", rig.outcomes.get(rig.create("g", 1, 2)).reason());
    }

    /** The group of a host that joins at once begins with that host, before an operator's options are known. */
    @Test
    void shouldRefuseOtherOptionsForAGroupThatApplicationsBegan() {
        rig.up(1);
        rig.says(1, new ToController.Reserve(1, "g", 0));
        rig.join(1, "g");
        rig.pass(1);
        final long request =
                rig.request(
                        "",
                        new Command.Create(
                                "g",
                                List.of(Rig.host(1)),
                                10_000,
                                new GroupOptions(4096, MrpGroup.Policies.WAIT, null, 0)));
        assertEquals("begun", rig.outcomes.get(request).reason());
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(rig.create("g", 1)).kind());
    }

    @Test
    void shouldTellAHostThatAnOperatorTookItOut() {
        registered(2);
        rig.request("", new Command.Expel("g", Rig.host(2)));
        rig.pass(1);
        final List<ToAgent.Event> events = rig.heard(2, ToAgent.Event.class);
        assertEquals("left", events.get(events.size() - 1).kind());
        assertEquals(Rig.host(2), events.get(events.size() - 1).ip());
    }

    @Test
    void shouldNameTheHostsThatDidNotJoinAGroupBegunBefore() {
        rig.up(1);
        rig.says(1, new ToController.Reserve(1, "g", 0));
        rig.join(1, "g");
        rig.pass(1);
        final long request = rig.create("g", 1, 2);
        rig.pass(10_000);
        assertEquals("missing", rig.outcomes.get(request).reason());
        assertEquals(List.of(Rig.host(2)), rig.outcomes.get(request).missing());
        assertEquals(Map.of(Rig.host(1), 0x101), table(), "the applications' group goes on");
    }

    @Test
    void shouldNameTheHostThatDoesNotConfirm() {
        rig.up(1);
        rig.up(2);
        rig.fabric.silent().add(Rig.host(2));
        final long request = rig.create("g", 1, 2);
        rig.join(1, "g");
        rig.join(2, "g");
        rig.pass(20_000);
        final Outcome outcome = rig.outcomes.get(request);
        assertEquals(Outcome.Kind.FAILED, outcome.kind());
        assertEquals(List.of(Rig.host(2)), outcome.missing());
        assertNull(rig.controller.group("g"));
        assertEquals(0, rig.fabric.groups());
    }

    @Test
    void shouldSayWhyASwitchRefuses() {
        rig.up(1);
        rig.fabric.refuse(MrpReason.TABLE_FULL);
        rig.declinesModes = true;
        final long request = rig.create("g", 1);
        rig.join(1, "g");
        final Outcome outcome = rig.outcomes.get(request);
        assertEquals("table-full", outcome.reason());
        assertTrue(outcome.text().contains("0200000000fe"), outcome.text());
        assertNull(rig.controller.group("g"));
    }

    @Test
    void shouldTryANewerRevisionWhenTheSwitchKnowsOne() {
        registered(2);
        final MrpAddress address = rig.address("g");
        rig.apply(new Entry.Request(1, "", new Command.Delete("g")));
        rig.restore(new Rig().snapshot());
        rig.up(1);
        rig.says(1, new ToController.Reserve(1, "g", 1));
        rig.join(1, "g");
        rig.pass(5000);
        assertEquals(address, rig.address("g"));
        assertEquals(Map.of(Rig.host(1), 0x101), table());
    }

    @Test
    void shouldLetAHostJoinInMidTransferAtThePsnThatTheSourceNames() {
        registered(2);
        rig.says(1, new ToController.Source(9, "g"));
        assertEquals(rig.controller.group("g").source(), Rig.host(1), "the source of the group");
        rig.up(3);
        rig.join(3, "g");
        rig.pass(1);
        assertEquals(500, rig.heard(3, ToAgent.Expect.class).get(0).psn());
        assertEquals(500, rig.fabric.firstPsns(rig.address("g")).get(Rig.host(3)));
        assertNull(rig.fabric.firstPsns(rig.address("g")).get(Rig.host(2)));
        assertTrue(rig.heard(1, ToAgent.Commit.class).get(0).source());
        assertEquals(1, rig.heard(3, ToAgent.Done.class).size());
        assertEquals(Set.of(Rig.host(1), Rig.host(2), Rig.host(3)), table().keySet());
    }

    @Test
    void shouldTellAHostThatIsBackWhetherItMayPost() {
        registered(2);
        rig.says(1, new ToController.Source(9, "g"));
        rig.down(1);
        rig.down(2);
        final int before = rig.heard(1, ToAgent.Commit.class).size();
        rig.up(2);
        rig.up(1);
        assertEquals(before + 1, rig.heard(1, ToAgent.Commit.class).size());
        assertTrue(rig.heard(1, ToAgent.Commit.class).get(before).source());
        assertFalse(rig.heard(2, ToAgent.Commit.class).get(0).source());
    }

    @Test
    void shouldKeepAKeyOfACreateOfManyHosts() {
        final int[] numbers = IntStream.rangeClosed(1, 4096).toArray();
        final Command create =
                new Command.Create(
                        "g",
                        Arrays.stream(numbers).mapToObj(Rig::host).toList(),
                        100,
                        GroupOptions.DEFAULT);
        final long first = rig.request("key", create);
        rig.pass(200);
        assertEquals(Outcome.Kind.FULL, rig.outcomes.get(first).kind());
        rig.restore(rig.snapshot());
        final long again = rig.request("key", create);
        assertEquals(rig.outcomes.get(first).reason(), rig.outcomes.get(again).reason());
    }

    @Test
    void shouldLetTheSourcePostAgainWhenAJoinFails() {
        registered(2);
        rig.says(1, new ToController.Source(9, "g"));
        rig.up(3);
        rig.fabric.refuse(MrpReason.PATHS_FULL);
        rig.join(3, "g");
        assertEquals("paths-full", rig.heard(3, ToAgent.Refused.class).get(0).reason());
        assertTrue(rig.heard(1, ToAgent.Commit.class).get(0).source());
        assertEquals(Set.of(Rig.host(1), Rig.host(2)), table().keySet());
        assertEquals("registered", rig.controller.group("g").state());
    }

    @Test
    void shouldAnswerALeaveOnlyWhenNoTableHasTheHost() {
        registered(3);
        rig.fabric.mute(true);
        rig.says(3, new ToController.Leave(8, "g"));
        assertEquals(1, rig.heard(3, ToAgent.Done.class).size());
        rig.fabric.mute(false);
        rig.pass(200);
        assertEquals(Set.of(Rig.host(1), Rig.host(2)), table().keySet());
        assertEquals(2, rig.heard(3, ToAgent.Done.class).size());
    }

    @Test
    void shouldMoveTheRightToPost() {
        registered(2);
        rig.says(1, new ToController.Source(9, "g"));
        final int first = rig.heard(1, ToAgent.Granted.class).get(0).psn();
        assertEquals(rig.heard(1, ToAgent.Granted.class).get(0).psn(), first);
        rig.says(2, new ToController.Source(9, "g"));
        assertEquals(500, rig.heard(2, ToAgent.Granted.class).get(0).psn());
        assertFalse(rig.heard(1, ToAgent.Commit.class).get(0).source());
        assertEquals(Rig.host(2), rig.controller.group("g").source());
    }

    @Test
    void shouldRefuseAJoinWhenNobodyKnowsThePsn() {
        registered(2);
        rig.says(1, new ToController.Source(9, "g"));
        rig.down(1);
        rig.request("", new Command.Expel("g", Rig.host(1)));
        rig.pass(1000);
        rig.up(3);
        rig.join(3, "g");
        assertEquals("source-gone", rig.heard(3, ToAgent.Refused.class).get(0).reason());
    }

    @Test
    void shouldDeleteAGroupInAllTables() {
        registered(2);
        final MrpAddress address = rig.address("g");
        final long request = rig.request("", new Command.Delete("g"));
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(request).kind());
        assertNull(rig.controller.group("g"));
        assertEquals(Map.of(), rig.fabric.members(address));
        assertEquals(0, rig.heard(2, ToAgent.Member.class).get(1).qpn());
    }

    @Test
    void shouldEndAGroupWithItsLastMember() {
        registered(1);
        rig.says(1, new ToController.Leave(5, "g"));
        assertNull(rig.controller.group("g"));
        assertEquals(0, rig.fabric.groups());
        assertEquals(2, rig.heard(1, ToAgent.Done.class).size());
    }

    @Test
    void shouldGiveARepeatedRequestTheAnswerOfTheFirst() {
        rig.up(1);
        final Command create =
                new Command.Create(
                        "g",
                        List.of(Rig.host(1)),
                        10_000,
                        io.polycast.controller.log.GroupOptions.DEFAULT);
        final long first = rig.request("k", create);
        final long second = rig.request("k", create);
        rig.join(1, "g");
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(first).kind());
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(second).kind());
        final long third = rig.request("k", create);
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(third).kind());
        final long other = rig.request("k", new Command.Delete("g"));
        assertEquals("key-used", rig.outcomes.get(other).reason());
        final long again = rig.create("g", 1);
        assertEquals("exists", rig.outcomes.get(again).reason());
    }

    @Test
    void shouldPutTheGroupIntoASwitchThatRestarted() {
        registered(3);
        rig.fabric.restart();
        assertEquals(Map.of(), table());
        rig.pass(31_000);
        assertEquals(3, table().size());
        assertEquals("registered", rig.controller.group("g").state());
    }

    @Test
    void shouldChooseAnotherLeaderWhenTheFirstIsGone() {
        registered(3);
        rig.down(1);
        rig.fabric.restart();
        rig.pass(95_000);
        assertEquals(3, table().size());
        rig.says(2, new ToController.Leave(5, "g"));
        assertEquals(Set.of(Rig.host(1), Rig.host(3)), table().keySet());
    }

    /** After a change of the node that leads, agents come back one by one. */
    @Test
    void shouldNotTakeAgentsForAwayThatAreComingBack() {
        registered(3);
        rig.fabric.silent().addAll(List.of(Rig.host(2), Rig.host(3)));
        rig.fabric.restart();
        rig.pass(33_000);
        assertEquals(Map.of(), table());
        rig.apply(new Entry.Leadership());
        rig.up(1);
        rig.pass(500);
        assertEquals(Map.of(), table());
        rig.pass(6_000);
        assertEquals(3, table().size());
    }

    /** Questions that agents bring as they come back do not count against those that are not back yet. */
    @Test
    void shouldNotTakeTheLastAgentForAwayWhenManyComeBack() {
        registered(8);
        rig.fabric.silent().add(Rig.host(8));
        rig.fabric.restart();
        rig.pass(33_000);
        rig.apply(new Entry.Leadership());
        for (int host = 1; host < 8; host++) {
            rig.up(host);
        }
        rig.pass(100);
        assertEquals(Map.of(), table());
    }

    /** The host died with its agent, so it confirms nothing; the next leader hears that it was evicted. */
    @Test
    void shouldChooseAnotherLeaderWhenTheFirstIsDead() {
        registered(3);
        final int before = rig.controller.group("g").revision();
        rig.down(1);
        rig.fabric.silent().add(Rig.host(1));
        rig.pass(95_000);
        assertNotEquals(before, rig.controller.group("g").revision());
        assertEquals(3, table().size());
        rig.says(
                2,
                new ToController.MrpUp(
                        rig.address("g"),
                        rig.fabric.event(rig.address("g"), Rig.host(1), MrpNode.EVICTED)));
        assertEquals("evicted", rig.controller.group("g").members().get(0).state());
    }

    /** A round that brings a member waits for all: each of them must be in place before data. */
    @Test
    void shouldNotJoinWithoutAMemberThatIsAway() {
        registered(2);
        rig.up(3);
        rig.down(2);
        rig.fabric.silent().add(Rig.host(2));
        rig.join(3, "g");
        rig.pass(9_000);
        assertEquals(2, table().size());
    }

    @Test
    void shouldTakeBackAnEvictedMemberWithANewQueuePair() {
        registered(2);
        rig.says(
                1,
                new ToController.MrpUp(
                        rig.address("g"),
                        rig.fabric.event(rig.address("g"), Rig.host(2), MrpNode.EVICTED)));
        assertEquals("evicted", rig.controller.group("g").members().get(1).state());
        assertEquals("evicted", rig.controller.events(0).get(2).kind());
        rig.says(2, new ToController.Join(9, "g", 0x777, -1, null));
        assertEquals(0x777, table().get(Rig.host(2)));
        assertEquals("member", rig.controller.group("g").members().get(1).state());
    }

    private void evict(final int host) {
        rig.says(
                1,
                new ToController.MrpUp(
                        rig.address("g"),
                        rig.fabric.event(rig.address("g"), Rig.host(host), MrpNode.EVICTED)));
    }

    @Test
    void shouldRememberAnEvictionDuringAChange() {
        registered(4);
        rig.fabric.mute(true);
        rig.says(4, new ToController.Leave(9, "g"));
        evict(2);
        rig.fabric.mute(false);
        rig.pass(3_000);
        assertEquals(3, table().size());
        assertEquals("evicted", rig.controller.group("g").members().get(1).state());
        rig.says(3, new ToController.Leave(9, "g"));
        assertEquals(Set.of(Rig.host(1)), table().keySet());
    }

    @Test
    void shouldNotGiveARestartedSwitchTheMembersThatItEvicted() {
        registered(3);
        evict(2);
        rig.fabric.restart();
        rig.pass(31_000);
        assertEquals(Set.of(Rig.host(1), Rig.host(3)), table().keySet());
    }

    @Test
    void shouldSayHowManyHostsLackWhatIsDone() {
        registered(2);
        rig.up(3);
        rig.fabric.uncommitted().add(Rig.host(2));
        rig.join(3, "g");
        rig.pass(9_000);
        assertEquals(List.of(), rig.heard(3, ToAgent.Done.class));
        rig.pass(2_000);
        assertEquals(1, rig.heard(3, ToAgent.Done.class).get(0).missing());
        assertEquals(List.of(Rig.host(2)), rig.controller.group("g").missing());
    }

    /** A dead host cannot say that it has removed the group. */
    @Test
    void shouldNotWaitForAHostThatLeavesAndIsAway() {
        registered(3);
        rig.fabric.uncommitted().add(Rig.host(2));
        rig.says(2, new ToController.Leave(9, "g"));
        rig.down(2);
        assertEquals(3, rig.controller.group("g").members().size());
        rig.pass(5_000);
        assertEquals(2, rig.controller.group("g").members().size());
        assertEquals(List.of(), rig.controller.group("g").missing());
    }

    /** Its agent lives, its queue pair and its way to the switch do not. */
    @Test
    void shouldNotWaitForAHostThatWasTakenOut() {
        registered(3);
        rig.up(4);
        rig.fabric.uncommitted().add(Rig.host(2));
        evict(2);
        rig.join(4, "g");
        assertEquals(0, rig.heard(4, ToAgent.Done.class).get(0).missing());
        assertEquals(List.of(), rig.controller.group("g").missing());
        rig.request("", new Command.Delete("g"));
        rig.pass(100);
        assertNull(rig.controller.group("g"));
    }

    @Test
    void shouldTakeBackTheRevisionOfALeaderThatLeaves() {
        registered(3);
        final int before = rig.controller.group("g").revision();
        rig.says(1, new ToController.Leave(9, "g"));
        assertEquals(Set.of(Rig.host(2), Rig.host(3)), table().keySet());
        assertEquals(List.of(before), removedThrough(1));
    }

    /** They would lose the group before they have the next revision. */
    @Test
    void shouldLeaveARevisionToSwitchesThatHaveNoOther() {
        registered(3);
        rig.fabric.uncommitted().add(Rig.host(3));
        rig.says(1, new ToController.Leave(9, "g"));
        rig.pass(11_000);
        assertEquals(2, rig.controller.group("g").members().size());
        assertEquals(List.of(), removedThrough(1));
    }

    /** Nobody answers the commit, which says nothing about what switches have. */
    @Test
    void shouldLeaveARevisionToSwitchesThatNeverAnswer() {
        registered(3);
        rig.fabric.muteCommits(true);
        rig.says(1, new ToController.Leave(9, "g"));
        rig.pass(11_000);
        assertEquals(List.of(), removedThrough(1));
        final List<ToAgent.Done> done = rig.heard(1, ToAgent.Done.class);
        assertEquals(2, done.get(done.size() - 1).missing());
    }

    private List<Integer> removedThrough(final int host) {
        final List<Integer> removed = new ArrayList<>();
        for (final ToAgent.MrpDown down : rig.heard(host, ToAgent.MrpDown.class)) {
            final MrpPacket packet = new MrpPacket();
            assertTrue(packet.wrap(new UnsafeBuffer(down.packet()), 0, down.packet().length));
            if (packet.type() == MrpType.REMOVE) {
                removed.add(packet.revision());
            }
        }
        return removed;
    }

    /** A packet that was long on its way. */
    @Test
    void shouldNotBelieveAnEventOfAnEarlierRevision() {
        registered(2);
        final byte[] late = rig.fabric.event(rig.address("g"), Rig.host(2), MrpNode.EVICTED);
        rig.says(2, new ToController.Join(9, "g", 0x777, -1, null));
        rig.says(1, new ToController.MrpUp(rig.address("g"), late));
        assertEquals("member", rig.controller.group("g").members().get(1).state());
    }

    /** Switches whose ways changed meanwhile refuse a revision that came round in a circle. */
    @Test
    void shouldOfferTheSetAgainAfterALoop() {
        rig.up(1);
        rig.fabric.refuse(MrpReason.LOOP);
        final long request = rig.create("g", 1);
        rig.join(1, "g");
        rig.pass(100);
        rig.fabric.refuse(null);
        rig.pass(5_000);
        assertEquals(List.of(), rig.outcomes.get(request).missing());
        assertEquals(Set.of(Rig.host(1)), table().keySet());
    }

    /** A switch that answers at once is not asked at once for ever. */
    @Test
    void shouldGiveUpALoopThatStays() {
        rig.up(1);
        rig.fabric.refuse(MrpReason.LOOP);
        rig.create("g", 1);
        rig.join(1, "g");
        rig.pass(60_000);
        assertNull(rig.controller.group("g"));
        final int packets = rig.heard(1, ToAgent.MrpDown.class).size();
        assertTrue(packets < 200, "packets: " + packets);
    }

    @Test
    void shouldKeepItsTablesInTheirBounds() {
        final Rig small = new Rig(3);
        small.up(1);
        for (int i = 0; i < 6; i++) {
            small.says(1, new ToController.Reserve(i, "g" + i, 1));
        }
        assertEquals(6, small.heard(1, ToAgent.Reserved.class).size());
        small.says(1, new ToController.Reserve(7, "g7", 1));
        assertEquals("full", small.heard(1, ToAgent.Refused.class).get(0).reason());
        small.pass(600_000);
        assertEquals(List.of(), small.controller.groups());
        small.pass(60_000);
        small.says(1, new ToController.Reserve(8, "g8", 1));
        assertEquals(7, small.heard(1, ToAgent.Reserved.class).size());
    }

    @Test
    void shouldRefuseWhatNoGroupCanTake() {
        rig.up(1);
        rig.join(1, "nothing");
        assertEquals("no-group", rig.heard(1, ToAgent.Refused.class).get(0).reason());
        rig.says(1, new ToController.Reserve(2, "g", 2));
        final int psn = rig.heard(1, ToAgent.Reserved.class).get(0).reservation().initialPsn();
        rig.says(1, new ToController.Join(3, "g", 1, psn ^ 1, null));
        assertEquals("psn", rig.heard(1, ToAgent.Refused.class).get(1).reason());
        final long twice = rig.create("h", 1, 1);
        assertEquals("node-twice", rig.outcomes.get(twice).reason());
        final long absent = rig.request("", new Command.Delete("nothing"));
        assertEquals(Outcome.Kind.ABSENT, rig.outcomes.get(absent).kind());
    }

    @Test
    void shouldWaitForAHostThatAnOperatorAdmits() {
        registered(2);
        rig.up(3);
        final long request = rig.request("", new Command.Admit("g", Rig.host(3), 5000));
        final long never = rig.request("", new Command.Admit("g", Rig.host(4), 5000));
        rig.join(3, "g");
        assertEquals(Outcome.Kind.DONE, rig.outcomes.get(request).kind());
        rig.pass(5000);
        assertEquals(List.of(Rig.host(4)), rig.outcomes.get(never).missing());
    }
}
