/*
 * The kernel's own replication: redirect to every device of a DEVMAP but the one that the frame came in on.
 * dev_map_enqueue_multi() walks every slot of the map for every frame, empty slots included. broadcast.c therefore
 * sets max_entries to the number of ports before the map is created.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

struct {
    __uint(type, BPF_MAP_TYPE_DEVMAP);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct bpf_devmap_val);
} devices SEC(".maps");

SEC("xdp")
int broadcast(struct xdp_md *context)
{
    (void)context;
    return bpf_redirect_map(&devices, 0, BPF_F_BROADCAST | BPF_F_EXCLUDE_INGRESS);
}

char gpl[] SEC("license") = "GPL";
