/*
 * Time of frames through a switch: sends at a fixed rate out of e0 of the first namespace, receives at e0 of all
 * others, one process on one core.
 *
 *   delay SIZE RATE SECONDS WARM_UP FIRST_PSN NETNS NETNS...
 *
 * A frame counts from the moment at which it was due, whether or not the sender was late, so a stall is felt by
 * every frame that should have left meanwhile. It ends where the kernel hands it to a packet socket: that time
 * stamp is taken in the softirq that receives it, not when this process looks. Frames that were due in the first
 * WARM_UP seconds do not count. Prints JSON, times in ns.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "numbered.h"

enum { SLOT = 256, SLOTS = 1 << 15, BLOCK = 1 << 16, SINKS_MAX = 64 };

static struct {
    int fd;
    uint8_t *ring;
    unsigned at;
} sinks[SINKS_MAX];
static int sink_count;
static uint32_t *times; /* of every copy that came */
static size_t time_count, time_room;

static void fail(const char *what)
{
    fprintf(stderr, "delay: %s: %s\n", what, strerror(errno));
    exit(3);
}

static int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t); /* the clock of packet time stamps */
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int open_socket(const char *netns, int protocol)
{
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", netns);
    const int namespace = open(path, O_RDONLY | O_CLOEXEC);
    if (namespace < 0 || setns(namespace, CLONE_NEWNET)) {
        fail(path);
    }
    close(namespace);
    const int fd = socket(AF_PACKET, SOCK_RAW, 0);
    struct sockaddr_ll address = {
        .sll_family = AF_PACKET, .sll_protocol = htons(protocol), .sll_ifindex = (int)if_nametoindex("e0")};
    const int version = TPACKET_V2, one = 1;
    const struct tpacket_req request = {
        .tp_block_size = BLOCK, .tp_block_nr = SLOT * SLOTS / BLOCK, .tp_frame_size = SLOT, .tp_frame_nr = SLOTS};
    if (fd < 0) {
        fail("packet socket");
    }
    if (protocol) {
        if (setsockopt(fd, SOL_PACKET, PACKET_VERSION, &version, sizeof version)
            || setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &request, sizeof request)) {
            fail("receive ring");
        }
    } else if (setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof one)) {
        fail("qdisc bypass");
    }
    if (bind(fd, (struct sockaddr *)&address, sizeof address)) {
        fail("e0");
    }
    return fd;
}

