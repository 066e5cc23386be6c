package io.polycast.core.trace;

/** Receives one call per event of the core; off by default, must not call back into the core. */
public interface TraceSink {
    /**
     * @param nowNs time of the event, in ns
     * @param event kind of the event
     * @param mcstId group, or 0
     * @param port that the event concerns, or -1
     * @param path index in the group's path table, or -1
     * @param psn that the event concerns, or -1
     * @param detail meaning depends on the event: ending id, syndrome, opcode...
     */
    void onEvent(long nowNs, TraceEvent event, int mcstId, int port, int path, int psn, int detail);
}
