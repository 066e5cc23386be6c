/*
 * The source: runs over live frames of BPF_PROG_RUN and redirects them out of one device, as if a NIC had them
 * in its ring: no socket buffer, no copy. The kernel uses the same frames again and again, with whatever a
 * switch left in them, so each is made right before it leaves: the first 64 bytes, PSN and ICRC.
 */
#include <linux/bpf.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "source.h"
#include "wire.h"

struct {
    __uint(type, BPF_MAP_TYPE_DEVMAP);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u32);
} device SEC(".maps");

struct source_state state;

/* Time that pacing may catch up on at once. */
#define SLACK_NS 50000

/* Whether the next frame is due by the schedule, which does not wait for anything. */
static __always_inline int is_due(void)
{
    const __u64 now = bpf_ktime_get_ns(), due = state.started_ns + (state.sent * state.gap_q16 >> 16);
    if (now < due || state.sent == state.count) {
        return 0;
    }
    state.late += now - due > LATE_NS;
    return 1;
}

SEC("xdp")
int source(struct xdp_md *context)
{
    __u8 *frame = (void *)(long)context->data, *end = (void *)(long)context->data_end;
    if (state.gap_ns) {
        const __u64 now = bpf_ktime_get_ns();
        if (now < state.due_ns) {
            return XDP_DROP;
        }
        state.due_ns = (state.due_ns + SLACK_NS < now ? now - SLACK_NS : state.due_ns) + state.gap_ns;
    }
    if (state.started_ns && !is_due()) {
        return XDP_DROP;
    }
    const __u32 at = state.icrc_at & 0xfff;
    if (frame + 8 * HEAD_WORDS > end || frame + at + ICRC_BYTES > end) {
        return XDP_ABORTED;
    }
    for (int i = 0; i < HEAD_WORDS; i++) {
        ((__u64 *)frame)[i] = state.head[i];
    }
    const __u32 psn = (state.first_psn + state.sent) & 0xffffff;
    *(__u32 *)(frame + AT_PSN_WORD) = bpf_htonl(psn);
    *(__u32 *)(frame + at) = state.icrc ^ state.icrc_change[0][psn >> 16] ^ state.icrc_change[1][psn >> 8 & 0xff]
        ^ state.icrc_change[2][psn & 0xff];
    state.sent++;
    return bpf_redirect_map(&device, 0, 0);
}

char gpl[] SEC("license") = "GPL";
