package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.role.HoldingRole;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.parser.contract.Ending;
import io.polycast.xdp.port.FrameMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another process holds frames when it is killed, or when this process takes over. */
@Timeout(120)
class HeldFramesProcessTest {
    @TempDir private Path dir;
    private ChildSwitch child;

    @AfterEach
    void end() throws Exception {
        child.end();
    }

    private void begin(final String threading) throws IOException {
        child = ChildSwitch.start(Holding.class, dir, threading);
    }

    @Test
    void shouldBeginWithAllChunksFreeAfterAKill() throws Exception {
        begin("fused");
        child.kill();
        try (CountersReader left = CountersReader.open(dir.resolve("c"))) {
            assertEquals(Holding.FRAMES, left.total(Ending.HELD));
        }
        final Path other = Files.createDirectory(dir.resolve("other"));
        try (HoldingRig next = HoldingRig.start("fused", 1, 64, 1, dir);
                HoldingRig fresh = HoldingRig.start("fused", 1, 64, 1, other)) {
            assertEquals(0, next.total(Ending.HELD));
            assertEquals(
                    fresh.appliance.memory().chunksInUse(), next.appliance.memory().chunksInUse());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldTakeOverFromAProcessThatHoldsFrames(final String threading) throws Exception {
        begin(threading);
        try (HoldingRig next = HoldingRig.replace(threading, dir)) {
            assertEquals("held 0, held at stop " + Holding.FRAMES + ", chunks 0", child.line());
            assertEquals(0, next.total(Ending.HELD));
            assertEquals(0, next.total(Ending.HELD_AT_STOP));
            next.inject(0, 0, HoldingRig.frame(1));
            next.awaitHeld(1);
            next.nowNs.addAndGet(HoldingRole.HOLD_NS);
            next.awaitEnded(Ending.REPLICATED, 1);
            final List<String> seen = new ArrayList<>();
            ApplianceRig.await(
                    "the frame",
                    () -> {
                        seen.addAll(next.drain(1, 0));
                        return !seen.isEmpty();
                    });
            assertEquals(List.of(HexFormat.of().formatHex(HoldingRig.frame(1))), seen);
        }
        assertEquals(0, child.awaitExit());
    }

    /** A process that holds frames until it is killed or another takes over. */
    static final class Holding {
        static final int FRAMES = 5;

        private Holding() {}

        public static void main(final String[] arguments) throws Exception {
            final Path dir = Path.of(arguments[0]);
            final HoldingRig rig = HoldingRig.start(arguments[1], 1, 64, 1, dir);
            try (rig;
                    CountersReader counters = CountersReader.open(dir.resolve("c"))) {
                for (int i = 0; i < FRAMES; i++) {
                    rig.inject(0, 0, HoldingRig.frame(i));
                }
                rig.awaitHeld(FRAMES);
                System.out.println(ChildSwitch.HELD);
                rig.appliance.awaitStop();
                final FrameMemory memory = rig.appliance.memory();
                rig.close();
                System.out.printf(
                        "held %d, held at stop %d, chunks %d%n",
                        counters.total(Ending.HELD),
                        counters.total(Ending.HELD_AT_STOP),
                        memory.chunksInUse());
            }
        }
    }
}
