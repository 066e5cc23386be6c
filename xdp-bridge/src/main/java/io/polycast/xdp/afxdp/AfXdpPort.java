package io.polycast.xdp.afxdp;

import io.polycast.xdp.afpacket.PacketSocket;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A network device through AF_XDP: frames arrive in the switch's shared memory and leave from there.
 * Receives on all queues, in turn; sends on queue 0, which keeps the order.
 *
 * <p>The program is attached before queues are counted: a driver may turn on more of them for it, on
 * which frames arrive as well (virtio_net does, a queue pair for each processor).
 */
public final class AfXdpPort extends PortBase {
    /** Chunks that a queue needs at the least to take a burst. */
    private static final int LEAST_STOCK = 64;

    /** Bytes behind the headers that are worth not to be copied: for one copy, and when gathering. */
    private static final int LEAST_IN_PLACE = 128;

    private static final int LEAST_GATHERED = 256;
    private static final int BUFFERS_GATHERED = 3;

    private final int maxFrameLength;

    private final XskQueue[] queues;
    private final XskQueue transmitting;
    private final Attachment attachment;
    private final FastPath fastPath;
    private final int promiscuousFd;
    private final boolean gathering;
    private int nextQueue;

    // The copy whose tail is not written yet, if its chunk is not NONE.
    private int begun = FrameMemory.NONE;
    private int begunHeader;
    private int begunTail;
    private int begunTailLength;
    private int begunIcrc;
    private int begunIcrcIndex;
    private boolean closed;

    /**
     * Attaches the program, then opens the sockets. To be called before the receive side's thread
     * starts, in the device's network namespace.
     *
     * @param spec of the port
     * @param memory of the switch, with chunks of 2048 or 4096 bytes
     * @throws PortException when it cannot be opened
     */
    public AfXdpPort(final PortSpec spec, final FrameMemory memory) throws PortException {
        this(spec, memory, null, null, null);
    }

    /**
     * Opens one end of a wire, whose program knows what to do when the switch is silent.
     *
     * @param spec of the port
     * @param memory of the switch, with chunks of 2048 or 4096 bytes
     * @param guard of the switch, or null for a port without a wire
     * @param peer device at the wire's other end, or null
     * @throws PortException when it cannot be opened
     */
    public AfXdpPort(
            final PortSpec spec,
            final FrameMemory memory,
            final SilenceGuard guard,
            final String peer)
            throws PortException {
        this(spec, memory, guard, peer, null);
    }

    /**
     * Opens a port whose program may replicate groups itself.
     *
     * @param spec of the port
     * @param memory of the switch, with chunks of 2048 or 4096 bytes
     * @param guard of the switch, or null for a port without a wire
     * @param peer device at the wire's other end, or null
     * @param fastPath of the switch, or null
     * @throws PortException when it cannot be opened
     */
    public AfXdpPort(
            final PortSpec spec,
            final FrameMemory memory,
            final SilenceGuard guard,
            final String peer,
            final FastPath fastPath)
            throws PortException {
        super(spec.index(), spec.name(), memory);
        final NetDevice device = new NetDevice(spec.device());
        final int ifindex = PacketSocket.indexOf(name, device);
        AfXdpLimits.maxFrameLength(name, device, queueCount(spec, device), memory.chunkSize());
        final List<XskQueue> opened = new ArrayList<>();
        final Replication replication = Replication.of(fastPath, index);
        Attachment attached = null;
        int promiscuous = -1;
        try {
            promiscuous = PacketSocket.holdPromiscuous(ifindex);
            attached =
                    guard == null
                            ? XdpAttachment.attach(
                                    ifindex, device.mostRxQueues(), spec.xdpMode(), replication)
                            : WireAttachment.attach(
                                    ifindex,
                                    device.mostRxQueues(),
                                    spec.xdpMode(),
                                    guard,
                                    PacketSocket.indexOf(name, new NetDevice(peer)),
                                    replication);
            final int queueCount = queueCount(spec, device);
            maxFrameLength =
                    AfXdpLimits.maxFrameLength(name, device, queueCount, memory.chunkSize());
            // With more queues than memory was planned for, they share what there is.
            final int stock =
                    spec.queues() == PortSpec.ALL_QUEUES
                            ? Math.max(LEAST_STOCK, spec.rxChunks() / queueCount)
                            : spec.rxChunks() / queueCount;
            for (int queue = 0; queue < queueCount; queue++) {
                final XskSocket socket =
                        XskSocket.open(memory, ifindex, queue, spec.ringSize(), spec.xsk());
                opened.add(
                        new XskQueue(
                                index,
                                memory,
                                socket,
                                stats,
                                stock,
                                spec.ringSize(),
                                spec.xsk().busyPollUs() > 0));
                attached.connect(queue, socket.fd());
            }
        } catch (final PortException ex) {
            CloseHelper.close(attached);
            opened.forEach(XskQueue::close);
            Sys.libc().close(promiscuous);
            throw ex;
        } catch (final SysException ex) {
            CloseHelper.close(attached);
            opened.forEach(XskQueue::close);
            if (promiscuous >= 0) {
                Sys.libc().close(promiscuous);
            }
            throw AfXdpLimits.explain(spec, device, memory.buffer().capacity(), ex);
        }
        promiscuousFd = promiscuous;
        attachment = attached;
        queues = opened.toArray(new XskQueue[0]);
        transmitting = queues[0];
        this.fastPath = fastPath;
        if (fastPath != null) {
            fastPath.attached(index, attachment.mode(), maxFrameLength);
        }
        gathering = transmitting.socket().way().gather();
    }

