package io.polycast.node.shufflecast;

/** Connections as the core sees them, by number. */
public interface Peers {
    /** Sends a line; a connection that is gone hears nothing. */
    void send(long peer, String line);

    /** Ends a connection after what was sent; the reason is logged. */
    void drop(long peer, String why);
}
