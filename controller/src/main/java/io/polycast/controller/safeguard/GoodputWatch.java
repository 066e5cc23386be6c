package io.polycast.controller.safeguard;

import io.polycast.parser.mrp.MrpAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Samples of all groups, at the node that takes the agents. The log has no samples: another node that leads
 * begins with none, and judges by its own. The source's samples count, because the aggregated
 * acknowledgement is that of the slowest member, and because only the source knows whether it had data. A
 * receiver's sample can lower the source's next one.
 */
public final class GoodputWatch {
    /** What was sampled of one group. */
    private static final class Watched {
        private final GoodputJudge judge = new GoodputJudge();
        private final Map<MrpAddress, Long> receivers = new HashMap<>();
        private long epoch;
        private long number;
        private MrpAddress source = MrpAddress.NONE;
    }

    private final Map<String, Watched> groups = new HashMap<>();

    /**
     * Takes a sample.
     *
     * @param name of the group
     * @param guard what the log says of the group, or null when there is none
     * @param host that sampled
     * @param sample of the host
     * @return a finding for the log, or null
     */
    public SlowTree take(
            final String name, final GuardView guard, final MrpAddress host, final Goodput sample) {
        if (guard == null) {
            groups.remove(name);
            return null;
        }
        if (!guard.judged() || !guard.hosts().contains(host)) {
            return null;
        }
        Watched watched = groups.get(name);
        if (watched == null || watched.epoch != guard.epoch()) {
            watched = new Watched();
            watched.epoch = guard.epoch();
            groups.put(name, watched);
        }
        if (!host.equals(guard.source())) {
            watched.receivers.merge(host, sample.bps(), Math::max);
            return null;
        }
        if (watched.number != guard.number() || !watched.source.equals(host)) {
            watched.judge.interrupt();
            watched.number = guard.number();
            watched.source = host;
        }
        return judge(watched, guard, sample);
    }

    private static SlowTree judge(
            final Watched watched, final GuardView guard, final Goodput sample) {
        long bps = sample.bps();
        for (final long receiver : watched.receivers.values()) {
            bps = Math.min(bps, receiver);
        }
        watched.receivers.clear();
        final long usual = watched.judge.usualBps();
        final long low = watched.judge.take(guard.settings(), sample.fromMs(), sample.toMs(), bps);
        return low == 0 ? null : new SlowTree(guard.number(), bps, usual, low);
    }

    /** Forgets a group that has ended. */
    public void forget(final String name) {
        groups.remove(name);
    }

    /** Forgets everything: another node leads. */
    public void clear() {
        groups.clear();
    }
}
