/*
 * Replicates in the kernel from p0 to p1 .. pN until a signal: DEVMAP broadcast, with or without a rewrite of
 * each copy. A program a device, with that device's addresses as constants: no look-up, the least it can cost.
 * The DEVMAP has N + 1 slots, one per port: the kernel walks all slots for every frame. Slot 0, of p0, is empty.
 *
 *   broadcast DIRECTORY_OF_OBJECTS plain|rewrite N
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan.h"

static void fail(const char *what, int error)
{
    fprintf(stderr, "broadcast: %s: %s\n", what, strerror(error < 0 ? -error : error));
    exit(3);
}

static struct bpf_object *opened(const char *directory, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    struct bpf_object *object = bpf_object__open_file(path, NULL);
    if (!object) {
        fail(path, errno);
    }
    return object;
}

static int loaded(struct bpf_object *object, const char *program)
{
    const int error = bpf_object__load(object);
    if (error) {
        fail("loading a program", error);
    }
    return bpf_program__fd(bpf_object__find_program_by_name(object, program));
}

static int rewriter(const char *directory, unsigned i)
{
    struct bpf_object *object = opened(directory, "rewrite.bpf.o");
    const struct member member = member_of(i);
    const int error =
        bpf_map__set_initial_value(bpf_object__find_map_by_name(object, ".rodata"), &member, sizeof member);
    if (error) {
        fail("constants of a program", error);
    }
    return loaded(object, "rewrite_copy");
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: broadcast DIRECTORY_OF_OBJECTS plain|rewrite N\n");
        return 2;
    }
    const int rewrites = !strcmp(argv[2], "rewrite");
    const unsigned copies = strtoul(argv[3], NULL, 10);
    struct bpf_object *object = opened(argv[1], "broadcast.bpf.o");
    const int sized = bpf_map__set_max_entries(bpf_object__find_map_by_name(object, "devices"), copies + 1);
    if (sized) {
        fail("size of the DEVMAP", sized);
    }
    const int program = loaded(object, "broadcast");
    const int devices = bpf_object__find_map_fd_by_name(object, "devices");
    for (__u32 i = 1; i <= copies; i++) {
        char name[IF_NAMESIZE];
        snprintf(name, sizeof name, "p%u", i);
        const struct bpf_devmap_val value = {
            .ifindex = if_nametoindex(name), .bpf_prog.fd = rewrites ? rewriter(argv[1], i) : -1};
        if (bpf_map_update_elem(devices, &i, &value, 0)) {
            fail(name, errno);
        }
    }
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    const int in = (int)if_nametoindex("p0"), error = bpf_xdp_attach(in, program, XDP_FLAGS_DRV_MODE, NULL);
    if (error) {
        fail("attaching to p0", error);
    }
    puts("ready");
    fflush(stdout);
    int signal;
    sigwait(&signals, &signal);
    bpf_xdp_detach(in, 0, NULL);
    return 0;
}
