/*
 * The most copies that AF_XDP transmits here: sends the same few chunks out of p1 .. pN as fast as it can, one
 * core, nothing received, nothing written. What replicates in user space over AF_XDP cannot be faster.
 *
 *   ceiling N SIZE
 *
 * One memory, a socket a device; one kick sends a whole batch where the kernel knows XDP_MAX_TX_SKB_BUDGET.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <xdp/xsk.h>

#include "plan.h"

enum { PORTS_MAX = 64, BATCH = 64, CHUNK = 4096, DESCRIPTORS = 2048, MAX_TX_SKB_BUDGET = 9 };

static struct {
    struct xsk_socket *socket;
    struct xsk_ring_prod transmit, fill;
    struct xsk_ring_cons completion;
    unsigned outstanding;
} ports[PORTS_MAX + 1];
static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

static void fail(const char *what, int error)
{
    fprintf(stderr, "ceiling: %s: %s\n", what, strerror(error < 0 ? -error : error));
    exit(3);
}

static void open_port(unsigned i, struct xsk_umem *umem)
{
    char device[16];
    const int budget = DESCRIPTORS;
    const struct xsk_socket_config configuration = {.tx_size = DESCRIPTORS, .bind_flags = XDP_COPY | XDP_USE_NEED_WAKEUP,
        .libxdp_flags = XSK_LIBXDP_FLAGS__INHIBIT_PROG_LOAD};
    snprintf(device, sizeof device, "p%u", i);
    const int error = xsk_socket__create_shared(&ports[i].socket, device, 0, umem, NULL, &ports[i].transmit,
        &ports[i].fill, &ports[i].completion, &configuration);
    if (error) {
        fail(device, error);
    }
    if (setsockopt(xsk_socket__fd(ports[i].socket), SOL_XDP, MAX_TX_SKB_BUDGET, &budget, sizeof budget)) {
        fprintf(stderr, "ceiling: kernel without XDP_MAX_TX_SKB_BUDGET, 32 frames a kick\n");
    }
}

static void transmit(unsigned i, __u32 size)
{
    __u32 at;
    const unsigned done = xsk_ring_cons__peek(&ports[i].completion, DESCRIPTORS, &at);
    xsk_ring_cons__release(&ports[i].completion, done);
    ports[i].outstanding -= done;
    if (ports[i].outstanding + BATCH <= DESCRIPTORS && xsk_ring_prod__reserve(&ports[i].transmit, BATCH, &at) == BATCH) {
        for (__u32 k = 0; k < BATCH; k++) {
            struct xdp_desc *descriptor = xsk_ring_prod__tx_desc(&ports[i].transmit, at + k);
            descriptor->addr = (__u64)k * CHUNK + 256;
            descriptor->len = size;
            descriptor->options = 0;
        }
        xsk_ring_prod__submit(&ports[i].transmit, BATCH);
        ports[i].outstanding += BATCH;
    }
    if (sendto(xsk_socket__fd(ports[i].socket), NULL, 0, MSG_DONTWAIT, NULL, 0) < 0 && errno != EAGAIN
        && errno != EBUSY && errno != ENOBUFS) {
        fail("transmit", errno);
    }
}

int main(int argc, char **argv)
{
    const unsigned count = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    const size_t size = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (!count || count > PORTS_MAX || !valid_size(size)) {
        fprintf(stderr, "usage: ceiling N SIZE\n");
        return 2;
    }
    uint8_t *memory = mmap(NULL, BATCH * CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        fail("memory", errno);
    }
    for (unsigned k = 0; k < BATCH; k++) {
        build_frame(memory + k * CHUNK + 256, size, inet_addr(GROUP_IP));
    }
    const struct xsk_umem_config configuration = {
        .fill_size = DESCRIPTORS, .comp_size = DESCRIPTORS, .frame_size = CHUNK};
    struct xsk_umem *umem;
    const int error =
        xsk_umem__create(&umem, memory, BATCH * CHUNK, &ports[1].fill, &ports[1].completion, &configuration);
    if (error) {
        fail("registering memory", error);
    }
    for (unsigned i = 1; i <= count; i++) {
        open_port(i, umem);
    }
    signal(SIGINT, end);
    signal(SIGTERM, end);
    puts("ready");
    fflush(stdout);
    while (!ended) {
        for (unsigned i = 1; i <= count; i++) {
            transmit(i, (__u32)size);
        }
    }
    return 0;
}
