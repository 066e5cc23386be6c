package io.polycast.endhost.drive;

import io.polycast.endhost.qp.QueuePair;

/** A queue pair behind a port, as it is at the moment. */
@FunctionalInterface
public interface Endpoint {
    /** Its queue pair, or null while it neither takes nor sends anything. */
    QueuePair active();
}
