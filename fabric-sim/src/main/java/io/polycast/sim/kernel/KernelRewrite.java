package io.polycast.sim.kernel;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.icrc.IcrcDelta;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Reth;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The egress program: rewrites a frame for its path, in place, ICRC by difference. */
public final class KernelRewrite {
    private static final int RETH_CHANGED = Reth.R_KEY_OFFSET + 4;

    private final long switchMac;
    private final UnsafeBuffer changes = new UnsafeBuffer(new byte[RETH_CHANGED]);

    /**
     * @param switchMac source MAC of every copy, low 48 bits
     */
    public KernelRewrite(final long switchMac) {
        this.switchMac = switchMac;
    }

    /**
     * Writes a copy.
     *
     * @param group that the frame is for
     * @param row of the path
     * @param frame holds the frame that came in
     * @param info of it
     * @param copy takes as many bytes
     * @param at first of them
     */
    public void write(
            final KernelGroup group,
            final KernelRow row,
            final DirectBuffer frame,
            final FrameInfo info,
            final MutableDirectBuffer copy,
            final int at) {
        copy.putBytes(at, frame, info.frameOffset, info.frameLength);
        Ethernet.dstMac(copy, at, row.mac());
        Ethernet.srcMac(copy, at, switchMac);
        if (!row.host()) {
            return;
        }
        final int shift = at - info.frameOffset;
        final int l3 = info.l3Offset + shift;
        int checksum = Ipv4.checksum(copy, l3);
        checksum = InternetChecksum.update32(checksum, Ipv4.src(copy, l3), group.mcstId());
        checksum = InternetChecksum.update32(checksum, Ipv4.dst(copy, l3), row.ip());
        Ipv4.src(copy, l3, group.mcstId());
        Ipv4.dst(copy, l3, row.ip());
        Ipv4.checksum(copy, l3, checksum);
        Bth.destQpn(copy, info.bthOffset + shift, row.qpn());
        int word =
                IcrcDelta.headerDelta(
                        4,
                        frame,
                        info.l3Offset,
                        copy,
                        l3,
                        info.icrcOffset - info.bthOffset - Bth.LENGTH);
        if (info.rethOffset >= 0) {
            word ^= reth(group, row, frame, info, copy, info.rethOffset + shift);
        }
        Icrc.store(copy, info.icrcOffset + shift, Icrc.load(frame, info.icrcOffset) ^ word);
    }

    private int reth(
            final KernelGroup group,
            final KernelRow row,
            final DirectBuffer frame,
            final FrameInfo info,
            final MutableDirectBuffer copy,
            final int reth) {
        Reth.va(copy, reth, Reth.va(copy, reth) - group.memoryBase() + row.va());
        Reth.rKey(copy, reth, row.rkey());
        for (int i = 0; i < RETH_CHANGED; i++) {
            final int old = frame.getByte(info.rethOffset + i);
            changes.putByte(i, (byte) (old ^ copy.getByte(reth + i)));
        }
        return IcrcDelta.delta(
                changes, 0, RETH_CHANGED, info.icrcOffset - info.rethOffset - RETH_CHANGED);
    }
}