    private static int queueCount(final PortSpec spec, final NetDevice device) {
        return spec.queues() == PortSpec.ALL_QUEUES ? device.rxQueues() : spec.queues();
    }

    /**
     * @return how the program is attached: native, native (multi-buffer program) or generic
     */
    public String mode() {
        return attachment.mode();
    }

    @Override
    public String way() {
        return attachment.mode() + ", " + transmitting.socket().way();
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        final XskQueue[] all = queues;
        if (all.length == 1) {
            return all[0].receive(handler, limit);
        }
        int taken = 0;
        for (int i = 0; i < all.length && taken < limit; i++) {
            taken += all[nextQueue].receive(handler, limit - taken);
            nextQueue = nextQueue + 1 == all.length ? 0 : nextQueue + 1;
        }
        return taken;
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        final int at = acquire(length);
        if (at == FrameMemory.NONE) {
            return false;
        }
        buffer.putBytes(at, frame, offset, length);
        transmitting.transmit(at, length);
        return true;
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        if (isRefused(length, 1)) {
            return false;
        }
        memory.retain(offset);
        transmitting.transmit(offset, length);
        return true;
    }

    @Override
    public boolean sendCopy(
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        if (gathering && icrcIndex >= LEAST_GATHERED && tail == buffer) {
            return sendGathered(
                    header, headerOffset, headerLength, tailOffset, tailLength, icrcIndex, icrc);
        }
        final int at = acquire(headerLength + tailLength);
        if (at == FrameMemory.NONE) {
            return false;
        }
        final int length =
                FrameCopy.gather(
                        buffer,
                        at,
                        header,
                        headerOffset,
                        headerLength,
                        tail,
                        tailOffset,
                        tailLength,
                        icrcIndex,
                        icrc);
        transmitting.transmit(at, length);
        return true;
    }

    /** Headers and what follows the payload in a chunk of its own, the payload from where it lies. */
    private boolean sendGathered(
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        if (isRefused(headerLength + tailLength, BUFFERS_GATHERED)) {
            return false;
        }
        final int head = acquireTx();
        if (head == FrameMemory.NONE) {
            return false;
        }
        final int trailer = head + headerLength;
        final int trailerLength = tailLength - icrcIndex;
        FrameCopy.copy(buffer, head, header, headerOffset, headerLength);
        buffer.putBytes(trailer, buffer, tailOffset + icrcIndex, trailerLength);
        buffer.putInt(trailer, icrc, ByteOrder.LITTLE_ENDIAN);
        memory.retain(head);
        memory.retain(tailOffset);
        transmitting.transmit(head, headerLength, tailOffset, icrcIndex, trailer, trailerLength);
        return true;
    }

