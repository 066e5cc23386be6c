package io.polycast.xdp.dpdk;

/**
 * Offsets in DPDK 22.11's structures on x86-64 (rte_mbuf_core.h, rte_mempool.h, rte_ethdev.h,
 * rte_ethdev_core.h), in bytes. DPDK's inline functions, which have no symbol to call, read and
 * write most of these places.
 */
final class Abi {
    /** What rte_version() begins with when all of this holds. */
    static final String VERSION = "DPDK 22.11.";

    /** Version of the shared libraries that belongs to it. */
    static final String SONAME = ".so.23";

    // struct rte_mbuf
    static final int MBUF = 128;
    static final int MBUF_BUF_ADDR = 0;
    static final int MBUF_DATA_OFF = 16;
    static final int MBUF_REFCNT = 18;
    static final int MBUF_NB_SEGS = 20;
    static final int MBUF_OL_FLAGS = 24;
    static final int MBUF_PACKET_TYPE = 32;
    static final int MBUF_PKT_LEN = 36;
    static final int MBUF_DATA_LEN = 40;
    static final int MBUF_VLAN_TCI = 42;
    static final int MBUF_VLAN_TCI_OUTER = 52;
    static final int MBUF_BUF_LEN = 54;
    static final int MBUF_POOL = 56;
    static final int MBUF_NEXT = 64;
    static final int MBUF_TX_OFFLOAD = 72;

    /** RTE_PKTMBUF_HEADROOM: bytes before a frame. */
    static final int MBUF_HEADROOM = 128;

    /** data_off = headroom, refcnt = 1, nb_segs = 1, port = none: eight bytes from data_off on. */
    static final long MBUF_FRESH = 0xffff_0001_0001_0000L | MBUF_HEADROOM;

    // struct rte_mempool
    static final int POOL = 128;
    static final int POOL_SIZE = 64;
    static final int POOL_CACHE_SIZE = 68;
    static final int POOL_OPS_INDEX = 88;

    // struct rte_mempool_ops_table: ops of 128 bytes each, after a cache line
    static final int OPS_TABLE_FIRST = 64;
    static final int OPS = 128;
    static final int OPS_DEQUEUE = 56;
    static final int OPS_KINDS = 16;

    // struct rte_eth_fp_ops, one per port
    static final int FAST_PATH = 128;
    static final int FAST_PATH_RX_BURST = 0;
    static final int FAST_PATH_RX_QUEUES = 24;
    static final int FAST_PATH_TX_BURST = 64;
    static final int FAST_PATH_TX_QUEUES = 88;

    /** RTE_MAX_ETHPORTS: the port id that is none. */
    static final int NO_PORT = 32;

    // struct rte_eth_conf (2,272 bytes)
    static final int CONF = 2304;
    static final int CONF_RX_MTU = 12;

    // struct rte_eth_dev_info (376 bytes)
    static final int INFO = 384;
    static final int INFO_DEVICE = 0;
    static final int INFO_MAX_MTU = 22;
    static final int INFO_MAX_RX_PKTLEN = 36;

    // struct rte_eth_link
    static final int LINK = 8;
    static final int LINK_SPEED = 0;
    static final int LINK_FLAGS = 4;
    static final int LINK_UP = 4;

    /** RTE_ETH_SPEED_NUM_UNKNOWN, as a signed number. */
    static final int LINK_SPEED_UNKNOWN = -1;

    // struct rte_eth_stats (704 bytes)
    static final int STATS = 704;
    static final int STATS_IMISSED = 32;
    static final int STATS_IERRORS = 40;
    static final int STATS_OERRORS = 48;
    static final int STATS_RX_NOMBUF = 56;

    private Abi() {}
}
