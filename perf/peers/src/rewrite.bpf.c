/* At the egress of one device: the rewrite of that device's member. Its ICRC is then wrong. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "wire.h"

const volatile struct member member = {.qpn_word = 1};

SEC("xdp/devmap")
int rewrite_copy(struct xdp_md *context)
{
    __u8 *frame = (void *)(long)context->data, *end = (void *)(long)context->data_end;
    if (frame + AT_PAYLOAD > end) {
        return XDP_DROP;
    }
    const struct member constant = member;
    rewrite(frame, &constant);
    return XDP_PASS;
}

char gpl[] SEC("license") = "GPL";
