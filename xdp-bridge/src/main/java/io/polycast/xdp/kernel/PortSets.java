package io.polycast.xdp.kernel;

import io.polycast.xdp.afxdp.program.ProgramPart;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * DEVMAPs by set of ports, shared by all groups with the same set: source's port and receivers'
 * alike, since a broadcast leaves out the device that the frame came from.
 *
 * <p>To put one in its place makes the caller wait for all programs that run, 8 to 17 ms. So it is
 * asked for at {@link #places} and made by {@link #make}, off the lock.
 */
final class PortSets implements AutoCloseable {
    /** BPF_F_BROADCAST | BPF_F_EXCLUDE_INGRESS. */
    static final int BROADCAST_EXCLUDE_INGRESS = 1 << 3 | 1 << 4;

    private static final int MOST_SETS = 4096;

    private final BpfMap example;
    private final BpfMap outer;
    private final SetPlaces places;

    PortSets(final int groups) throws SysException {
        example = new BpfMap(BpfMap.Type.DEVMAP, 4, ProgramPart.DEVICE_LENGTH, 1, "polycast_ports");
        final int most = Math.min(MOST_SETS, groups);
        try {
            // The last one is there to be updated for the sake of waiting.
            outer = BpfMap.ofMaps(BpfMap.Type.ARRAY_OF_MAPS, most + 1, example, "polycast_sets");
        } catch (final SysException ex) {
            example.close();
            throw ex;
        }
        places = new SetPlaces(most);
    }

    int fd() {
        return outer.fd();
    }

    /** Who has which place. */
    SetPlaces places() {
        return places;
    }

    /** Makes a set's map and puts it in its place. Off the lock. */
    void make(
            final SetPlaces.Order order,
            final IntUnaryOperator ifindex,
            final IntUnaryOperator programFd) {
        try (BpfMap devices =
                new BpfMap(
                        BpfMap.Type.DEVMAP,
                        4,
                        ProgramPart.DEVICE_LENGTH,
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

    /** Puts a device with its egress program, 0 for none, into a DEVMAP. */
    static void put(final BpfMap devices, final int key, final int ifindex, final int programFd)
            throws SysException {
        final UnsafeBuffer index = Sys.allocate(4);
        final UnsafeBuffer entry = Sys.allocate(ProgramPart.DEVICE_LENGTH);
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
