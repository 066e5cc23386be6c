package io.polycast.node.shufflecast;

import io.polycast.controller.shufflecast.ControlOutput.RelayChange;
import io.polycast.dataplane.schema.shufflecast.link.RelaySays;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log lines for operators: connections, silent relays, repairs. */
final class ControlNews {
    private static final Logger LOG = LoggerFactory.getLogger(ControlNews.class);
    private static final double NS_PER_MS = 1e6;

    /** When the first rules since the last quiet were sent. */
    private long sentNs;

    private int sets;
    private boolean isSettled;
    private boolean saidIgnored;

    void connected(final int tor, final String name, final int count, final int all) {
        LOG.info("relay {} of ToR {} has connected; {} of {} ToRs are", name, tor, count, all);
    }

    void lost(final int tor) {
        LOG.warn("the connection of ToR {} has ended; it goes on by the rules that it has", tor);
    }

    /** Says it once: a relay that repeats it would fill the log. */
    void ignored(final int tor, final RelaySays message) {
        if (!saidIgnored) {
            saidIgnored = true;
            LOG.warn("ToR {} says what it cannot know, and nothing changes: {}", tor, message);
        }
    }

    void notRestored(final int tor, final String refusal) {
        LOG.warn("ToR {} refuses members that it is to have: {}", tor, refusal);
    }

    void happened(final int node, final RelayChange change) {
        switch (change) {
            case FAILED:
                LOG.warn("relay {} has failed: all its receivers miss it; others relay", node);
                break;
            case CABLE_FAILED:
                LOG.warn(
                        "a cable of relay {} has failed: a receiver misses it; others relay", node);
                break;
            case UNREPAIRABLE:
                LOG.error("relay {} has failed, and none of its mirrors is left", node);
                break;
            default:
                LOG.info("relay {} is heard again and relays", node);
                break;
        }
    }

    void sent(final long nowNs) {
        if (sets++ == 0) {
            sentNs = nowNs;
        }
    }

    void settled(final long nowNs, final boolean settled) {
        if (settled && !isSettled && sets > 0) {
            LOG.info(
                    "rules hold: {} sets were sent, the last is acknowledged after {} ms",
                    sets,
                    String.format(Locale.ROOT, "%.2f", (nowNs - sentNs) / NS_PER_MS));
        }
        if (settled) {
            sets = 0;
        }
        isSettled = settled;
    }
}
