package io.polycast.core.cepheus.registration;

import static io.polycast.core.cepheus.registration.RegistrationRig.GROUP;
import static io.polycast.core.cepheus.registration.RegistrationRig.MS;
import static io.polycast.core.cepheus.registration.RegistrationRig.PORTS;
import static io.polycast.core.cepheus.registration.RegistrationRig.far;
import static io.polycast.core.cepheus.registration.RegistrationRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.wire.Ipv4;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** MRP that is refused: each frame has its ending, and the table stays as it is. */
class HostileRegistrationTest {
    private static final int ID = GROUP.last32();

    private static byte[] nodes(final RegistrationRig rig, final MrpAddress to) {
        return rig.frame(
                0,
                to,
                w ->
                        w.nodes(
                                MrpType.NODES,
                                rig.flags(),
                                1,
                                1,
                                List.of(new MrpNode(host(0), 256, MrpNode.LEADER))));
    }

    @Test
    void shouldRefuseWhatIsNotAuthentic() {
        final RegistrationRig rig = new RegistrationRig(true);
        rig.arpFromAll();
        final byte[] frame = nodes(rig, GROUP);
        final byte[] unsigned = nodes(new RegistrationRig(false), GROUP);
        assertEquals(Ending.REGISTRATION_AUTH, rig.feed(0, unsigned));
        assertEquals(Ending.REGISTRATION_TAKEN, rig.feed(0, frame));
        assertEquals(Ending.REGISTRATION_AUTH, rig.feed(0, frame), "repeated");
        final byte[] late = nodes(rig, GROUP);
        rig.nowNs += 31_000 * MS;
        assertEquals(Ending.REGISTRATION_AUTH, rig.feed(0, late), "out of the window");
        assertEquals(List.of(), rig.taken(), "no answer");
        assertEquals(
                Ending.REGISTRATION_AUTH,
                new RegistrationRig(false).feed(0, nodes(rig, GROUP)),
                "signed, without keys");
    }

    @Test
    void shouldRefuseAClockThatIsMinutesOff() {
        final RegistrationRig rig = new RegistrationRig(true);
        rig.role.registrar().clock(rig.nowNs, RegistrationRig.WALL_MS + 300_000);
        assertEquals(Ending.REGISTRATION_AUTH, rig.feed(0, nodes(rig, GROUP)));
        rig.role.registrar().clock(rig.nowNs, RegistrationRig.WALL_MS);
        assertEquals(Ending.REGISTRATION_TAKEN, rig.feed(0, nodes(rig, GROUP)));
    }

    @Test
    void shouldNameWhatIsRefused() {
        final RegistrationRig rig = new RegistrationRig(false);
        rig.arpFromAll();
        assertEquals(Ending.REGISTRATION_NODE_TWICE, rig.set(1, host(1), host(1)));
        assertEquals(
                Ending.REGISTRATION_NO_ROUTE, rig.set(2, MrpAddress.ipv4(Ipv4.parse("10.9.9.9"))));
        assertEquals(
                Ending.REGISTRATION_SIZE,
                rig.set(3, far(1), far(2), far(3), far(4), far(5), far(6), far(7), far(8)));
        assertEquals(Ending.REGISTRATION_STALE, rig.set(2, host(1)));
        assertEquals(Ending.REGISTRATION_STALE, rig.answer(1, MrpType.CONFIRM, 9));
        assertEquals(Ending.REGISTRATION_TAKEN, rig.set(4, host(1)));
        assertEquals(
                Ending.REGISTRATION_LOOP, rig.feed(1, rig.frame(1, GROUP, w -> nodesOf(w, 4))));
        assertEquals(0, rig.role.groupCount());
    }

    private static int nodesOf(final io.polycast.parser.mrp.MrpWriter w, final int revision) {
        return w.nodes(
                MrpType.NODES, 0, revision, 1, List.of(new MrpNode(host(1), 256, MrpNode.LEADER)));
    }

    @Test
    void shouldLimitTheRateOfAPort() {
        final RegistrationRig rig = new RegistrationRig(true);
        final byte[] unsigned = nodes(new RegistrationRig(false), GROUP);
        for (int i = 0; i < 100; i++) {
            assertEquals(Ending.REGISTRATION_AUTH, rig.feed(0, unsigned));
        }
        assertEquals(Ending.REGISTRATION_RATE, rig.feed(0, unsigned));
        assertEquals(Ending.REGISTRATION_STALE, rig.answer(1, MrpType.CONFIRM, 1), "another port");
    }

    @Test
    void shouldLetForeignPrefixesAndOtherUdpCrossTheWire() {
        final MrpAddress elsewhere = MrpAddress.ipv4(Ipv4.parse("10.254.0.1"));
        final RegistrationRig alone = new RegistrationRig(false);
        assertEquals(Ending.REGISTRATION_PREFIX, alone.feed(0, nodes(alone, elsewhere)));
        final int[] wires = RegistrationRig.wires();
        wires[0] = 1;
        wires[1] = 0;
        final RegistrationRig wired =
                new RegistrationRig(false, CepheusSettings.of(RegistrationRig.MAC, PORTS), wires);
        assertEquals(Ending.FORWARDED, wired.feed(0, nodes(wired, elsewhere)));
        assertEquals(Ending.REGISTRATION_TAKEN, wired.feed(0, nodes(wired, GROUP)));
    }

    @Test
    void shouldTakeNoMrpWithoutRegistration() {
        final CepheusSettings settings = CepheusSettings.of(RegistrationRig.MAC, 2);
        final RegistrationRig rig = new RegistrationRig(false);
        final CepheusRole role =
                new CepheusRole(
                        settings,
                        new UnsafeBuffer(
                                new byte
                                        [FeedbackLayout.length(
                                                settings.maxGroups(), settings.maxPaths())]),
                        rig.counters);
        final byte[] frame = nodes(rig, GROUP);
        try (SwitchCore core = new SwitchCore(2, role, rig.counters)) {
            final int ending = core.onFrame(1, 0, new UnsafeBuffer(frame), 0, frame.length, rig);
            assertEquals(Ending.NOT_FOR_US, Ending.byId(ending));
        }
    }

    /** Frames with bits that were changed or with the end cut off change nothing that is in force. */
    @Test
    void shouldSurviveDamagedFrames() {
        final RegistrationRig rig = new RegistrationRig(true);
        rig.arpFromAll();
        rig.set(1, host(1));
        rig.answer(1, MrpType.CONFIRM, 1);
        rig.order(MrpType.COMMIT, 1);
        final Object before = rig.role.group(ID).registered();
        final Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            final byte[] frame = nodes(rig, GROUP);
            final int bit = random.nextInt(8 * frame.length);
            frame[bit >> 3] ^= (byte) (1 << (bit & 7));
            final byte[] cut = Arrays.copyOf(frame, 1 + random.nextInt(frame.length));
            rig.nowNs += 10 * MS;
            rig.feed(random.nextInt(PORTS), random.nextBoolean() ? frame : cut);
            rig.tick();
        }
        assertEquals(before, rig.role.group(ID).registered());
        assertEquals(1, rig.role.groupCount());
    }
}
