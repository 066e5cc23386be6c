package io.polycast.dataplane.config;

import java.util.ArrayList;
import java.util.List;

/**
 * How frames go through the appliance.
 *
 * @param threading as configured; see {@link #effectiveThreading}
 * @param datapath as configured
 * @param kernelGroups groups that the kernel's table has room for
 * @param waiting what a thread without work does
 * @param shards engines, each with its own groups
 * @param steering how the devices bring groups' frames to the queues of their shards
 * @param verifyIcrc which frames are verified
 * @param maxGroups groups that the table has room for
 * @param maxPaths paths, over all groups, that the table has room for
 * @param batch most frames taken from one port at a time
 * @param ringSize entries of the ring between reader and each engine, a power of two
 * @param chunks frames that the shared memory has room for
 * @param chunkSize bytes of one chunk
 * @param nakRepeatNs after which a repeated NAK for the same loss passes again
 * @param idleAnewNs without data of the source after which a group begins anew
 * @param answerWindow packets behind the minimum beyond which data begins a group anew
 * @param cnpWindowNs over which CNPs are counted
 * @param cnpGapNs most that a CNP may be held back
 * @param cnpHysteresis CNPs by which a path must lead to become the most congested
 * @param limits beyond which frames of a hostile or broken neighbour are dropped
 * @param whenSilent what the kernel does on wires while the switch gives no sign of life
 * @param heartbeatNs without a sign of life after which it counts as silent
 */
public record PipelineConfig(
        Threading threading,
        Datapath datapath,
        int kernelGroups,
        Wait waiting,
        int shards,
        Steering steering,
        VerifyIcrc verifyIcrc,
        int maxGroups,
        int maxPaths,
        int batch,
        int ringSize,
        int chunks,
        int chunkSize,
        long nakRepeatNs,
        long idleAnewNs,
        int answerWindow,
        long cnpWindowNs,
        long cnpGapNs,
        int cnpHysteresis,
        LimitsConfig limits,
        WhenSilent whenSilent,
        long heartbeatNs) {
    private static final int CORES_FOR_STAGES = 3;
    public static final long MOST_FRAME_MEMORY = 1L << 30;

    /** Which threads there are. */
    public enum Threading {
        /** Fused below three cores, else staged; staged whenever there is more than one shard. */
        AUTO,
        /** A reader and one thread per shard, rings between them. */
        STAGED,
        /** All in one duty cycle. */
        FUSED
    }

    /** Where established groups are replicated. */
    public enum Datapath {
        /** The kernel where it can serve, else the engine. */
        AUTO,
        /** The Java engine. */
        USER,
        /** XDP programs. */
        KERNEL
    }

    /** What a thread without work does. */
    public enum Wait {
        /** Gives its core away: a few microseconds late, friendly to others. */
        YIELDING,
        /** Spins: the lowest latency, a core each. */
        BUSY,
        /** Backs off step by step to parking up to a millisecond. */
        BLOCKING,
        /** Sleeps for a millisecond at a time: for idle laboratories. */
        SLEEPING
    }

    /** Treatment of frames on wires by the kernel while the switch is silent. */
    public enum WhenSilent {
        /** Nothing crosses. */
        CLOSED,
        /** What is not for a group crosses. */
        OPEN
    }

    /** How the devices bring groups' frames to the queues of their shards. */
    public enum Steering {
        /** Not at all. */
        NONE,
        /** By rules for the destination address, see {@link SteeringRules}. */
        DESTINATION
    }

    /** Which ICRCs are computed in full. */
    public enum VerifyIcrc {
        /** Of feedback, and of data that would move the source. */
        FEEDBACK,
        /** Of every frame for a group. */
        ALL
    }

    /**
     * @param count frames that the shared memory is to have room for
     * @return the same with that
     */
    public PipelineConfig withChunks(final int count) {
        return with(datapath, count);
    }

    /**
     * @return the same with the engine alone
     */
    public PipelineConfig inUserSpace() {
        return with(Datapath.USER, chunks);
    }

    private PipelineConfig with(final Datapath path, final int count) {
        return new PipelineConfig(
                threading,
                path,
                kernelGroups,
                waiting,
                shards,
                steering,
                verifyIcrc,
                maxGroups,
                maxPaths,
                batch,
                ringSize,
                count,
                chunkSize,
                nakRepeatNs,
                idleAnewNs,
                answerWindow,
                cnpWindowNs,
                cnpGapNs,
                cnpHysteresis,
                limits,
                whenSilent,
                heartbeatNs);
    }

    /**
     * @param cores that the process may use
     * @return {@link Threading#STAGED} or {@link Threading#FUSED}
     */
    public Threading effectiveThreading(final int cores) {
        if (threading != Threading.AUTO) {
            return threading;
        }
        return cores >= CORES_FOR_STAGES || shards > 1 ? Threading.STAGED : Threading.FUSED;
    }

    /**
     * Shards that have queues and memory of their own and share nothing with each other.
     *
     * @return all of them when fused, else 1: staged ones have a reader in common
     */
    public int separateShards() {
        return threading == Threading.FUSED ? shards : 1;
    }

    /**
     * Names of the packets' threads, in the order in which their duty cycles stand in the counters
     * file.
     *
     * @param staged whether the pipeline is, else fused
     * @return names of at most 15 characters
     */
    public List<String> threadNames(final boolean staged) {
        final List<String> names = new ArrayList<>();
        if (staged) {
            names.add("pc-rx-0");
        }
        for (int i = 0; i < shards; i++) {
            names.add("pc-core-" + i);
        }
        if (staged && shards > 1) {
            names.add("pc-tx-0");
        }
        return names;
    }
}
