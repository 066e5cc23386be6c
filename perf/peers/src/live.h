/* Runs source.bpf.c over live frames out of a device of this namespace. */
#pragma once
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

static int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t); /* that of bpf_ktime_get_ns */
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int fail(const char *what, int error)
{
    fprintf(stderr, "source: %s: %s\n", what, strerror(error < 0 ? -error : error));
    return 3;
}

static uint8_t frame[4096];
static struct source_state state;
static struct bpf_object *object;

/* Makes the frame, and a state in which everything about it is known. */
static void plan(size_t size, uint32_t destination, uint32_t first_psn)
{
    build_frame(frame, size, destination);
    memcpy(state.head, frame, sizeof state.head);
    state.icrc_at = size - ICRC_BYTES;
    state.icrc = numbering(state.icrc_change, frame, size);
    state.first_psn = first_psn & 0xffffff;
}

/* Loads the program with its state. Returns 0, or the exit code after a word on standard error. */
static int load(const char *file, const char *device)
{
    object = bpf_object__open_file(file, NULL);
    if (!object) {
        return fail(file, errno);
    }
    int error = bpf_map__set_initial_value(bpf_object__find_map_by_name(object, ".bss"), &state, sizeof state);
    if (error || (error = bpf_object__load(object))) {
        return fail("loading the program", error);
    }
    const __u32 zero = 0, index = if_nametoindex(device);
    if (!index || bpf_map_update_elem(bpf_object__find_map_fd_by_name(object, "device"), &zero, &index, 0)) {
        return fail(device, errno);
    }
    return 0;
}

/* Sends for a time or until a signal comes; then the state is what came of it. Returns as load() does. */
static int run(size_t size, double seconds)
{
    /* One call for the whole time: beginning and end of a call cost RCU grace periods. A signal ends it. */
    const struct sigaction action = {.sa_handler = end};
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    const struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    setitimer(ITIMER_REAL, &timer, NULL);
    const int program = bpf_program__fd(bpf_object__find_program_by_name(object, "source"));
    struct xdp_md context = {.data_end = (__u32)size};
    LIBBPF_OPTS(bpf_test_run_opts, options, .data_in = frame, .data_size_in = (__u32)size, .ctx_in = &context,
        .ctx_size_in = sizeof context, .flags = BPF_F_TEST_XDP_LIVE_FRAMES, .batch_size = BATCH, .repeat = 1 << 30);
    while (!ended) {
        const int error = bpf_prog_test_run_opts(program, &options);
        if (error && error != -EINTR) {
            return fail("BPF_PROG_RUN with live frames", error);
        }
    }
    const __u32 zero = 0;
    if (bpf_map_lookup_elem(bpf_map__fd(bpf_object__find_map_by_name(object, ".bss")), &zero, &state)) {
        return fail("reading the count", errno);
    }
    return 0;
}
