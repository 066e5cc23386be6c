package io.polycast.xdp.afpacket;

import io.polycast.xdp.sys.Sys;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The structures of one recvmmsg(2) or sendmmsg(2) call, laid out once. Each message gathers or
 * scatters two pieces: the virtio-net header of PACKET_VNET_HDR and the frame.
 *
 * <pre>
 * struct mmsghdr (64 bytes): msg_hdr, msg_len u32 @56
 * struct msghdr: msg_name @0, msg_namelen u32 @8, msg_iov @16, msg_iovlen @24, msg_control @32,
 *                msg_controllen @40, msg_flags i32 @48
 * struct iovec: iov_base @0, iov_len @8
 * struct virtio_net_hdr (10 bytes): flags u8 @0, gso_type u8 @1, hdr_len u16 @2, gso_size u16 @4,
 *                csum_start u16 @6, csum_offset u16 @8, all in the machine's order
 * struct cmsghdr: cmsg_len u64 @0, cmsg_level i32 @8, cmsg_type i32 @12, data @16
 * struct tpacket_auxdata: tp_status u32 @0, ..., tp_vlan_tci u16 @16, tp_vlan_tpid u16 @18
 * </pre>
 */
final class MessageBatch {
    /** virtio_net_hdr.flags: the transport checksum covers the pseudo header only. */
    static final int VIRTIO_NET_HDR_F_NEEDS_CSUM = 1;

    static final int VNET_HEADER_LENGTH = 10;

    private static final int SOL_PACKET = 263;
    private static final int PACKET_AUXDATA = 8;
    private static final int TP_STATUS_VLAN_VALID = 1 << 4;
    private static final int TP_STATUS_VLAN_TPID_VALID = 1 << 6;
    private static final int MSG_TRUNC = 0x20;
    private static final int MMSGHDR = 64;
    private static final int IOVEC = 16;
    private static final int VNET = 16;
    private static final int CONTROL = 40; // CMSG_SPACE(sizeof(struct tpacket_auxdata))
    private static final int CMSG_DATA = 16;
    private static final int PER_MESSAGE = MMSGHDR + 2 * IOVEC + VNET + CONTROL;

    private final UnsafeBuffer memory;
    private final int iovecs;
    private final int vnets;
    private final int controls;
    private final int size;

    MessageBatch(final int size, final boolean withControl) {
        this.size = size;
        memory = Sys.allocate(size * PER_MESSAGE);
        iovecs = size * MMSGHDR;
        vnets = iovecs + size * 2 * IOVEC;
        controls = vnets + size * VNET;
        final long base = memory.addressOffset();
        for (int i = 0; i < size; i++) {
            final int header = i * MMSGHDR;
            final int iovec = iovecs + i * 2 * IOVEC;
            memory.putLong(header + 16, base + iovec);
            memory.putLong(header + 24, 2);
            if (withControl) {
                memory.putLong(header + 32, base + controls + i * CONTROL);
            }
            memory.putLong(iovec, base + vnets + i * VNET);
            memory.putLong(iovec + 8, VNET_HEADER_LENGTH);
        }
    }

    int size() {
        return size;
    }

    /** Address for the system call. */
    long address() {
        return memory.addressOffset();
    }

    long address(final int first) {
        return memory.addressOffset() + first * (long) MMSGHDR;
    }

    /** Where message i's frame lies or goes. */
    void frame(final int i, final long address, final int length) {
        final int iovec = iovecs + i * 2 * IOVEC + IOVEC;
        memory.putLong(iovec, address);
        memory.putLong(iovec + 8, length);
    }

    /** Before a receive call: the kernel overwrites these fields. */
    void prepareToReceive(final int i) {
        memory.putLong(i * MMSGHDR + 40, CONTROL);
        memory.putInt(i * MMSGHDR + 48, 0);
    }

    /** Frame bytes of received message i, or -1 when it was cut. */
    int frameLength(final int i) {
        final boolean cut = (memory.getInt(i * MMSGHDR + 48) & MSG_TRUNC) != 0;
        return cut ? -1 : memory.getInt(i * MMSGHDR + 56) - VNET_HEADER_LENGTH;
    }

    boolean needsChecksum(final int i) {
        return (memory.getByte(vnets + i * VNET) & VIRTIO_NET_HDR_F_NEEDS_CSUM) != 0;
    }

    boolean isSegmented(final int i) {
        return memory.getByte(vnets + i * VNET + 1) != 0;
    }

    int checksumStart(final int i) {
        return memory.getShort(vnets + i * VNET + 6) & 0xffff;
    }

    int checksumOffset(final int i) {
        return memory.getShort(vnets + i * VNET + 8) & 0xffff;
    }

    /** The VLAN tag that came beside frame i: TPID in the high half, TCI in the low; 0 for none. */
    int vlanTag(final int i) {
        final int control = controls + i * CONTROL;
        if (memory.getLong(i * MMSGHDR + 40) < CMSG_DATA + 20
                || memory.getInt(control + 8) != SOL_PACKET
                || memory.getInt(control + 12) != PACKET_AUXDATA) {
            return 0;
        }
        final int status = memory.getInt(control + CMSG_DATA);
        if ((status & TP_STATUS_VLAN_VALID) == 0) {
            return 0;
        }
        final int tci = memory.getShort(control + CMSG_DATA + 16) & 0xffff;
        final int tpid =
                (status & TP_STATUS_VLAN_TPID_VALID) != 0
                        ? memory.getShort(control + CMSG_DATA + 18) & 0xffff
                        : 0x8100;
        return tpid << 16 | tci;
    }
}
