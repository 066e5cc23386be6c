package io.polycast.parser.repr;

import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.MacControl;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Vlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** One frame of each kind that the parser knows, over both IP versions and all numbers of tags. */
public final class SampleFrames {
    private SampleFrames() {}

    public static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    /** A payload that this opcode allows, without pad. */
    public static byte[] payloadFor(final int opcode) {
        switch (opcode) {
            case Opcode.ACKNOWLEDGE:
            case Opcode.CNP:
            case Opcode.READ_REQUEST:
            case Opcode.ATOMIC_ACK:
            case Opcode.CMP_SWAP:
            case Opcode.FETCH_ADD:
            case Opcode.FLUSH:
                return bytes(0);
            default:
                return bytes(64);
        }
    }

    public static RoceFrame roce(final int ipVersion, final int opcode) {
        return (ipVersion == 4 ? RoceFrame.ipv4() : RoceFrame.ipv6())
                .opcode(opcode)
                .becn(opcode == Opcode.CNP)
                .destQpn(0x12_3456)
                .psn(opcode == Opcode.CNP ? 0 : 0xFF_FFFE)
                .reth(0x7F00_0000_1000L, 0xA000, 64)
                .immediate(0xCAFE_BABE)
                .aeth(0x1F, 7)
                .payload(payloadFor(opcode));
    }

    public static List<byte[]> all() {
        final List<byte[]> frames = new ArrayList<>();
        for (int opcode = 0; opcode < 256; opcode++) {
            if (Opcode.isKnown(opcode)) {
                frames.add(roce(4, opcode).build());
                frames.add(roce(6, opcode).vlan(100).build());
            }
        }
        frames.add(
                roce(4, Opcode.WRITE_ONLY_IMM)
                        .tag(Vlan.TPID_8021AD, 7)
                        .vlan(0x6064)
                        .udpChecksum(true)
                        .build());
        frames.add(RoceFrame.ipv4().padToMinimum(true).build());
        frames.add(Discovery.arpRequest(0x0200_0000_0001L, "10.0.0.1", "10.255.0.1"));
        frames.add(Discovery.neighbourSolicitation(1, "2001:db8::1", "2001:db8::aff:1"));
        frames.add(pause());
        return frames;
    }

    public static byte[] pause() {
        final byte[] bytes = new byte[Ethernet.MINIMUM_FRAME_LENGTH];
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        Ethernet.write(frame, 0, MacControl.DST_MAC, 0x0200_0000_0001L, Ethernet.TYPE_MAC_CONTROL);
        MacControl.writePfc(frame, Ethernet.LENGTH, 0b1000, 0xFFFF);
        return bytes;
    }

    public static byte[] cut(final byte[] frame, final int length) {
        return Arrays.copyOf(frame, length);
    }
}
