package io.polycast.xdp.afxdp;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.afxdp.program.Attachment;
import io.polycast.xdp.afxdp.program.PortPart;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.afxdp.socket.Umem;
import io.polycast.xdp.afxdp.socket.XskQueue;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.SysException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A network device through AF_XDP, or a shard's share of one: frames arrive in the shard's memory
 * and leave from there. Receives on all its queues, in turn; sends on the first of them, which
 * keeps the order. Of a device with several shards, shard i has every queue whose number is i more
 * than a multiple of the shards, so that no two threads have anything in common here.
 */
public final class AfXdpPort extends PortBase {
    /**
     * Bytes behind the headers that are worth not to be copied: for one copy, and when gathering.
     */
    private static final int LEAST_IN_PLACE = 128;

    private static final int LEAST_GATHERED = 256;
    private static final int BUFFERS_GATHERED = 3;

    private final int maxFrameLength;
    private final XdpDevice device;
    private final boolean countsForDevice;
    private final XskQueue[] queues;
    private final XskQueue transmitting;
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

    private AfXdpPort(
            final PortId id,
            final FrameMemory memory,
            final XdpDevice device,
            final int shard,
            final int shards)
            throws SysException {
        super(id.index(), id.name(), memory);
        this.device = device;
        countsForDevice = shard == 0;
        maxFrameLength = device.maxFrameLength();
        queues = device.openQueues(shard, shards, memory, stats);
        transmitting = queues[0];
        gathering = transmitting.socket().mode().gather();
    }

    /**
     * Attaches the program, then opens the sockets. To be called before the receive side's threads
     * start, in the device's network namespace.
     *
     * @param id of the port
     * @param spec of it
     * @param memories of the shards that share the device, with chunks of 2048 or 4096 bytes
     * @param wiring of the port
     * @return the port as each shard has it, in the order of their memories
     * @throws PortException when it cannot be opened; nothing stays open
     */
    static List<AfXdpPort> open(
            final PortId id,
            final AfXdpSpec spec,
            final List<FrameMemory> memories,
            final Wiring wiring)
            throws PortException {
        final int shards = memories.size();
        final FrameMemory first = memories.get(0);
        final List<AfXdpPort> opened = new ArrayList<>();
        XdpDevice device = null;
        boolean whole = false;
        try {
            device = XdpDevice.attach(id, spec, first.chunkSize(), shards, wiring);
            for (int shard = 0; shard < shards; shard++) {
                opened.add(new AfXdpPort(id, memories.get(shard), device, shard, shards));
            }
            device.serve();
            whole = true;
            return opened;
        } catch (final SysException ex) {
            throw AfXdpLimits.explain(
                    id, spec, new NetDevice(spec.device()), first.buffer().capacity(), ex);
        } finally {
            if (!whole) {
                CloseHelper.close(device);
                opened.forEach(AfXdpPort::close);
            }
        }
    }

    /**
     * Has the kernel judge the port's program and memory, and lets go of both; the device is not
     * touched.
     *
     * @param id of the port
     * @param spec of it
     * @param memories of the shards that would share the device
     * @param wiring of the port
     * @throws PortException when the kernel refuses
     */
    public static void rehearse(
            final PortId id,
            final AfXdpSpec spec,
            final List<FrameMemory> memories,
            final Wiring wiring)
            throws PortException {
        try {
            final PortPart own =
                    spec.mode() == XdpMode.GENERIC ? null : PortPart.of(wiring.part(), id.index());
            Attachment.rehearse(own, wiring.guard(), XdpDevice.peerIndex(id, wiring));
            for (final FrameMemory memory : memories) {
                Umem.rehearse(memory);
            }
        } catch (final SysException ex) {
            throw AfXdpLimits.explain(
                    id,
                    spec,
                    new NetDevice(spec.device()),
                    memories.get(0).buffer().capacity(),
                    ex);
        }
    }

    /**
     * @return how the program is attached: native, native (multi-buffer program) or generic
     */
    public String programMode() {
        return device.mode();
    }

    @Override
    public String mode() {
        return device.mode() + ", " + transmitting.socket().mode();
    }

    @Override
    public int[] descriptors() {
        return Arrays.stream(queues).mapToInt(queue -> queue.socket().fd()).toArray();
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
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        if (gathering && copy.icrcIndex >= LEAST_GATHERED && copy.tail == buffer) {
            return sendGathered(copy, headerOffset, icrc);
        }
        final int at = acquire(copy.length());
        if (at == FrameMemory.NONE) {
            return false;
        }
        final int length = FrameCopy.gather(buffer, at, copy, headerOffset, icrc);
        transmitting.transmit(at, length);
        return true;
    }

    /**
     * Headers and what follows the payload in a chunk of its own, the payload from where it lies.
     */
    private boolean sendGathered(final Copy copy, final int headerOffset, final int icrc) {
        if (isRefused(copy.length(), BUFFERS_GATHERED)) {
            return false;
        }
        final int head = acquireTx();
        if (head == FrameMemory.NONE) {
            return false;
        }
        final int payload = copy.tailOffset;
        final int payloadLength = copy.icrcIndex;
        final int trailer = head + copy.headerLength;
        final int trailerLength = copy.tailLength - payloadLength;
        FrameCopy.copy(buffer, head, copy.header, headerOffset, copy.headerLength);
        buffer.putBytes(trailer, buffer, payload + payloadLength, trailerLength);
        buffer.putInt(trailer, icrc, ByteOrder.LITTLE_ENDIAN);
        memory.retain(head);
        memory.retain(payload);
        transmitting.transmit(
                head, copy.headerLength, payload, payloadLength, trailer, trailerLength);
        return true;
    }

    @Override
    public boolean beginCopy(final Copy copy, final int headerOffset, final int icrc) {
        if (copy.tailLength < LEAST_IN_PLACE || gathering) {
            return sendCopy(copy, headerOffset, icrc);
        }
        final int at = acquire(copy.length());
        if (at == FrameMemory.NONE) {
            return false;
        }
        if (copy.header != buffer || headerOffset != at) {
            FrameCopy.copy(buffer, at, copy.header, headerOffset, copy.headerLength);
        }
        begun = at;
        begunHeader = copy.headerLength;
        begunTail = copy.tailOffset;
        begunTailLength = copy.tailLength;
        begunIcrcIndex = copy.icrcIndex;
        begunIcrc = icrc;
        transmitting.transmit(at, copy.length());
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

    @Override
    public boolean isSending() {
        return outstanding() > 0;
    }

    @Override
    public int room() {
        return Math.min(transmitting.room(gathering ? BUFFERS_GATHERED : 1), memory.freeTx());
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

    @Override
    public synchronized String tend() {
        return closed || !countsForDevice ? null : device.tend();
    }

    /** Asks the kernel for its losses: one system call per queue, not per frame. */
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
        if (countsForDevice) {
            device.countSilent(stats);
        }
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
        device.close();
        for (final XskQueue queue : queues) {
            queue.close();
        }
    }
}
