/*
 * Sends RoCEv2 frames of one size out of a device of this namespace, from one core, with rising PSNs and right
 * ICRCs, until SECONDS are over or a signal comes. Prints how many.
 *
 *   source OBJECT DEVICE SIZE SECONDS [RATE [FIRST_PSN [DESTINATION_IP]]]
 *
 * RATE is frames a second, 0 for as many as the core can. Exit code 2 for wrong usage, 3 when the kernel refuses.
 */
enum { BATCH = 64 };
#include "live.h"

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: source OBJECT DEVICE SIZE SECONDS [RATE [FIRST_PSN [DESTINATION_IP]]]\n");
        return 2;
    }
    const size_t size = strtoul(argv[3], NULL, 10);
    const double seconds = strtod(argv[4], NULL), rate = argc > 5 ? strtod(argv[5], NULL) : 0;
    if (!valid_size(size) || seconds <= 0) {
        fprintf(stderr, "source: SIZE is %d to %d and 58 plus a multiple of 4, SECONDS above 0\n", FRAME_MIN, FRAME_MAX);
        return 2;
    }
    plan(size, inet_addr(argc > 7 ? argv[7] : GROUP_IP), argc > 6 ? strtoul(argv[6], NULL, 10) : 0);
    state.gap_ns = rate > 0 ? (__u64)(1e9 / rate) : 0;
    int status = load(argv[1], argv[2]);
    const int64_t started = clock_ns();
    if (status || (status = run(size, seconds))) {
        return status;
    }
    printf("{\"sent\": %llu, \"seconds\": %.3f, \"next_psn\": %llu}\n", (unsigned long long)state.sent,
        (double)(clock_ns() - started) / 1e9, (unsigned long long)((state.first_psn + state.sent) & 0xffffff));
    return 0;
}
