package io.polycast.sim.rack.port;

import io.polycast.sim.rack.event.Event;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.voq.qcn.LimiterSettings;
import io.polycast.voq.qcn.RateLimiter;

/**
 * Network adapter of a source: its flows take turns on a line of 100 Gb/s. A flow's frames come at a
 * constant interval. A frame that finds the line busy or paused waits, and is as old as that. A rate
 * limiter may stretch the interval; frames that it holds back are not made.
 */
public final class Cna {
    private static final long NEVER = Long.MAX_VALUE;

    /** Constants of 802.1Qau at 100 Gb/s, in picoseconds. */
    private static final LimiterSettings LIMITER =
            LimiterSettings.of(1.0 / RackTimes.LINE_BYTE, 1e12);

    private final RackCore core;
    private final int port;
    private final int[] flow;
    private final int[] bytes;
    private final long[] interval;
    private final RateLimiter[] limiter;
    private final long[] nextAt;
    private final long[] until;
    private int count;
    private int turn;
    private boolean paused;
    private long lineFreeAt;
    private long wakeAt = NEVER;

    Cna(final RackCore core, final int port, final int flows) {
        this.core = core;
        this.port = port;
        flow = new int[flows];
        bytes = new int[flows];
        interval = new long[flows];
        limiter = new RateLimiter[flows];
        nextAt = new long[flows];
        until = new long[flows];
    }

    /** Adds a flow. */
    void add(final int of, final int size, final long every, final long from, final long end) {
        flow[count] = of;
        limiter[count] = new RateLimiter(LIMITER);
        bytes[count] = size;
        interval[count] = every;
        nextAt[count] = from;
        until[count] = end;
        count++;
        schedule(0);
    }

    /** A SOURCE event: one that was overtaken by an earlier one is of no use. */
    void onWake(final long now) {
        if (now < wakeAt) {
            return;
        }
        wakeAt = NEVER;
        if (!paused && lineFreeAt <= now) {
            send(now);
        }
        schedule(now);
    }

    void setPaused(final long now, final boolean on) {
        paused = on;
        schedule(now);
    }

    /** A congestion notification for a flow arrives. */
    void onNotification(final long now, final int of, final int feedback) {
        for (int i = 0; i < count; i++) {
            if (flow[i] == of) {
                limiter[i].onNotification(now, feedback);
                nextAt[i] = Math.max(nextAt[i], limiter[i].freeFrom());
            }
        }
    }

    private void send(final long now) {
        for (int i = 0; i < count; i++) {
            final int at = turn;
            turn = turn + 1 == count ? 0 : turn + 1;
            if (nextAt[at] <= now && nextAt[at] < until[at]) {
                final boolean slowed = limiter[at].isOn();
                final int frame =
                        core.frames().take(flow[at], bytes[at], slowed ? now : nextAt[at]);
                limiter[at].onSent(now, bytes[at]);
                nextAt[at] = slowed ? limiter[at].freeFrom() : nextAt[at] + interval[at];
                lineFreeAt = now + bytes[at] * RackTimes.LINE_BYTE;
                core.queue().add(lineFreeAt, Event.pack(Event.INGEST, port, frame));
                return;
            }
        }
    }

    private void schedule(final long now) {
        if (paused) {
            return;
        }
        long at = NEVER;
        for (int i = 0; i < count; i++) {
            if (nextAt[i] < until[i]) {
                at = Math.min(at, nextAt[i]);
            }
        }
        if (at == NEVER) {
            return;
        }
        at = Math.max(now, Math.max(at, lineFreeAt));
        if (at < wakeAt) {
            wakeAt = at;
            core.queue().add(at, Event.pack(Event.SOURCE, port, 0));
        }
    }
}
