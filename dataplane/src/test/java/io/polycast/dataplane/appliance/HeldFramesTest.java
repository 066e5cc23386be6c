package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.role.HoldingRole;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A role that holds every frame for a millisecond, in the whole appliance. */
@Timeout(120)
class HeldFramesTest {
    private static final int FRAMES = 40;
    private static final int COPIES = 3;

    @TempDir private Path dir;

    @ParameterizedTest
    @CsvSource({"fused, 1", "fused, 2", "staged, 1", "staged, 2"})
    void shouldSendHeldFramesBehindPrefixesAndGiveTheirChunksBack(
            final String threading, final int shards) throws Exception {
        try (HoldingRig rig = HoldingRig.start(threading, shards, 64, COPIES, dir)) {
            final FrameMemory memory = rig.appliance.memory();
            final int idle = memory.chunksInUse();
            for (int i = 0; i < FRAMES; i++) {
                rig.inject(i % HoldingRig.PORTS, 0, HoldingRig.frame(i));
            }
            rig.awaitHeld(FRAMES);
            rig.nowNs.addAndGet(HoldingRole.HOLD_NS - 1);
            for (int port = 0; port < HoldingRig.PORTS; port++) {
                assertEquals(List.of(), rig.drain(port, 0), "held");
            }
            rig.nowNs.incrementAndGet();
            rig.awaitEnded(Ending.REPLICATED, FRAMES);
            final List<List<String>> seen = new ArrayList<>();
            for (int port = 0; port < HoldingRig.PORTS; port++) {
                seen.add(new ArrayList<>());
            }
            ApplianceRig.await(
                    "all copies",
                    () -> {
                        int count = 0;
                        for (int port = 0; port < HoldingRig.PORTS; port++) {
                            seen.get(port).addAll(rig.drain(port, 0));
                            count += seen.get(port).size();
                        }
                        return count == FRAMES * COPIES;
                    });
            assertCopies(seen);
            assertEquals(0, rig.total(Ending.HELD));
            assertEquals(FRAMES, rig.appliance.counters().total(Tally.FRAMES_IN));
            ApplianceRig.await("free chunks", () -> memory.chunksInUse() == idle);
        }
    }

    private static void assertCopies(final List<List<String>> seen) {
        for (int port = 0; port < HoldingRig.PORTS; port++) {
            final List<String> expected = new ArrayList<>();
            for (int i = 0; i < FRAMES; i++) {
                for (int copy = 0; copy < COPIES; copy++) {
                    if ((i + 1 + copy) % HoldingRig.PORTS == port) {
                        final byte[] bytes = HoldingRig.copy(HoldingRig.frame(i), copy);
                        expected.add(HexFormat.of().formatHex(bytes));
                    }
                }
            }
            final List<String> sorted = new ArrayList<>(seen.get(port));
            sorted.sort(null);
            expected.sort(null);
            assertEquals(expected, sorted, "port " + port);
        }
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 2"})
    void shouldRefuseAndCountFramesBeyondTheBudget(final String threading, final int shards)
            throws Exception {
        try (HoldingRig rig = HoldingRig.start(threading, shards, 4, 1, dir)) {
            for (int i = 0; i < 10; i++) {
                rig.inject(0, 0, HoldingRig.frame(i));
            }
            rig.awaitEnded(Ending.HOLD_REFUSED, 6);
            assertEquals(4, rig.total(Ending.HELD));
            assertEquals(6, rig.appliance.counters().total(Tally.HOLDS_REFUSED));
            rig.nowNs.addAndGet(HoldingRole.HOLD_NS);
            rig.awaitEnded(Ending.REPLICATED, 4);
            assertEquals(0, rig.total(Ending.HELD));
            rig.inject(0, 0, HoldingRig.frame(10));
            rig.awaitHeld(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 2"})
    void shouldKeepFramesAsLongAsThePortHasNoRoom(final String threading, final int shards)
            throws Exception {
        final int frames = 150;
        final int ring = 64;
        try (HoldingRig rig = HoldingRig.start(threading, shards, 256, 1, dir)) {
            for (int i = 0; i < frames; i++) {
                rig.inject(0, 0, HoldingRig.frame(i));
            }
            rig.awaitHeld(frames);
            rig.nowNs.addAndGet(HoldingRole.HOLD_NS);
            final int part = ring / shards;
            rig.awaitEnded(Ending.REPLICATED, part);
            assertEquals(frames - part, rig.total(Ending.HELD));
            final List<String> seen = new ArrayList<>();
            ApplianceRig.await(
                    "all frames",
                    () -> {
                        rig.nowNs.addAndGet(HoldingRole.HOLD_NS);
                        seen.addAll(rig.drain(1, 0));
                        return seen.size() == frames;
                    });
            for (int i = 0; i < frames; i++) {
                assertEquals(HexFormat.of().formatHex(HoldingRig.frame(i)), seen.get(i));
            }
            assertEquals(0, rig.port(1, 0).stats().txRingFull);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "fused, 1, false",
        "fused, 2, false",
        "staged, 1, true",
        "staged, 2, false",
        "staged, 2, true"
    })
    void shouldGiveEveryHeldFrameBackWhenItStops(
            final String threading, final int shards, final boolean replaced) throws Exception {
        final HoldingRig rig = HoldingRig.start(threading, shards, 64, 1, dir);
        final FrameMemory memory = rig.appliance.memory();
        try (rig) {
            for (int i = 0; i < FRAMES; i++) {
                rig.inject(i % HoldingRig.PORTS, 0, HoldingRig.frame(i));
            }
            rig.awaitHeld(FRAMES);
            if (replaced) {
                rig.appliance.requestHandOver(ProcessHandle.current().pid());
            }
        }
        assertEquals(0, memory.chunksInUse());
        try (CountersReader counters = CountersReader.open(dir.resolve("c"))) {
            assertEquals(0, counters.total(Ending.HELD));
            assertEquals(FRAMES, counters.total(Ending.HELD_AT_STOP));
            assertEquals(FRAMES, counters.total(Tally.COPIES_LOST_AT_STOP));
            assertEquals(FRAMES, counters.total(Tally.FRAMES_IN));
        }
        try (HoldingRig next = HoldingRig.start(threading, shards, 64, 1, dir)) {
            assertEquals(0, next.total(Ending.HELD));
        }
    }
}
