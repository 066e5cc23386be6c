/*
 * A replicator on DPDK for drivers that cannot chain segments, such as net_af_xdp: port 0 in, all others out,
 * one lcore. A copy is an mbuf of its own with the whole frame, but the last, which takes the frame that came.
 *
 *   replicator EAL_ARGUMENTS
 */
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>
#include <rte_memcpy.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan.h"

enum { BURST = 64, PORTS_MAX = 64, DESCRIPTORS = 2048, ROOM = 3840, MBUFS = 65535 };

static volatile sig_atomic_t ended;
static struct member members[PORTS_MAX];

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

static void fail(const char *what, unsigned port)
{
    fprintf(stderr, "replicator: %s, port %u\n", what, port);
    exit(3);
}

static void open_port(uint16_t port, struct rte_mempool *pool)
{
    struct rte_eth_dev_info info;
    struct rte_eth_conf configuration = {0};
    if (rte_eth_dev_info_get(port, &info)) {
        fail("no information", port);
    }
    configuration.rxmode.mtu = RTE_MIN(info.max_mtu, 3480);
    if (rte_eth_dev_configure(port, 1, 1, &configuration)
        || rte_eth_rx_queue_setup(port, 0, DESCRIPTORS, SOCKET_ID_ANY, NULL, pool)
        || rte_eth_tx_queue_setup(port, 0, DESCRIPTORS, SOCKET_ID_ANY, NULL) || rte_eth_dev_start(port)) {
        fail("cannot start", port);
    }
}

/* Sends a rewritten burst; what the driver does not take is dropped. Returns how many left. */
static unsigned transmit(uint16_t port, struct rte_mbuf **burst, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        rewrite(rte_pktmbuf_mtod(burst[i], uint8_t *), &members[port]);
    }
    const unsigned sent = rte_eth_tx_burst(port, 0, burst, count);
    if (sent < count) {
        rte_pktmbuf_free_bulk(burst + sent, count - sent);
    }
    return sent;
}

static int copy(struct rte_mempool *pool, struct rte_mbuf **to, struct rte_mbuf **from, unsigned count)
{
    if (rte_pktmbuf_alloc_bulk(pool, to, count)) {
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint16_t length = from[i]->data_len;
        to[i]->data_len = length;
        to[i]->pkt_len = length;
        rte_memcpy(rte_pktmbuf_mtod(to[i], void *), rte_pktmbuf_mtod(from[i], void *), length);
    }
    return 1;
}

int main(int argc, char **argv)
{
    if (rte_eal_init(argc, argv) < 0) {
        return 3;
    }
    const unsigned ports = rte_eth_dev_count_avail();
    if (ports < 2 || ports > PORTS_MAX) {
        fail("needs 2 to 64 ports, has them up to", ports);
    }
    struct rte_mempool *pool = rte_pktmbuf_pool_create("frames", MBUFS, 256, 0, ROOM, SOCKET_ID_ANY);
    if (!pool) {
        fail("no memory", 0);
    }
    for (uint16_t port = 0; port < ports; port++) {
        members[port] = member_of(port);
        open_port(port, pool);
    }
    signal(SIGINT, end);
    signal(SIGTERM, end);
    puts("ready");
    fflush(stdout);

    struct rte_mbuf *in[BURST], *out[BURST];
    unsigned long long received = 0, sent = 0, no_memory = 0;
    const uint16_t last = ports - 1;
    while (!ended) {
        const unsigned count = rte_eth_rx_burst(0, 0, in, BURST);
        if (!count) {
            continue;
        }
        received += count;
        for (uint16_t port = 1; port < last; port++) {
            if (copy(pool, out, in, count)) {
                sent += transmit(port, out, count);
            } else {
                no_memory += count;
            }
        }
        sent += transmit(last, in, count);
    }
    printf("received %llu, sent %llu, no memory for %llu\n", received, sent, no_memory);
    return 0;
}
