/* What a sink counts on each core. */
#pragma once
#include <linux/types.h>

struct sink_count {
    __u64 frames;
    __u64 bytes;
};
