package io.polycast.xdp.kernel;

import static io.polycast.xdp.kernel.XdpText.DESTINATION;
import static io.polycast.xdp.kernel.XdpText.KEY;
import static io.polycast.xdp.kernel.XdpText.L3;
import static io.polycast.xdp.kernel.XdpText.UDP;
import static io.polycast.xdp.kernel.XdpText.need;
import static io.polycast.xdp.kernel.XdpText.network;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfAssembler.Label;
import io.polycast.xdp.bpf.Helper;
import io.polycast.xdp.bpf.Jump;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;
import java.util.EnumMap;
import java.util.Map;

/**
 * Takes data of published groups at a port and sends it to the group's ports. All other frames go
 * on to the instructions behind. Context in R6 throughout; R7 to R9 are lost.
 *
 * <p>First half, up to {@link #mark}: nothing is written before it is sure that the frame is taken.
 * R7: frame, a tag skipped. R8: its end. R9: VID, or -1. R0: the group's words once it is found.
 */
final class IngressProgram {
    private static final int SLOT = -8;
    private static final int LENGTH = -16;
    private static final int ACK_REQ = -32;
    private static final int SILENCE = -40;
    private static final int IPV4 = network(0x0800);
    private static final int VLAN = network(0x8100);
    private static final int ROCE = network(4791);

    private final BpfAssembler code;
    private final ProgramMaps maps;
    private final int port;

    private final BeatBounds bounds;
    private final Label silent = new Label();
    private final Map<ProgramEnding, Label> exits = new EnumMap<>(ProgramEnding.class);

    private IngressProgram(
            final BpfAssembler code,
            final ProgramMaps maps,
            final int port,
            final BeatBounds bounds) {
        this.bounds = bounds;
        this.code = code;
        this.maps = maps;
        this.port = port;
    }

    static void write(
            final BpfAssembler code,
            final ProgramMaps maps,
            final int port,
            final BeatBounds bounds) {
        final IngressProgram program = new IngressProgram(code, maps, port, bounds);
        program.link();
        program.find();
        LengthText.write(code, program::exit);
        program.source();
        program.mark();
        program.follow();
        program.redirect();
        program.leave();
    }

    private Label exit(final ProgramEnding reason) {
        return exits.computeIfAbsent(reason, any -> new Label());
    }

    /** Ethernet, one tag at most. */
    private void link() {
        final Label ip = new Label();
        final Label other = exit(ProgramEnding.OTHER);
        code.load(Width.WORD, Reg.R7, Reg.R6, XdpText.MD_DATA)
                .load(Width.WORD, Reg.R8, Reg.R6, XdpText.MD_DATA_END);
        need(code, XdpText.BTH_END + 4, other);
        code.alu(Alu.MOV, Reg.R1, Reg.R8)
                .alu(Alu.SUB, Reg.R1, Reg.R7)
                .store(Width.DOUBLE, Reg.R10, LENGTH, Reg.R1)
                .alu32(Alu.MOV, Reg.R9, -1)
                .load(Width.HALF, Reg.R1, Reg.R7, L3 - 2)
                .jump(Jump.EQUAL, Reg.R1, IPV4, ip)
                .jump(Jump.NOT_EQUAL, Reg.R1, VLAN, other);
        need(code, XdpText.BTH_END + 4 + XdpText.TAG, other);
        code.load(Width.HALF, Reg.R1, Reg.R7, L3 + 2)
                .jump(Jump.NOT_EQUAL, Reg.R1, IPV4, other)
                .load(Width.HALF, Reg.R9, Reg.R7, L3)
                .toBigEndian(Reg.R9, 16)
                .alu32(Alu.AND, Reg.R9, 0xfff)
                .alu(Alu.ADD, Reg.R7, XdpText.TAG)
                .bind(ip);
    }

    /** The group's words, if the frame goes to a published one. */
    private void find() {
        final Label other = exit(ProgramEnding.OTHER);
        code.load(Width.BYTE, Reg.R1, Reg.R7, L3 + 9)
                .jump(Jump.NOT_EQUAL, Reg.R1, 17, other)
                .load(Width.WORD, Reg.R1, Reg.R7, DESTINATION)
                .store(Width.WORD, Reg.R10, KEY, Reg.R1);
        XdpText.look(code, maps.hashFd());
        code.jump(Jump.EQUAL, Reg.R0, 0, other).load(Width.WORD, Reg.R1, Reg.R0, 0);
        if (bounds.isWatched()) {
            listen();
        }
        code.jump(Jump.NOT_LESS, Reg.R1, maps.slots(), other)
                .alu(Alu.LSH, Reg.R1, Integer.numberOfTrailingZeros(SlotLayout.GROUP_LENGTH))
                .loadMapValue(Reg.R0, maps.groupsFd(), 0)
                .alu(Alu.ADD, Reg.R0, Reg.R1)
                // An entry of the hash may be another group's by the time we look into it.
                .load(Width.WORD, Reg.R1, Reg.R0, SlotLayout.MCST_ID)
                .load(Width.WORD, Reg.R2, Reg.R7, DESTINATION)
                .jump(Jump.NOT_EQUAL, Reg.R1, Reg.R2, other)
                .load(Width.HALF, Reg.R1, Reg.R7, UDP + 2)
                .jump(Jump.NOT_EQUAL, Reg.R1, ROCE, other);
    }

