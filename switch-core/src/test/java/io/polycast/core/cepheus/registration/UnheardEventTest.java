package io.polycast.core.cepheus.registration;

import static io.polycast.core.cepheus.registration.RegistrationRig.GROUP;
import static io.polycast.core.cepheus.registration.RegistrationRig.MS;
import static io.polycast.core.cepheus.registration.RegistrationRig.UPLINK;
import static io.polycast.core.cepheus.registration.RegistrationRig.far;
import static io.polycast.core.cepheus.registration.RegistrationRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leader's agent was away, or died, while the switch told of an evicted member. */
class UnheardEventTest {
    private static final String EVICTED = "0 EVENT 1 10.0.0.2";

    private final RegistrationRig rig = new RegistrationRig(false);

    @BeforeEach
    void evictAMember() {
        rig.arpFromAll();
        register(1);
        pathOut(1);
        rig.tick();
        assertEquals(List.of(EVICTED), rig.taken());
        exhaustRepetitions();
    }

    @Test
    void shouldTellALeaderThatRefreshesTheGroupAgain() {
        rig.set(1, host(1), far(0), far(1));
        rig.tick();
        assertTrue(rig.taken().contains(EVICTED));
    }

    @Test
    void shouldNotTellWhatWasHeard() {
        hear(1);
        rig.set(1, host(1), far(0), far(1));
        rig.tick();
        assertFalse(rig.taken().contains(EVICTED));
    }

    @Test
    void shouldTellTheLeaderOfTheNextRevision() {
        register(2);
        rig.tick();
        assertTrue(rig.taken().contains("0 EVENT 2 10.0.0.2"));
    }

    @Test
    void shouldTellALeaderThatItIsEvictedItself() {
        pathOut(0);
        rig.tick();
        assertTrue(rig.taken().contains("0 EVENT 1 10.0.0.2 10.0.0.1"));
    }

    /** The leader of the next revision may be another, which has heard nothing. */
    @Test
    void shouldTellTheNextRevisionOfWhatWasHeard() {
        hear(1);
        register(2);
        rig.tick();
        assertEquals(List.of("0 EVENT 2 10.0.0.2"), events());
        hear(1);
        rig.tick();
        aWhile();
        assertEquals(List.of("0 EVENT 2 10.0.0.2"), events());
        hear(2);
        aWhile();
        assertEquals(List.of(), events());
    }

    /** Nothing goes to a host that comes behind a path that is out. */
    @Test
    void shouldTellOfAHostThatComesBehindAPathThatIsOut() {
        pathOut(UPLINK);
        rig.tick();
        rig.taken();
        rig.set(2, host(1), far(0), far(1), far(2));
        rig.answer(1, MrpType.CONFIRM, 2);
        rig.answer(UPLINK, MrpType.CONFIRM, 2);
        rig.order(MrpType.COMMIT, 2);
        rig.tick();
        assertEquals(List.of("0 EVENT 2 10.0.0.2 10.0.1.1 10.0.1.2 10.0.1.3"), events());
    }

    @Test
    void shouldTellAfterARestartToo() throws GroupRefusedException {
        final RegistrationRig after = rig.after();
        after.role.startGroup(after.nowNs, rig.kept.get(0));
        after.tick();
        assertEquals(
                List.of(EVICTED),
                after.taken().stream().filter(each -> each.contains("EVENT")).toList());
    }

    /** The event was about the queue pair of before. */
    @Test
    void shouldForgetAMemberThatJoinsAgain() {
        rig.joiners.add(host(1));
        register(2);
        rig.tick();
        assertEquals(List.of(), events());
    }

    @Test
    void shouldForgetAMemberThatLeft() {
        rig.set(2, far(0), far(1));
        rig.answer(UPLINK, MrpType.CONFIRM, 2);
        rig.order(MrpType.COMMIT, 2);
        rig.tick();
        assertEquals(List.of(), events());
    }

    /** The path to the next switch serves nobody until all behind it join again. */
    @Test
    void shouldTellOfAPathToASwitchUntilAllBehindItJoin() {
        pathOut(UPLINK);
        rig.joiners.add(far(0));
        register(2);
        rig.tick();
        assertEquals(List.of("0 EVENT 2 10.0.0.2 10.0.1.1 10.0.1.2"), events());
        rig.joiners.add(far(1));
        register(3);
        rig.tick();
        assertEquals(List.of("0 EVENT 3 10.0.0.2"), events());
    }

