package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfAssembler.Label;
import io.polycast.xdp.bpf.Helper;
import io.polycast.xdp.bpf.Jump;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.Width;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The program of a port that is one end of a wire. While the switch gives signs of life, frames go
 * to its sockets. When it is silent, or a queue has no socket any more:
 *
 * <pre>
 *   closed   every frame is dropped                                              counted as dropped
 *   open     RoCEv2 to a group's address is dropped                              counted as group frame
 *            MAC control (PAUSE, PFC) is dropped, as the switch would            counted as dropped
 *            every other frame leaves by the wire's other end                    counted as passed
 * </pre>
 *
 * Group frames must not cross: a receiver that got one would acknowledge in the name of all.
 */
final class WireProgram {
    /** Values of the counters map's only entry: frames passed, group frames, dropped. */
    static final int PASSED = 0;

    static final int GROUP_FRAMES = 8;
    static final int DROPPED = 16;
    static final int COUNTERS_LENGTH = 24;

    private static final int XDP_ABORTED = 0;
    private static final int XDP_DROP = 1;
    private static final int XDP_REDIRECT = 4;
    private static final int MD_DATA = 0;
    private static final int MD_DATA_END = 4;
    private static final int MD_DATA_META = 8;
    private static final int MD_RX_QUEUE_INDEX = 16;
    private static final int ETHERNET = 14;
    private static final int MOST_TAGS = 2;
    private static final int KEY = -4;

    private final BpfAssembler code = new BpfAssembler();
    private final Label pass = new Label();
    private final Label group = new Label();
    private final Label drop = new Label();
    private final Label out = new Label();
    private final int countersFd;

    private WireProgram(final int countersFd) {
        this.countersFd = countersFd;
    }

    /**
     * @param part that the program does itself, or null; with it, what passes has no metadata
     */
    static UnsafeBuffer assemble(
            final Watch watch,
            final int socketsFd,
            final int peerFd,
            final int countersFd,
            final PortPart part) {
        return new WireProgram(countersFd).write(watch, socketsFd, peerFd, part);
    }

    private UnsafeBuffer write(
            final Watch watch, final int socketsFd, final int peerFd, final PortPart part) {
        final Label silent = new Label();
        code.alu(Alu.MOV, Reg.R6, Reg.R1)
                // The beat first: read after the clock it could lie in the clock's future.
                .loadMapValue(Reg.R1, watch.heartbeatFd(), 0)
                .load(Width.DOUBLE, Reg.R9, Reg.R1, 0)
                .call(Helper.KTIME_GET_NS)
                .alu(Alu.SUB, Reg.R0, Reg.R9)
                .load64(Reg.R1, watch.timeoutNs())
                .jump(Jump.GREATER, Reg.R0, Reg.R1, silent);
        if (part != null) {
            part.write(code, watch.timeoutNs());
        }
        code.load(Width.WORD, Reg.R2, Reg.R6, MD_RX_QUEUE_INDEX)
                .loadMap(Reg.R1, socketsFd)
                .alu(Alu.MOV, Reg.R3, XDP_ABORTED)
                .call(Helper.REDIRECT_MAP)
                .jump(Jump.EQUAL, Reg.R0, XDP_REDIRECT, out)
                .bind(silent);
        if (watch.open()) {
            sort(watch);
            code.bind(pass);
            count(PASSED);
            if (part != null) {
                forgetMetadata();
            }
            code.loadMap(Reg.R1, peerFd)
                    .alu(Alu.MOV, Reg.R2, 0)
                    .alu(Alu.MOV, Reg.R3, XDP_DROP)
                    .call(Helper.REDIRECT_MAP)
                    .exit()
                    .bind(group);
            count(GROUP_FRAMES);
            code.alu(Alu.MOV, Reg.R0, XDP_DROP).exit();
        }
        code.bind(drop);
        count(DROPPED);
        code.alu(Alu.MOV, Reg.R0, XDP_DROP).bind(out).exit();
        return code.assemble();
    }

    /** Metadata of another switch in front of the frame could be taken for ours at the egress. */
    private void forgetMetadata() {
        code.alu(Alu.MOV, Reg.R1, Reg.R6)
                .load(Width.WORD, Reg.R2, Reg.R6, MD_DATA)
                .load(Width.WORD, Reg.R3, Reg.R6, MD_DATA_META)
                .alu(Alu.SUB, Reg.R2, Reg.R3)
                .call(Helper.XDP_ADJUST_META);
    }