    /** Leaves on the stack how long the switch has given no sign of life; keeps R1. */
    private void listen() {
        code.store(Width.WORD, Reg.R10, SLOT, Reg.R1)
                .loadMapValue(Reg.R1, maps.heartbeatFd(), 0)
                .load(Width.DOUBLE, Reg.R1, Reg.R1, 0)
                .store(Width.DOUBLE, Reg.R10, SILENCE, Reg.R1)
                // A clock that is up to a tick behind the beat, for the exact one costs 8 % of a
                // frame.
                .call(Helper.KTIME_GET_COARSE_NS)
                .load(Width.DOUBLE, Reg.R1, Reg.R10, SILENCE)
                .alu(Alu.SUB, Reg.R0, Reg.R1)
                .store(Width.DOUBLE, Reg.R10, SILENCE, Reg.R0)
                .load(Width.WORD, Reg.R1, Reg.R10, SLOT);
    }

    /** From the source, not too long, inside the window, behind the minimum; R4: PSN. */
    private void source() {
        final Label source = exit(ProgramEnding.SOURCE);
        final Label inside = new Label();
        final Label behind = new Label();
        code.load(Width.WORD, Reg.R1, Reg.R7, XdpText.SOURCE)
                .load(Width.WORD, Reg.R2, Reg.R0, SlotLayout.SOURCE_IP)
                .jump(Jump.NOT_EQUAL, Reg.R1, Reg.R2, source)
                .load(Width.WORD, Reg.R2, Reg.R0, SlotLayout.VID)
                .jump32(Jump.NOT_EQUAL, Reg.R2, Reg.R9, source)
                .load(Width.WORD, Reg.R2, Reg.R0, SlotLayout.SOURCE_PORT)
                .jump(Jump.NOT_EQUAL, Reg.R2, port, source)
                .load(Width.DOUBLE, Reg.R1, Reg.R10, LENGTH)
                .load(Width.WORD, Reg.R2, Reg.R0, SlotLayout.MAX_LENGTH)
                .jump(Jump.GREATER, Reg.R1, Reg.R2, exit(ProgramEnding.LENGTH))
                .load(Width.DOUBLE, Reg.R1, Reg.R10, LengthText.FLAGS)
                .jump(Jump.EQUAL, Reg.R1, 0, inside);
        window(inside);
        code.bind(inside)
                .load(Width.WORD, Reg.R4, Reg.R7, XdpText.PSN)
                .toBigEndian(Reg.R4, 32)
                .alu(Alu.MOV, Reg.R5, Reg.R4)
                .alu(Alu.RSH, Reg.R5, 31)
                .store(Width.DOUBLE, Reg.R10, ACK_REQ, Reg.R5)
                .alu(Alu.AND, Reg.R4, 0xffffff)
                .load(Width.WORD, Reg.R5, Reg.R0, SlotLayout.MINIMUM)
                .jump(Jump.ANY_BIT, Reg.R5, SlotLayout.PSN_VALID, behind)
                .load(Width.DOUBLE, Reg.R5, Reg.R0, SlotLayout.FLOW);
        final Label taken = new Label();
        code.jump(taken).bind(behind).alu(Alu.MOV, Reg.R1, Reg.R4);
        XdpText.distance(code, Reg.R5);
        code.jump32(Jump.SIGNED_NOT_GREATER, Reg.R1, 0, exit(ProgramEnding.MINIMUM))
                .load(Width.DOUBLE, Reg.R5, Reg.R0, SlotLayout.FLOW)
                .bind(taken);
        BoundText.believeOrAsk(code, exit(ProgramEnding.JUMP));
    }

