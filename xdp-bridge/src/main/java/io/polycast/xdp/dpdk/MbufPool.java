package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.Sys;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The mbufs of one port. The pool has no caches of logical cores, so that threads which DPDK does
 * not know may use it: the receive side puts back while the transmit side takes.
 */
final class MbufPool {
    private static final int ANY_SOCKET = -1;

    /** Least room that drivers expect behind the headroom, and what they divide it by. */
    private static final int LEAST_ROOM = 2048;

    private static final int ROOM_STEP = 1024;

    private static final AtomicLong NUMBER = new AtomicLong();

    /** Pools of closed ports of which another device still holds mbufs. */
    private static final List<MbufPool> LINGERING = new ArrayList<>();

    private final LibDpdk functions;
    private final long pool;
    private final int count;
    private final long dequeue;

    private MbufPool(
            final LibDpdk functions, final long pool, final int count, final long dequeue) {
        this.functions = functions;
        this.pool = pool;
        this.count = count;
        this.dequeue = dequeue;
    }

    /**
     * @param port name of the port, for messages
     * @param natives libraries
     * @param count of mbufs
     * @param frameCapacity longest frame that one has to hold, in bytes
     * @return the pool
     * @throws PortException when there is no memory for it
     */
    static MbufPool create(
            final String port, final Natives natives, final int count, final int frameCapacity)
            throws PortException {
        final LibDpdk functions = natives.functions();
        final int room =
                Math.max(LEAST_ROOM, (frameCapacity + ROOM_STEP - 1) / ROOM_STEP * ROOM_STEP)
                        + Abi.MBUF_HEADROOM;
        final UnsafeBuffer name = Sys.cString("polycast_" + NUMBER.incrementAndGet());
        final long pool =
                functions.rte_pktmbuf_pool_create(
                        name.addressOffset(), count, 0, 0, room, ANY_SOCKET, 0);
        Reference.reachabilityFence(name);
        if (pool == 0) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": no memory for "
                            + count
                            + " frames of "
                            + room
                            + " bytes: "
                            + natives.lastError()
                            + "; raise -m in dpdk.eal, or give huge pages");
        }
        final UnsafeBuffer fields = new UnsafeBuffer(pool, Abi.POOL);
        final int kind = fields.getInt(Abi.POOL_OPS_INDEX);
        demand(fields.getInt(Abi.POOL_SIZE) == count, "rte_mempool.size");
        demand(fields.getInt(Abi.POOL_CACHE_SIZE) == 0, "rte_mempool.cache_size");
        demand(kind >= 0 && kind < Abi.OPS_KINDS, "rte_mempool.ops_index");
        final long operations =
                natives.address("librte_mempool", "rte_mempool_ops_table")
                        + Abi.OPS_TABLE_FIRST
                        + (long) kind * Abi.OPS;
        final long dequeue = new UnsafeBuffer(operations, Abi.OPS).getLong(Abi.OPS_DEQUEUE);
        final MbufPool created = new MbufPool(functions, pool, count, dequeue);
        created.checkLayout(room);
        return created;
    }

    /** Holds one mbuf against the offsets that this driver was written for. */
    private void checkLayout(final int room) {
        final UnsafeBuffer one = Sys.allocate(Long.BYTES);
        demand(take(one.addressOffset(), 1), "rte_mempool_ops.dequeue");
        final UnsafeBuffer mbuf = new UnsafeBuffer(one.getLong(0), Abi.MBUF);
        demand(mbuf.getLong(Abi.MBUF_POOL) == pool, "rte_mbuf.pool");
        demand((mbuf.getShort(Abi.MBUF_BUF_LEN) & 0xffff) == room, "rte_mbuf.buf_len");
        demand(mbuf.getShort(Abi.MBUF_REFCNT) == 1, "rte_mbuf.refcnt");
        demand(mbuf.getShort(Abi.MBUF_NB_SEGS) == 1, "rte_mbuf.nb_segs");
        demand(mbuf.getLong(Abi.MBUF_NEXT) == 0, "rte_mbuf.next");
        demand(mbuf.getLong(Abi.MBUF_BUF_ADDR) == one.getLong(0) + Abi.MBUF, "rte_mbuf.buf_addr");
        putBack(one.addressOffset(), 1);
        demand(functions.rte_mempool_avail_count(pool) == count, "rte_pktmbuf_free_bulk");
        Reference.reachabilityFence(one);
    }

    private static void demand(final boolean holds, final String what) {
        if (!holds) {
            throw new IllegalStateException(
                    "DPDK's " + what + " is not where " + Abi.VERSION + "x has it");
        }
    }

    /**
     * @return struct rte_mempool
     */
    long address() {
        return pool;
    }

    /**
     * Takes mbufs: all that are asked for, or none.
     *
     * @param mbufs where their addresses go
     * @param wanted how many
     * @return false when there are not as many
     */
    boolean take(final long mbufs, final int wanted) {
        return Natives.call(dequeue, pool, mbufs, wanted) == 0;
    }

    /**
     * @return mbufs that {@link #take} can give; recent when another thread uses the pool
     */
    int available() {
        return functions.rte_mempool_avail_count(pool);
    }

    /**
     * Puts back mbufs, each into the pool that it is from.
     *
     * @param mbufs their addresses
     * @param number of them
     */
    void putBack(final long mbufs, final int number) {
        functions.rte_pktmbuf_free_bulk(mbufs, number);
    }

    /**
     * Frees the pool and those of closed ports that have become complete. One of which a device
     * elsewhere still holds mbufs (a ring between two ports) stays until a later port closes.
     */
    void close() {
        synchronized (LINGERING) {
            LINGERING.add(this);
            LINGERING.removeIf(MbufPool::freeIfComplete);
        }
    }

    private boolean freeIfComplete() {
        if (functions.rte_mempool_avail_count(pool) != count) {
            return false;
        }
        functions.rte_mempool_free(pool);
        return true;
    }
}
