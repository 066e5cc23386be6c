package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ConfigurationReader;
import java.nio.file.Path;
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
        assertDoesNotThrow(() -> Rehearsal.play(configuration));
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
        assertThrows(ApplianceException.class, () -> Rehearsal.play(configuration));
    }
}
