package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A closed switch holds no memory, whether or not the collector has run. */
@Timeout(120)
class MemoryGivenBackTest {
    private static final int ROUNDS = 6;
    private static final long LARGE = 20_000_000;

    /**
     * Bytes that small buffers of the control socket and of headers may hold until they are
     * collected.
     */
    private static final long SMALL = 64 * 1024;

    @TempDir private Path dir;

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private String yaml(final String threading, final int shards) {
        return RandomTraffic.configuration(threading, shards, "feedback", dir)
                .replace("ports:", "limits: {maxGroups: 20000, maxPaths: 100000}\nports:");
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "fused, 3", "staged, 1", "staged, 2"})
    void shouldGiveBackTablesAndFramesWhenClosed(final String threading, final int shards)
            throws Exception {
        final RandomTraffic traffic = new RandomTraffic(1);
        for (int round = 0; round < ROUNDS; round++) {
            final long before = direct();
            try (ApplianceRig rig = new ApplianceRig(yaml(threading, shards), 1)) {
                for (int i = 0; i < 50; i++) {
                    rig.send(traffic.next());
                }
                assertTrue(direct() - before > LARGE, "large tables: " + (direct() - before));
            }
            final long kept = direct() - before;
            assertTrue(kept <= SMALL, "round " + round + " kept " + kept + " bytes");
        }
    }

    @Test
    void shouldGiveBackWhatARefusedStartTook() throws Exception {
        final String taken = yaml("fused", 1);
        final String other = taken.replace("c.sock", "d.sock").replace("c.counters", "d.counters");
        try (ApplianceRig rig = new ApplianceRig(taken)) {
            final long before = direct();
            assertThrows(
                    ApplianceException.class,
                    () -> Appliance.start(ConfigurationReader.parse("test.yaml", other)));
            assertTrue(direct() - before <= SMALL, direct() - before + " bytes kept");
            assertEquals(0, rig.ended());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldUnmapItsFilesWhenClosed() throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1))) {
            assertEquals(0, rig.ended());
            assertTrue(mappings().size() >= 2, mappings().toString());
        }
        assertEquals(List.of(), mappings());
    }

    private List<String> mappings() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(dir.toString())).toList();
        } catch (final IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