    @Override
    public boolean beginCopy(
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        if (tailLength < LEAST_IN_PLACE || gathering) {
            return sendCopy(
                    header,
                    headerOffset,
                    headerLength,
                    tail,
                    tailOffset,
                    tailLength,
                    icrcIndex,
                    icrc);
        }
        final int at = acquire(headerLength + tailLength);
        if (at == FrameMemory.NONE) {
            return false;
        }
        if (header != buffer || headerOffset != at) {
            FrameCopy.copy(buffer, at, header, headerOffset, headerLength);
        }
        begun = at;
        begunHeader = headerLength;
        begunTail = tailOffset;
        begunTailLength = tailLength;
        begunIcrcIndex = icrcIndex;
        begunIcrc = icrc;
        transmitting.transmit(at, headerLength + tailLength);
        return true;
    }

    @Override
    public void endCopy(final boolean last) {
        final int chunk = begun;
        if (chunk == FrameMemory.NONE) {
            return;
        }
        begun = FrameMemory.NONE;
        final int tail = chunk + begunHeader;
        final int inPlace = begunTail - begunHeader;
        if (last && inPlace >= memory.chunkStart(begunTail)) {
            FrameCopy.copy(buffer, inPlace, buffer, chunk, begunHeader);
            buffer.putInt(begunTail + begunIcrcIndex, begunIcrc, ByteOrder.LITTLE_ENDIAN);
            memory.retain(inPlace);
            transmitting.moveLast(chunk, inPlace);
            memory.release(chunk);
        } else {
            FrameCopy.copy(buffer, tail, buffer, begunTail, begunTailLength);
            buffer.putInt(tail + begunIcrcIndex, begunIcrc, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Where a frame of a length may be written, or NONE. */
    private int acquire(final int length) {
        if (isRefused(length, 1)) {
            return FrameMemory.NONE;
        }
        final int chunk = acquireTx();
        return chunk == FrameMemory.NONE ? chunk : memory.spread(chunk, length);
    }

    private boolean isRefused(final int length, final int buffers) {
        if (length > maxFrameLength) {
            stats.addTxTooLong();
            return true;
        }
        if (!transmitting.hasRoom(buffers)) {
            stats.addTxRingFull();
            return true;
        }
        return false;
    }

    @Override
    public int flush() {
        return transmitting.flush();
    }

    /**
     * @return frames queued or being sent whose chunks have not come back
     */
    public int outstanding() {
        return transmitting.outstanding();
    }

    @Override
    public int maxFrameLength() {
        return maxFrameLength;
    }

    /** Asks the kernel what it lost: a system call a queue, not for every frame. */
    @Override
    public synchronized PortStats stats() {
        long ringFull = 0;
        long fillEmpty = 0;
        long invalid = 0;
        long refused = 0;
        for (final XskQueue queue : queues) {
            final UnsafeBuffer counts = queue.socket().statistics();
            if (counts == null) {
                return stats;
            }
            ringFull += counts.getLong(24);
            fillEmpty += counts.getLong(32);
            // rx_dropped counts a frame that met an empty fill ring as well.
            invalid += Math.max(0, counts.getLong(0) - counts.getLong(32)) + counts.getLong(8);
            refused += counts.getLong(16);
        }
        stats.setRxLosses(ringFull, fillEmpty, invalid);
        stats.setTxErrors(refused);
        stats.setSilent(
                attachment.count(WireProgram.PASSED),
                attachment.count(WireProgram.GROUP_FRAMES),
                attachment.count(WireProgram.DROPPED));
        return stats;
    }

    /** Detaches the program first, so that frames go to the stack again; both sides must rest. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        stats();
        closed = true;
        CloseHelper.close(attachment);
        if (fastPath != null) {
            fastPath.detached(index);
        }
        for (final XskQueue queue : queues) {
            queue.close();
        }
        Sys.libc().close(promiscuousFd);
    }
}
