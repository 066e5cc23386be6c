package io.polycast.xdp.dpdk;

/**
 * Functions of DPDK 22.11, named as there. Pointers are Java longs.
 *
 * <p>Two functions have six arguments in C and a seventh here, which must be 0, because jnr-ffi
 * passes exactly six wrong (see {@link io.polycast.xdp.sys.LibC}). In the System V calling
 * convention a callee ignores arguments that it has not declared. Results of type uint16_t come
 * back with undefined upper bits: mask them.
 */
@SuppressWarnings("checkstyle:MethodName")
public interface LibDpdk {
    long rte_version();

    long rte_strerror(int error);

    int rte_eal_init(int argumentCount, long arguments);

    int rte_dev_probe(long devargs);

    int rte_dev_remove(long device);

    int rte_eth_find_next(int port);

    int rte_eth_dev_get_port_by_name(long name, long port);

    int rte_eth_dev_info_get(int port, long info);

    int rte_eth_dev_get_mtu(int port, long mtu);

    int rte_eth_dev_configure(int port, int rxQueues, int txQueues, long configuration);

    int rte_eth_dev_adjust_nb_rx_tx_desc(int port, long rxDescriptors, long txDescriptors);

    int rte_eth_rx_queue_setup(
            int port,
            int queue,
            int descriptors,
            int socket,
            long configuration,
            long pool,
            long zero);

    int rte_eth_tx_queue_setup(
            int port, int queue, int descriptors, int socket, long configuration);

    int rte_eth_dev_start(int port);

    int rte_eth_dev_stop(int port);

    int rte_eth_dev_close(int port);

    int rte_eth_promiscuous_enable(int port);

    int rte_eth_link_get_nowait(int port, long link);

    int rte_eth_stats_get(int port, long stats);

    long rte_pktmbuf_pool_create(
            long name, int count, int cache, int privateSize, int dataRoom, int socket, long zero);

    void rte_pktmbuf_free_bulk(long mbufs, int count);

    int rte_mempool_avail_count(long pool);

    void rte_mempool_free(long pool);
}
