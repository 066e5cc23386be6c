package io.polycast.xdp.fastpath;

import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * DEVMAPs by set of ports, shared by all groups with the same set: source's port and receivers' alike,
 * since a broadcast leaves out the device that the frame came from. A map stays when nobody uses it, until
 * its place is needed.
 *
 * <p>To put one in its place makes the caller wait for all programs that run, 8 to 17 ms. So it is asked
 * for here and made by {@link #make}, off the lock under which all else is called.
 */
final class PortSets implements AutoCloseable {
    /** BPF_F_BROADCAST | BPF_F_EXCLUDE_INGRESS. */
    static final int BROADCAST_EXCLUDE_INGRESS = 1 << 3 | 1 << 4;

    /** struct bpf_devmap_val: ifindex u32 @0, descriptor of the egress program i32 @4. */
    static final int ENTRY_LENGTH = 8;

    /** The set has no map yet, but will. */
    static final int LATER = -1;

    /** All places are taken. */
    static final int FULL = -2;

    private static final int MOST_SETS = 4096;

    /** A set in its place. */
    private static final class Use {
        final int index;
        int users;

        Use(final int index) {
            this.index = index;
        }
    }

    /** A set on the way to its place. */
    static final class Order {
        final long ports;
        final int index;
        SysException refusal;

        Order(final long ports, final int index) {
            this.ports = ports;
            this.index = index;
        }
    }

    private final BpfMap example;
    private final BpfMap outer;
    private final Map<Long, Use> sets = new LinkedHashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private final Set<Long> wanted = new LinkedHashSet<>();
    private final Map<Long, SysException> refusals = new HashMap<>();

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
     * Index of a set's map, for one user more; asks for it when there is none.
     *
     * @param ports bits
     * @return the index, {@link #LATER} or {@link #FULL}
     * @throws SysException when the kernel refused it since the last time
     */
    int use(final long ports) throws SysException {
        final Use use = sets.get(ports);
        if (use != null) {
            use.users++;
            return use.index;
        }
        final SysException refusal = refusals.remove(ports);
        if (refusal != null) {
            throw refusal;
        }
        if (free.isEmpty() && !wanted.contains(ports) && !dropUnused()) {
            return FULL;
        }
        wanted.add(ports);
        return LATER;
    }

    /** Makes room, if there is a set without users. */
    private boolean dropUnused() {
        final Iterator<Use> each = sets.values().iterator();
        while (each.hasNext()) {
            final Use use = each.next();
            if (use.users == 0) {
                each.remove();
                free.add(use.index);
                return true;
            }
        }
        return false;
    }

    /** A slot that used the set is settled and given back. */
    void leave(final long ports) {
        sets.get(ports).users--;
    }

    /** What is wanted and there is room for. */
    List<Order> orders() {
        final List<Order> orders = new ArrayList<>();
        for (final long ports : wanted) {
            if (!free.isEmpty()) {
                orders.add(new Order(ports, free.remove()));
            }
        }
        return orders;
    }

    /** Makes a set's map and puts it in its place. Off the lock. */
    void make(final Order order, final IntUnaryOperator ifindex, final IntUnaryOperator programFd) {
        try (BpfMap devices =
                new BpfMap(
                        BpfMap.Type.DEVMAP,
                        4,
                        ENTRY_LENGTH,
                        Long.bitCount(order.ports),
                        "polycast_ports")) {
            int key = 0;
            for (long rest = order.ports; rest != 0; rest &= rest - 1) {
                final int port = Long.numberOfTrailingZeros(rest);
                put(devices, key, ifindex.applyAsInt(port), programFd.applyAsInt(port));
                key++;
            }
            outer.update(order.index, devices.fd());
        } catch (final SysException ex) {
            order.refusal = ex;
        }
    }

    /** It is there, or the kernel would not. */
    void made(final Order order) {
        wanted.remove(order.ports);
        if (order.refusal == null) {
            sets.put(order.ports, new Use(order.index));
        } else {
            free.add(order.index);
            refusals.put(order.ports, order.refusal);
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

    /** Returns when no program runs any more that began before: 8 to 17 ms. Off the lock. */
    void await() throws SysException {
        outer.update(0, example.fd());
    }

    @Override
    public void close() {
        outer.close();
        example.close();
    }
}
