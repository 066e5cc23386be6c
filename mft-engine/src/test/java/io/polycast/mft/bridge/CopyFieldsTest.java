package io.polycast.mft.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/** Each copy has the fields of docs/protocol.md, section Copies, and every other byte as it came. */
class CopyFieldsTest {
    private static final long SWITCH_MAC = 0x0211_2233_44FEL;
    private static final long MAC = 0x0255_6677_8899L;
    private static final long MEMORY_BASE = 0x10_0000;
    private static final long VA = 0x7F00_1234_5000L;
    private static final int RKEY = 0x8765_4321;
    private static final int QPN = 0xABCDEF;
    private static final int VLAN = 0x7BC;
    private static final int AT = 7;

    private final Mft mft =
            new Mft(2, 16, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 16)]));
    private final MftWriter writer = new MftWriter(mft);
    private final FrameInfo info = new FrameInfo();
    private UnsafeBuffer frame;
    private byte[] came;

    private static byte[] ip(final boolean v6, final int last) {
        return v6 ? Ipv6.parse("fd09::" + last) : new byte[] {10, 1, 0, (byte) last};
    }

    /** The source, a member that keeps tags, a member in a VLAN, a next switch with and without. */
    private int install(final boolean v6) throws GroupRefusedException {
        final MemorySpec memory = new MemorySpec(VA, RKEY, 0);
        return writer.install(
                new GroupSpec(
                        Ipv4.parse("10.255.0.1"),
                        MEMORY_BASE,
                        -1,
                        false,
                        FatalNakPolicy.FAIL_GROUP,
                        SilentPolicy.FREEZE,
                        0,
                        List.of(
                                new PathSpec(0, -1, ip(v6, 1), MAC, 1, memory),
                                new PathSpec(1, -1, ip(v6, 2), MAC, QPN, memory),
                                new PathSpec(2, VLAN, ip(v6, 2), MAC, QPN, memory),
                                new PathSpec(3, -1, null, MAC, 0, null),
                                new PathSpec(4, VLAN, null, MAC, 0, null))));
    }

    private void arrive(
            final boolean v6, final int tags, final boolean write, final boolean checksum) {
        final RoceFrame wanted =
                (v6 ? RoceFrame.ipv6() : RoceFrame.ipv4())
                        .srcMac(0x0A0B_0C0D_0E0FL)
                        .dstMac(SWITCH_MAC)
                        .src(v6 ? "fd09::1" : "10.1.0.1")
                        .dst(v6 ? "fd00:1:2:3:4:5:aff:1" : "10.255.0.1")
                        .udpChecksum(checksum)
                        .opcode(write ? Opcode.WRITE_ONLY : Opcode.SEND_ONLY)
                        .psn(0x123456)
                        .destQpn(1)
                        .ackReq(true)
                        .payload(new byte[] {1, 2, 3, 4, 5});
        for (int tag = 0; tag < tags; tag++) {
            wanted.vlan(0xB123 + tag);
        }
        if (write) {
            wanted.reth(MEMORY_BASE + 0x777, 0x1111, 5);
        }
        final byte[] bytes = wanted.build();
        frame = new UnsafeBuffer(new byte[bytes.length + AT + 3]);
        frame.putBytes(AT, bytes);
        came = bytes;
        Classifier.classify(frame, AT, bytes.length, info);
    }

    private byte[] copy(final HeaderBridge bridge, final int row) {
        final UnsafeBuffer headers =
                new UnsafeBuffer(ByteBuffer.allocateDirect(HeaderBridge.ROOM + 3));
        final int length = bridge.write(row, headers, 3);
        final int tail = came.length - bridge.replaced();
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length + tail]);
        copy.putBytes(0, headers, 3, length);
        copy.putBytes(length, came, bridge.replaced(), tail);
        Icrc.store(copy, info.icrcOffset - AT + length - bridge.replaced(), bridge.icrc());
        return copy.byteArray();
    }

    /** The frame as it came with the fields of a path, and checksums computed in full. */
    private byte[] expected(final boolean v6, final boolean host, final boolean vlan) {
        byte[] bytes = came.clone();
        int type = Ethernet.ETHER_TYPE_OFFSET;
        if (vlan && info.vlanTags == 0) {
            bytes = new byte[came.length + Vlan.LENGTH];
            System.arraycopy(came, 0, bytes, 0, type);
            System.arraycopy(came, type, bytes, type + Vlan.LENGTH, came.length - type);
            new UnsafeBuffer(bytes).putInt(type, Integer.reverseBytes(0x8100 << 16 | VLAN));
        } else if (vlan) {
            final UnsafeBuffer tagged = new UnsafeBuffer(bytes);
            Vlan.write(tagged, type, Vlan.TPID_8021Q, Vlan.tci(tagged, type) & 0xF000 | VLAN);
        }
        final UnsafeBuffer copy = new UnsafeBuffer(bytes);
        Ethernet.dstMac(copy, 0, MAC);
        Ethernet.srcMac(copy, 0, SWITCH_MAC);
        if (!host) {
            return bytes;
        }
        final int moved = bytes.length - came.length - AT;
        final int l3 = info.l3Offset + moved;
        if (v6) {
            copy.putBytes(l3 + Ipv6.SRC_OFFSET, Ipv6.parse("fd00:1:2:3:4:5:aff:1"));
            copy.putBytes(l3 + Ipv6.DST_OFFSET, ip(true, 2));
        } else {
            Ipv4.src(copy, l3, Ipv4.parse("10.255.0.1"));
            Ipv4.dst(copy, l3, Ipv4.parse("10.1.0.2"));
            Ipv4.checksum(copy, l3, Ipv4.computeChecksum(copy, l3));
        }
        Bth.destQpn(copy, info.bthOffset + moved, QPN);
        if (info.rethOffset >= 0) {
            Reth.va(copy, info.rethOffset + moved, VA + 0x777);
            Reth.rKey(copy, info.rethOffset + moved, RKEY);
        }
        final FrameInfo copyInfo = new FrameInfo();
        Classifier.classify(copy, 0, bytes.length, copyInfo);
        Icrc.store(copy, copyInfo.icrcOffset, new Icrc().compute(copy, copyInfo));
        if (Udp.checksum(copy, copyInfo.udpOffset) != 0) {
            Udp.checksum(
                    copy,
                    copyInfo.udpOffset,
                    Udp.computeChecksum(
                            copy, copyInfo.l3Offset, copyInfo.ipVersion, copyInfo.udpOffset));
        }
        return bytes;
    }

    @Property(tries = 100)
    void shouldChangeTheFieldsOfItsPathAndNoOthers(
            @ForAll final boolean v6,
            @ForAll @IntRange(max = 2) final int tags,
            @ForAll final boolean write,
            @ForAll final boolean checksum)
            throws GroupRefusedException {
        final int slot = install(v6);
        final byte[] prefix = Arrays.copyOf(Ipv6.parse("fd00:1:2:3:4:5::"), 12);
        final HeaderBridge bridge = new HeaderBridge(mft, SWITCH_MAC, prefix, 16);
        arrive(v6, tags, write, checksum);
        bridge.begin(slot, 0, frame, info);
        for (int path = 1; path < mft.pathCount(slot); path++) {
            final boolean host = path < 3;
            final byte[] expected = expected(v6, host, path % 2 == 0);
            assertArrayEquals(expected, copy(bridge, mft.row(slot, path)), "path " + path);
        }
        assertEquals(5, mft.pathCount(slot));
    }
}
