package io.polycast.fuzz;

import io.polycast.core.SwitchCore;
import io.polycast.dataplane.config.Configuration;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A run of the engine: the input is a program of steps, one byte of operation and its arguments.
 *
 * <pre>
 *   bits 0..2   operation: {@link #RAW}...
 *   bits 3..4   member, the port it sits on
 *   bits 5..6   group
 * </pre>
 *
 * Raw frames reach what only malformed bytes reach; the other steps build right frames, so that the
 * state behind the ICRC is reached as well.
 */
public final class SwitchTarget {
    /** Two bytes of length, the frame; bit 7: its checksum and ICRC are put right. */
    static final int RAW = 0;

    /** Opcode and flags, PSN relative to the next, address. */
    static final int DATA = 1;

    /** PSN relative to the last, syndrome; bit 7: from the next switch. */
    static final int ACK = 2;

    /** A CNP. */
    static final int CNP = 3;

    /** Two bytes of time, in units of 10 us. */
    static final int TIME = 4;

    /** The group is installed without a member, or goes. */
    static final int GROUP = 5;

    /** The next copies are refused. */
    static final int REFUSE = 6;

    private static final int MOST_STEPS = 400;
    private static final int MOST_FRAME = 2048;
    private static final int PORTS = 8;
    private static final Configuration CONFIGURATION = Rig.configuration();

    private static final int[] OPCODES = {
        Opcode.SEND_ONLY,
        Opcode.SEND_FIRST,
        Opcode.SEND_MIDDLE,
        Opcode.SEND_LAST,
        Opcode.SEND_ONLY_IMM,
        Opcode.WRITE_ONLY,
        Opcode.WRITE_FIRST,
        Opcode.WRITE_LAST,
        Opcode.WRITE_ONLY_IMM,
        Opcode.WRITE_LAST_IMM,
        Opcode.UC | Opcode.SEND_ONLY,
        Opcode.UC | Opcode.WRITE_ONLY,
        Opcode.READ_REQUEST,
        Opcode.SEND_ONLY,
        Opcode.SEND_ONLY,
        Opcode.WRITE_ONLY
    };

    private final Input input;
    private final CounterBlock counters = Rig.counters();
    private final SwitchCore core = Rig.core(CONFIGURATION, counters);
    private final CheckedEgress egress = new CheckedEgress(PORTS);
    private final Icrc icrc = new Icrc();
    private final FrameInfo info = new FrameInfo();
    private final int[] nextPsn = {0xFF_FFFE, 0x12_3456, 0};
    private long nowNs = 1_000;

    private SwitchTarget(final Input input) {
        this.input = input;
    }

    /**
     * @param bytes of the program
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        new SwitchTarget(new Input(bytes)).run();
    }

    private void run() {
        for (int group = 0; group < Groups.COUNT; group++) {
            ConfigurationTarget.install(core, Groups.spec(group, Groups.MEMBERS));
        }
        for (int step = 0; step < MOST_STEPS && !input.isExhausted(); step++) {
            final int operation = input.u8();
            final int member = operation >> 3 & 3;
            final int group = (operation >> 5 & 3) % Groups.COUNT;
            switch (operation & 7) {
                case RAW -> raw(member << 1 | group & 1, operation >> 7 != 0);
                case DATA -> data(group, member);
                case ACK -> ack(group, member, operation >> 7 != 0);
                case CNP -> feed(member, cnp(group, member), true);
                case TIME -> time();
                case GROUP -> change(group);
                case REFUSE -> egress.refuse(1 + (input.u8() & 7));
                default -> nowNs += 1_000;
            }
        }
        Check.equal(core.role().groupCount(), core.role().groups().size(), "groups seen");
        for (int group = 0; group < Groups.COUNT; group++) {
            core.role().unsetGroup(nowNs, Groups.id(group));
        }
        Check.equal(0, core.role().groupCount(), "groups left");
        egress.begin(0, false);
        core.onTick(nowNs + 10_000_000_000L, egress);
        Check.equal(0, egress.frames(), "frames of no group");
    }

    private void raw(final int port, final boolean repaired) {
        final byte[] frame = input.take(Math.min(input.u16(), MOST_FRAME));
        feed(port, repaired ? repair(frame) : frame, false);
    }

    /** With the IPv4 checksum and the ICRC of what the frame says it is. */
    private byte[] repair(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        Classifier.classify(buffer, 0, frame.length, info);
        if (info.kind == FrameKind.MALFORMED
                && info.reason == Ending.BAD_IP_CHECKSUM.id()
                && info.l3Offset + Ipv4.LENGTH <= frame.length) {
            Ipv4.checksum(buffer, info.l3Offset, Ipv4.computeChecksum(buffer, info.l3Offset));
            Classifier.classify(buffer, 0, frame.length, info);
        }
        final boolean roce =
                info.kind == FrameKind.ROCE_DATA
                        || info.kind == FrameKind.ROCE_ACK
                        || info.kind == FrameKind.ROCE_CNP;
        if (roce) {
            Icrc.store(buffer, info.icrcOffset, icrc.compute(buffer, info));
        }
        return frame;
    }

    private void data(final int group, final int member) {
        final int kind = input.u8();
        final int opcode = OPCODES[kind & 0xF];
        final int psn = nextPsn[group] + input.s8() & 0xFF_FFFF;
        final boolean empty = opcode == Opcode.READ_REQUEST;
        final int length =
                switch (opcode & 0x1F) {
                    case Opcode.SEND_FIRST, Opcode.SEND_MIDDLE, Opcode.WRITE_FIRST -> 256;
                    default -> empty ? 0 : 1 + (kind >> 5) * 9;
                };
        final RoceFrame frame =
                frame(group, member)
                        .opcode(opcode)
                        .psn(psn)
                        .ackReq((kind & 0x10) != 0)
                        .payload(new byte[length]);
        if (Opcode.hasReth(opcode)) {
            // Around either end of the members' memory.
            frame.reth((input.s8() << 5) + (kind & 0x10) * 256L, 7, Math.max(1, length));
        }
        if (Opcode.hasImmediate(opcode)) {
            frame.immediate(psn);
        }
        feed(member, frame.build(), true);
        nextPsn[group] = psn + 1 & 0xFF_FFFF;
    }

    private void ack(final int group, final int member, final boolean fromSwitch) {
        final int psn = nextPsn[group] - 1 + input.s8() & 0xFF_FFFF;
        final int kind = input.u8();
        final RoceFrame frame =
                frame(group, member)
                        .opcode(Opcode.ACKNOWLEDGE)
                        .psn(psn)
                        .becn((kind & 0x80) != 0)
                        .aeth(kind & 0x7F, psn);
        if (fromSwitch && group == 1) {
            frame.srcMac(Groups.NEXT_SWITCH_MAC).src(Groups.address(group));
            feed(Groups.NEXT_SWITCH_PORT, frame.build(), false);
        } else {
            feed(member, frame.build(), false);
        }
    }

    private static byte[] cnp(final int group, final int member) {
        return RoceFrame.cnp(Groups.member(group, member), Groups.address(group), 1)
                .srcMac(Groups.mac(member))
                .build();
    }

    private static RoceFrame frame(final int group, final int member) {
        final RoceFrame frame = Groups.isIpv6(group) ? RoceFrame.ipv6() : RoceFrame.ipv4();
        frame.srcMac(Groups.mac(member))
                .dstMac(0x0200_0000_00FEL)
                .src(Groups.member(group, member))
                .dst(Groups.address(group))
                .destQpn(1);
        return group == 1 && member == 2 ? frame.vlan(30) : frame;
    }

    private void time() {
        nowNs += input.u16() * 10_000L;
        egress.begin(0, false);
        final long deadlineNs = core.onTick(nowNs, egress);
        Check.that(deadlineNs > nowNs, "a deadline in the past");
        Check.that(egress.frames() <= Groups.COUNT, egress.frames() + " frames in one tick");
    }

    private void change(final int group) {
        final int how = input.u8() % (Groups.MEMBERS + 2);
        egress.begin(0, false);
        if (how > Groups.MEMBERS) {
            core.role().unsetGroup(nowNs, Groups.id(group));
        } else {
            ConfigurationTarget.install(core, Groups.spec(group, how));
        }
    }

    private void feed(final int port, final byte[] frame, final boolean isRight) {
        final byte[] before = frame.clone();
        egress.begin(frame.length, isRight);
        final int id = core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, egress);
        Check.that(Arrays.equals(before, frame), "the frame changed");
        final Ending ending = Ending.byId(id);
        Check.that(ending != null, "no such ending " + id);
        Check.equal(
                counters.get(Tally.FRAMES_IN),
                counters.ended() + counters.held(),
                "sum of endings");
        final int most =
                switch (ending.disposition()) {
                    case REPLICATED -> Groups.MEMBERS;
                    case DROPPED -> ending == Ending.EGRESS_REFUSED ? Groups.MEMBERS : 0;
                    default -> 1;
                };
        Check.that(egress.frames() <= most, ending + " made " + egress.frames() + " frames leave");
        Check.that(
                ending.disposition() != Disposition.REPLICATED || egress.frames() > 0,
                "replicated, but nothing left");
    }
}
