package io.polycast.core.surrogate.spec;

import io.polycast.core.role.RoleSettings;
import java.util.List;

/**
 * The {@code surrogate:} section.
 *
 * @param legs to other nodes, in order: a leg's index is its place here
 * @param lossless priorities that are never dropped: bit n is priority n
 * @param multicastWeight share of multicast against unicast in percent, in [1, 99]
 * @param snooping whether IGMP is read
 * @param memory sizes and marks
 * @param timers of legs and pauses
 * @param congestion points that notify hosts
 */
public record SurrogateSettings(
        List<LegSpec> legs,
        int lossless,
        int multicastWeight,
        boolean snooping,
        MemorySettings memory,
        TimerSettings timers,
        CongestionSettings congestion)
        implements RoleSettings {
    /** Most legs that a frame passes one behind the other (server-rack fabric, section 5). */
    public static final int LEVELS = 4;

    /** Takes a copy of the list. */
    public SurrogateSettings {
        legs = List.copyOf(legs);
    }

    /** Drop policy of a VOQ of a lossy priority at its limit. */
    public enum VoqDrop {
        /** Nothing: other limits hold. */
        NONE,
        /** The copy that arrives. */
        TAIL,
        /** The copies that would leave next. */
        HEAD
    }

    /**
     * Memory of the node, in units of 256 bytes and in headers.
     *
     * @param shared units of all lossy priorities together
     * @param lossless units of each lane of a lossless priority
     * @param stop units of a lossless lane at which its senders are stopped
     * @param go units down to which they stay stopped
     * @param headers copies that may wait
     * @param voqDrop policy of a VOQ at its limit
     * @param voqUnits limit of a VOQ in units
     * @param exitShare percent of the lossy priorities' memory that one exit alone may fill, in [1, 100]
     */
    public record MemorySettings(
            int shared,
            int lossless,
            int stop,
            int go,
            HeaderLimits headers,
            VoqDrop voqDrop,
            int voqUnits,
            int exitShare) {}

    /**
     * Copies of a lane that may wait.
     *
     * @param high copies of a lossy lane from which on all are dropped
     * @param low copies of a lossy lane below which none is dropped
     * @param lossless copies of a lossless lane; more wait for room
     */
    public record HeaderLimits(int high, int low, int lossless) {}

    /**
     * Times, in ns.
     *
     * @param repeatNs time until a leg repeats what was not answered
     * @param tries repetitions without answer until a leg is given up
     * @param linkMbps speed by which quanta of PAUSE and PFC are read, in Mb/s
     * @param watchdogNs longest time that a neighbour may pause a class without a break
     */
    public record TimerSettings(long repeatNs, int tries, long linkMbps, long watchdogNs) {}
}
