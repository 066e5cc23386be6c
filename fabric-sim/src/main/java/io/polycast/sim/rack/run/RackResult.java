package io.polycast.sim.rack.run;

import java.util.List;

/**
 * What a run measured.
 *
 * @param subflows by flow and destination, in order of the scenario
 * @param occupancy lines in use in the first source's edge switch, at the end of each bin
 * @param events handed out
 * @param counts of what went wrong or was slowed
 */
public record RackResult(List<Subflow> subflows, int[] occupancy, long events, Counts counts) {
    /**
     * A flow at one destination.
     *
     * @param name of the flow, with the port when it has several destinations
     * @param level surrogates passed
     * @param local whether the last replicating port is in the destination's edge switch
     * @param gbps received after the warm-up, in Gb/s
     * @param frames received after the warm-up
     * @param delayUs mean from the frame's birth to its last byte at the destination, in us
     * @param series Gb/s of each bin
     */
    public record Subflow(
            String name,
            int level,
            boolean local,
            double gbps,
            long frames,
            double delayUs,
            double[] series) {
        /**
         * @param fromBin first bin
         * @param toBin bin behind the last
         * @return mean in Gb/s
         */
        public double mean(final int fromBin, final int toBin) {
            double sum = 0;
            for (int bin = fromBin; bin < toBin; bin++) {
                sum += series[bin];
            }
            return sum / (toBin - fromBin);
        }
    }

    /**
     * Counters over all ports.
     *
     * @param copiesDropped by pools and VOQs
     * @param framesRefused by payload pools
     * @param cache look-ups of packets
     * @param suspensions of VOQs by the synchronisation
     * @param notifications of congestion
     * @param pauses of sources
     * @param retries of links
     * @param mostInSpine packets in an output buffer of a spine
     */
    public record Counts(
            long copiesDropped,
            long framesRefused,
            Cache cache,
            long suspensions,
            long notifications,
            long pauses,
            long retries,
            int mostInSpine) {}

    /**
     * Look-ups of packets in caches.
     *
     * @param hits packets found
     * @param misses packets sent by a payload interface
     */
    public record Cache(long hits, long misses) {}

    /**
     * @param name of a subflow
     * @return it
     */
    public Subflow subflow(final String name) {
        return subflows.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no subflow " + name));
    }

    /**
     * @return mean rate of all subflows in Gb/s
     */
    public double meanGbps() {
        return subflows.stream().mapToDouble(Subflow::gbps).average().orElse(0);
    }

    /**
     * @return mean delay of all frames in us
     */
    public double meanDelayUs() {
        double sum = 0;
        long frames = 0;
        for (final Subflow each : subflows) {
            sum += each.delayUs() * each.frames();
            frames += each.frames();
        }
        return frames == 0 ? 0 : sum / frames;
    }
}