    /** Adds one to a counter of this core; loses R0 to R5. */
    private void count(final int counter) {
        final Label none = new Label();
        code.store(Width.WORD, Reg.R10, KEY, 0)
                .loadMap(Reg.R1, countersFd)
                .alu(Alu.MOV, Reg.R2, Reg.R10)
                .alu(Alu.ADD, Reg.R2, KEY)
                .call(Helper.MAP_LOOKUP_ELEM)
                .jump(Jump.EQUAL, Reg.R0, 0, none)
                .load(Width.DOUBLE, Reg.R1, Reg.R0, counter)
                .alu(Alu.ADD, Reg.R1, 1)
                .store(Width.DOUBLE, Reg.R0, counter, Reg.R1)
                .bind(none);
    }

    /** Frame in R7, its end in R8, EtherType in R9; up to two tags. */
    private void sort(final Watch watch) {
        code.load(Width.WORD, Reg.R7, Reg.R6, MD_DATA)
                .load(Width.WORD, Reg.R8, Reg.R6, MD_DATA_END);
        need(ETHERNET, pass);
        code.load(Width.HALF, Reg.R9, Reg.R7, ETHERNET - 2);
        final Label[] ipv4 = new Label[MOST_TAGS + 1];
        final Label[] ipv6 = new Label[MOST_TAGS + 1];
        for (int tags = 0; tags <= MOST_TAGS; tags++) {
            ipv4[tags] = new Label();
            ipv6[tags] = new Label();
            code.jump(Jump.EQUAL, Reg.R9, network(0x0800), ipv4[tags])
                    .jump(Jump.EQUAL, Reg.R9, network(0x86dd), ipv6[tags])
                    .jump(Jump.EQUAL, Reg.R9, network(0x8808), drop);
            if (tags < MOST_TAGS) {
                final Label tag = new Label();
                code.jump(Jump.EQUAL, Reg.R9, network(0x8100), tag)
                        .jump(Jump.NOT_EQUAL, Reg.R9, network(0x88a8), pass)
                        .bind(tag);
                need(ETHERNET + 4 * tags + 4, pass);
                code.load(Width.HALF, Reg.R9, Reg.R7, ETHERNET + 4 * tags + 2);
            }
        }
        code.jump(pass);
        for (int tags = 0; tags <= MOST_TAGS; tags++) {
            code.bind(ipv4[tags]);
            sortIpv4(ETHERNET + 4 * tags, watch.groupsFd());
            code.bind(ipv6[tags]);
            if (watch.prefix6() == null) {
                code.jump(pass);
            } else {
                sortIpv6(ETHERNET + 4 * tags, watch);
            }
        }
    }

    private void sortIpv4(final int header, final int groupsFd) {
        need(header + 20, pass);
        code.load(Width.BYTE, Reg.R1, Reg.R7, header + 9).jump(Jump.NOT_EQUAL, Reg.R1, 17, pass);
        lookUp(header + 16, groupsFd);
        // Options move the UDP header: RoCEv2 has none, and a group's address is nobody else's.
        code.load(Width.BYTE, Reg.R1, Reg.R7, header).jump(Jump.NOT_EQUAL, Reg.R1, 0x45, group);
        rocePort(header + 20);
    }

    private void sortIpv6(final int header, final Watch watch) {
        need(header + 40, pass);
        code.load(Width.BYTE, Reg.R1, Reg.R7, header + 6).jump(Jump.NOT_EQUAL, Reg.R1, 17, pass);
        for (int i = 0; i < 12; i += 2) {
            code.load(Width.HALF, Reg.R1, Reg.R7, header + 24 + i)
                    .jump(Jump.NOT_EQUAL, Reg.R1, watch.prefix6().getShort(i) & 0xffff, pass);
        }
        lookUp(header + 36, watch.groupsFd());
        rocePort(header + 40);
    }

    /** Goes on when the four bytes are a group's McstID, else the frame passes. */
    private void lookUp(final int address, final int groupsFd) {
        code.load(Width.WORD, Reg.R1, Reg.R7, address)
                .store(Width.WORD, Reg.R10, KEY, Reg.R1)
                .loadMap(Reg.R1, groupsFd)
                .alu(Alu.MOV, Reg.R2, Reg.R10)
                .alu(Alu.ADD, Reg.R2, KEY)
                .call(Helper.MAP_LOOKUP_ELEM)
                .jump(Jump.EQUAL, Reg.R0, 0, pass);
    }

    private void rocePort(final int udp) {
        need(udp + 8, group);
        code.load(Width.HALF, Reg.R1, Reg.R7, udp + 2)
                .jump(Jump.EQUAL, Reg.R1, network(4791), group)
                .jump(pass);
    }

    /** Goes on when the frame has that many bytes; loses R2. */
    private void need(final int bytes, final Label otherwise) {
        code.alu(Alu.MOV, Reg.R2, Reg.R7)
                .alu(Alu.ADD, Reg.R2, bytes)
                .jump(Jump.GREATER, Reg.R2, Reg.R8, otherwise);
    }

    /** A 16-bit word as a load from the frame has it. */
    private static int network(final int value) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? Short.reverseBytes((short) value) & 0xffff
                : value;
    }
}
