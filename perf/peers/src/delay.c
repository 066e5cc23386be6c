/*
 * Sends frames out of e0 of this namespace from a schedule made beforehand. The sinks tell how long each took since
 * it was due, so that a stall is felt by every frame that should have left meanwhile.
 *
 *   delay OBJECT SIZE GAP_Q16 COUNT FIRST_PSN
 *
 * GAP_Q16 is ns between two frames times 65536. Prints JSON twice: when the first frame is due by the monotonic
 * clock, half a second ahead; at the end, how it went. Who is a quarter of a second behind at the end did not send
 * all: then it is the machine that would be measured. Exit code 2 for wrong usage, 3 when the kernel refuses.
 */
/* Frames leave when a batch is over: one that is due waits for as many turns of a few ns as are left of it. */
enum { BATCH = 8 };
#include "live.h"

enum { AHEAD_NS = 500000000, BEHIND_NS = 250000000 };

int main(int argc, char **argv)
{
    const size_t size = argc == 6 ? strtoul(argv[2], NULL, 10) : 0;
    const uint64_t gap_q16 = argc == 6 ? strtoull(argv[3], NULL, 10) : 0;
    const uint32_t count = argc == 6 ? strtoul(argv[4], NULL, 10) : 0;
    if (!valid_size(size) || !gap_q16 || !count || count >= 1 << 24) {
        fprintf(stderr, "usage: delay OBJECT SIZE GAP_Q16 COUNT FIRST_PSN\n");
        return 2;
    }
    plan(size, inet_addr(GROUP_IP), strtoul(argv[5], NULL, 10));
    const int64_t took_ns = (int64_t)(count * gap_q16 >> 16);
    state.gap_q16 = gap_q16;
    state.count = count;
    state.started_ns = (uint64_t)clock_ns() + AHEAD_NS;
    int status = load(argv[1], "e0");
    if (status) {
        return status;
    }
    printf("{\"started\": %llu}\n", (unsigned long long)state.started_ns);
    fflush(stdout);
    const int64_t started = (int64_t)state.started_ns;
    if ((status = run(size, (double)(started + took_ns + BEHIND_NS - clock_ns()) / 1e9))) {
        return status;
    }
    printf("{\"offered_per_s\": %.0f, \"late_by_10us\": %.6f, \"behind\": %s}\n", (double)state.sent * 1e9 / (double)took_ns,
        state.sent ? (double)state.late / (double)state.sent : 1, state.sent < count ? "true" : "false");
    return 0;
}