    /** The table has paths by port, and the registration the leader's first. */
    @Test
    void shouldNameTheMemberWhateverPortTheLeaderHas() throws GroupRefusedException {
        final RegistrationRig other = new RegistrationRig(false);
        other.arpFromAll();
        registerByLast(other, 1);
        pathOut(other, 1);
        other.tick();
        assertEquals(List.of("3 EVENT 1 10.0.0.2"), other.taken());
        final RegistrationRig after = other.after();
        after.role.startGroup(after.nowNs, other.kept.get(0));
        after.tick();
        assertTrue(after.taken().contains("3 EVENT 1 10.0.0.2"));
        final List<String> taken = new ArrayList<>(registerByLast(other, 2));
        other.tick();
        taken.addAll(other.taken());
        assertTrue(taken.contains("3 EVENT 2 10.0.0.2"), taken.toString());
    }

    private static List<String> registerByLast(final RegistrationRig rig, final int revision) {
        rig.setBy(3, GROUP, revision, host(1), host(2));
        for (final MrpType type : List.of(MrpType.CONFIRM, MrpType.COMMITTED)) {
            for (int port = 1; port < 3; port++) {
                rig.answer(port, type, revision);
            }
            if (type == MrpType.CONFIRM) {
                final MrpOrder order = new MrpOrder(RegistrationRig.OWNER, MrpOrder.ALL);
                rig.send(3, w -> w.order(MrpType.COMMIT, rig.flags(), revision, order));
            }
        }
        final List<String> taken = rig.taken();
        assertTrue(taken.contains("3 COMMITTED " + revision), taken.toString());
        return taken;
    }

    @Test
    void shouldTakeEventsOfItsOwnRevisionAlone() {
        final List<MrpNode> event = List.of(new MrpNode(far(0), 0, MrpNode.EVICTED));
        rig.taken();
        rig.send(UPLINK, w -> w.nodes(MrpType.EVENT, rig.flags(), 2, 1, event));
        assertEquals(List.of(), rig.taken());
        rig.send(UPLINK, w -> w.nodes(MrpType.EVENT, rig.flags(), 1, 1, event));
        assertEquals(
                List.of("0 EVENT 1 10.0.0.2 10.0.1.1", UPLINK + " HEARD 1 10.0.1.1"),
                rig.taken().stream().sorted().toList());
    }

    private void hear(final int revision) {
        final List<MrpNode> heard = List.of(new MrpNode(host(1), 0, MrpNode.EVICTED));
        rig.send(0, w -> w.nodes(MrpType.HEARD, rig.flags(), revision, 1, heard));
    }

    private void aWhile() {
        rig.nowNs += 20 * MS;
        rig.tick();
    }

    private List<String> events() {
        return rig.taken().stream().filter(each -> each.contains("EVENT")).toList();
    }

    private void pathOut(final int port) {
        pathOut(rig, port);
    }

    private static void pathOut(final RegistrationRig rig, final int port) {
        final List<PathSpec> paths = rig.role.group(GROUP.last32()).spec().paths();
        for (int path = 0; path < paths.size(); path++) {
            if (paths.get(path).port() == port) {
                rig.evict(path);
                rig.role.registrar().onPathOut(GROUP.last32(), paths.get(path), false);
                return;
            }
        }
        throw new AssertionError("no path by port " + port);
    }

    private void register(final int revision) {
        rig.set(revision, host(1), far(0), far(1));
        rig.answer(1, MrpType.CONFIRM, revision);
        rig.answer(UPLINK, MrpType.CONFIRM, revision);
        rig.taken();
        rig.order(MrpType.COMMIT, revision);
        if (revision == 1) {
            rig.answer(1, MrpType.COMMITTED, revision);
            rig.answer(UPLINK, MrpType.COMMITTED, revision);
            rig.taken();
        }
    }

    /** Until the switch repeats the event no more. */
    private void exhaustRepetitions() {
        for (int i = 0; i < 20; i++) {
            rig.nowNs += 1000 * MS;
            rig.tick();
        }
        rig.taken();
        rig.nowNs += 1000 * MS;
        rig.tick();
        assertFalse(rig.taken().contains(EVICTED));
    }
}
