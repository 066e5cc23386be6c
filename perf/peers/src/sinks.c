/*
 * Counts what arrives at device e0 of each named namespace, in BPF: a native XDP program (for copies that are
 * redirected) or a tc program (for copies that come as socket buffers, which XDP would make the kernel copy).
 *
 *   sinks OBJECT xdp|tc NETNS...
 *
 * Says "ready", then obeys lines on standard input until its end:
 *   run SECONDS   counts for that time; prints seconds, and frames and bytes of each sink, as JSON
 *   look 0|1      whether frames go on to who captures them
 *   time STARTED_NS GAP_Q16 FIRST_PSN FROM_NS   notes what each frame takes from when it was due, see sink.h
 *   times         ends that; prints how many times were noted, and their distribution in ns
 */
#define _GNU_SOURCE
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "sink.h"

enum { SINKS_MAX = 64, CORES_MAX = 1024 };

static struct {
    int counts;
    int times;
    int state;
} sinks[SINKS_MAX];
static int sink_count;

static void fail(const char *what, int error)
{
    fprintf(stderr, "sinks: %s: %s\n", what, strerror(error < 0 ? -error : error));
    exit(3);
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void rest(double seconds)
{
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&left, &left) && errno == EINTR) {
    }
}

static void attach(const char *object_file, int xdp, const char *netns)
{
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", netns);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || setns(fd, CLONE_NEWNET)) {
        fail(path, errno);
    }
    close(fd);
    struct bpf_object *object = bpf_object__open_file(object_file, NULL);
    if (!object) {
        fail(object_file, errno);
    }
    int error = bpf_object__load(object);
    if (error) {
        fail("loading the program", error);
    }
    const int program = bpf_program__fd(bpf_object__find_program_by_name(object, xdp ? "sink_xdp" : "sink_tc"));
    const int device = (int)if_nametoindex("e0");
    if (xdp) {
        error = bpf_xdp_attach(device, program, XDP_FLAGS_DRV_MODE, NULL);
    } else {
        LIBBPF_OPTS(bpf_tc_hook, hook, .ifindex = device, .attach_point = BPF_TC_INGRESS);
        LIBBPF_OPTS(bpf_tc_opts, options, .prog_fd = program);
        error = bpf_tc_hook_create(&hook);
        error = error ? error : bpf_tc_attach(&hook, &options);
    }
    if (error) {
        fail(netns, error);
    }
    sinks[sink_count].counts = bpf_object__find_map_fd_by_name(object, "counts");
    sinks[sink_count].times = bpf_object__find_map_fd_by_name(object, "times");
    sinks[sink_count].state = bpf_map__fd(bpf_object__find_map_by_name(object, ".bss"));
    sink_count++;
}

static struct sink_count read_sink(int i)
{
    static struct sink_count cores[CORES_MAX];
    const __u32 zero = 0;
    if (bpf_map_lookup_elem(sinks[i].counts, &zero, cores)) {
        fail("reading a sink", errno);
    }
    struct sink_count sum = {0, 0};
    for (int c = 0; c < libbpf_num_possible_cpus(); c++) {
        sum.frames += cores[c].frames;
        sum.bytes += cores[c].bytes;
    }
    return sum;
}

static void run(double seconds)
{
    static struct sink_count before[SINKS_MAX], after[SINKS_MAX];
    const double started = seconds_now();
    for (int i = 0; i < sink_count; i++) {
        before[i] = read_sink(i);
    }
    rest(seconds);
    for (int i = 0; i < sink_count; i++) {
        after[i] = read_sink(i);
    }
    printf("{\"seconds\": %.6f", seconds_now() - started);
    for (int bytes = 0; bytes < 2; bytes++) {
        printf(", \"%s\": [", bytes ? "bytes" : "frames");
        for (int i = 0; i < sink_count; i++) {
            const __u64 n = bytes ? after[i].bytes - before[i].bytes : after[i].frames - before[i].frames;
            printf("%s%llu", i ? ", " : "", (unsigned long long)n);
        }
        printf("]");
    }
    puts("}");
}

static void tell(const struct sink_state *state)
{
    const __u32 zero = 0;
    for (int i = 0; i < sink_count; i++) {
        if (bpf_map_update_elem(sinks[i].state, &zero, state, 0)) {
            fail("telling a sink", errno);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    const __u64 x = *(const __u64 *)a, y = *(const __u64 *)b;
    return (x > y) - (x < y);
}

static void print_times(void)
{
    static const struct {
        const char *name;
        double part;
    } points[] = {{"min", 0}, {"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"p99.99", 0.9999}, {"max", 1}};
    const size_t bytes = SINK_TIMES * sizeof(__u64);
    __u64 *all = malloc(bytes * (size_t)sink_count), noted = 0, room = 0;
    if (!all) {
        fail("memory for times", ENOMEM);
    }
    for (int i = 0; i < sink_count; i++) {
        struct sink_state state;
        const __u32 zero = 0;
        const __u64 *times = mmap(NULL, bytes, PROT_READ, MAP_SHARED, sinks[i].times, 0);
        if (times == MAP_FAILED || bpf_map_lookup_elem(sinks[i].state, &zero, &state)) {
            fail("reading the times of a sink", errno);
        }
        const size_t kept = state.taken < SINK_TIMES ? state.taken : SINK_TIMES;
        memcpy(all + room, times, kept * sizeof *all);
        noted += state.taken;
        room += kept;
        munmap((void *)times, bytes);
    }
    qsort(all, room, sizeof *all, ascending);
    printf("{\"copies\": %llu", (unsigned long long)noted);
    for (size_t i = 0; i < sizeof points / sizeof *points && room; i++) {
        const size_t at = (size_t)((double)room * points[i].part);
        printf(", \"%s\": %llu", points[i].name, (unsigned long long)all[at < room ? at : room - 1]);
    }
    puts("}");
    free(all);
}

int main(int argc, char **argv)
{
    const int xdp = argc > 3 && !strcmp(argv[2], "xdp");
    if (argc < 4 || argc - 3 > SINKS_MAX || (!xdp && strcmp(argv[2], "tc"))) {
        fprintf(stderr, "usage: sinks OBJECT xdp|tc NETNS... (at most %d)\n", SINKS_MAX);
        return 2;
    }
    if (libbpf_num_possible_cpus() > CORES_MAX) {
        fprintf(stderr, "sinks: more than %d cores\n", CORES_MAX);
        return 3;
    }
    for (int i = 3; i < argc; i++) {
        attach(argv[1], xdp, argv[i]);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("ready");
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        struct sink_state state = {0};
        double seconds;
        if (sscanf(line, "run %lf", &seconds) == 1) {
            run(seconds);
        } else if (sscanf(line, "look %u", &state.look) == 1
            || sscanf(line, "time %llu %llu %u %llu", &state.started_ns, &state.gap_q16, &state.first_psn, &state.from_ns) == 4) {
            tell(&state);
            puts("done");
        } else if (!strcmp(line, "times\n")) {
            print_times();
            tell(&state);
        } else {
            fprintf(stderr, "sinks: not understood: %s", line);
            return 2;
        }
    }
    return 0;
}
