package io.polycast.core.cepheus;

import io.polycast.core.SwitchCore;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One switch with a member a port: member i sits on port i with address 10.0.0.(i + 1), QPN 0x100 +
 * i, MAC 02:00:00:00:00:(i + 1). Frames that leave are kept as text, one line per frame.
 */
final class SwitchRig implements EgressSink {
    static final int GROUP = Ipv4.parse("10.255.0.1");
    static final long SWITCH_MAC = 0x0200_0000_00FEL;
    static final int PORTS = 8;

    final UnsafeBuffer feedback;
    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    final CepheusRole role;
    final SwitchCore core;
    final List<byte[]> frames = new ArrayList<>();
    final List<Integer> ports = new ArrayList<>();
    final Icrc icrc = new Icrc();
    boolean refuse;
    long nowNs = 1_000;

    SwitchRig() {
        this(CepheusSettings.of(SWITCH_MAC, PORTS), null);
    }

    SwitchRig(final CepheusSettings settings, final UnsafeBuffer state) {
        this(settings, state, noWires());
    }

    SwitchRig(final CepheusSettings settings, final UnsafeBuffer state, final int[] wirePeer) {
        feedback =
                state != null
                        ? state
                        : new UnsafeBuffer(
                                new byte
                                        [FeedbackLayout.length(
                                                settings.maxGroups(), settings.maxPaths())]);
        role = new CepheusRole(settings, feedback, counters);
        core = new SwitchCore(wirePeer, role, counters);
    }

    /** A switch whose groups a kernel may serve. */
    SwitchRig(final KernelTable kernel, final OffloadSettings moves) {
        this(CepheusSettings.of(SWITCH_MAC, PORTS), kernel, moves);
    }

    SwitchRig(
            final CepheusSettings settings, final KernelTable kernel, final OffloadSettings moves) {
        feedback =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        role = new CepheusRole(settings, feedback, counters, kernel, moves, null);
        core = new SwitchCore(PORTS, role, counters);
    }

    static int[] noWires() {
        final int[] wirePeer = new int[PORTS];
        Arrays.fill(wirePeer, -1);
        return wirePeer;
    }

    /** A group of members 0..n-1 whose first PSN is known, with epoch 1. */
    static SwitchRig withMembers(final int members, final int initialPsn) {
        final SwitchRig rig = new SwitchRig();
        rig.set(group(members, initialPsn).withEpoch(1));
        return rig;
    }

    static GroupSpec group(final int members, final int initialPsn) {
        return group(members, initialPsn, FatalNakPolicy.FAIL_GROUP, SilentPolicy.FREEZE, 0);
    }

