package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.HoldingRole;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.parser.contract.Ending;
import io.polycast.xdp.port.FrameMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    private Process child;
    private BufferedReader lines;

    @AfterEach
    void end() throws Exception {
        child.destroyForcibly();
        assertTrue(child.waitFor(30, TimeUnit.SECONDS));
        lines.close();
    }

    private void begin(final String threading) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add"))
                .forEach(command::add);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holding.class.getName(),
                        dir.toString(),
                        threading));
        final Path errors = dir.resolve("errors");
        child = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        lines =
                new BufferedReader(
                        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
        assertEquals("held", lines.readLine(), () -> read(errors));
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.toString();
        }
    }

    @Test
    void shouldBeginWithAllChunksFreeAfterAKill() throws Exception {
        begin("fused");
        child.destroyForcibly();
        assertTrue(child.waitFor(30, TimeUnit.SECONDS));
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
            assertEquals("held 0, held at stop " + Holding.FRAMES + ", chunks 0", lines.readLine());
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
        assertTrue(child.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, child.exitValue());
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
                System.out.println("held");
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
