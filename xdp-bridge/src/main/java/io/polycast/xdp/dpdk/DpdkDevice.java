package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.LinkStatus;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.Sys;
import java.lang.ref.Reference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** One Ethernet device of DPDK with one queue each way, from its probe to its removal. */
final class DpdkDevice {
    private static final int NOT_SUPPORTED = -95;
    private static final int UNLIMITED = 0xffff_ffff;
    private static final int ETHERNET = 14;
    private static final int VLAN = 4;
    private static final int FCS = 4;
    private static final int ANY_SOCKET = -1;
    private static final long LINK_WAIT_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long LINK_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Devices that ports of this process have. */
    private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

    private final String name;
    private final Natives natives;
    private final LibDpdk functions;
    private final int id;
    private final UnsafeBuffer info = Sys.allocate(Abi.INFO);
    private final UnsafeBuffer stats = Sys.allocate(Abi.STATS);
    private int maxFrameLength;
    private int rxDescriptors;
    private int txDescriptors;

    /**
     * Finds the device, which is probed unless it is there already.
     *
     * @param port name of the port, for messages
     * @param natives libraries, with EAL started
     * @param devargs of the device
     * @throws PortException when there is none, or another port has it
     */
    DpdkDevice(final String port, final Natives natives, final String devargs)
            throws PortException {
        this.name = port;
        this.natives = natives;
        this.functions = natives.functions();
        id = DeviceProbe.portOf(port, natives, devargs);
        if (!TAKEN.add(id)) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port " + port + ": another port has DPDK device " + devargs);
        }
        functions.rte_eth_dev_info_get(id, info.addressOffset());
    }

    /**
     * Sets the device up, not yet running.
     *
     * @param mtu that it has to carry with two VLAN tags, or 0 for what it is set to
     * @param frameCapacity longest frame that the switch can hold, in bytes
     * @param ringSize descriptors wanted in each direction
     * @throws PortException when it cannot be
     */
    void configure(final int mtu, final int frameCapacity, final int ringSize)
            throws PortException {
        final boolean unlimited = info.getInt(Abi.INFO_MAX_RX_PKTLEN) == UNLIMITED;
        final UnsafeBuffer number = Sys.allocate(2 * Short.BYTES);
        functions.rte_eth_dev_get_mtu(id, number.addressOffset());
        final int current = number.getShort(0) & 0xffff;
        // Room for a second VLAN tag, where the device's own account has room for one.
        final int wanted = unlimited || mtu == 0 ? current : Math.max(current, mtu + VLAN);
        final UnsafeBuffer configuration = Sys.allocate(Abi.CONF);
        configuration.putInt(Abi.CONF_RX_MTU, wanted);
        check(
                functions.rte_eth_dev_configure(id, 1, 1, configuration.addressOffset()),
                "does not take MTU " + wanted + " (" + limit() + ")",
                "lower the port's mtu");
        Reference.reachabilityFence(configuration);
        maxFrameLength =
                unlimited ? frameCapacity : Math.min(frameCapacity, wanted + ETHERNET + VLAN);
        number.putShort(0, (short) ringSize);
        number.putShort(Short.BYTES, (short) ringSize);
        check(
                functions.rte_eth_dev_adjust_nb_rx_tx_desc(
                        id, number.addressOffset(), number.addressOffset() + Short.BYTES),
                "does not tell its ring sizes",
                "see the driver's documentation");
        rxDescriptors = number.getShort(0) & 0xffff;
        txDescriptors = number.getShort(Short.BYTES) & 0xffff;
        Reference.reachabilityFence(number);
    }

    private String limit() {
        final int longest = info.getInt(Abi.INFO_MAX_RX_PKTLEN) - ETHERNET - FCS;
        final int most = info.getShort(Abi.INFO_MAX_MTU) & 0xffff;
        return "at most " + (longest > 0 ? Math.min(longest, most) : most);
    }

    /**
     * Starts the device and waits a little for its link; a port without link is a port all the
     * same.
     *
     * @param pool to receive into
     * @throws PortException when it does not start
     */
    void start(final MbufPool pool) throws PortException {
        check(
                functions.rte_eth_rx_queue_setup(
                        id, 0, rxDescriptors, ANY_SOCKET, 0, pool.address(), 0),
                "refuses a receive queue of " + rxDescriptors,
                "raise pipeline.chunkSize when frames do not fit, or lower the MTU");
        check(
                functions.rte_eth_tx_queue_setup(id, 0, txDescriptors, ANY_SOCKET, 0),
                "refuses a transmit queue of " + txDescriptors,
                "see the driver's documentation");
        check(functions.rte_eth_dev_start(id), "does not start", "see its lines above");
        final int promiscuous = functions.rte_eth_promiscuous_enable(id);
        if (promiscuous != NOT_SUPPORTED) {
            check(promiscuous, "refuses promiscuous mode", "see its lines above");
        }
        awaitLink();
    }

    private void awaitLink() {
        final long startNs = System.nanoTime();
        while (!isUp(link()) && System.nanoTime() - startNs < LINK_WAIT_NS) {
            LockSupport.parkNanos(LINK_PAUSE_NS);
        }
    }

    /** Whether there is nothing to wait for: a driver that does not tell its link counts as up. */
    private static boolean isUp(final LinkStatus link) {
        return link == null || link.up();
    }

    /**
     * @return link of the device; null if the driver does not tell it
     */
    LinkStatus link() {
        final UnsafeBuffer link = Sys.allocate(Abi.LINK);
        final int failed = functions.rte_eth_link_get_nowait(id, link.addressOffset());
        final int flags = link.getShort(Abi.LINK_FLAGS);
        final int speed = link.getInt(Abi.LINK_SPEED);
        Reference.reachabilityFence(link);
        if (failed != 0) {
            return null;
        }
        final boolean up = (flags & Abi.LINK_UP) != 0;
        return new LinkStatus(up, up && speed != Abi.LINK_SPEED_UNKNOWN ? speed : 0);
    }

    private void check(final int result, final String what, final String remedy)
            throws PortException {
        if (result < 0) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + name
                            + ": the DPDK device "
                            + what
                            + ": "
                            + natives.errorText(result)
                            + "; "
                            + remedy);
        }
    }

    /**
     * @return longest frame with one VLAN tag, in bytes without FCS
     */
    int maxFrameLength() {
        return maxFrameLength;
    }

    /**
     * @return mbufs that the device may hold at once
     */
    int held() {
        return rxDescriptors + txDescriptors;
    }

    /**
     * @return what receives a burst; the device runs
     */
    Burst receiveBurst() {
        final UnsafeBuffer fastPath = fastPath();
        return new Burst(
                fastPath.getLong(Abi.FAST_PATH_RX_BURST),
                firstQueue(fastPath.getLong(Abi.FAST_PATH_RX_QUEUES)));
    }

    /**
     * @return what transmits a burst; the device runs
     */
    Burst transmitBurst() {
        final UnsafeBuffer fastPath = fastPath();
        return new Burst(
                fastPath.getLong(Abi.FAST_PATH_TX_BURST),
                firstQueue(fastPath.getLong(Abi.FAST_PATH_TX_QUEUES)));
    }

    private UnsafeBuffer fastPath() {
        final long all = natives.address("librte_ethdev", "rte_eth_fp_ops");
        return new UnsafeBuffer(all + (long) id * Abi.FAST_PATH, Abi.FAST_PATH);
    }

    private static long firstQueue(final long queues) {
        return new UnsafeBuffer(queues, Long.BYTES).getLong(0);
    }

    /**
     * @return struct rte_eth_stats as it is now; the next call overwrites it
     */
    UnsafeBuffer stats() {
        functions.rte_eth_stats_get(id, stats.addressOffset());
        return stats;
    }

    /** Stops and removes the device, so that it can be probed again. */
    void close() {
        functions.rte_eth_dev_stop(id);
        functions.rte_eth_dev_close(id);
        functions.rte_dev_remove(info.getLong(Abi.INFO_DEVICE));
        TAKEN.remove(id);
    }
}
