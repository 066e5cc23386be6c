/*
 * Counts what arrives at device e0 of each named namespace, in BPF: a native XDP program (for copies that are
 * redirected) or a tc program (for copies that come as socket buffers, which XDP would make the kernel copy).
 *
 *   sinks OBJECT xdp|tc NETNS...
 *
 * Says "ready", then obeys lines on standard input until its end:
 *   run SECONDS   counts for that time; prints seconds, and frames and bytes of each sink, as JSON
 *   look 0|1      whether frames go on to who captures them
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
#include <time.h>
#include <unistd.h>

#include "sink.h"

enum { SINKS_MAX = 64, CORES_MAX = 1024 };

static struct {
    int counts;
    int look;
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
    sinks[sink_count].look = bpf_map__fd(bpf_object__find_map_by_name(object, ".bss"));
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

static void look(__u32 value)
{
    const __u32 zero = 0;
    for (int i = 0; i < sink_count; i++) {
        if (bpf_map_update_elem(sinks[i].look, &zero, &value, 0)) {
            fail("telling a sink", errno);
        }
    }
    puts("done");
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
        double seconds;
        unsigned value;
        if (sscanf(line, "run %lf", &seconds) == 1) {
            run(seconds);
        } else if (sscanf(line, "look %u", &value) == 1) {
            look(value);
        } else {
            fprintf(stderr, "sinks: not understood: %s", line);
            return 2;
        }
    }
    return 0;
}
