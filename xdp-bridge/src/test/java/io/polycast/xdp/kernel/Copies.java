package io.polycast.xdp.kernel;

import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.Random;

/** Frames to a group and the copies that must come of them, both built from scratch. */
final class Copies {
    static final long SWITCH_MAC = 0x0200_0000_00feL;
    static final long SOURCE_MAC = 0x0200_0000_0001L;
    static final int SOURCE_IP = 0x0a00_0001;
    static final int MCST_ID = 0x0aff_0001;
    static final long MEMORY_BASE = 0x1000;

    private Copies() {}

    /** What a frame says that every copy says too. */
    record Form(int opcode, int psn, boolean ackReq, int vlan, int odd, long va, byte[] payload) {
        /** A SEND of some bytes. */
        static Form send(final int psn, final int bytes) {
            return new Form(Opcode.SEND_ONLY, psn, false, -1, psn, 0, new byte[bytes]);
        }

        /** Any opcode that goes to groups, and any length that goes with it. */
        static Form random(final Random random, final int psn, final int vlan, final int most) {
            final int opcode = random.nextInt(Opcode.WRITE_ONLY_IMM + 1);
            final boolean whole = Opcode.isFirst(opcode) || Opcode.isMiddle(opcode);
            final int bytes = whole ? 4 + 4 * random.nextInt(most / 4 - 1) : random.nextInt(most);
            final byte[] payload = new byte[bytes];
            random.nextBytes(payload);
            return new Form(
                    opcode,
                    psn & 0xff_ffff,
                    random.nextBoolean(),
                    vlan,
                    random.nextInt(),
                    MEMORY_BASE + random.nextInt(1 << 20),
                    payload);
        }

        private RoceFrame frame() {
            final RoceFrame frame =
                    RoceFrame.ipv4()
                            .opcode(opcode)
                            .psn(psn)
                            .ackReq(ackReq)
                            .tos(odd & 0xff)
                            .ttl(odd >>> 8 & 0xff | 1)
                            .identification(odd >>> 16)
                            .udpSourcePort(odd >>> 12 & 0xffff)
                            .pKey(odd >>> 3 & 0xffff)
                            .fecn((odd & 1) != 0)
                            .becn((odd & 2) != 0)
                            .solicited((odd & 4) != 0)
                            .migReq((odd & 8) != 0)
                            .padToMinimum(false)
                            .immediate(odd * 31)
                            .payload(payload);
            if (vlan >= 0) {
                frame.vlan(vlan);
            }
            return frame;
        }
    }

    /** The frame as the source sends it. */
    static byte[] toGroup(final Form form) {
        return toGroup(form, MCST_ID);
    }

    static byte[] toGroup(final Form form, final int mcstId) {
        return form.frame()
                .srcMac(SOURCE_MAC)
                .dstMac(SWITCH_MAC)
                .src(SOURCE_IP)
                .dst(mcstId)
                .destQpn(1)
                .reth(form.va, 0x11223344, Math.max(1, form.payload.length))
                .build();
    }

    /** The copy for a path. */
    static byte[] toPath(final Form form, final KernelRow row) {
        return toPath(form, row, MCST_ID);
    }

    static byte[] toPath(final Form form, final KernelRow row, final int mcstId) {
        final RoceFrame frame = form.frame().srcMac(SWITCH_MAC).dstMac(row.mac());
        if (!row.host()) {
            return frame.src(SOURCE_IP)
                    .dst(mcstId)
                    .destQpn(1)
                    .reth(form.va, 0x11223344, Math.max(1, form.payload.length))
                    .build();
        }
        return frame.src(mcstId)
                .dst(row.ip())
                .destQpn(row.qpn())
                .reth(
                        form.va - MEMORY_BASE + row.va(),
                        row.rkey(),
                        Math.max(1, form.payload.length))
                .build();
    }

    /** A member behind a port. */
    static KernelRow member(final int port) {
        return new KernelRow(
                port,
                true,
                0x0200_0000_0100L + port,
                0x0a00_0001 + port,
                0xabc100 + port,
                0x7f12_3456_7000L * port,
                0x9abcdef0 + port);
    }

    /** A switch behind a port. */
    static KernelRow nextHop(final int port) {
        return new KernelRow(port, false, 0x0200_0000_0200L + port, 0, 0, 0, 0);
    }
}