    private void window(final Label inside) {
        final Label bounds = exit(ProgramEnding.BOUNDS);
        need(code, XdpText.RETH_END, bounds);
        code.load(Width.DOUBLE, Reg.R5, Reg.R0, SlotLayout.VA_HIGH)
                .jump(Jump.EQUAL, Reg.R5, 0, bounds)
                .load(Width.WORD, Reg.R2, Reg.R7, XdpText.RETH_BYTES)
                .toBigEndian(Reg.R2, 32)
                .jump(Jump.EQUAL, Reg.R2, 0, inside)
                .load(Width.DOUBLE, Reg.R4, Reg.R7, XdpText.RETH_VA)
                .toBigEndian(Reg.R4, 64)
                .load(Width.DOUBLE, Reg.R1, Reg.R0, SlotLayout.VA_LOW)
                .jump(Jump.LESS, Reg.R4, Reg.R1, bounds)
                .jump(Jump.GREATER, Reg.R4, Reg.R5, bounds)
                .alu(Alu.SUB, Reg.R5, Reg.R4)
                .jump(Jump.GREATER, Reg.R2, Reg.R5, bounds);
    }

    /**
     * Puts the metadata in front of the frame: R3 words, R4 PSN, R5 flow. From here on R7:
     * metadata, R8: PSN, R9: the group's words. The frame is taken.
     */
    private void mark() {
        final Label untagged = new Label();
        final Label advance = new Label();
        if (bounds.isWatched()) {
            code.load(Width.DOUBLE, Reg.R1, Reg.R10, SILENCE)
                    .load64(Reg.R2, bounds.firstNs())
                    .jump(Jump.SIGNED_GREATER, Reg.R1, Reg.R2, silent);
        }
        code.load(Width.DOUBLE, Reg.R7, Reg.R10, LengthText.FLAGS)
                .load(Width.WORD, Reg.R1, Reg.R0, SlotLayout.ROWS)
                .alu(Alu.OR, Reg.R7, Reg.R1)
                .jump32(Jump.EQUAL, Reg.R9, -1, untagged)
                .alu(Alu.OR, Reg.R7, SlotLayout.TAGGED)
                .bind(untagged)
                .alu(Alu.MOV, Reg.R1, Reg.R4);
        XdpText.distance(code, Reg.R5);
        code.jump32(Jump.SIGNED_GREATER, Reg.R1, 0, advance)
                .alu(Alu.OR, Reg.R7, SlotLayout.RETRANSMITTED)
                .bind(advance)
                .alu(Alu.LSH, Reg.R3, 32)
                .alu(Alu.OR, Reg.R7, Reg.R3)
                .alu(Alu.MOV, Reg.R8, Reg.R4)
                .alu(Alu.MOV, Reg.R9, Reg.R0)
                // Metadata that another switch on this machine left in front of the frame is
                // removed too.
                .alu(Alu.MOV, Reg.R1, Reg.R6)
                .load(Width.WORD, Reg.R2, Reg.R6, XdpText.MD_DATA)
                .load(Width.WORD, Reg.R3, Reg.R6, XdpText.MD_DATA_META)
                .alu(Alu.SUB, Reg.R2, Reg.R3)
                .alu(Alu.SUB, Reg.R2, SlotLayout.META_LENGTH)
                .call(Helper.XDP_ADJUST_META)
                .jump(Jump.NOT_EQUAL, Reg.R0, 0, exit(ProgramEnding.METADATA))
                .load(Width.WORD, Reg.R1, Reg.R6, XdpText.MD_DATA)
                .load(Width.WORD, Reg.R2, Reg.R6, XdpText.MD_DATA_META)
                .alu(Alu.MOV, Reg.R3, Reg.R2)
                .alu(Alu.ADD, Reg.R3, SlotLayout.META_LENGTH)
                .jump(Jump.GREATER, Reg.R3, Reg.R1, exit(ProgramEnding.METADATA))
                .store(Width.DOUBLE, Reg.R2, 0, Reg.R7);
    }