    static GroupSpec group(
            final int members,
            final int initialPsn,
            final FatalNakPolicy fatal,
            final SilentPolicy silent,
            final long silentAfterNs) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            paths.add(host(i));
        }
        return new GroupSpec(GROUP, 0, initialPsn, false, fatal, silent, silentAfterNs, paths);
    }

    static PathSpec host(final int i) {
        return new PathSpec(
                i,
                PathSpec.ANY_VLAN,
                new byte[] {10, 0, 0, (byte) (i + 1)},
                0x0200_0000_0001L + i,
                0x100 + i,
                new MemorySpec(0x7000_0000L + i * 0x1_0000_0000L, 0xA000 + i, 1 << 20));
    }

    GroupChange set(final GroupSpec spec) {
        try {
            return role.setGroup(nowNs, spec, this);
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    /** The group is in the file that the switch starts with. */
    void start(final GroupSpec spec) {
        try {
            role.startGroup(nowNs, spec);
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    static RoceFrame dataFrame(final int member, final int psn) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_0001L + member)
                .dstMac(SWITCH_MAC)
                .src("10.0.0." + (member + 1))
                .dst("10.255.0.1")
                .opcode(Opcode.SEND_ONLY)
                .destQpn(1)
                .psn(psn)
                .ackReq(true)
                .payload(new byte[] {(byte) psn, 2, 3, 4, 5});
    }

    static RoceFrame ackFrame(final int member, final int psn, final int syndrome, final int msn) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_0001L + member)
                .dstMac(SWITCH_MAC)
                .src("10.0.0." + (member + 1))
                .dst("10.255.0.1")
                .opcode(Opcode.ACKNOWLEDGE)
                .destQpn(1)
                .psn(psn)
                .aeth(syndrome, msn);
    }

    String data(final int member, final int... psns) {
        return collect(
                () -> {
                    for (final int psn : psns) {
                        feed(member, dataFrame(member, psn).build());
                    }
                });
    }

    String ack(final int member, final int psn) {
        return ack(member, psn, 0);
    }

    String ack(final int member, final int psn, final int msn) {
        return inject(member, ackFrame(member, psn, Aeth.ACK_UNLIMITED, msn).build());
    }

    String nak(final int member, final int psn) {
        return nak(member, psn, Aeth.NAK_PSN_SEQUENCE_ERROR);
    }

    String nak(final int member, final int psn, final int syndrome) {
        return inject(member, ackFrame(member, psn, syndrome, 0).build());
    }

    String cnp(final int member) {
        return inject(member, RoceFrame.cnp("10.0.0." + (member + 1), "10.255.0.1", 1).build());
    }

    /** Feeds one frame; returns what left because of it. */
    String inject(final int port, final byte[] frame) {
        return collect(() -> feed(port, frame));
    }

    /** Feeds one frame; returns how it ended. */
    Ending ending(final int port, final byte[] frame) {
        return Ending.byId(feed(port, frame));
    }

    String tick(final long atNs) {
        nowNs = atNs;
        return collect(() -> core.onTick(nowNs, this));
    }

    /** All counters add up: what came in has ended. */
    boolean sumsClose() {
        return counters.get(Tally.FRAMES_IN) == counters.ended() + counters.held();
    }

    private int feed(final int port, final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame.clone());
        final int ending = core.onFrame(nowNs, port, buffer, 0, frame.length, this);
        if (!Arrays.equals(frame, buffer.byteArray())) {
            throw new AssertionError("ingress frame changed");
        }
        return ending;
    }

    private String collect(final Runnable action) {
        final int before = frames.size();
        action.run();
        final StringBuilder text = new StringBuilder();
        for (int i = before; i < frames.size(); i++) {
            text.append(text.isEmpty() ? "" : " ").append(describe(ports.get(i), frames.get(i)));
        }
        return text.toString();
    }

    /** p1:data(5) p0:ack(5) p0:nak(6) p0:rnr(6,0x21) p0:cnp ; with a ! when the ICRC is wrong. */
    String describe(final int port, final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        final int kind = Classifier.classify(buffer, 0, frame.length, info);
        final String what;
        if (kind == FrameKind.ROCE_DATA) {
            what = "data(" + info.psn + ")";
        } else if (kind == FrameKind.ROCE_CNP) {
            what = "cnp";
        } else if (kind == FrameKind.ROCE_ACK) {
            final int syndrome = Aeth.syndrome(buffer, info.aethOffset);
            what =
                    switch (Aeth.type(syndrome)) {
                        case Aeth.TYPE_ACK -> "ack(" + info.psn + ")";
                        case Aeth.TYPE_RNR_NAK ->
                                "rnr(" + info.psn + ",0x" + Integer.toHexString(syndrome) + ")";
                        default ->
                                syndrome == Aeth.NAK_PSN_SEQUENCE_ERROR
                                        ? "nak(" + info.psn + ")"
                                        : "fatal("
                                                + info.psn
                                                + ",0x"
                                                + Integer.toHexString(syndrome)
                                                + ")";
                    };
        } else if (FeedbackStage.isAlive(buffer, info)) {
            what = "alive(" + info.psn + ")";
        } else {
            return "p" + port + ":other";
        }
        return "p" + port + ":" + what + (icrc.verify(buffer, info) ? "" : "!");
    }

    byte[] last() {
        return frames.get(frames.size() - 1);
    }

    @Override
    public int room(final int egressPort) {
        return refuse ? 0 : Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        if (refuse) {
            return false;
        }
        final byte[] bytes = new byte[length];
        frame.getBytes(offset, bytes);
        frames.add(bytes);
        ports.add(egressPort);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        if (refuse) {
            return false;
        }
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[copy.length()]);
        whole.putBytes(0, copy.header, headerOffset, copy.headerLength);
        whole.putBytes(copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
        Icrc.store(whole, copy.headerLength + copy.icrcIndex, icrc);
        frames.add(whole.byteArray());
        ports.add(egressPort);
        return true;
    }
}
