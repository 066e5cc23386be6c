package io.polycast.core.surrogate;

import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.HeaderLimits;
import io.polycast.core.surrogate.spec.SurrogateSettings.MemorySettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.ingress.LegSettings;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.sync.SyncSettings;

/** The scheduler's constants for a node: ticks are nanoseconds. */
final class SchedulerSettings {
    /** Priorities of a tag, or of DSCP &gt;&gt; 3. */
    static final int PRIORITIES = 8;

    /** Lanes of a priority: one more than legs behind each other. */
    static final int STEPS = SurrogateSettings.LEVELS + 1;

    /** Lanes of a node: a constant, because a hot path divides by it. */
    static final int LANES = PRIORITIES * STEPS;

    /**
     * Requests of a VOQ that wait for their grant, and units of one. A network device of Linux answers
     * after some 0.1 to 10 ms: few and large requests, which cover what arrives meanwhile.
     */
    private static final int REQUESTS = 2;

    private static final int BATCH = 512;

    /** Units of a lane that a neighbour is granted and has not used, or that are kept for it: 256 KiB. */
    private static final int GRANTED = 2 * BATCH;

    /** Frames that are kept before a missing one: as many as units are granted. */
    private static final int WINDOW = GRANTED;

    private static final int ACK_FRAMES = 16;
    private static final long ACK_DELAY_NS = 100_000;
    private static final long SEED = 1;

    private SchedulerSettings() {}

    static Lanes lanes(final SurrogateSettings settings) {
        return new Lanes(PRIORITIES, STEPS, settings.lossless());
    }

    static IngressSettings ingress(final Lanes lanes, final SurrogateSettings settings) {
        final MemorySettings memory = settings.memory();
        final HeaderLimits headers = memory.headers();
        final int lossless = lanes.losslessCount();
        final int lossy = lanes.count() - lossless;
        return new IngressSettings(
                new PayloadSettings(
                        memory.shared(),
                        memory.lossless(),
                        memory.stop(),
                        memory.go(),
                        memory.exitShare()),
                new HeaderSettings(
                        lossy * headers.high() + lossless * headers.lossless(),
                        headers.lossless(),
                        headers.low(),
                        headers.high(),
                        FabricDefaults.EARLY_DROP_PERCENT),
                HeaderOrder.FIXED,
                VoqDrop.valueOf(memory.voqDrop().name()),
                memory.voqUnits(),
                // Synchronisation spares a packet cache. A node has none: each copy finds its
                // frame.
                SyncSettings.off(),
                new LegSettings(
                        REQUESTS,
                        BATCH,
                        settings.timers().repeatNs(),
                        settings.timers().tries(),
                        true,
                        stallNs(settings.timers())),
                SEED);
    }

    /**
     * Longest time without a new grant or ACK of a node that answers. A neighbour that is held up itself says
     * STOP, and its own watchdog ends that.
     */
    static long stallNs(final TimerSettings timers) {
        return timers.watchdogNs() + timers.repeatNs() * timers.tries();
    }

    static EgressSettings egress(final int legs, final long repeatNs) {
        return new EgressSettings(
                legs * GRANTED,
                GRANTED,
                REQUESTS,
                BATCH,
                BATCH,
                ACK_FRAMES,
                ACK_DELAY_NS,
                new EgressSettings.Window(WINDOW, Math.max(1, repeatNs / 2)));
    }
}
