/*
 * Sends RoCEv2 frames of one size out of a device of this namespace, from one core, with rising PSNs and right
 * ICRCs, until SECONDS are over or a signal comes. Prints how many.
 *
 *   source OBJECT DEVICE SIZE SECONDS [RATE [FIRST_PSN [DESTINATION_IP]]]
 *
 * RATE is frames a second, 0 for as many as the core can. Exit code 2 for wrong usage, 3 when the kernel refuses.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "numbered.h"
#include "plan.h"
#include "source.h"

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int fail(const char *what, int error)
{
    fprintf(stderr, "source: %s: %s\n", what, strerror(error < 0 ? -error : error));
    return 3;
}

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
    static uint8_t frame[4096];
    static struct source_state state;
    build_frame(frame, size, inet_addr(argc > 7 ? argv[7] : GROUP_IP));
    memcpy(state.head, frame, sizeof state.head);
    state.icrc_at = size - ICRC_BYTES;
    state.icrc = numbering(state.icrc_change, frame, size);
    state.gap_ns = rate > 0 ? (__u64)(1e9 / rate) : 0;
    state.first_psn = argc > 6 ? strtoul(argv[6], NULL, 10) & 0xffffff : 0;

    struct bpf_object *object = bpf_object__open_file(argv[1], NULL);
    if (!object) {
        return fail(argv[1], errno);
    }
    struct bpf_map *bss = bpf_object__find_map_by_name(object, ".bss");
    int error = bpf_map__set_initial_value(bss, &state, sizeof state);
    if (error || (error = bpf_object__load(object))) {
        return fail("loading the program", error);
    }
    const __u32 zero = 0, index = if_nametoindex(argv[2]);
    if (!index || bpf_map_update_elem(bpf_object__find_map_fd_by_name(object, "device"), &zero, &index, 0)) {
        return fail(argv[2], errno);
    }

    /* One call for the whole time: beginning and end of a call cost RCU grace periods. A signal ends it. */
    const struct sigaction action = {.sa_handler = end};
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    const struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)((seconds - (time_t)seconds) * 1e6)}};
    setitimer(ITIMER_REAL, &timer, NULL);
    const int program = bpf_program__fd(bpf_object__find_program_by_name(object, "source"));
    struct xdp_md context = {.data_end = (__u32)size};
    LIBBPF_OPTS(bpf_test_run_opts, options, .data_in = frame, .data_size_in = (__u32)size, .ctx_in = &context,
        .ctx_size_in = sizeof context, .flags = BPF_F_TEST_XDP_LIVE_FRAMES, .batch_size = 64, .repeat = 1 << 30);
    const double started = seconds_now();
    while (!ended) {
        error = bpf_prog_test_run_opts(program, &options);
        if (error && error != -EINTR) {
            return fail("BPF_PROG_RUN with live frames", error);
        }
    }
    const double took = seconds_now() - started;
    if (bpf_map_lookup_elem(bpf_map__fd(bss), &zero, &state)) {
        return fail("reading the count", errno);
    }
    printf("{\"sent\": %llu, \"seconds\": %.3f, \"next_psn\": %llu}\n", (unsigned long long)state.sent, took,
        (unsigned long long)((state.first_psn + state.sent) & 0xffffff));
    return 0;
}
