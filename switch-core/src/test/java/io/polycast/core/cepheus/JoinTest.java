package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.GROUP;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A path joins a running group at a PSN of its own (rule 1). */
class JoinTest {
    private static final int JOINER = 3;
    private static final int FIRST = 20;

    private final SwitchRig rig = new SwitchRig();

    @BeforeEach
    void run() {
        rig.set(group(3, 0).withEpoch(1));
        rig.data(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        rig.ack(1, 10, 9);
        assertEquals("p0:ack(10)", rig.ack(2, 10, 9));
    }

    private void join() {
        rig.set(with(joiner(0x200)));
    }

    private static PathSpec joiner(final int qpn) {
        final PathSpec host = host(JOINER);
        return new PathSpec(
                host.port(), host.vlanId(), host.ip(), host.mac(), qpn, host.memory(), FIRST);
    }

    private static GroupSpec with(final PathSpec path) {
        final List<PathSpec> paths = new ArrayList<>(group(3, 0).paths());
        paths.add(path);
        return group(3, 0).withPaths(paths).withEpoch(1);
    }

    private String state(final int path) {
        return rig.role.group(GROUP).paths().get(path).state();
    }

    @Test
    void shouldKeepEarlierDataFromAJoiner() {
        join();
        assertEquals("joining", state(JOINER));
        assertEquals("p1:data(11) p2:data(11)", rig.data(0, 11));
        assertEquals("p1:data(11) p2:data(11)", rig.data(0, 11), "nor repeated data");
        assertEquals("p1:data(19) p2:data(19)", rig.data(0, FIRST - 1));
        assertEquals("p1:data(20) p2:data(20) p3:data(20)", rig.data(0, FIRST));
    }

    @Test
    void shouldNotWaitForAJoinerBeforeItsFirstPsn() {
        join();
        rig.data(0, 11, 12);
        rig.ack(1, 12);
        assertEquals("p0:ack(12)", rig.ack(2, 12));
    }

    @Test
    void shouldWaitForAJoinerFromItsFirstPsnOn() {
        join();
        rig.data(0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21);
        rig.ack(1, 21, 30);
        assertEquals("p0:ack(19)", rig.ack(2, 21, 30));
        assertEquals(9, msn(rig.last()), "the source's MSN does not go back");
        assertEquals("p0:ack(20)", rig.ack(JOINER, 20));
        assertEquals("receiver", state(JOINER));
        assertEquals("p0:ack(21)", rig.ack(JOINER, 21));
    }

    @Test
    void shouldPassTheLossOfItsFirstPacket() {
        join();
        rig.data(0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21);
        rig.ack(1, 21);
        rig.ack(2, 21);
        assertEquals("p0:nak(20)", rig.nak(JOINER, FIRST));
        assertEquals("receiver", state(JOINER));
        assertEquals("p3:data(20)", rig.data(0, FIRST));
    }

    /** A joiner's own word before anything of it was sent proves nothing. */
    @Test
    void shouldNotBelieveAJoinerBeforeItsFirstPacketWasSent() {
        join();
        rig.data(0, 11);
        rig.ack(JOINER, FIRST - 1);
        assertEquals(1, rig.counters.get(Ending.FEEDBACK_BEYOND_SENT));
        rig.ack(JOINER, 10);
        assertEquals("joining", state(JOINER), "an earlier PSN is not its own word");
        rig.ack(JOINER, 40);
        assertEquals(2, rig.counters.get(Ending.FEEDBACK_BEYOND_SENT));
        assertEquals("joining", state(JOINER));
        assertEquals("p1:data(12) p2:data(12)", rig.data(0, 12));
    }

    /** All receivers join: the source hears of what it has sent, and of nothing else. */
    @Test
    void shouldAcknowledgeOnlyWhatWasSent() {
        rig.data(0, 11, 12);
        rig.set(group(1, 0).withPaths(List.of(host(0), joiner(0x200))).withEpoch(1));
        assertEquals("p0:ack(12)", describeLast());
        assertEquals("p0:ack(12)", rig.data(0, 12), "as an answer too");
        assertEquals("", rig.data(0, 13));
        assertEquals("p0:ack(13)", rig.data(0, 13));
        assertEquals("p3:data(20)", rig.data(0, 14, 15, 16, 17, 18, 19, 20));
        assertEquals("p0:ack(20)", rig.ack(JOINER, 20));
    }

    private static int msn(final byte[] ack) {
        final UnsafeBuffer frame = new UnsafeBuffer(ack);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(frame, 0, ack.length, info);
        return Aeth.msn(frame, info.aethOffset);
    }

    private String describeLast() {
        return rig.describe(rig.ports.get(rig.ports.size() - 1), rig.last());
    }

    @Test
    void shouldKeepWhatAJoinerAcknowledgedWhenItsEntryIsSetAgain() {
        join();
        rig.data(0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21);
        rig.ack(1, 21);
        rig.ack(2, 21);
        rig.ack(JOINER, 21);
        join();
        assertEquals("receiver", state(JOINER));
        assertEquals("p0:ack(21)", rig.data(0, 21));
    }

    @Test
    void shouldTakeAnEvictedMemberBackWithANewQueuePair() {
        rig.set(
                group(3, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0)
                        .withPaths(with(joiner(0x200)).paths())
                        .withEpoch(1));
        rig.data(0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
        rig.nak(JOINER, 20, Aeth.NAK_REMOTE_ACCESS_ERROR);
        assertEquals("evicted", state(JOINER));
        rig.set(
                group(3, 0, FatalNakPolicy.EVICT_MEMBER, SilentPolicy.FREEZE, 0)
                        .withPaths(with(joiner(0x201)).paths())
                        .withEpoch(1));
        assertEquals("joining", state(JOINER));
    }

    /** UC counts its packets by itself. */
    @Test
    void shouldNotKeepUcFromAJoiner() {
        final GroupSpec spec = with(joiner(0x200));
        rig.set(
                new GroupSpec(
                        spec.mcstId(), 0, 0, true, spec.policy(), spec.epoch(), spec.paths()));
        final byte[] uc = dataFrame(0, 11).opcode(Opcode.UC | Opcode.SEND_ONLY).build();
        assertEquals("p1:data(11) p2:data(11) p3:data(11)", rig.inject(0, uc));
    }

    /** Data before a start is not known, so nothing is kept from a member. */
    @Test
    void shouldNotJoinAtAStart() {
        final SwitchRig other = new SwitchRig();
        other.start(with(joiner(0x200)));
        assertEquals("receiver", other.role.group(GROUP).paths().get(JOINER).state());
        assertEquals("p1:data(0) p2:data(0) p3:data(0)", other.data(0, 0));
    }

    @Test
    void shouldForgetThatAMemberJoinedWhenTheGroupBeginsAnew() {
        join();
        rig.nowNs += CepheusSettings.ExchangeSettings.DEFAULT.idleAnewNs();
        assertEquals("p1:data(11) p2:data(11) p3:data(11)", rig.data(0, 11));
        assertEquals("unknown", state(JOINER));
    }

    @Test
    void shouldServeAJoinerThatBecomesTheSource() {
        join();
        rig.data(0, 11);
        rig.ack(1, 11);
        assertEquals("p0:ack(11)", rig.ack(2, 11));
        assertEquals("p0:data(12) p1:data(12) p2:data(12)", rig.data(JOINER, 12));
        assertEquals("source", state(JOINER));
        rig.ack(0, 12);
        rig.ack(1, 12);
        assertEquals("p3:ack(12)", rig.ack(2, 12));
        assertEquals("p1:data(13) p2:data(13) p3:data(13)", rig.data(0, 13));
        assertEquals("unknown", state(JOINER), "as every earlier source");
    }
}
