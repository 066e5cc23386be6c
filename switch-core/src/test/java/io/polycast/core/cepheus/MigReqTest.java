package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** M of the frames that the switch writes: devices without path migration expect 1 in every packet. */
class MigReqTest {
    private SwitchRig rig = SwitchRig.withMembers(3, 0);

    private String data(final int psn, final boolean migReq) {
        return rig.inject(0, dataFrame(0, psn).migReq(migReq).build());
    }

    private String feedback(
            final int member, final int psn, final int syndrome, final boolean migReq) {
        return rig.inject(member, ackFrame(member, psn, syndrome, 0).migReq(migReq).build());
    }

    private boolean lastHasMigReq() {
        final UnsafeBuffer frame = new UnsafeBuffer(rig.last());
        final FrameInfo info = new FrameInfo();
        Classifier.classify(frame, 0, frame.capacity(), info);
        return Bth.migReq(frame, info.bthOffset);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryThatOfTheFeedbackThatCausedTheFrame(final boolean migReq) {
        data(0, !migReq);
        feedback(1, 0, Aeth.ACK_UNLIMITED, !migReq);
        assertEquals("p0:ack(0)", feedback(2, 0, Aeth.ACK_UNLIMITED, migReq));
        assertEquals(migReq, lastHasMigReq());
        data(1, !migReq);
        assertEquals("p0:nak(1)", feedback(1, 1, Aeth.NAK_PSN_SEQUENCE_ERROR, migReq));
        assertEquals(migReq, lastHasMigReq());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryThatOfTheCnp(final boolean migReq) {
        data(0, !migReq);
        final RoceFrame cnp = RoceFrame.cnp("10.0.0.2", "10.255.0.1", 1).migReq(migReq);
        assertEquals("p0:cnp", rig.inject(1, cnp.build()));
        assertEquals(migReq, lastHasMigReq());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryThatOfTheDataThatIsAnswered(final boolean migReq) {
        data(0, !migReq);
        feedback(1, 0, Aeth.ACK_UNLIMITED, !migReq);
        feedback(2, 0, Aeth.ACK_UNLIMITED, !migReq);
        assertEquals("p0:ack(0)", data(0, migReq));
        assertEquals(migReq, lastHasMigReq());
    }

    @Test
    void shouldCarryThatOfTheSourcesLastDataWhenNoFrameCausedIt() {
        assertEquals(true, afterAMemberLeft(0, true), "the first");
        assertEquals(true, afterAMemberLeft(1, false, true), "the next");
        assertEquals(false, afterAMemberLeft(1, true, false));
        assertEquals(false, afterAMemberLeft(1, true, true, false));
        assertEquals(true, afterAMemberLeft(0, false, true), "again");
        assertEquals(false, afterAMemberLeft(0, true, false), "again");
    }

    /** Data up to a PSN, the last of them again if more are given; member 2 goes without an answer. */
    private boolean afterAMemberLeft(final int lastPsn, final boolean... migReqs) {
        rig = new SwitchRig();
        rig.set(group(3, 0).withEpoch(1));
        for (int i = 0; i < migReqs.length; i++) {
            data(Math.min(i, lastPsn), migReqs[i]);
        }
        feedback(1, 0, Aeth.ACK_UNLIMITED, !migReqs[migReqs.length - 1]);
        final int before = rig.frames.size();
        rig.set(group(2, 0).withEpoch(1));
        assertEquals(before + 1, rig.frames.size(), "what was due");
        return lastHasMigReq();
    }
}
