package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Record of a {@link MrpType#GROUP}, 48 bytes: memoryBase 8, initialPsn 3, flags 1, epoch 4, owner
 * 4, silentAfter 4, policies 2, nodes 2, details 2, reserved 2, leader 16.
 *
 * @param memoryBase group-virtual address that maps to every member's va
 * @param initialPsn first PSN of the group, 24 bits, or {@link #NO_PSN}
 * @param epoch of the connections, in [0, 2^32), or {@link #NO_EPOCH}
 * @param owner controller that allocated the group, 32 bits
 * @param policies of the group
 * @param counts nodes and details that the set has in all its packets
 * @param leader node that registers the group
 */
public record MrpGroup(
        long memoryBase,
        int initialPsn,
        long epoch,
        int owner,
        Policies policies,
        Counts counts,
        MrpAddress leader) {
    /** Value of {@link #initialPsn()} when none is given. */
    public static final int NO_PSN = -1;

    /** Value of {@link #epoch()} when none is written. */
    public static final long NO_EPOCH = -1;

    private static final int HAS_PSN = 0x01;
    private static final int UC_ALLOWED = 0x02;
    private static final int HAS_EPOCH = 0x04;

    /**
     * Treatment of members that fail.
     *
     * @param fatalNak 0 fails the group, 1 evicts the member
     * @param silent 0 waits for ever, 1 evicts, 2 demotes
     * @param silentAfterMs in ms, in [0, 2^32)
     * @param ucAllowed whether UC data is replicated
     */
    public record Policies(int fatalNak, int silent, long silentAfterMs, boolean ucAllowed) {
        /** Fails the group, waits for ever. */
        public static final Policies WAIT = new Policies(0, 0, 0, false);

        /** Whether version 1 knows these values. */
        public boolean areKnown() {
            return fatalNak <= 1 && silent <= 2;
        }
    }

    /**
     * Size of a set.
     *
     * @param nodes in all {@link MrpType#NODES}
     * @param details in all {@link MrpType#DETAIL}
     */
    public record Counts(int nodes, int details) {}

    /** The same group with another set behind it. */
    public MrpGroup withCounts(final int nodes, final int details) {
        return new MrpGroup(
                memoryBase, initialPsn, epoch, owner, policies, new Counts(nodes, details), leader);
    }

    /**
     * @param buffer that holds the record
     * @param index of its first byte
     * @param ipv6 whether the leader's address takes 16 bytes, else the first 4 of them
     * @return the record
     */
    public static MrpGroup load(final DirectBuffer buffer, final int index, final boolean ipv6) {
        final int psn = buffer.getInt(index + 8, BIG_ENDIAN);
        final long epoch = buffer.getInt(index + 12, BIG_ENDIAN) & 0xFFFF_FFFFL;
        return new MrpGroup(
                buffer.getLong(index, BIG_ENDIAN),
                (psn & HAS_PSN) != 0 ? psn >>> 8 : NO_PSN,
                (psn & HAS_EPOCH) != 0 ? epoch : NO_EPOCH,
                buffer.getInt(index + 16, BIG_ENDIAN),
                new Policies(
                        buffer.getByte(index + 24) & 0xFF,
                        buffer.getByte(index + 25) & 0xFF,
                        buffer.getInt(index + 20, BIG_ENDIAN) & 0xFFFF_FFFFL,
                        (psn & UC_ALLOWED) != 0),
                new Counts(
                        buffer.getShort(index + 26, BIG_ENDIAN) & 0xFFFF,
                        buffer.getShort(index + 28, BIG_ENDIAN) & 0xFFFF),
                MrpAddress.load(buffer, index + 32, ipv6));
    }

    /**
     * @param buffer to write to
     * @param index of the first byte
     * @param ipv6 whether the leader's address takes 16 bytes
     */
    public void store(final MutableDirectBuffer buffer, final int index, final boolean ipv6) {
        final boolean hasPsn = initialPsn != NO_PSN;
        final int flags =
                (hasPsn ? HAS_PSN : 0)
                        | (policies.ucAllowed() ? UC_ALLOWED : 0)
                        | (epoch != NO_EPOCH ? HAS_EPOCH : 0);
        buffer.putLong(index, memoryBase, BIG_ENDIAN);
        buffer.putInt(index + 8, (hasPsn ? initialPsn << 8 : 0) | flags, BIG_ENDIAN);
        buffer.putInt(index + 12, epoch != NO_EPOCH ? (int) epoch : 0, BIG_ENDIAN);
        buffer.putInt(index + 16, owner, BIG_ENDIAN);
        buffer.putInt(index + 20, (int) policies.silentAfterMs(), BIG_ENDIAN);
        buffer.putByte(index + 24, (byte) policies.fatalNak());
        buffer.putByte(index + 25, (byte) policies.silent());
        buffer.putShort(index + 26, (short) counts.nodes(), BIG_ENDIAN);
        buffer.putShort(index + 28, (short) counts.details(), BIG_ENDIAN);
        buffer.putShort(index + 30, (short) 0);
        buffer.putLong(index + 32, 0);
        buffer.putLong(index + 40, 0);
        leader.store(buffer, index + 32, ipv6);
    }
}
