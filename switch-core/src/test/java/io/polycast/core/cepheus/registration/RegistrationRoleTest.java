package io.polycast.core.cepheus.registration;

import static io.polycast.core.cepheus.registration.RegistrationRig.GROUP;
import static io.polycast.core.cepheus.registration.RegistrationRig.MS;
import static io.polycast.core.cepheus.registration.RegistrationRig.UPLINK;
import static io.polycast.core.cepheus.registration.RegistrationRig.far;
import static io.polycast.core.cepheus.registration.RegistrationRig.host;
import static io.polycast.core.cepheus.registration.RegistrationRig.mac;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupKeeper.Answer;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.kept.RegisteredImage;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationRoleTest {
    private static final int ID = GROUP.last32();

    private static RegistrationRig registered(final boolean signed) {
        final RegistrationRig rig = new RegistrationRig(signed);
        rig.arpFromAll();
        assertEquals(Ending.REGISTRATION_TAKEN, rig.set(1, host(1), far(0), far(1)));
        rig.answer(1, MrpType.CONFIRM, 1);
        rig.answer(UPLINK, MrpType.CONFIRM, 1);
        rig.taken();
        return rig;
    }

    private static RegistrationRig committed(final boolean signed) {
        final RegistrationRig rig = registered(signed);
        rig.order(MrpType.COMMIT, 1);
        rig.answer(1, MrpType.COMMITTED, 1);
        rig.answer(UPLINK, MrpType.COMMITTED, 1);
        rig.taken();
        return rig;
    }

    private static byte[] data(final int psn) {
        return RoceFrame.ipv4()
                .srcMac(mac(0))
                .dstMac(RegistrationRig.MAC)
                .src("10.0.0.1")
                .dst("10.255.0.1")
                .opcode(Opcode.SEND_ONLY)
                .destQpn(1)
                .psn(psn)
                .ackReq(true)
                .payload(new byte[] {1, 2, 3, 4})
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeAGroupFromItsCommitToItsRemoval(final boolean signed) {
        final RegistrationRig rig = new RegistrationRig(signed);
        rig.arpFromAll();
        assertEquals(Ending.REGISTRATION_TAKEN, rig.set(1, host(1), far(0), far(1)));
        assertEquals(
                List.of(
                        "0 CONFIRM 1 10.0.0.2 10.0.1.1 10.0.1.2",
                        "1 NODES 1 10.0.0.2",
                        "1 GROUP 1",
                        "6 NODES 1 10.0.1.1 10.0.1.2",
                        "6 GROUP 1"),
                rig.taken());
        assertEquals(Ending.UNKNOWN_GROUP, rig.feed(0, data(100)), "forwarding does not change");
        rig.answer(1, MrpType.CONFIRM, 1);
        rig.answer(UPLINK, MrpType.CONFIRM, 1);
        assertEquals(List.of("0 CONFIRM 1"), rig.taken());
        rig.order(MrpType.COMMIT, 1);
        assertEquals(
                List.of("0 COMMITTED 1 10.0.0.2 10.0.1.1 10.0.1.2", "1 COMMIT 1", "6 COMMIT 1"),
                rig.taken());
        assertEquals(Ending.REPLICATED, rig.feed(0, data(100)));
        assertEquals(List.of("1 copy", "6 copy"), rig.taken());
        assertEquals(host(0), rig.role.group(ID).registered().leader());
        assertEquals(1, rig.role.group(ID).registered().revision());

        rig.order(MrpType.REMOVE, 1);
        assertEquals(
                List.of("0 REMOVED 1 10.0.0.2 10.0.1.1 10.0.1.2", "1 REMOVE 1", "6 REMOVE 1"),
                rig.taken());
        assertEquals(0, rig.role.groupCount());
        assertEquals(List.of(ID), rig.gone);
        rig.answer(1, MrpType.REMOVED, 1);
        rig.answer(UPLINK, MrpType.REMOVED, 1);
        assertEquals(List.of("0 REMOVED 1"), rig.taken());
        assertEquals(Ending.UNKNOWN_GROUP, rig.feed(0, data(101)));
    }

    @Test
    void shouldRepeatQuestionsWhenTheyAreDue() {
        final RegistrationRig rig = registered(false);
        rig.order(MrpType.COMMIT, 1);
        rig.taken();
        final long due = rig.core.onTick(rig.nowNs, rig);
        assertEquals(rig.nowNs + 20 * MS, due);
        rig.nowNs = due;
        rig.tick();
        assertEquals(List.of("1 COMMIT 1", "6 COMMIT 1"), rig.taken());
    }

    @Test
    void shouldPassNothingOnBeforeTheGroupIsKept() throws GroupRefusedException {
        final RegistrationRig rig = registered(true);
        rig.answer = Answer.LATER;
        rig.order(MrpType.COMMIT, 1);
        rig.order(MrpType.COMMIT, 1);
        assertEquals(List.of(), rig.taken());
        assertEquals(1, rig.kept.size(), "asked once");
        assertEquals(0, rig.role.groupCount());
        final GroupChange change = rig.role.setGroup(rig.nowNs, rig.kept.get(0), rig);
        assertEquals(GroupChange.Kind.CREATED, change.kind());
        assertEquals(
                List.of("0 COMMITTED 1 10.0.0.2 10.0.1.1 10.0.1.2", "1 COMMIT 1", "6 COMMIT 1"),
                rig.taken());
        assertThrows(
                GroupRefusedException.class,
                () -> rig.role.setGroup(rig.nowNs, rig.kept.get(0), rig),
                "not pending any more");
    }

    @Test
    void shouldAskAgainWhenTheKeeperWasBusy() {
        final RegistrationRig rig = registered(false);
        rig.answer = Answer.BUSY;
        rig.order(MrpType.COMMIT, 1);
        rig.answer = Answer.KEPT;
        rig.order(MrpType.COMMIT, 1);
        assertEquals(2, rig.kept.size());
        assertEquals(1, rig.role.groupCount());
    }

    @Test
    void shouldRefuseEverywhereWhatCannotBeKept() {
        final RegistrationRig rig = registered(false);
        rig.answer = Answer.LATER;
        rig.order(MrpType.COMMIT, 1);
        rig.role.onNotKept(rig.nowNs, rig.kept.get(0), rig);
        assertEquals(List.of("0 REFUSED 1 not-kept", "1 REMOVE 1", "6 REMOVE 1"), rig.taken());
        assertEquals(0, rig.role.groupCount());
    }

    @Test
    void shouldTellTheKeeperLaterThatAGroupIsGone() {
        final RegistrationRig rig = committed(false);
        rig.takesGone = false;
        rig.order(MrpType.REMOVE, 1);
        assertEquals(List.of(), rig.gone);
        rig.takesGone = true;
        rig.tick();
        rig.tick();
        assertEquals(List.of(ID), rig.gone);
    }

    @Test
    void shouldGoOnWhenMembersChange() {
        final RegistrationRig rig = committed(false);
        rig.feed(0, data(100));
        rig.taken();
        rig.set(2, host(1), host(2));
        rig.answer(1, MrpType.CONFIRM, 2);
        rig.answer(2, MrpType.CONFIRM, 2);
        rig.order(MrpType.COMMIT, 2);
        assertEquals(100, rig.role.group(ID).progress().highestPsn(), "same epoch");
        assertEquals(2, rig.role.group(ID).registered().revision());
        assertTrue(rig.taken().contains("6 REMOVE 1"), "pruned");
    }

    @Test
    void shouldLeaveGroupsOfTheFileAlone() throws GroupRefusedException {
        final RegistrationRig rig = new RegistrationRig(false);
        rig.arpFromAll();
        rig.role.setGroup(rig.nowNs, spec(ID), rig);
        assertEquals(Ending.REGISTRATION_STATIC, rig.set(1, host(1)));
        assertEquals(List.of("0 REFUSED 1 static"), rig.taken());
        assertEquals(Ending.REGISTRATION_STATIC, rig.order(MrpType.REMOVE, 1));
        assertEquals(1, rig.role.groupCount());
    }

    @Test
    void shouldRefuseACommandForARegisteredGroupUntilItIsUnset() throws GroupRefusedException {
        final RegistrationRig rig = committed(false);
        final GroupRefusedException refusal =
                assertThrows(
                        GroupRefusedException.class,
                        () -> rig.role.setGroup(rig.nowNs, spec(ID), rig));
        assertEquals(
                "group 10.255.0.1 was registered by its leader; remove it there, or unset it first",
                refusal.getMessage());
        assertTrue(rig.role.unsetGroup(rig.nowNs, ID));
        rig.order(MrpType.COMMIT, 1);
        assertEquals(List.of("0 CONFIRM 1"), rig.taken(), "the switch lacks the set");
        rig.role.setGroup(rig.nowNs, spec(ID), rig);
    }

    @Test
    void shouldKeepRoomForPendingGroups() throws GroupRefusedException {
        final RegistrationRig rig = registered(false);
        for (int i = 2; i <= 4; i++) {
            rig.role.setGroup(rig.nowNs, spec(ID + i), rig);
        }
        assertThrows(
                GroupRefusedException.class, () -> rig.role.setGroup(rig.nowNs, spec(ID + 5), rig));
        rig.order(MrpType.COMMIT, 1);
        assertEquals(4, rig.role.groupCount());
    }

    @Test
    void shouldRefuseAGroupTooManyAndLeaveTheOthers() throws GroupRefusedException {
        final RegistrationRig rig = new RegistrationRig(false);
        rig.arpFromAll();
        for (int i = 2; i <= 5; i++) {
            rig.role.setGroup(rig.nowNs, spec(ID + i), rig);
        }
        assertEquals(Ending.REGISTRATION_TABLE_FULL, rig.set(1, host(1)));
        assertEquals(List.of("0 REFUSED 1 table-full"), rig.taken());
        assertEquals(4, rig.role.groupCount());
    }

    @Test
    void shouldLeaveEveryByteOfTheOthersWhenTheTableIsFull() throws GroupRefusedException {
        final RegistrationRig rig = committed(false);
        rig.feed(0, data(100));
        for (int i = 2; i <= 4; i++) {
            rig.role.setGroup(rig.nowNs, spec(ID + i), rig);
        }
        rig.taken();
        final byte[] before = rig.feedback.clone();
        final List<String> groups = groups(rig);
        assertEquals(
                Ending.REGISTRATION_TABLE_FULL,
                rig.set(MrpAddress.ipv4(ID + 5), 1, host(2), far(3)));
        assertEquals(List.of("0 REFUSED 1 table-full"), rig.taken());
        assertArrayEquals(before, rig.feedback);
        assertEquals(groups, groups(rig));
        assertEquals(Ending.REPLICATED, rig.feed(0, data(101)));
        assertEquals(List.of("1 copy", "6 copy"), rig.taken());
    }

    private static List<String> groups(final RegistrationRig rig) {
        return IntStream.rangeClosed(0, 5)
                .mapToObj(i -> String.valueOf(rig.role.spec(ID + i)))
                .toList();
    }

    @Test
    void shouldTellTheLeaderOfAnEvictedMember() {
        final RegistrationRig rig = committed(false);
        final PathSpec path =
                rig.role.group(ID).spec().paths().stream()
                        .filter(each -> each.port() == 1)
                        .findFirst()
                        .orElseThrow();
        rig.role.registrar().onPathOut(ID, path, true);
        rig.tick();
        assertEquals(List.of("0 EVENT 1 10.0.0.2"), rig.taken());
    }

    @Test
    void shouldGoOnWithTheGroupsOfAnEarlierProcess() throws GroupRefusedException {
        final RegistrationRig before = committed(true);
        final RegisteredGroup group = before.kept.get(0);
        final RegisteredGroup read =
                RegisteredImage.read(RegisteredImage.write(group), group.spec());
        assertEquals(group, read);
        final RegistrationRig rig = new RegistrationRig(true);
        assertNull(rig.role.startGroup(rig.nowNs, read));
        assertEquals(Ending.REPLICATED, rig.feed(0, data(100)));
        assertEquals(group, rig.role.group(ID).registered());
        rig.taken();
        rig.order(MrpType.COMMIT, 1);
        assertEquals(List.of("0 COMMITTED 1"), rig.taken());
        rig.order(MrpType.REMOVE, 1);
        assertEquals(
                List.of("0 REMOVED 1 10.0.0.2 10.0.1.1 10.0.1.2", "1 REMOVE 1", "6 REMOVE 1"),
                rig.taken());
        assertEquals(0, rig.role.groupCount());
    }

    @Test
    void shouldLetAGroupOfAnEarlierProcessAge() throws GroupRefusedException {
        final RegistrationRig rig = new RegistrationRig(false);
        rig.role.startGroup(rig.nowNs, committed(false).kept.get(0));
        rig.nowNs += 60_000 * MS;
        rig.tick();
        assertEquals(0, rig.role.groupCount());
        assertEquals(List.of(ID), rig.gone);
    }

    @Test
    void shouldReadNoImageThatIsCut() {
        final RegisteredGroup group = committed(false).kept.get(0);
        final byte[] whole = RegisteredImage.write(group);
        for (int length = 1; length < whole.length; length++) {
            assertNull(RegisteredImage.read(java.util.Arrays.copyOf(whole, length), group.spec()));
        }
    }

    private static GroupSpec spec(final int id) {
        return new GroupSpec(
                id,
                0,
                GroupSpec.UNKNOWN_PSN,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                List.of(
                        new PathSpec(0, -1, host(0).bytes(), mac(0), 5, null),
                        new PathSpec(1, -1, host(1).bytes(), mac(1), 5, null)));
    }
}
