package io.polycast.voq.qcn;

/** Which flow a congestion point notifies (server-rack fabric, section 4.2). */
public enum Marking {
    /** That of the sampled frame, as 802.1Qau has it. */
    SAMPLE,
    /** That which holds most of the pool. */
    OCCUPANCY
}
