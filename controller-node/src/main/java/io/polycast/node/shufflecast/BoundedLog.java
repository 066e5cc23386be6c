package io.polycast.node.shufflecast;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lines about refused connections: a flood of them does not fill the log. Not threadsafe. */
final class BoundedLog {
    static final int MOST = 20;

    private static final Logger LOG = LoggerFactory.getLogger(BoundedLog.class);
    private static final long MINUTE_NS = 60_000_000_000L;

    private long sinceNs;
    private int lines;
    private long left;

    /** Logs that a connection ends, unless too many did within this minute. */
    void refused(final long nowNs, final String who, final String why) {
        onTime(nowNs);
        if (lines == MOST) {
            left++;
            return;
        }
        lines++;
        LOG.warn("{} is refused: {}", who, why);
    }

    /** Time goes on. */
    void onTime(final long nowNs) {
        if (nowNs - sinceNs < MINUTE_NS) {
            return;
        }
        if (left > 0) {
            LOG.warn("{} more connections were refused within a minute", left);
        }
        sinceNs = nowNs;
        lines = 0;
        left = 0;
    }

    /** Lines of this minute. */
    int lines() {
        return lines;
    }
}
