/* A sink: counts what arrives and drops it; while `look` is not 0 it lets frames pass to who captures them. */
#include <linux/bpf.h>
#include <linux/pkt_cls.h>
#include <bpf/bpf_helpers.h>

#include "sink.h"

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct sink_count);
} counts SEC(".maps");

__u32 look;

static __always_inline void count(__u64 bytes)
{
    const __u32 zero = 0;
    struct sink_count *c = bpf_map_lookup_elem(&counts, &zero);
    if (c) {
        c->frames++;
        c->bytes += bytes;
    }
}

SEC("xdp.frags")
int sink_xdp(struct xdp_md *context)
{
    count(bpf_xdp_get_buff_len(context));
    return look ? XDP_PASS : XDP_DROP;
}

SEC("tc")
int sink_tc(struct __sk_buff *skb)
{
    count(skb->len);
    return look ? TC_ACT_OK : TC_ACT_SHOT;
}

char gpl[] SEC("license") = "GPL";
