package io.polycast.sim.rack.scenario;

/** Where congestion points lie, and which flow they notify (server-rack fabric, section 4.2). */
public enum Congestion {
    /** No congestion points. */
    NONE,
    /** At outputs, the flow of the sampled frame: standard QCN. */
    OUTPUTS,
    /** At inputs, the flow of the sampled frame. */
    INPUTS_SAMPLED,
    /** At inputs, the flow with the largest occupancy. */
    INPUTS_OCCUPANCY
}
