package io.polycast.sim.swarm;

import io.polycast.sim.run.RunResult;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.FaultTally;
import io.polycast.sim.scenario.QueueCounts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums over a range of seeds. Not threadsafe. */
public final class SwarmReport {
    private final FaultTally faults = new FaultTally();
    private final QueueCounts queues = new QueueCounts();
    private final Map<Long, Failure> failures = new TreeMap<>();
    private long seeds;
    private long events;
    private long packets;
    private long kernelFrames;
    private double seconds;

    SwarmReport() {}

    void add(final RunResult result) {
        seeds++;
        events += result.events();
        packets += result.packets();
        kernelFrames += result.kernelFrames();
        faults.add(result.faults());
        queues.add(result.queues());
    }

    void add(final Failure failure) {
        failures.put(failure.seed(), failure);
    }

    void seconds(final double value) {
        seconds = value;
    }

    /** Runs. */
    public long seeds() {
        return seeds;
    }

    /** Events handled. */
    public long events() {
        return events;
    }

    /** Frames put on links. */
    public long packets() {
        return packets;
    }

    /** Data frames that switches' kernels took. */
    public long kernelFrames() {
        return kernelFrames;
    }

    /** Wall time. */
    public double seconds() {
        return seconds;
    }

    /** Occurrences of faults. */
    public FaultTally faults() {
        return faults;
    }

    /** What egress queues have done. */
    public QueueCounts queues() {
        return queues;
    }

    /** Runs that broke an invariant, by seed. */
    public List<Failure> failures() {
        return List.copyOf(failures.values());
    }

    /** Frames that links lost by chance or because they or a switch were down. */
    public long lossesInjected() {
        return faults.get(FaultKind.LOSS) + faults.get(FaultKind.DOWN_LOSS);
    }

    /** Frames that links altered. */
    public long corruptionsInjected() {
        return faults.get(FaultKind.CORRUPTION);
    }

    /** Restarts of switches, with and without their state. */
    public long restartsInjected() {
        return faults.get(FaultKind.RESTART_KEEPING_STATE)
                + faults.get(FaultKind.RESTART_LOSING_STATE);
    }
}
