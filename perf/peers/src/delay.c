/*
 * Sends frames out of e0 of this namespace by a packet socket, at a fixed rate, from a schedule made beforehand.
 * The sinks tell how long each took since it was due, so that a stall is felt by every frame that should have
 * left meanwhile.
 *
 *   delay SIZE GAP_Q16 COUNT FIRST_PSN
 *
 * GAP_Q16 is ns between two frames times 65536. Prints JSON twice: when the first frame is due by the monotonic
 * clock, half a second ahead; at the end, how it went.
 */
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "numbered.h"

enum { AHEAD_NS = 500000000, LATE_NS = 10000 };

static int fail(const char *what)
{
    fprintf(stderr, "delay: %s: %s\n", what, strerror(errno));
    return 3;
}

static int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t); /* that of bpf_ktime_get_ns */
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/*
 * Softirqs of this core that do not end in time go to a thread of the kernel, which must not wait for a sender that
 * never rests: least weight, in a session of its own, since the kernel weighs sessions before tasks.
 */
static void step_back(void)
{
    setsid();
    setpriority(PRIO_PROCESS, 0, 19);
    FILE *group = fopen("/proc/self/autogroup", "w");
    if (group) { /* a kernel without knows no groups */
        fputs("19", group);
        fclose(group);
    }
}

int main(int argc, char **argv)
{
    const size_t size = argc == 5 ? strtoul(argv[1], NULL, 10) : 0;
    const uint64_t gap_q16 = argc == 5 ? strtoull(argv[2], NULL, 10) : 0;
    const uint32_t count = argc == 5 ? strtoul(argv[3], NULL, 10) : 0;
    if (!valid_size(size) || !gap_q16 || !count || count >= 1 << 24) {
        fprintf(stderr, "usage: delay SIZE GAP_Q16 COUNT FIRST_PSN\n");
        return 2;
    }
    const uint32_t first = strtoul(argv[4], NULL, 10) & 0xffffff;
    static uint8_t frame[4096];
    static uint32_t change[3][256];
    build_frame(frame, size, inet_addr(GROUP_IP));
    const uint32_t icrc = numbering(change, frame, size);
    const int one = 1, out = socket(AF_PACKET, SOCK_RAW, 0);
    struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_ifindex = (int)if_nametoindex("e0")};
    if (out < 0 || setsockopt(out, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof one)
        || bind(out, (struct sockaddr *)&address, sizeof address)) {
        return fail("packet socket at e0");
    }
    step_back();
    const int64_t started = clock_ns() + AHEAD_NS;
    printf("{\"started\": %lld}\n", (long long)started);
    fflush(stdout);
    uint32_t refused = 0, late = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t due = started + (int64_t)(i * gap_q16 >> 16);
        put_number(frame, size, icrc, change, first + i);
        int64_t now;
        while ((now = clock_ns()) < due) {
            if (due - now > 5000) {
                sched_yield();
            }
        }
        late += now - due > LATE_NS;
        refused += send(out, frame, size, MSG_DONTWAIT) != (ssize_t)size;
    }
    const double seconds = (double)(clock_ns() - started) / 1e9;
    printf("{\"offered_per_s\": %.0f, \"refused\": %u, \"late_by_10us\": %.6f}\n", count / seconds, refused,
        (double)late / count);
    return 0;
}
