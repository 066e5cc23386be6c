package io.polycast.node.shufflecast;

import io.polycast.dataplane.remote.LineChannel;
import java.nio.channels.SelectionKey;

/** One connection, and when it was heard. */
final class Peer {
    private static final long HELLO_NS = 5_000_000_000L;
    private static final long PING_NS = 2_000_000_000L;
    private static final long SILENT_NS = 10_000_000_000L;

    private final long number;
    private final String from;
    private final LineChannel lines;
    private final SelectionKey key;
    private final long sinceNs;
    private long heardNs;
    private long saidNs;

    Peer(
            final long number,
            final String from,
            final LineChannel lines,
            final SelectionKey key,
            final long nowNs) {
        this.number = number;
        this.from = from;
        this.lines = lines;
        this.key = key;
        sinceNs = nowNs;
        heardNs = nowNs;
        saidNs = nowNs;
    }

    long number() {
        return number;
    }

    String from() {
        return from;
    }

    LineChannel lines() {
        return lines;
    }

    SelectionKey key() {
        return key;
    }

    void heard(final long nowNs) {
        heardNs = nowNs;
    }

    void said(final long nowNs) {
        saidNs = nowNs;
    }

    /** Whether a ping is due. */
    boolean isDue(final long nowNs) {
        return nowNs - saidNs >= PING_NS;
    }

    /** Whether it waits too long with its hello, or with any line. */
    boolean isSilent(final long nowNs, final boolean known) {
        return known ? nowNs - heardNs >= SILENT_NS : nowNs - sinceNs >= HELLO_NS;
    }
}
