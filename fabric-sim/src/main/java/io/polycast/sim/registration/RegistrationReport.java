package io.polycast.sim.registration;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums over a range of seeds. Threadsafe while seeds are added. */
public final class RegistrationReport {
    private final Map<Long, RegistrationResult> failures = new TreeMap<>();
    private long seeds;
    private long frames;
    private long lost;
    private long repeated;
    private long changes;
    private long refusals;
    private double seconds;

    RegistrationReport() {}

    synchronized long add(final RegistrationResult result) {
        frames += result.frames();
        lost += result.lost();
        repeated += result.repeated();
        changes += result.changes();
        refusals += result.refusals();
        if (result.broken() != null) {
            failures.put(result.seed(), result);
        }
        return ++seeds;
    }

    void seconds(final double value) {
        seconds = value;
    }

    /** Runs. */
    public long seeds() {
        return seeds;
    }

    /** Frames that switches took. */
    public long frames() {
        return frames;
    }

    /** Frames that links lost. */
    public long lost() {
        return lost;
    }

    /** Frames that links delivered twice. */
    public long repeated() {
        return repeated;
    }

    /** Changes of groups, removals included. */
    public long changes() {
        return changes;
    }

    /** Changes that were refused. */
    public long refusals() {
        return refusals;
    }

    /** Wall time. */
    public double seconds() {
        return seconds;
    }

    /** Runs that broke an invariant, by seed. */
    public List<RegistrationResult> failures() {
        return List.copyOf(failures.values());
    }
}
