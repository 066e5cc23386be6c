/* What a sink counts on each core, and what it is told. */
#pragma once
#include <linux/types.h>

enum { SINK_TIMES = 1 << 20 };

struct sink_count {
    __u64 frames;
    __u64 bytes;
};

struct sink_state {
    __u64 started_ns; /* when the frame with the first PSN was due, by the monotonic clock; 0 times nothing */
    __u64 gap_q16;    /* ns between two frames, times 65536 */
    __u64 from_ns;    /* frames that were due earlier do not count */
    __u64 taken;      /* times noted so far */
    __u32 first_psn;
    __u32 look; /* not 0: frames go on to who captures them */
};
