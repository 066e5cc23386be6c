package io.polycast.xdp.fastpath;

import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * DEVMAPs by set of ports, shared by all groups with the same set: source's port and receivers' alike,
 * since a broadcast leaves out the device that the frame came from.
 */
final class PortSets implements AutoCloseable {
    /** BPF_F_BROADCAST | BPF_F_EXCLUDE_INGRESS. */
    static final int BROADCAST_EXCLUDE_INGRESS = 1 << 3 | 1 << 4;

    /** struct bpf_devmap_val: ifindex u32 @0, descriptor of the egress program i32 @4. */
    static final int ENTRY_LENGTH = 8;

    private static final int MOST_SETS = 4096;

    private static final class Use {
        final int index;
        int users;

        Use(final int index) {
            this.index = index;
        }
    }

    private final BpfMap example;
    private final BpfMap outer;
    private final Map<Long, Use> sets = new HashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    PortSets(final int groups) throws SysException {
        example = new BpfMap(BpfMap.Type.DEVMAP, 4, ENTRY_LENGTH, 1, "polycast_ports");
        final int most = Math.min(MOST_SETS, groups);
        try {
            // The last one is there to be updated for the sake of waiting.
            outer = BpfMap.ofMaps(BpfMap.Type.ARRAY_OF_MAPS, most + 1, example, "polycast_sets");
        } catch (final SysException ex) {
            example.close();
            throw ex;
        }
        for (int index = 1; index <= most; index++) {
            free.add(index);
        }
    }

    int fd() {
        return outer.fd();
    }

    /**
     * Index of a set's map, which is made when nobody uses it yet.
     *
     * @param ports bits
     * @param ifindex of a port's device
     * @param programFd of a port's egress program
     * @return the index, or -1 when there are too many sets
     */
    int use(final long ports, final IntUnaryOperator ifindex, final IntUnaryOperator programFd)
            throws SysException {
        Use use = sets.get(ports);
        if (use == null) {
            if (free.isEmpty()) {
                return -1;
            }
            make(free.peek(), ports, ifindex, programFd);
            use = new Use(free.remove());
            sets.put(ports, use);
        }
        use.users++;
        return use.index;
    }

    private void make(
            final int index,
            final long ports,
            final IntUnaryOperator ifindex,
            final IntUnaryOperator programFd)
            throws SysException {
        try (BpfMap devices =
                new BpfMap(
                        BpfMap.Type.DEVMAP,
                        4,
                        ENTRY_LENGTH,
                        Long.bitCount(ports),
                        "polycast_ports")) {
            int key = 0;
            for (long rest = ports; rest != 0; rest &= rest - 1) {
                final int port = Long.numberOfTrailingZeros(rest);
                put(devices, key, ifindex.applyAsInt(port), programFd.applyAsInt(port));
                key++;
            }
            outer.update(index, devices.fd());
        }
    }

    /** Puts a device with its egress program, 0 for none, into a DEVMAP. */
    static void put(final BpfMap devices, final int key, final int ifindex, final int programFd)
            throws SysException {
        final UnsafeBuffer index = Sys.allocate(4);
        final UnsafeBuffer entry = Sys.allocate(ENTRY_LENGTH);
        index.putInt(0, key);
        entry.putInt(0, ifindex);
        entry.putInt(4, programFd);
        devices.update(index, entry);
    }

    /** A slot that used the set is empty; no program may still use it. */
    void leave(final long ports) {
        final Use use = sets.get(ports);
        use.users--;
        if (use.users == 0) {
            sets.remove(ports);
            free.add(use.index);
        }
    }

    /** Returns when no program runs any more that began before: 8 to 17 ms. */
    void await() throws SysException {
        outer.update(0, example.fd());
    }

    @Override
    public void close() {
        outer.close();
        example.close();
    }
}