    /** Highest PSN, by one step or once a jump's successor follows; steps back; counters. */
    private void follow() {
        final Label followed = new Label();
        final Label forward = new Label();
        BoundText.follow(code, followed);
        code.bind(followed)
                .load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.LAST_PSN)
                .alu(Alu.MOV, Reg.R1, Reg.R8);
        XdpText.distance(code, Reg.R2);
        code.jump32(Jump.SIGNED_GREATER, Reg.R1, 0, forward)
                .store(Width.WORD, Reg.R9, SlotLayout.STEP_BACK_PSN, Reg.R8);
        XdpText.increment(code, Width.WORD, Reg.R9, SlotLayout.STEPS_BACK);
        code.bind(forward).store(Width.WORD, Reg.R9, SlotLayout.LAST_PSN, Reg.R8);
        asked();
        XdpText.increment(code, Width.DOUBLE, Reg.R9, SlotLayout.FRAMES);
        code.load(Width.DOUBLE, Reg.R1, Reg.R10, LENGTH)
                .load(Width.DOUBLE, Reg.R2, Reg.R9, SlotLayout.BYTES)
                .alu(Alu.ADD, Reg.R1, Reg.R2)
                .store(Width.DOUBLE, Reg.R9, SlotLayout.BYTES, Reg.R1);
    }

    /**
     * A frame with AckReq that a bit stands for or that is not a jump; the engine judges jumps.
     * Before FRAMES.
     */
    private void asked() {
        final Label done = new Label();
        code.load(Width.DOUBLE, Reg.R1, Reg.R10, ACK_REQ)
                .jump(Jump.EQUAL, Reg.R1, 0, done)
                .load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.FLOW)
                .alu(Alu.MOV, Reg.R1, Reg.R8);
        XdpText.distance(code, Reg.R2);
        code.jump32(Jump.SIGNED_GREATER, Reg.R1, Long.SIZE << 8, done)
                .load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.ASKED)
                .alu32(Alu.ADD, Reg.R2, SlotLayout.ASKED_ONE)
                .alu32(Alu.AND, Reg.R2, -SlotLayout.ASKED_ONE)
                .alu32(Alu.OR, Reg.R2, Reg.R8)
                .alu32(Alu.OR, Reg.R2, SlotLayout.PSN_VALID)
                .store(Width.WORD, Reg.R9, SlotLayout.ASKED, Reg.R2)
                .bind(done);
    }

    private void redirect() {
        final Label out = new Label();
        final Label error = new Label();
        due();
        code.load(Width.WORD, Reg.R1, Reg.R9, SlotLayout.PORT_SET)
                .store(Width.WORD, Reg.R10, KEY, Reg.R1);
        XdpText.look(code, maps.portSetsFd());
        code.jump(Jump.EQUAL, Reg.R0, 0, error)
                .alu(Alu.MOV, Reg.R1, Reg.R0)
                .alu(Alu.MOV, Reg.R2, 0)
                .alu(Alu.MOV, Reg.R3, PortSets.BROADCAST_EXCLUDE_INGRESS)
                .call(Helper.REDIRECT_MAP)
                .jump(Jump.EQUAL, Reg.R0, XdpText.XDP_REDIRECT, out)
                .bind(error);
        drop(ProgramEnding.REDIRECT_ERROR);
        if (bounds.isWatched()) {
            code.bind(silent)
                    .load64(Reg.R2, bounds.dropNs())
                    .jump(Jump.SIGNED_NOT_GREATER, Reg.R1, Reg.R2, exit(ProgramEnding.PAUSED));
            drop(ProgramEnding.SILENT);
        }
        code.bind(out).exit();
    }

    /** Counts the frame and what it should become. */
    private void due() {
        final Label none = new Label();
        final int due = ProgramEnding.DUE.ordinal() * Long.BYTES;
        XdpText.look(code, maps.countersFd(), 0);
        code.jump(Jump.EQUAL, Reg.R0, 0, none)
                .load(Width.WORD, Reg.R2, Reg.R9, SlotLayout.RECEIVERS)
                .load(Width.DOUBLE, Reg.R1, Reg.R0, due)
                .alu(Alu.ADD, Reg.R1, Reg.R2)
                .store(Width.DOUBLE, Reg.R0, due, Reg.R1);
        final int replicated = ProgramEnding.REPLICATED.ordinal() * Long.BYTES;
        XdpText.increment(code, Width.DOUBLE, Reg.R0, replicated);
        code.bind(none);
    }

    private void drop(final ProgramEnding reason) {
        XdpText.count(code, maps.countersFd(), reason);
        code.alu(Alu.MOV, Reg.R0, XdpText.XDP_DROP).exit();
    }

    /** To Java: counts the reason and goes on behind. */
    private void leave() {
        final Label leave = new Label();
        final Label none = new Label();
        exits.forEach(
                (reason, label) ->
                        code.bind(label)
                                .alu(Alu.MOV, Reg.R9, reason.ordinal() * Long.BYTES)
                                .jump(leave));
        code.bind(leave);
        XdpText.look(code, maps.countersFd(), 0);
        code.jump(Jump.EQUAL, Reg.R0, 0, none).alu(Alu.ADD, Reg.R0, Reg.R9);
        XdpText.increment(code, Width.DOUBLE, Reg.R0, 0);
        code.bind(none);
    }
}
