package io.polycast.dataplane.config;

/**
 * How frames go through the appliance.
 *
 * @param threading as configured; see {@link ThreadPlan}
 * @param datapath as configured
 * @param waiting behaviour of a thread without work
 * @param shards engines, each with its own groups
 * @param steering how the devices bring groups' frames to the queues of their shards
 * @param verifyIcrc which frames are verified
 * @param buffers batches, rings and frame memory
 */
public record PipelineConfig(
        Threading threading,
        Datapath datapath,
        Wait waiting,
        int shards,
        Steering steering,
        VerifyIcrc verifyIcrc,
        Buffers buffers) {
    private static final int CORES_FOR_STAGES = 3;

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

    /** Behaviour of a thread without work. */
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

    /** How the devices bring groups' frames to the queues of their shards. */
    public enum Steering {
        /** Not at all. */
        NONE,
        /** By rules for the destination address, see {@link SteeringRules}. */
        DESTINATION
    }

    /**
     * Rings and memory in which frames wait.
     *
     * @param batch most frames taken from one port at a time
     * @param ringSize entries of the ring between reader and each engine, a power of two
     * @param chunks frames that the shared memory has room for
     * @param chunkSize bytes of one chunk
     */
    public record Buffers(int batch, int ringSize, int chunks, int chunkSize) {
        /** Bytes of all chunks together, at most: 1 GiB. */
        public static final long MOST_FRAME_MEMORY = 1L << 30;
    }

    /** Which ICRCs are computed in full. */
    public enum VerifyIcrc {
        /** Of feedback, and of data that would move the source. */
        FEEDBACK,
        /** Of every frame for a group. */
        ALL
    }

    /**
     * @param chunks frames that the shared memory is to have room for
     * @return the same in user space alone, with that room
     */
    public PipelineConfig inUserSpace(final int chunks) {
        return new PipelineConfig(
                threading,
                Datapath.USER,
                waiting,
                shards,
                steering,
                verifyIcrc,
                new Buffers(buffers.batch, buffers.ringSize, chunks, buffers.chunkSize));
    }

    /**
     * @param cores that the process may use
     * @return {@link Threading#STAGED} or {@link Threading#FUSED}
     */
    Threading effectiveThreading(final int cores) {
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
}
