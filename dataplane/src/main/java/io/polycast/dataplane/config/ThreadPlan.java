package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads of one switch that process packets, in the order in which a packet passes them:
 *
 * <pre>
 *   fused             pc-core-0
 *   fused, n shards   pc-core-0 .. n-1, each with a ring for frames that came in at another
 *   staged, 1 shard   pc-rx-0 =ring=> pc-core-0
 *   staged, n shards  pc-rx-0 =rings=> pc-core-0 .. n-1 =rings=> pc-tx-0
 * </pre>
 *
 * <p>A thread's place in this order is its place in the counters file and in the signs of life. Threads stop
 * in the same order, so that a reader stops before the engines that it feeds.
 *
 * @param threading {@link Threading#STAGED} or {@link Threading#FUSED}
 * @param shards engines, at least 1
 * @param places of all threads
 */
public record ThreadPlan(Threading threading, int shards, List<Place> places) {
    /** What a thread does. */
    public enum Work {
        /** Reads all ports. */
        READ("pc-rx-"),
        /** Runs one shard's engine. */
        CORE("pc-core-"),
        /** Writes all ports. */
        WRITE("pc-tx-");

        private final String prefix;

        Work(final String prefix) {
            this.prefix = prefix;
        }
    }

    /**
     * One thread.
     *
     * @param work that it does
     * @param shard that it belongs to, 0 for what serves all
     */
    public record Place(Work work, int shard) {
        /**
         * @return name of at most 15 characters
         */
        public String name() {
            return work.prefix + shard;
        }
    }

    public ThreadPlan {
        places = List.copyOf(places);
    }

    /**
     * @param pipeline as configured
     * @param cores that the process may use
     * @return the threads that there will be
     */
    public static ThreadPlan of(final PipelineConfig pipeline, final int cores) {
        final Threading threading = pipeline.effectiveThreading(cores);
        final boolean staged = threading == Threading.STAGED;
        final List<Place> places = new ArrayList<>();
        if (staged) {
            places.add(new Place(Work.READ, 0));
        }
        for (int i = 0; i < pipeline.shards(); i++) {
            places.add(new Place(Work.CORE, i));
        }
        if (staged && pipeline.shards() > 1) {
            places.add(new Place(Work.WRITE, 0));
        }
        return new ThreadPlan(threading, pipeline.shards(), places);
    }

    /**
     * @return whether a reader feeds the engines through rings
     */
    public boolean isStaged() {
        return threading == Threading.STAGED;
    }

    /**
     * @return whether a writer takes the engines' frames from rings
     */
    public boolean hasWriter() {
        return places.get(places.size() - 1).work() == Work.WRITE;
    }

    /**
     * @return names of the threads
     */
    public List<String> names() {
        return places.stream().map(Place::name).toList();
    }
}
