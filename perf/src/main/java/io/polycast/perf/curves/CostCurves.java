package io.polycast.perf.curves;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.polycast.perf.rig.Load;
import io.polycast.perf.rig.RigShape;
import io.polycast.perf.rig.TableReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The switch's processor time for a packet, over the number of groups at one fan-out and over the fan-out with one
 * group. Packets go to the groups uniformly at random. The making of packets is done on the same thread and
 * taken off: its own cost is in each point.
 *
 * @param payload bytes of a packet
 * @param overGroups by number of groups
 * @param overFanout by fan-out
 * @param verdict on the shapes
 */
public record CostCurves(
        int payload,
        @JsonProperty("over_groups") List<Point> overGroups,
        @JsonProperty("over_fanout") List<Point> overFanout,
        Verdict verdict) {
    /** Receivers of each group while the number of groups changes. */
    static final int FANOUT = 3;

    /**
     * One point.
     *
     * @param groups of the switch
     * @param fanout of each
     * @param nsPerPacket median of the rounds, the generator's cost included
     * @param nsOfGenerator of that, the making of the packet
     * @param nsOfTables what reading the tables for a packet takes alone: the floor of what groups cost
     * @param leastNs of the rounds
     * @param mostNs of the rounds
     */
    public record Point(
            int groups,
            int fanout,
            @JsonProperty("ns_per_packet") double nsPerPacket,
            @JsonProperty("ns_of_generator") double nsOfGenerator,
            @JsonProperty("ns_of_tables") double nsOfTables,
            @JsonProperty("least_ns") double leastNs,
            @JsonProperty("most_ns") double mostNs) {
        /**
         * @return ns that the switch alone takes for a packet
         */
        @JsonProperty("ns_of_switch")
        public double nsOfSwitch() {
            return nsPerPacket - nsOfGenerator;
        }

        /**
         * @return ns that the switch alone takes for a copy
         */
        @JsonProperty("ns_per_copy")
        public double nsPerCopy() {
            return nsOfSwitch() / fanout;
        }
    }

    /**
     * What the shapes are held to.
     *
     * @param groupsFactor dearest point over the groups by the cheapest: at most 2
     * @param groupsStep greatest growth from one point to the next
     * @param copyNs slope of the line through the points over the fan-out: ns a further copy
     * @param packetNs where it begins: ns per packet without copies
     * @param worstDeviationPercent by which a point lies off that line, from its own cost
     */
    public record Verdict(
            @JsonProperty("groups_factor") double groupsFactor,
            @JsonProperty("groups_step") double groupsStep,
            @JsonProperty("copy_ns") double copyNs,
            @JsonProperty("packet_ns") double packetNs,
            @JsonProperty("worst_deviation_percent") double worstDeviationPercent) {
        static Verdict of(final List<Point> overGroups, final List<Point> overFanout) {
            double least = Double.MAX_VALUE;
            double most = 0;
            double step = 1;
            double last = 0;
            for (final Point point : overGroups) {
                least = Math.min(least, point.nsOfSwitch());
                most = Math.max(most, point.nsOfSwitch());
                step = last == 0 ? 1 : Math.max(step, point.nsOfSwitch() / last);
                last = point.nsOfSwitch();
            }
            // Least squares of relative errors: the point of one copy weighs as much as that of 64.
            double w = 0;
            double wx = 0;
            double wy = 0;
            double wxx = 0;
            double wxy = 0;
            for (final Point point : overFanout) {
                final double weight = 1 / (point.nsOfSwitch() * point.nsOfSwitch());
                w += weight;
                wx += weight * point.fanout();
                wy += weight * point.nsOfSwitch();
                wxx += weight * point.fanout() * point.fanout();
                wxy += weight * point.fanout() * point.nsOfSwitch();
            }
            final double slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
            final double start = (wy - slope * wx) / w;
            double worst = 0;
            for (final Point point : overFanout) {
                final double line = start + slope * point.fanout();
                worst = Math.max(worst, Math.abs(point.nsOfSwitch() / line - 1));
            }
            return new Verdict(most / least, step, slope, start, 100 * worst);
        }
    }

    /**
     * Measures.
     *
     * @param payload bytes of a packet
     * @param groups numbers of groups to try, ascending
     * @param fanouts to try, ascending, at least two
     * @param rounds of each point
     * @param roundNs time of one
     * @return the curves
     * @throws InterruptedException when the caller is interrupted
     */
    public static CostCurves measure(
            final int payload,
            final List<Integer> groups,
            final List<Integer> fanouts,
            final int rounds,
            final long roundNs)
            throws InterruptedException {
        // The first point pays for compilation, so a point that does not count comes first.
        point(payload, 1, FANOUT, rounds, roundNs);
        final List<Point> overGroups = new ArrayList<>();
        for (final int count : groups) {
            overGroups.add(point(payload, count, FANOUT, rounds, roundNs));
        }
        final List<Point> overFanout = new ArrayList<>();
        for (final int fanout : fanouts) {
            overFanout.add(point(payload, 1, fanout, rounds, roundNs));
        }
        return new CostCurves(payload, overGroups, overFanout, Verdict.of(overGroups, overFanout));
    }

    private static Point point(
            final int payload,
            final int groups,
            final int fanout,
            final int rounds,
            final long roundNs)
            throws InterruptedException {
        final RigShape shape =
                new RigShape(false, "yielding", fanout, groups, payload, RigShape.NEVER);
        final double generator = Load.ofGenerator(shape, roundNs).nsPerPacket();
        final double tables = TableReads.nsPerPacket(groups, fanout, rounds, roundNs);
        final double[] found = new double[rounds];
        try (Load load = new Load(shape)) {
            load.warmUp();
            for (int i = 0; i < rounds; i++) {
                found[i] = load.measure(roundNs).nsPerPacket();
            }
        }
        Arrays.sort(found);
        return new Point(
                groups, fanout, found[rounds / 2], generator, tables, found[0], found[rounds - 1]);
    }

    /**
     * @return a line of names and one a point, comma-separated
     */
    public List<String> csv() {
        final List<String> lines = new ArrayList<>();
        lines.add(
                "curve,groups,fanout,payload,ns_per_packet,ns_of_generator,ns_of_tables,"
                        + "ns_of_switch,ns_per_copy,least_ns,most_ns");
        overGroups.forEach(point -> lines.add(csv("groups", point)));
        overFanout.forEach(point -> lines.add(csv("fanout", point)));
        return lines;
    }

    private String csv(final String curve, final Point point) {
        return String.format(
                Locale.ROOT,
                "%s,%d,%d,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f",
                curve,
                point.groups(),
                point.fanout(),
                payload,
                point.nsPerPacket(),
                point.nsOfGenerator(),
                point.nsOfTables(),
                point.nsOfSwitch(),
                point.nsPerCopy(),
                point.leastNs(),
                point.mostNs());
    }
}
