package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same frames in give the same bytes out on every port, however many threads there are. */
@Timeout(120)
class ThreadingEquivalenceTest {
    private static final int STEPS = 3_000;
    private static final int BURSTS = 200;
    private static final int BURST = 40;

    @TempDir private Path dir;

    @ParameterizedTest
    @CsvSource({
        "1, 1, feedback, staged",
        "2, 1, all, staged",
        "3, 3, feedback, staged",
        "4, 3, all, auto",
        "5, 2, feedback, fused",
        "6, 3, all, fused"
    })
    void shouldSendSameBytesHoweverThreaded(
            final long seed, final int shards, final String verifyIcrc, final String threading)
            throws Exception {
        final List<List<List<String>>> expected = run(seed, "fused", 1, verifyIcrc, null);
        final List<List<List<String>>> found = run(seed, threading, shards, verifyIcrc, expected);
        // Behind the steps come the endings.
        assertEquals(expected.size(), found.size());
        for (int step = 0; step < expected.size(); step++) {
            assertEquals(expected.get(step), found.get(step), "seed " + seed + ", step " + step);
        }
        assertTrue(
                expected.stream().flatMap(List::stream).mapToInt(List::size).sum() > STEPS / 4,
                "the traffic makes the switch send");
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void shouldSendSameBytesWhereTablesAreReadAhead(final long seed) throws Exception {
        final String few = RandomTraffic.configuration("fused", 1, "feedback", dir.resolve("few"));
        final StringBuilder many =
                new StringBuilder(
                        RandomTraffic.configuration("fused", 1, "feedback", dir.resolve("many"))
                                .replace("batch: 8", "batch: 48")
                                .replace(
                                        "ports:",
                                        "limits: {maxGroups: 2048, maxPaths: 8192}\nports:"));
        for (int i = 0; i < 600; i++) {
            many.append(
                    "  - {id: 172.20.%d.%d, paths: [{port: p0, switch: {mac: \"02:00:00:00:01:01\"}}]}%n"
                            .formatted(i >> 8, i & 255));
        }
        final List<Object> expected = bursts(seed, few);
        final List<Object> found = bursts(seed, many.toString());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), found.get(i), "seed " + seed + ", burst " + i);
        }
    }

    /** Frames that left each port after each burst of frames into one port, and their endings. */
    private static List<Object> bursts(final long seed, final String yaml) throws Exception {
        final RandomTraffic traffic = new RandomTraffic(seed);
        final List<Object> out = new ArrayList<>();
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            RandomTraffic.Step step = traffic.next();
            for (int burst = 0; burst < BURSTS; burst++) {
                // Time stands still: a cycle that began before it moved would take the first
                // frames.
                final int port = step.port();
                for (int i = 0; i < BURST; i++) {
                    rig.inject(step);
                    do {
                        step = traffic.next();
                    } while (step.port() != port);
                }
                rig.awaitEnded();
                out.add(rig.drain());
                step = traffic.next();
            }
            for (final Ending ending : Ending.values()) {
                out.add(ending.label() + " " + rig.appliance.counters().total(ending));
            }
        }
        return out;
    }

    /** What left each port after each step. */
    private List<List<List<String>>> run(
            final long seed,
            final String threading,
            final int shards,
            final String verifyIcrc,
            final List<List<List<String>>> expected)
            throws Exception {
        final Path files = dir.resolve(threading + shards);
        final RandomTraffic traffic = new RandomTraffic(seed);
        final List<List<List<String>>> out = new ArrayList<>();
        try (ApplianceRig rig =
                new ApplianceRig(
                        RandomTraffic.configuration(threading, shards, verifyIcrc, files), seed)) {
            for (int step = 0; step < STEPS; step++) {
                rig.nowNs.addAndGet(10_000);
                rig.send(traffic.next());
                final List<List<String>> left = rig.drain();
                if (expected != null) {
                    awaitAsMuch(rig, left, expected.get(step));
                }
                out.add(left);
            }
            if (threading.equals("fused") && shards > 1) {
                final long wrong = rig.appliance.counters().total(Tally.STEERED_WRONG);
                assertTrue(wrong > STEPS / 8, "frames came in at wrong queues: " + wrong);
            }
            for (final Ending ending : Ending.values()) {
                out.add(
                        List.of(
                                List.of(
                                        ending.label(),
                                        String.valueOf(rig.appliance.counters().total(ending)))));
            }
        }
        return out;
    }

    /** With several shards threads of their own may be behind the engines. */
    private static void awaitAsMuch(
            final ApplianceRig rig,
            final List<List<String>> left,
            final List<List<String>> expected) {
        for (int port = 0; port < expected.size(); port++) {
            final int at = port;
            if (left.get(at).size() < expected.get(at).size()) {
                ApplianceRig.await(
                        "frames that the fused switch sent, too: " + expected + ", has " + left,
                        () -> {
                            final List<List<String>> more = rig.drain();
                            for (int i = 0; i < more.size(); i++) {
                                left.get(i).addAll(more.get(i));
                            }
                            return left.get(at).size() >= expected.get(at).size();
                        });
            }
        }
    }
}
