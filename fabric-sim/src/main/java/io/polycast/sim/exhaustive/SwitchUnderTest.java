package io.polycast.sim.exhaustive;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The appliance's core. All state of a group lies in its feedback words, which are saved and
 * restored between steps. Member 0 on port 0 is the source, receiver i sits on port i + 1.
 */
final class SwitchUnderTest implements EgressSink {
    private static final long MAC = 0x0200_0000_00FEL;
    private static final String GROUP = "10.255.0.1";
    private static final int GROUP_ID = 0x0AFF_0001;
    private static final long SECOND = 1_000_000_000L;

    /** Offset in a path's record of the time at which it was last heard: decides nothing here. */
    private static final int LAST_HEARD = 24;

    private final CaseSettings settings;
    private final UnsafeBuffer words;
    private final SwitchCore core;
    private final FrameInfo info = new FrameInfo();
    private final UnsafeBuffer in = new UnsafeBuffer(new byte[256]);
    private final byte[][] data;
    private final byte[][][] feedback;
    private final List<Integer> answers = new ArrayList<>();
    private int copies;
    private final Map<ByteBuffer, Integer> numbers = new HashMap<>();
    private final List<byte[]> images = new ArrayList<>();

    SwitchUnderTest(final CaseSettings settings) {
        this.settings = settings;
        final int ports = settings.receivers() + 1;
        words = new UnsafeBuffer(new byte[FeedbackLayout.length(1, ports)]);
        final CounterBlock counters =
                new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        final CepheusRole role =
                new CepheusRole(
                        CepheusSettings.of(MAC, ports)
                                .withTables(1, ports)
                                .withNakRepeat(SECOND / 2),
                        words,
                        counters);
        core = new SwitchCore(ports, role, counters);
        final List<PathSpec> paths = new ArrayList<>();
        for (int port = 0; port < ports; port++) {
            final byte[] ip = {10, 0, 0, (byte) (port + 1)};
            paths.add(
                    new PathSpec(port, PathSpec.ANY_VLAN, ip, 0x0200_0000_0001L + port, 256, null));
        }
        try {
            role.setGroup(
                    0,
                    new GroupSpec(
                            GROUP_ID,
                            0,
                            settings.announced() ? settings.firstPsn() : GroupSpec.UNKNOWN_PSN,
                            paths),
                    this);
        } catch (final GroupRefusedException e) {
            throw new IllegalArgumentException(e);
        }
        data = new byte[settings.packets()][];
        for (int psn = 0; psn < data.length; psn++) {
            final boolean ackReq = settings.ackEach() || psn == data.length - 1;
            data[psn] = frame(0, Opcode.SEND_ONLY, psn).ackReq(ackReq).payload(new byte[4]).build();
        }
        feedback = new byte[settings.receivers()][2 * State.NAK][];
        for (int i = 0; i < settings.receivers(); i++) {
            for (int code = 1; code <= settings.packets(); code++) {
                feedback[i][code] =
                        frame(i + 1, Opcode.ACKNOWLEDGE, code - 1)
                                .aeth(Aeth.ACK_UNLIMITED, 0)
                                .build();
                feedback[i][code | State.NAK] =
                        frame(i + 1, Opcode.ACKNOWLEDGE, code - 1)
                                .aeth(Aeth.NAK_PSN_SEQUENCE_ERROR, 0)
                                .build();
            }
        }
    }

    private RoceFrame frame(final int port, final int opcode, final int psn) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_0001L + port)
                .dstMac(MAC)
                .src("10.0.0." + (port + 1))
                .dst(GROUP)
                .opcode(opcode)
                .destQpn(1)
                .psn(Psn.plus(settings.firstPsn(), psn));
    }

    /** Number of the feedback words as they are; equal words have equal numbers. */
    int save() {
        for (int path = 0; path <= settings.receivers(); path++) {
            words.putLong(
                    FeedbackLayout.GROUP_LENGTH + path * FeedbackLayout.PATH_LENGTH + LAST_HEARD,
                    0);
        }
        final byte[] saved = new byte[words.capacity()];
        words.getBytes(0, saved);
        final Integer known = numbers.putIfAbsent(ByteBuffer.wrap(saved), images.size());
        if (known != null) {
            return known;
        }
        images.add(saved);
        return images.size() - 1;
    }

    void restore(final int number) {
        words.putBytes(0, images.get(number));
    }

    void onData(final int time, final int psn) {
        feed(time, 0, data[psn]);
    }

    void onFeedback(final int time, final int receiver, final int code) {
        feed(time, receiver + 1, feedback[receiver][code]);
    }

    private void feed(final int time, final int port, final byte[] frame) {
        copies = 0;
        answers.clear();
        in.putBytes(0, frame);
        core.onFrame((1 + time) * SECOND, port, in, 0, frame.length, this);
    }

    /** Receivers to whom the last frame was copied, a bit each. */
    int copies() {
        return copies;
    }

    /** Frame that left for the source because of the last frame, in the code of {@link State}. */
    List<Integer> answers() {
        return answers;
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        Classifier.classify(frame, offset, length, info);
        final boolean nak = Aeth.type(Aeth.syndrome(frame, info.aethOffset)) != Aeth.TYPE_ACK;
        final int code = Psn.distance(settings.firstPsn(), info.psn) + 1;
        answers.add(nak ? code | State.NAK : code);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        copies |= 1 << egressPort - 1;
        return true;
    }
}
