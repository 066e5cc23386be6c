package io.polycast.xdp.dpdk;

/**
 * What rte_eth_rx_burst and rte_eth_tx_burst, which have no symbols, call for one queue.
 *
 * @param function address
 * @param queue the driver's own
 */
record Burst(long function, long queue) {
    /**
     * @param mbufs addresses of mbufs, to be filled or to be sent
     * @param limit most of them, below 65,536
     * @return mbufs received or taken for transmission, from the first on
     */
    int run(final long mbufs, final int limit) {
        return Natives.call(function, queue, mbufs, limit) & 0xffff;
    }
}
