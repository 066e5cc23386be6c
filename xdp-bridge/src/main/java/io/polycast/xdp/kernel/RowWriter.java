package io.polycast.xdp.kernel;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.icrc.IcrcDelta;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.wire.Bth;
import org.agrona.concurrent.UnsafeBuffer;

/** Puts groups and rows as Java gives them into the words that the programs read. */
final class RowWriter {
    /** UDP header, and BTH up to the DestQP. */
    private static final int TO_QPN = 8 + 5;

    /** Rest of the BTH behind the DestQP. */
    private static final int BEHIND_QPN = 4;

    private RowWriter() {}

    /** All words that do not depend on the slot. */
    static void group(final UnsafeBuffer words, final int at, final KernelGroup group) {
        words.setMemory(at, SlotLayout.GROUP_LENGTH, (byte) 0);
        words.putInt(at + SlotLayout.MCST_ID, group.mcstId(), BIG_ENDIAN);
        words.putInt(at + SlotLayout.SOURCE_IP, group.sourceIp(), BIG_ENDIAN);
        words.putInt(at + SlotLayout.VID, group.vlanId());
        words.putInt(at + SlotLayout.SOURCE_PORT, group.sourcePort());
        words.putLong(at + SlotLayout.VA_LOW, group.vaLow());
        words.putLong(at + SlotLayout.VA_HIGH, group.vaHigh());
    }

    static void row(
            final UnsafeBuffer words,
            final int at,
            final KernelGroup group,
            final KernelRow row,
            final long switchMac) {
        words.setMemory(at, SlotLayout.ROW_LENGTH, (byte) 0);
        words.putInt(at + SlotLayout.REGISTER, register(group, row));
        mac(words, at + SlotLayout.MACS, row.mac());
        mac(words, at + SlotLayout.MACS + 6, switchMac);
        words.putInt(at + SlotLayout.IP, row.ip(), BIG_ENDIAN);
        words.putInt(at + SlotLayout.QPN, row.qpn() & 0xFF_FFFF, BIG_ENDIAN);
        words.putInt(at + SlotLayout.CHECKSUM, checksum(group, row));
        words.putLong(at + SlotLayout.VA, row.va() - group.memoryBase());
        words.putInt(at + SlotLayout.RKEY, row.rkey(), BIG_ENDIAN);
        words.putLong(at + SlotLayout.CACHED, -1L << 32);
        words.putIntOrdered(
                at + SlotLayout.CONTROL, SlotLayout.PRESENT | (row.host() ? SlotLayout.HOST : 0));
    }

    /** The CRC register behind the BTH, of what the IPv4 header and the BTH change. */
    static int register(final KernelGroup group, final KernelRow row) {
        int register = IcrcDelta.crc0(0, group.sourceIp() ^ group.mcstId());
        register = IcrcDelta.crc0(register, group.mcstId() ^ row.ip());
        register = IcrcDelta.advance(register, TO_QPN);
        register = IcrcDelta.crc0Uint24(register, Bth.VIRTUAL_QPN ^ row.qpn() & 0xFF_FFFF);
        return IcrcDelta.advance(register, BEHIND_QPN);
    }

    /**
     * Amount that the complement of the header checksum grows by, in the machine's order; never 0.
     */
    static int checksum(final KernelGroup group, final KernelRow row) {
        // The group's address is in both headers and cancels out, but for the form of zero.
        long sum = halves(~group.sourceIp()) + halves(group.mcstId());
        sum += halves(~group.mcstId()) + halves(row.ip());
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        return Short.reverseBytes((short) sum) & 0xFFFF;
    }

    private static long halves(final int word) {
        return (word >>> 16) + (word & 0xFFFF);
    }

    private static void mac(final UnsafeBuffer words, final int at, final long mac) {
        words.putShort(at, (short) (mac >>> 32), BIG_ENDIAN);
        words.putInt(at + 2, (int) mac, BIG_ENDIAN);
    }
}
