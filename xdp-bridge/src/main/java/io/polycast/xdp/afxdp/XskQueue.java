package io.polycast.xdp.afxdp;

import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortStats;

/**
 * Which chunks a socket's kernel side holds, and the moves between it and the frame memory.
 *
 * <p>The fill ring gets more chunks than the receive ring has entries: when we do not read, the
 * receive ring is what runs full, and the kernel counts it as that. What the kernel holds is noted a
 * chunk, since it may keep a chunk that is in no ring any more; close gives all of it back.
 */
final class XskQueue {
    private final int port;
    private final FrameMemory memory;
    private final XskSocket socket;
    private final PortStats stats;

    // Receive side.
    private final int stockWanted;
    private final boolean[] lentToReceive;
    private int stocked;

    // Transmit side.
    private final int txSize;
    private final short[] lentToTransmit;
    private int outstanding;
    private long queuedBytes;

    XskQueue(
            final int port,
            final FrameMemory memory,
            final XskSocket socket,
            final PortStats stats,
            final int stockWanted,
            final int txSize) {
        this.port = port;
        this.memory = memory;
        this.socket = socket;
        this.stats = stats;
        this.txSize = txSize;
        this.stockWanted = stockWanted;
        lentToReceive = new boolean[memory.rxChunks()];
        lentToTransmit = new short[memory.rxChunks() + memory.txChunks()];
        stock();
    }

    static int fillSize(final int rxSize) {
        return 2 * rxSize;
    }

    int receive(final FrameHandler handler, final int limit) {
        final ConsumerRing ring = socket.received();
        final int count = ring.available(limit);
        if (count == 0) {
            if (stocked < stockWanted) {
                stock();
            }
            if (socket.fill().needsWakeup()) {
                socket.kickReceive();
            }
            return 0;
        }
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            final int offset = (int) ring.address(i);
            final int length = ring.length(i);
            lentToReceive[memory.chunkIndex(offset)] = false;
            bytes += length;
            handler.onFrame(port, offset, length, 0);
        }
        ring.release(count);
        stocked -= count;
        stats.addRx(count, bytes);
        stock();
        return count;
    }

    private void stock() {
        final ProducerRing fill = socket.fill();
        while (stocked < stockWanted && fill.hasRoom()) {
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                break;
            }
            lentToReceive[memory.chunkIndex(chunk)] = true;
            fill.put(chunk);
            stocked++;
        }
        fill.publish();
    }

    /** Room for a frame? Completions not yet returned take room, so that their ring never fills. */
    boolean hasRoom() {
        if (outstanding == txSize) {
            flush();
        }
        return outstanding < txSize;
    }

    /** Queues a frame whose reference is the queue's from now on; there must be room. */
    void transmit(final int offset, final int length) {
        lentToTransmit[memory.chunkIndex(offset)]++;
        socket.transmit().put(offset, length);
        outstanding++;
        queuedBytes += length;
    }

    int flush() {
        if (outstanding == 0) {
            return 0;
        }
        final ProducerRing ring = socket.transmit();
        final int queued = ring.publish();
        if (queued > 0) {
            stats.addTx(queued, queuedBytes);
            queuedBytes = 0;
        }
        // Also when nothing is new: what an earlier kick left would else stay for ever.
        if (!ring.isDrained() && ring.needsWakeup()) {
            socket.kickTransmit();
        }
        return queued + reclaim();
    }

    private int reclaim() {
        final ConsumerRing ring = socket.completed();
        final int count = ring.available(outstanding);
        for (int i = 0; i < count; i++) {
            final int offset = (int) ring.address(i);
            lentToTransmit[memory.chunkIndex(offset)]--;
            memory.release(offset);
        }
        if (count > 0) {
            ring.release(count);
            outstanding -= count;
        }
        return count;
    }

    int outstanding() {
        return outstanding;
    }

    XskSocket socket() {
        return socket;
    }

    /** Closes the socket and takes back what the kernel held; both sides must rest. */
    void close() {
        socket.close();
        for (int i = 0; i < lentToReceive.length; i++) {
            if (lentToReceive[i]) {
                memory.release(i * memory.chunkSize());
            }
        }
        for (int i = 0; i < lentToTransmit.length; i++) {
            for (int n = lentToTransmit[i]; n > 0; n--) {
                memory.release(i * memory.chunkSize());
            }
        }
    }
}
