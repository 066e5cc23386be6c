package io.polycast.xdp.dpdk;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.LinkStatus;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.Sys;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An Ethernet device of DPDK. A frame is copied from the driver's mbuf into the switch's memory, and from
 * there into an mbuf. A copy for a group is assembled in the mbuf. The switch's threads are not registered
 * with DPDK, and no call here needs that.
 *
 * <p>One thread may receive while another one sends: drivers require one thread per queue, and the pool has no
 * caches.
 */
public final class DpdkPort extends PortBase {
    private static final int BATCH = PortSpec.BATCH;

    /** Batches: enough for any ring, and an end when frames keep coming. */
    private static final int MOST_DRAINED = 32_768 / BATCH;

    private final DpdkDevice device;
    private final MbufPool pool;
    private final Burst receiving;
    private final TransmitQueue queue;
    private final int maxFrameLength;
    private final UnsafeBuffer received = Sys.allocate(BATCH * Long.BYTES);
    private final UnsafeBuffer mbuf = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer arrived = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer leaving = new UnsafeBuffer(0, 0);
    private int receivedCount;
    private int handled;
    private volatile long misfits;
    private boolean closed;

    /**
     * Opens a device; the first one of the process starts DPDK.
     *
     * @param id of the port
     * @param spec of it
     * @param memory of the switch
     * @throws PortException when DPDK is missing, or the device refuses a setting
     */
    public DpdkPort(final PortId id, final DpdkSpec spec, final FrameMemory memory)
            throws PortException {
        super(id.index(), id.name(), memory);
        final Natives natives = Natives.require(name);
        Eal.start(name, natives, spec.eal());
        device = new DpdkDevice(name, natives, spec.devargs());
        MbufPool opened = null;
        try {
            device.configure(spec.mtu(), memory.frameCapacity(), spec.ringSize());
            opened =
                    MbufPool.create(
                            name,
                            natives,
                            device.held() + TransmitQueue.held(spec.ringSize()) + 2 * BATCH,
                            memory.frameCapacity());
            device.start(opened);
        } catch (final PortException | IllegalStateException ex) {
            device.close();
            if (opened != null) {
                opened.close();
            }
            throw ex;
        }
        pool = opened;
        receiving = device.receiveBurst();
        queue = new TransmitQueue(pool, device.transmitBurst(), stats, spec.ringSize());
        maxFrameLength = device.maxFrameLength();
    }

    /**
     * Says whether DPDK is there; it is not started, since another process may have the device.
     *
     * @param name of the port
     * @return {@link Integer#MAX_VALUE}: only the open device tells
     * @throws PortException when its libraries cannot be used
     */
    static int requireFit(final String name) throws PortException {
        Natives.require(name);
        return Integer.MAX_VALUE;
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        int frames = 0;
        long bytes = 0;
        while (frames < limit) {
            if (handled == receivedCount && !receiveBurst()) {
                break;
            }
            final int length = arrived(received.getLong(handled * Long.BYTES));
            if (length < 0) {
                handled++;
                misfits = misfits + 1;
                continue;
            }
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                break; // it waits here, others in the device's ring
            }
            final int offset = chunk + FrameMemory.HEADROOM;
            buffer.putBytes(offset, arrived, 0, length);
            handled++;
            frames++;
            bytes += length;
            handler.onFrame(index, offset, length, 0);
        }
        if (handled == receivedCount) {
            putBackReceived();
        }
        if (frames > 0) {
            stats.addRx(frames, bytes);
        }
        return frames;
    }

    /** Always a whole batch: vector drivers give no frames to a request for less than four. */
    private boolean receiveBurst() {
        putBackReceived();
        receivedCount = receiving.run(received.addressOffset(), BATCH);
        return receivedCount > 0;
    }

    private void putBackReceived() {
        if (receivedCount > 0) {
            pool.putBack(received.addressOffset(), receivedCount);
        }
        receivedCount = 0;
        handled = 0;
    }

    /** Points at the bytes of a frame; their number, or -1 when it does not fit a chunk. */
    private int arrived(final long address) {
        mbuf.wrap(address, Abi.MBUF);
        final int length = mbuf.getInt(Abi.MBUF_PKT_LEN);
        if (mbuf.getShort(Abi.MBUF_NB_SEGS) != 1 || length < 0 || length > memory.frameCapacity()) {
            return -1;
        }
        arrived.wrap(
                mbuf.getLong(Abi.MBUF_BUF_ADDR) + (mbuf.getShort(Abi.MBUF_DATA_OFF) & 0xffff),
                length);
        return length;
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        if (!open(length)) {
            return false;
        }
        leaving.putBytes(0, frame, offset, length);
        queue.add(length);
        return true;
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        return send(buffer, offset, length);
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        if (!open(copy.length())) {
            return false;
        }
        queue.add(FrameCopy.gather(leaving, 0, copy, headerOffset, icrc));
        return true;
    }

    /** Points at room for a frame that is to leave; false when it cannot. */
    private boolean open(final int length) {
        if (length > maxFrameLength) {
            stats.addTxTooLong();
            return false;
        }
        if (!queue.hasRoom()) {
            stats.addTxRingFull();
            return false;
        }
        final long address = queue.take();
        if (address == TransmitQueue.NONE) {
            stats.addTxNoMemory();
            return false;
        }
        leaving.wrap(queue.frameAddress(address), length);
        return true;
    }

    @Override
    public int flush() {
        return queue.flush();
    }

    @Override
    public int room() {
        return queue.room();
    }

    @Override
    public int maxFrameLength() {
        return maxFrameLength;
    }

    @Override
    public synchronized LinkStatus link() {
        return closed ? null : device.link();
    }

    /** Asks the device for its drops. */
    @Override
    public synchronized PortStats stats() {
        if (!closed) {
            final UnsafeBuffer counts = device.stats();
            stats.setRxLosses(
                    counts.getLong(Abi.STATS_IMISSED),
                    counts.getLong(Abi.STATS_RX_NOMBUF),
                    counts.getLong(Abi.STATS_IERRORS) + misfits);
            stats.setTxErrors(counts.getLong(Abi.STATS_OERRORS));
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
        putBackReceived();
        queue.close();
        drain();
        device.close();
        pool.close();
    }

    /**
     * A device that outlives the port (a ring) would deliver its old frames when it is opened
     * again.
     */
    private void drain() {
        for (int i = 0; i < MOST_DRAINED && receiveBurst(); i++) {
            putBackReceived();
        }
    }
}
