package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.disk.FileSizeLimit;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start that a take-over plays before it counts. */
@Timeout(60)
class RehearsalTest {
    @TempDir private Path dir;

    @ParameterizedTest
    @CsvSource({"fused, 1", "fused, 4", "staged, 3"})
    void shouldPlayWhateverTheThreads(final String threading, final int shards) throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c", RandomTraffic.configuration(threading, shards, "all", dir));
        assertDoesNotThrow(() -> Rehearsal.play(configuration, false));
    }

    /** Else a switch that serves would be ended for one that cannot start. */
    @Test
    void shouldRefuseADeviceThatWouldRefuseThePort() throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports:
                          - {name: p0, driver: af_xdp, device: lo}
                          - {name: p1, driver: memory}
                        """);
        final ApplianceException e =
                assertThrows(ApplianceException.class, () -> Rehearsal.play(configuration, false));
        assertEquals(ApplianceException.MISSING, e.exitCode());
        assertTrue(e.getMessage().startsWith("port p0: device lo"), e.getMessage());
    }

    /** Ports of a driver that keeps little, and as many queues as fit the limit for frame memory. */
    @ParameterizedTest
    @CsvSource({
        "'{threading: staged, shards: 2, chunkSize: 16384}', datagram",
        "'{threading: fused, shards: 16, steering: destination, chunkSize: 2048}', af_xdp"
    })
    void shouldTakeNoMoreMemoryThanTheSwitchItself(final String pipeline, final String driver)
            throws Exception {
        final StringBuilder yaml = new StringBuilder("switch: {mac: \"02:00:00:00:00:fe\"}\n");
        yaml.append("pipeline: ").append(pipeline).append("\nports:\n");
        for (int i = 0; i < 64; i++) {
            yaml.append("  - {name: p").append(i).append(", driver: ").append(driver);
            yaml.append(
                    driver.equals("af_xdp")
                            ? ", ringSize: 64, device: e" + i
                            : ", local: \"127.0.0.1:"
                                    + (22_000 + i)
                                    + "\", remote:"
                                    + " \"127.0.0.1:"
                                    + (23_000 + i)
                                    + '"');
            yaml.append("}\n");
        }
        final Configuration real = ConfigurationReader.parse("c", yaml.toString());
        final PipelineConfig rehearsed = Rehearsal.inMemory(real, dir).pipeline();
        assertTrue(
                rehearsed.buffers().chunks() <= real.pipeline().buffers().chunks(),
                rehearsed.buffers().chunks() + " chunks > " + real.pipeline().buffers().chunks());
        if (driver.equals("datagram")) {
            assertDoesNotThrow(() -> Rehearsal.play(real, false));
        }
    }

    /** The file's own name stands in the refusal, not that of a copy. */
    @Test
    void shouldRefuseAForeignJournalUnlessItIsToBeForgotten() throws Exception {
        final Path journal = Files.writeString(dir.resolve("state.groups"), "no journal\n");
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: memory}]
                        control: {socket: %1$s/sock, counters: %1$s/counters, state: %1$s/state}
                        """
                                .formatted(dir));
        final ApplianceException e =
                assertThrows(ApplianceException.class, () -> Rehearsal.play(configuration, false));
        assertEquals(ApplianceException.USAGE, e.exitCode());
        assertTrue(e.getMessage().startsWith("groups file " + journal), e.getMessage());
        assertDoesNotThrow(() -> Rehearsal.play(configuration, true));
    }

    /** A start goes on with the files that it finds, and so does a take-over. */
    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldRefuseNothingForWantOfRoomOfItsOwn() throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: memory}]
                        control: {socket: %1$s/sock, counters: %1$s/counters, state: %1$s/state}
                        """
                                .formatted(dir));
        Appliance.start(configuration).close();
        final Path none = dir.resolve("none");
        assertEquals(Optional.empty(), Rehearsal.play(configuration, false, List.of(none, dir)));
        final Optional<String> said;
        try (FileSizeLimit limit = new FileSizeLimit(4096)) {
            said = Rehearsal.play(configuration, false);
        }
        assertTrue(said.orElse("").startsWith("the take-over is not rehearsed"), said.toString());
        assertEquals(1, said.orElse("").lines().count());
    }

    @Test
    void shouldMissADeviceThatIsNotThere() throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: af_xdp, device: none-such0}]
                        """);
        assertThrows(ApplianceException.class, () -> Rehearsal.play(configuration, false));
    }
}
