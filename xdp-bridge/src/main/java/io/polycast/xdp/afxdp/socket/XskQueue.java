package io.polycast.xdp.afxdp.socket;

import io.polycast.parser.wire.IcrcField;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortStats;
import org.agrona.DirectBuffer;

/**
 * Chunks that the kernel side of a socket holds, and their moves to and from the frame memory: in
 * lists, one index published per batch.
 *
 * <p>The fill ring gets more chunks than the receive ring has entries: when we do not read, the
 * receive ring is what runs full, and the kernel counts it as that. Each chunk that the kernel
 * holds is noted, because the kernel may keep a chunk that is in no ring any more. Close gives all
 * of them back.
 */
public final class XskQueue {
    /**
     * Frames fetched at once: they are a page apart, so that their lines fall into the same sets of
     * the cache.
     */
    private static final int FETCHED = 8;

    private static final int LINE = 64;

    private static final int XDP_PKT_CONTD = 1;

    private final int port;
    private final FrameMemory memory;
    private final DirectBuffer frames;
    private final XskSocket socket;
    private final PortStats stats;
    private final boolean busyPolling;

    /** Whether payloads leave from where they lie, so that this core needs none of them. */
    private final boolean gathers;

    // Receive side.
    private final int stockWanted;
    private final boolean[] lentToReceive;
    private final int[] stocking;
    private int stocked;
    private int fetched;

    // Transmit side.
    private final int txSize;
    private final short[] lentToTransmit;
    private final int[] returning;
    private int outstanding;
    private int queuedFrames;
    private long queuedBytes;

    /** Whether the kernel answered ENOBUFS when it was asked last. */
    private boolean starved;

    public XskQueue(
            final int port,
            final FrameMemory memory,
            final XskSocket socket,
            final PortStats stats,
            final int stockWanted,
            final int txSize,
            final boolean busyPolling) {
        this.port = port;
        this.memory = memory;
        this.frames = memory.buffer();
        this.socket = socket;
        this.stats = stats;
        this.txSize = txSize;
        this.stockWanted = Math.min(stockWanted, fillSize(txSize));
        this.busyPolling = busyPolling;
        gathers = socket.mode().gather();
        lentToReceive = new boolean[memory.rxChunks()];
        lentToTransmit = new short[memory.rxChunks() + memory.txChunks()];
        stocking = new int[this.stockWanted];
        returning = new int[txSize];
        stock();
    }

    static int fillSize(final int rxSize) {
        return 2 * rxSize;
    }

    public int receive(final FrameHandler handler, final int limit) {
        final ConsumerRing ring = socket.received();
        final int count = ring.available(limit);
        if (count == 0) {
            stock();
            if (busyPolling || socket.fill().needsWakeup()) {
                socket.kickReceive();
            }
            return 0;
        }
        final boolean whole = !gathers && handler.readsWhole();
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            if (i % FETCHED == 0) {
                fetch(ring, i, Math.min(count, i + FETCHED), whole);
            }
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

    /**
     * Another core wrote the frames. The engine reads headers and ICRCs first, copies read whole
     * frames. Many of these lines arrive in hardly more time than one. An ICRC may lie in two lines.
     */
    private void fetch(final ConsumerRing ring, final int from, final int to, final boolean whole) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            final int offset = (int) ring.address(i);
            final int end = offset + ring.length(i);
            sum +=
                    frames.getByte(offset)
                            + frames.getByte(end - IcrcField.LENGTH)
                            + frames.getByte(end - 1);
            if (whole) {
                for (int line = offset + LINE; line < end; line += LINE) {
                    sum += frames.getByte(line);
                }
            }
        }
        fetched = sum;
    }

    private void stock() {
        final ProducerRing fill = socket.fill();
        final int missing = stockWanted - stocked;
        if (missing == 0) {
            return;
        }
        final int count = memory.acquireRx(stocking, Math.min(missing, fill.room(missing)));
        for (int i = 0; i < count; i++) {
            lentToReceive[memory.chunkIndex(stocking[i])] = true;
            fill.put(stocking[i]);
        }
        stocked += count;
        fill.publish();
    }

    /** Room for a frame of so many buffers? Completions not yet returned take room as well. */
    public boolean hasRoom(final int buffers) {
        if (outstanding + buffers > txSize) {
            flush();
        }
        return outstanding + buffers <= txSize;
    }

    /**
     * @param buffers of each frame, at least 1
     * @return frames that {@link #transmit} will take; 0 while the kernel has no memory for frames
     */
    public int room(final int buffers) {
        if (outstanding + buffers > txSize) {
            flush();
        }
        return starved ? 0 : (txSize - outstanding) / buffers;
    }

    /** Queues a frame whose reference is the queue's from now on; there must be room. */
    public void transmit(final int offset, final int length) {
        put(offset, length, 0);
        queuedFrames++;
        queuedBytes += length;
    }

    /**
     * The frame queued last is to be sent from another chunk: hands over one reference for another.
     */
    public void moveLast(final int from, final int to) {
        lentToTransmit[memory.chunkIndex(from)]--;
        lentToTransmit[memory.chunkIndex(to)]++;
        socket.transmit().replaceLast(to);
    }

    /**
     * Queues a frame of three buffers, the first and the last in one chunk; there must be room. The
     * references, two to the chunk of the head and one to that of the payload, are the queue's.
     */
    public void transmit(
            final int head,
            final int headLength,
            final int payload,
            final int payloadLength,
            final int trailer,
            final int trailerLength) {
        put(head, headLength, XDP_PKT_CONTD);
        put(payload, payloadLength, XDP_PKT_CONTD);
        put(trailer, trailerLength, 0);
        queuedFrames++;
        queuedBytes += headLength + payloadLength + trailerLength;
    }

    private void put(final int offset, final int length, final int options) {
        lentToTransmit[memory.chunkIndex(offset)]++;
        socket.transmit().put(offset, length, options);
        outstanding++;
    }

    public int flush() {
        if (outstanding == 0) {
            return 0;
        }
        final int frames = queuedFrames;
        if (frames > 0) {
            socket.transmit().publish();
            stats.addTx(frames, queuedBytes);
            queuedFrames = 0;
            queuedBytes = 0;
        }
        kick();
        return frames + reclaim();
    }

    /**
     * Also when nothing is new: what an earlier kick left would else stay for ever. A kernel that
     * sends a part at each call is called until it stops to make progress.
     */
    private void kick() {
        final ProducerRing ring = socket.transmit();
        int waiting = ring.waiting();
        starved = false;
        while (waiting > 0 && ring.needsWakeup()) {
            starved = !socket.kickTransmit();
            final int left = ring.waiting();
            if (left == waiting || socket.mode().zeroCopy()) {
                return;
            }
            waiting = left;
        }
    }

    private int reclaim() {
        final ConsumerRing ring = socket.completed();
        final int count = ring.available(outstanding);
        if (count == 0) {
            return 0;
        }
        ring.addresses(returning, count);
        ring.release(count);
        for (int i = 0; i < count; i++) {
            lentToTransmit[memory.chunkIndex(returning[i])]--;
        }
        memory.release(returning, count);
        outstanding -= count;
        return count;
    }

    public int outstanding() {
        return outstanding;
    }

    public XskSocket socket() {
        return socket;
    }

    /** Closes the socket and takes back what the kernel held; both sides must rest. */
    public void close() {
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
