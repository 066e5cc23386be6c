/*
 * What a copy costs in C, in memory alone: no device, one core, one frame to FANOUT mbufs of librte.
 *
 *   copycost SIZE... -- EAL_ARGUMENTS
 *
 * Prints JSON: a list of {mode, simd, size, ns_min, ns_median, ns_max} per copy over RUNS runs.
 *   headers   64 bytes stored and rewritten in a ring of buffers: no mbuf, no payload, no CRC
 *   copy      an mbuf, the whole frame copied, rewritten; all freed
 *   copy+crc  the same, with rte_net_crc over the frame
 * simd is the vector width that DPDK allows itself, in bits: 256 unless told --force-max-simd-bitwidth=512, and
 * only then can its AVX-512 CRC be had.
 * In favour of C, the masks that a right ICRC needs are left out, and the CRC starts with the frame, at a cache line.
 */
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_mbuf.h>
#include <rte_memcpy.h>
#include <rte_net_crc.h>
#include <rte_vect.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan.h"

enum { FANOUT = 8, RUNS = 7, MBUFS = 2047, ROOM = 4400, RING = 4096, HEADER = 64, SIZES_MAX = 16 };

static struct rte_mempool *pool;
static struct member members[FANOUT + 1];
static uint8_t ring[RING][HEADER] __attribute__((aligned(64)));
static unsigned ring_at;

static void only_headers(const uint8_t *frame)
{
    for (int i = 1; i <= FANOUT; i++) {
        uint8_t *to = ring[ring_at++ % RING];
        memcpy(to, frame, HEADER);
        rewrite(to, &members[i]);
    }
}

static inline __attribute__((always_inline)) void copies(const uint8_t *frame, uint16_t size, int crc)
{
    struct rte_mbuf *out[FANOUT];
    if (rte_pktmbuf_alloc_bulk(pool, out, FANOUT)) {
        abort(); /* the pool holds many times as many */
    }
    for (int i = 0; i < FANOUT; i++) {
        uint8_t *to = rte_pktmbuf_mtod(out[i], uint8_t *);
        out[i]->data_len = size;
        out[i]->pkt_len = size;
        rte_memcpy(to, frame, size);
        rewrite(to, &members[i + 1]);
        if (crc) {
            const uint32_t value = rte_net_crc_calc(to, size - ICRC_BYTES, RTE_NET_CRC32_ETH);
            memcpy(to + size - ICRC_BYTES, &value, sizeof value);
        }
    }
    rte_pktmbuf_free_bulk(out, FANOUT);
}

static void with_copy(const uint8_t *frame, uint16_t size, int mode)
{
    if (mode == 0) {
        only_headers(frame);
    } else if (mode == 1) {
        copies(frame, size, 0);
    } else {
        copies(frame, size, 1);
    }
}

static double ns_per_copy(int mode, uint16_t size, double seconds)
{
    uint64_t frames = 0;
    const uint64_t started = rte_rdtsc(), until = started + (uint64_t)(seconds * (double)rte_get_tsc_hz());
    uint64_t now;
    do {
        for (int i = 0; i < 64; i++, frames++) {
            struct rte_mbuf *in = rte_pktmbuf_alloc(pool);
            uint8_t *frame = rte_pktmbuf_mtod(in, uint8_t *);
            put_psn(frame, (uint32_t)frames);
            with_copy(frame, size, mode);
            rte_pktmbuf_free(in);
        }
        now = rte_rdtsc();
    } while (now < until);
    return (double)(now - started) * 1e9 / (double)rte_get_tsc_hz() / (double)(frames * FANOUT);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const char *modes[] = {"headers", "copy", "copy+crc"};
    uint16_t sizes[SIZES_MAX];
    int count = 0, at = 1;
    for (; at < argc && strcmp(argv[at], "--") && count < SIZES_MAX; at++) {
        sizes[count++] = (uint16_t)strtoul(argv[at], NULL, 10);
        if (sizes[count - 1] < HEADER || sizes[count - 1] > 4200) {
            fprintf(stderr, "copycost: SIZE is 64 to 4200\n");
            return 2;
        }
    }
    if (!count || at == argc) {
        fprintf(stderr, "usage: copycost SIZE... -- EAL_ARGUMENTS\n");
        return 2;
    }
    argv[at] = argv[0];
    if (rte_eal_init(argc - at, argv + at) < 0) {
        return 3;
    }
    pool = rte_pktmbuf_pool_create("frames", MBUFS, 256, 0, ROOM, SOCKET_ID_ANY);
    if (!pool) {
        fprintf(stderr, "copycost: no memory for %d mbufs\n", MBUFS);
        return 3;
    }
    for (int i = 1; i <= FANOUT; i++) {
        members[i] = member_of(i);
    }
    const unsigned simd = rte_vect_get_max_simd_bitwidth();
    if (simd >= RTE_VECT_SIMD_512) {
        rte_net_crc_set_alg(RTE_NET_CRC_AVX512);
    }
    const char *comma = "[";
    for (int mode = 0; mode < 3; mode++) {
        for (int s = 0; s < count; s++) {
            double ns[RUNS];
            ns_per_copy(mode, sizes[s], 0.1);
            for (int run = 0; run < RUNS; run++) {
                ns[run] = ns_per_copy(mode, sizes[s], 0.2);
            }
            qsort(ns, RUNS, sizeof *ns, ascending);
            printf("%s\n{\"mode\": \"%s\", \"simd\": %u, \"size\": %u, \"ns_min\": %.2f, \"ns_median\": %.2f, \"ns_max\": %.2f}", comma,
                modes[mode], simd, sizes[s], ns[0], ns[RUNS / 2], ns[RUNS - 1]);
            comma = ",";
        }
    }
    printf("\n]\n");
    return 0;
}
