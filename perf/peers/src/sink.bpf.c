/*
 * A sink: counts what arrives and drops it. On demand it notes how long each frame took since it was due, which
 * the PSN tells, or lets frames go on to who captures them.
 */
#include <linux/bpf.h>
#include <linux/pkt_cls.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "sink.h"
#include "wire.h"

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct sink_count);
} counts SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(map_flags, BPF_F_MMAPABLE);
    __uint(max_entries, SINK_TIMES);
    __type(key, __u32);
    __type(value, __u64);
} times SEC(".maps");

struct sink_state state;

static __always_inline void count(__u64 bytes)
{
    const __u32 zero = 0;
    struct sink_count *c = bpf_map_lookup_elem(&counts, &zero);
    if (c) {
        c->frames++;
        c->bytes += bytes;
    }
}

static __always_inline void time_since_due(const __u8 *frame, const __u8 *end)
{
    if (!state.started_ns || frame + AT_PAYLOAD > end) {
        return;
    }
    const __u64 now = bpf_ktime_get_ns();
    const __u64 number = (bpf_ntohl(*(__u32 *)(frame + AT_PSN_WORD)) - state.first_psn) & 0xffffff;
    const __u64 due = state.started_ns + (number * state.gap_q16 >> 16);
    if (due < state.from_ns) {
        return;
    }
    const __u32 at = __sync_fetch_and_add(&state.taken, 1);
    __u64 *slot = bpf_map_lookup_elem(&times, &at);
    if (slot) {
        *slot = now > due ? now - due : 0;
    }
}

SEC("xdp.frags")
int sink_xdp(struct xdp_md *context)
{
    count(bpf_xdp_get_buff_len(context));
    time_since_due((void *)(long)context->data, (void *)(long)context->data_end);
    return state.look ? XDP_PASS : XDP_DROP;
}

SEC("tc")
int sink_tc(struct __sk_buff *skb)
{
    count(skb->len);
    time_since_due((void *)(long)skb->data, (void *)(long)skb->data_end);
    return state.look ? TC_ACT_OK : TC_ACT_SHOT;
}

char gpl[] SEC("license") = "GPL";
