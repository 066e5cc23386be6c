package io.polycast.core.shufflecast;

import io.polycast.core.role.RelayPicture.Heard;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Relays whose splitters lead to one logical node, and when each was heard. Nothing but its silence
 * shows a dead transmitter. A heartbeat may be late by half its interval before it counts as missed.
 */
final class Upstreams {
    private static final int NONE = -1;

    private final int[] tors;
    private final int[] ports;
    private final long[] heardNs;
    private final long[] versions;
    private final boolean[] silent;
    private final long heartbeatNs;
    private final int missed;
    private final CounterBlock counters;
    private final ShufflecastTrace trace;
    private long nextNs = Long.MAX_VALUE;

    Upstreams(
            final RelaySpec relay,
            final ShufflecastSettings settings,
            final CounterBlock counters,
            final ShufflecastTrace trace) {
        tors = relay.upstreams().stream().mapToInt(Integer::intValue).toArray();
        ports = relay.in().stream().mapToInt(Integer::intValue).toArray();
        heardNs = new long[tors.length];
        versions = new long[tors.length];
        silent = new boolean[tors.length];
        heartbeatNs = settings.heartbeatNs();
        missed = settings.missed();
        this.counters = counters;
        this.trace = trace;
    }

    /** Begins to wait for all. */
    void begin(final long nowNs) {
        Arrays.fill(heardNs, nowNs);
        nextNs = silentAt(nowNs);
    }

    /** Takes a heartbeat; returns whether its ToR is one whose splitter leads here by this port. */
    boolean onHeartbeat(final long nowNs, final int port, final int tor, final long version) {
        final int each = find(tor);
        if (each == NONE || ports[each] != port) {
            return false;
        }
        heardNs[each] = nowNs;
        versions[each] = version;
        if (silent[each]) {
            silent[each] = false;
            trace.node(ShufflecastEvent.RELAY, port, tor, ShufflecastTrace.NONE, 1);
        }
        nextNs = Math.min(nextNs, silentAt(nowNs));
        return true;
    }

    private int find(final int tor) {
        for (int each = 0; each < tors.length; each++) {
            if (tors[each] == tor) {
                return each;
            }
        }
        return NONE;
    }

    /** Finds those that fell silent; returns when the next one may. */
    long onTick(final long nowNs) {
        if (nowNs < nextNs) {
            return nextNs;
        }
        nextNs = Long.MAX_VALUE;
        for (int each = 0; each < tors.length; each++) {
            if (silent[each]) {
                continue;
            }
            if (nowNs >= silentAt(heardNs[each])) {
                silent[each] = true;
                counters.count(Tally.SHUFFLECAST_RELAYS_SILENT);
                trace.node(
                        ShufflecastEvent.RELAY, ports[each], tors[each], ShufflecastTrace.NONE, 0);
            } else {
                nextNs = Math.min(nextNs, silentAt(heardNs[each]));
            }
        }
        return nextNs;
    }

    private long silentAt(final long lastNs) {
        return lastNs + missed * heartbeatNs + heartbeatNs / 2;
    }

    List<Heard> pictures(final long nowNs) {
        final List<Heard> all = new ArrayList<>();
        for (int each = 0; each < tors.length; each++) {
            final long lateNs = Math.max(0, nowNs - heardNs[each] - heartbeatNs / 2);
            all.add(
                    new Heard(
                            tors[each],
                            ports[each],
                            !silent[each],
                            lateNs / heartbeatNs,
                            versions[each]));
        }
        return all;
    }
}
