/* What the source's BPF program is told, and what it counts. */
#pragma once
#include <linux/types.h>

enum { HEAD_WORDS = 8, LATE_NS = 10000 };

struct source_state {
    __u64 sent;
    __u64 gap_ns; /* between two frames, 0 without pacing */
    __u64 due_ns; /* when the next one may leave */
    __u64 started_ns; /* when the first frame of a schedule is due, monotonic clock; 0 without a schedule */
    __u64 gap_q16;    /* between two frames of it, ns times 65536 */
    __u64 count;      /* its frames */
    __u64 late;       /* frames that left more than LATE_NS after they were due */
    __u32 first_psn;
    __u32 icrc_at;                /* where the ICRC stands */
    __u32 icrc;                   /* that of the frame with PSN 0 */
    __u32 icrc_change[3][256];    /* what each value of each byte of the PSN does to it, most significant first */
    __u64 head[HEAD_WORDS];       /* the first 64 bytes, with PSN 0 */
};
