package io.polycast.xdp.afpacket;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.Sys;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A network device through a raw packet socket, frames in batches.
 *
 * <p>Frames from a stack on this machine (the other end of a veth) may come unfinished: the VLAN
 * tag beside the frame, the transport checksum left to hardware, several segments in one. The port
 * mends the first two. A merged frame longer than the device's MTU cannot be forwarded and is
 * counted invalid. Remedy: {@code ethtool -K DEV gro off} here and {@code tso off gso off} at the
 * peer.
 */
public final class AfPacketPort extends PortBase {
    private static final int BATCH = PortSpec.BATCH;
    private static final int ETHERNET = 14;
    private static final int VLAN = 4;

    private final int fd;
    private final int untaggedLimit;
    private final MessageBatch receiving = new MessageBatch(BATCH, true);
    private final int[] receiveChunks = new int[BATCH];
    private final UnsafeBuffer counts = Sys.allocate(8);
    private int receiveReady;

    private final TransmitQueue queue;
    private boolean closed;

    /**
     * @param index of the port, in [0, 64)
     * @param name of the port
     * @param memory of the switch
     * @param deviceName network device in the calling thread's namespace
     * @param queueLength most frames waiting to be sent
     * @throws PortException when the device cannot be opened
     */
    public AfPacketPort(
            final int index,
            final String name,
            final FrameMemory memory,
            final String deviceName,
            final int queueLength)
            throws PortException {
        super(index, name, memory);
        final NetDevice device = new NetDevice(deviceName);
        fd = PacketSocket.open(name, device);
        untaggedLimit = untaggedLimit(device, memory.frameCapacity());
        queue = new TransmitQueue(fd, memory, stats, queueLength);
    }

    /**
     * Opens the port's socket and closes it again, which another process's socket does not notice.
     *
     * @param name of the port
     * @param deviceName network device
     * @param chunkSize of the frame memory
     * @return longest frame that the port would carry
     * @throws PortException when the device cannot be opened
     */
    static int requireFit(final String name, final String deviceName, final int chunkSize)
            throws PortException {
        final NetDevice device = new NetDevice(deviceName);
        Sys.libc().close(PacketSocket.open(name, device));
        return untaggedLimit(device, chunkSize - FrameMemory.HEADROOM) + VLAN;
    }

    private static int untaggedLimit(final NetDevice device, final int frameCapacity) {
        return Math.min(device.mtu().orElse(1500) + ETHERNET, frameCapacity - VLAN);
    }

    @Override
    public int[] descriptors() {
        return new int[] {fd};
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        final int wanted = Math.min(limit, BATCH);
        while (receiveReady < wanted) {
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                break;
            }
            receiveChunks[receiveReady] = chunk;
            receiving.frame(
                    receiveReady,
                    memory.address() + chunk + FrameMemory.HEADROOM,
                    memory.frameCapacity());
            receiveReady++;
        }
        final int slots = Math.min(wanted, receiveReady);
        if (slots == 0) {
            return 0;
        }
        for (int i = 0; i < slots; i++) {
            receiving.prepareToReceive(i);
        }
        final int got = Sys.libc().recvmmsg(fd, receiving.address(), slots, Sys.MSG_DONTWAIT, 0);
        if (got <= 0) {
            return 0;
        }
        return handOver(handler, got);
    }

    private int handOver(final FrameHandler handler, final int got) {
        int frames = 0;
        long bytes = 0;
        for (int i = 0; i < got; i++) {
            final int chunk = receiveChunks[i];
            int length = receiving.frameLength(i);
            int offset = chunk + FrameMemory.HEADROOM;
            if (!finish(i, offset, length)) {
                memory.putBackRx(chunk);
                stats.addRxInvalid(1);
                continue;
            }
            final int tag = receiving.vlanTag(i);
            if (tag != 0) {
                offset = Offloads.restoreVlanTag(buffer, offset, tag);
                length += VLAN;
            }
            frames++;
            bytes += length;
            handler.onFrame(index, offset, length, 0);
        }
        // The last slots that still have chunks close the gap at the front.
        final int left = receiveReady - got;
        for (int i = 0; i < Math.min(got, left); i++) {
            moveSlot(receiveReady - 1 - i, i);
        }
        receiveReady = left;
        if (frames > 0) {
            stats.addRx(frames, bytes);
        }
        return frames;
    }

    private void moveSlot(final int from, final int to) {
        receiveChunks[to] = receiveChunks[from];
        receiving.frame(
                to,
                memory.address() + receiveChunks[to] + FrameMemory.HEADROOM,
                memory.frameCapacity());
    }

    /** Completes what the sender left open; false when the frame cannot be used. */
    private boolean finish(final int i, final int offset, final int length) {
        if (length < ETHERNET || receiving.isSegmented(i) && length > untaggedLimit + VLAN) {
            return false;
        }
        return !receiving.needsChecksum(i)
                || Offloads.completeChecksum(
                        buffer,
                        offset,
                        length,
                        receiving.checksumStart(i),
                        receiving.checksumOffset(i));
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        if (isRefused(length)) {
            return false;
        }
        final int chunk = acquireTx();
        if (chunk == FrameMemory.NONE) {
            return false;
        }
        buffer.putBytes(chunk, frame, offset, length);
        queue.add(chunk, length);
        return true;
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        if (isRefused(length)) {
            return false;
        }
        memory.retain(offset);
        queue.add(offset, length);
        return true;
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        if (isRefused(copy.length())) {
            return false;
        }
        final int chunk = acquireTx();
        if (chunk == FrameMemory.NONE) {
            return false;
        }
        final int length = FrameCopy.gather(buffer, chunk, copy, headerOffset, icrc);
        queue.add(chunk, length);
        return true;
    }

    private boolean isRefused(final int length) {
        if (length > untaggedLimit + VLAN) {
            stats.addTxTooLong();
            return true;
        }
        if (!queue.hasRoom()) {
            stats.addTxRingFull();
            return true;
        }
        return false;
    }

    @Override
    public int flush() {
        return queue.flush();
    }

    @Override
    public boolean isSending() {
        return queue.isSending();
    }

    @Override
    public int room() {
        return Math.min(queue.room(), memory.freeTx());
    }

    /** MTU, Ethernet header and a VLAN tag: without a tag the kernel takes four bytes less. */
    @Override
    public int maxFrameLength() {
        return untaggedLimit + VLAN;
    }

    /** Asks the kernel for frames that it dropped because the socket's buffer was full. */
    @Override
    public synchronized PortStats stats() {
        // struct tpacket_stats: tp_packets u32 @0, tp_drops u32 @4; the kernel zeroes them
        if (!closed
                && Sys.option(fd, PacketSocket.SOL_PACKET, PacketSocket.PACKET_STATISTICS, counts)
                        > 0) {
            stats.addRxRingFull(counts.getInt(4) & 0xffffffffL);
        }
        return stats;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        stats();
        closed = true;
        Sys.libc().close(fd);
        for (int i = 0; i < receiveReady; i++) {
            memory.putBackRx(receiveChunks[i]);
        }
        receiveReady = 0;
        queue.close();
    }
}
