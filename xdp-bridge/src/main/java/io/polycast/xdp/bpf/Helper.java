package io.polycast.xdp.bpf;

/** Kernel functions that programs call (enum bpf_func_id). */
public enum Helper {
    /** (map, key) -&gt; value or null. */
    MAP_LOOKUP_ELEM(1),
    /** (map, key, value, flags) -&gt; 0 or error. */
    MAP_UPDATE_ELEM(2),
    /** () -&gt; nanoseconds of the monotonic clock. */
    KTIME_GET_NS(5),
    /** (ifindex, flags) -&gt; XDP action. */
    REDIRECT(23),
    /** (context, delta) -&gt; 0 or error: moves the frame's start. */
    XDP_ADJUST_HEAD(44),
    /** (map, key, flags) -&gt; XDP action. */
    REDIRECT_MAP(51),
    /** (context, delta) -&gt; 0 or error: moves the frame's end. */
    XDP_ADJUST_TAIL(65),
    /** (context, delta) -&gt; 0 or error: moves the start of the bytes in front of the frame. */
    XDP_ADJUST_META(54),
    /** () -&gt; nanoseconds of the monotonic clock as of the last timer tick, since Linux 5.11. */
    KTIME_GET_COARSE_NS(160);

    final int id;

    Helper(final int id) {
        this.id = id;
    }
}
