package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.Sys;
import org.agrona.concurrent.UnsafeBuffer;

/** Frames in mbufs, waiting for the device to take them. */
final class TransmitQueue {
    /** Answer of {@link #take} without a free mbuf. */
    static final long NONE = 0;

    private static final int BATCH = PortSpec.BATCH;
    private static final int MOST_IN_BURST = 1024;

    private final MbufPool pool;
    private final Burst burst;
    private final PortStats stats;
    private final int capacity;
    private final UnsafeBuffer queued;
    private final int[] lengths;
    private final UnsafeBuffer spare = Sys.allocate(BATCH * Long.BYTES);
    private final UnsafeBuffer mbuf = new UnsafeBuffer(0, 0);
    private int spares;
    private int head;
    private int tail;

    /**
     * @param pool of the port
     * @param burst that transmits
     * @param stats of the port
     * @param capacity frames that may wait
     */
    TransmitQueue(
            final MbufPool pool, final Burst burst, final PortStats stats, final int capacity) {
        this.pool = pool;
        this.burst = burst;
        this.stats = stats;
        this.capacity = capacity;
        queued = Sys.allocate(capacity * Long.BYTES);
        lengths = new int[capacity];
    }

    /**
     * @param capacity of a queue
     * @return mbufs that it may hold
     */
    static int held(final int capacity) {
        return capacity + BATCH;
    }

    /** Room for a frame, perhaps after sending some? */
    boolean hasRoom() {
        if (tail == capacity) {
            flush();
        }
        return tail < capacity;
    }

    /** Frames that {@link #add} will take, as many as there are mbufs for. */
    int room() {
        if (tail == capacity) {
            flush();
        }
        return Math.min(capacity - tail, spares + pool.available() / BATCH * BATCH);
    }

    /** Takes an mbuf to write a frame into, or {@link #NONE}. */
    long take() {
        if (spares == 0) {
            if (!pool.take(spare.addressOffset(), BATCH)) {
                return NONE;
            }
            spares = BATCH;
        }
        return spare.getLong(--spares * Long.BYTES);
    }

    /** Where the bytes of a frame in an mbuf that {@link #take} gave begin. */
    long frameAddress(final long address) {
        mbuf.wrap(address, Abi.MBUF);
        return mbuf.getLong(Abi.MBUF_BUF_ADDR) + Abi.MBUF_HEADROOM;
    }

    /** Adds the mbuf that {@link #frameAddress} was asked of last; there must be room. */
    void add(final int length) {
        mbuf.putLong(Abi.MBUF_DATA_OFF, Abi.MBUF_FRESH);
        mbuf.putLong(Abi.MBUF_OL_FLAGS, 0);
        mbuf.putInt(Abi.MBUF_PACKET_TYPE, 0);
        mbuf.putInt(Abi.MBUF_PKT_LEN, length);
        mbuf.putShort(Abi.MBUF_DATA_LEN, (short) length);
        mbuf.putShort(Abi.MBUF_VLAN_TCI, (short) 0);
        mbuf.putShort(Abi.MBUF_VLAN_TCI_OUTER, (short) 0);
        mbuf.putLong(Abi.MBUF_TX_OFFLOAD, 0);
        queued.putLong(tail * Long.BYTES, mbuf.addressOffset());
        lengths[tail++] = length;
    }

    /** Sends what the device takes; how many frames left the queue. */
    int flush() {
        int done = 0;
        while (head < tail) {
            final int sent =
                    burst.run(
                            queued.addressOffset() + (long) head * Long.BYTES,
                            Math.min(tail - head, MOST_IN_BURST));
            if (sent == 0) {
                break;
            }
            long bytes = 0;
            for (int i = head; i < head + sent; i++) {
                bytes += lengths[i];
            }
            head += sent;
            done += sent;
            stats.addTx(sent, bytes);
        }
        if (head == tail || tail == capacity) {
            closeGap();
        }
        return done;
    }

    private void closeGap() {
        final int left = tail - head;
        if (head > 0 && left > 0) {
            queued.putBytes(0, queued, head * Long.BYTES, left * Long.BYTES);
            System.arraycopy(lengths, head, lengths, 0, left);
        }
        head = 0;
        tail = left;
    }

    /** Gives back frames that were not sent. */
    void close() {
        if (tail > head) {
            pool.putBack(queued.addressOffset() + (long) head * Long.BYTES, tail - head);
            tail = head;
        }
        if (spares > 0) {
            pool.putBack(spare.addressOffset(), spares);
            spares = 0;
        }
    }
}
