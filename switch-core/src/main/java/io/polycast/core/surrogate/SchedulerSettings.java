package io.polycast.core.surrogate;

import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.MemorySettings;
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

    private static final long ACK_DELAY_NS = 20_000;
    private static final long SEED = 1;

    private SchedulerSettings() {}

    static Lanes lanes(final SurrogateSettings settings) {
        return new Lanes(PRIORITIES, STEPS, settings.lossless());
    }

    static IngressSettings ingress(final Lanes lanes, final SurrogateSettings settings) {
        final MemorySettings memory = settings.memory();
        final int lossless = lanes.losslessCount();
        final int lossy = lanes.count() - lossless;
        return new IngressSettings(
                new PayloadSettings(memory.shared(), memory.lossless(), memory.stop(), memory.go()),
                new HeaderSettings(
                        lossy * memory.headersHigh() + lossless * FabricDefaults.HEADERS_LOSSLESS,
                        FabricDefaults.HEADERS_LOSSLESS,
                        memory.headersLow(),
                        memory.headersHigh(),
                        FabricDefaults.EARLY_DROP_PERCENT),
                HeaderOrder.FIXED,
                VoqDrop.valueOf(memory.voqDrop().name()),
                memory.voqUnits(),
                // Synchronisation spares a packet cache. A node has none: each copy finds its
                // frame.
                SyncSettings.off(),
                new LegSettings(
                        FabricDefaults.REQUESTS,
                        FabricDefaults.BATCH,
                        settings.timers().repeatNs(),
                        settings.timers().tries()),
                SEED);
    }

    static EgressSettings egress() {
        return new EgressSettings(
                FabricDefaults.SURROGATE_EGRESS,
                FabricDefaults.REQUESTS,
                FabricDefaults.BATCH,
                FabricDefaults.BATCH,
                FabricDefaults.ACK_FRAMES,
                ACK_DELAY_NS);
    }
}