/* Takes what has come; returns how many. */
static unsigned drain(int i, int64_t started, double gap_ns, uint32_t first, int64_t count_from)
{
    unsigned taken = 0;
    for (;; taken++) {
        struct tpacket2_hdr *slot = (struct tpacket2_hdr *)(sinks[i].ring + (size_t)(sinks[i].at % SLOTS) * SLOT);
        if (!(__atomic_load_n(&slot->tp_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER)) {
            return taken;
        }
        const uint8_t *frame = (const uint8_t *)slot + slot->tp_mac;
        if (slot->tp_snaplen >= AT_PAYLOAD && frame[36] == 4791 >> 8 && frame[37] == (4791 & 0xff)) {
            uint32_t word;
            memcpy(&word, frame + AT_PSN_WORD, sizeof word);
            const uint32_t number = (ntohl(word) - first) & 0xffffff;
            const int64_t due = started + (int64_t)(number * gap_ns);
            const int64_t took = slot->tp_sec * 1000000000LL + slot->tp_nsec - due;
            if (due >= count_from && time_count < time_room) {
                times[time_count++] = took < 0 ? 0 : took > UINT32_MAX ? UINT32_MAX : (uint32_t)took;
            }
        }
        __atomic_store_n(&slot->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
        sinks[i].at++;
    }
}

static int ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t percentile(double percent)
{
    if (!time_count) {
        return 0;
    }
    const size_t at = (size_t)((double)time_count * percent / 100);
    return times[at < time_count ? at : time_count - 1];
}

int main(int argc, char **argv)
{
    if (argc < 8 || argc - 7 > SINKS_MAX) {
        fprintf(stderr, "usage: delay SIZE RATE SECONDS WARM_UP FIRST_PSN NETNS NETNS... (at most %d)\n", SINKS_MAX);
        return 2;
    }
    const size_t size = strtoul(argv[1], NULL, 10);
    const double rate = strtod(argv[2], NULL), seconds = strtod(argv[3], NULL), warm_up = strtod(argv[4], NULL);
    const uint32_t first = strtoul(argv[5], NULL, 10) & 0xffffff, count = (uint32_t)(rate * (warm_up + seconds));
    if (!valid_size(size) || rate <= 0 || seconds <= 0 || warm_up < 0 || rate * (warm_up + seconds) >= 1 << 24) {
        fprintf(stderr, "delay: SIZE 66 to 3482 and 58 plus a multiple of 4; at most 2^24 frames\n");
        return 2;
    }
    sink_count = argc - 7;
    for (int i = 0; i < sink_count; i++) {
        sinks[i].fd = open_socket(argv[7 + i], ETH_P_ALL);
        sinks[i].ring = mmap(NULL, (size_t)SLOT * SLOTS, PROT_READ | PROT_WRITE, MAP_SHARED, sinks[i].fd, 0);
        if (sinks[i].ring == MAP_FAILED) {
            fail("mapping a ring");
        }
    }
    const int out = open_socket(argv[6], 0);
    time_room = (size_t)(rate * seconds + 1) * (size_t)sink_count;
    times = malloc(time_room * sizeof *times);
    if (!times) {
        fail("memory");
    }
    memset(times, 0, time_room * sizeof *times); /* touched before the clock runs */
    static uint8_t frame[4096];
    static uint32_t change[3][256];
    build_frame(frame, size, inet_addr(GROUP_IP));
    const uint32_t icrc = numbering(change, frame, size);

    const double gap_ns = 1e9 / rate;
    const int64_t started = clock_ns() + 1000000, count_from = started + (int64_t)(warm_up * 1e9);
    uint32_t refused = 0, late = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t due = started + (int64_t)(i * gap_ns);
        put_number(frame, size, icrc, change, first + i);
        int64_t now;
        while ((now = clock_ns()) < due) {
            for (int s = 0; s < sink_count; s++) {
                drain(s, started, gap_ns, first, count_from);
            }
        }
        late += due >= count_from && now - due > 10000;
        refused += send(out, frame, size, MSG_DONTWAIT) != (ssize_t)size;
        if ((i & 255) == 255) { /* a sender that is always late has to look all the same */
            for (int s = 0; s < sink_count; s++) {
                drain(s, started, gap_ns, first, count_from);
            }
        }
    }
    const int64_t took = clock_ns() - started;
    unsigned ring_full = 0;
    for (const int64_t end = clock_ns() + 200000000; clock_ns() < end;) {
        for (int s = 0; s < sink_count; s++) {
            drain(s, started, gap_ns, first, count_from);
        }
    }
    for (int s = 0; s < sink_count; s++) {
        struct tpacket_stats stats;
        socklen_t length = sizeof stats;
        if (getsockopt(sinks[s].fd, SOL_PACKET, PACKET_STATISTICS, &stats, &length)) {
            fail("statistics");
        }
        ring_full += stats.tp_drops;
    }
    qsort(times, time_count, sizeof *times, ascending);
    const double wanted = rate * seconds * sink_count;
    printf("{\"offered_per_s\": %.0f, \"copies\": %zu, \"lost\": %.0f, \"refused\": %u, \"ring_full\": %u, \"late_by_10us\": %.5f, ",
        (double)count * 1e9 / (double)took, time_count, wanted > (double)time_count ? wanted - (double)time_count : 0,
        refused, ring_full, (double)late / (rate * seconds));
    printf("\"min\": %u, \"p50\": %u, \"p90\": %u, \"p99\": %u, \"p99.9\": %u, \"p99.99\": %u, \"max\": %u}\n", percentile(0),
        percentile(50), percentile(90), percentile(99), percentile(99.9), percentile(99.99), percentile(100));
    return 0;
}
