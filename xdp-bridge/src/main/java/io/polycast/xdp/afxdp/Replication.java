package io.polycast.xdp.afxdp;

import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.sys.SysException;

/**
 * A port's part in the kernel's replication.
 *
 * @param fastPath of the switch
 * @param port of the switch
 */
record Replication(FastPath fastPath, int port) {
    /** Of a port, or null when the switch has no fast path. */
    static Replication of(final FastPath fastPath, final int port) {
        return fastPath == null ? null : new Replication(fastPath, port);
    }

    /**
     * Instructions that take groups' data; context in R6.
     *
     * @param guardedNs without a sign of life after which nothing comes to them, in ns; negative: never
     */
    void write(final BpfAssembler code, final long guardedNs) {
        fastPath.writeIngress(code, port, guardedNs);
    }

    /** A map of one device, with the program that the device must carry in every map. */
    static BpfMap deviceMap(final Replication replication, final int ifindex, final String name)
            throws SysException {
        final BpfMap map =
                new BpfMap(
                        BpfMap.Type.DEVMAP,
                        4,
                        replication == null ? 4 : FastPath.DEVMAP_VALUE,
                        1,
                        name);
        try {
            if (replication == null) {
                map.update(0, ifindex);
            } else {
                replication.fastPath.putDevice(map, 0, ifindex);
            }
            return map;
        } catch (final SysException ex) {
            map.close();
            throw ex;
        }
    }
}
