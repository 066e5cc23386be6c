package io.polycast.dataplane.pipeline;

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

/** The same frames in give the same bytes out on every port, however many threads there are. */
@Timeout(120)
class ThreadingEquivalenceTest {
    private static final int STEPS = 3_000;

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
