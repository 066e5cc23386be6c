package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.state.StateFile.Geometry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
    private static final Geometry GEOMETRY = new Geometry(0, 1, 8, 32, 40 * 64);

    @TempDir private Path dir;

    @Test
    void shouldKeepWordsOverRestart() throws StateException {
        final Path file = dir.resolve("run/leaf1.state");
        try (StateFile state = StateFile.open(file, GEOMETRY)) {
            assertFalse(state.isRecovered());
            assertEquals(40 * 64, state.words().capacity());
            for (int i = 0; i < 40 * 64; i += 8) {
                assertEquals(0, state.words().getLong(i));
            }
            state.words().putLong(0, 42);
            state.words().putLong(40 * 64 - 8, 43);
        }
        try (StateFile state = StateFile.open(file, GEOMETRY)) {
            assertTrue(state.isRecovered());
            assertEquals(42, state.words().getLong(0));
            assertEquals(43, state.words().getLong(40 * 64 - 8));
        }
    }

    @Test
    void shouldKeepSecondSwitchOut() throws StateException {
        final Path file = dir.resolve("leaf1.state");
        try (StateFile state = StateFile.open(file, GEOMETRY)) {
            assertTrue(refusal(file, GEOMETRY).contains("is in use by another switch; stop it"));
            state.words().putInt(0, 1);
        }
        StateFile.open(file, GEOMETRY).close();
    }

    @Test
    void shouldMakeAnewWhatEndedBeforeItsHeaderWasWritten() throws StateException, IOException {
        final Path file = dir.resolve("leaf1.state");
        for (final int length : new int[] {0, 4096, 4096 + 40 * 64}) {
            Files.write(file, new byte[length]);
            try (StateFile state = StateFile.open(file, GEOMETRY)) {
                assertFalse(state.isRecovered());
            }
            StateFile.open(file, GEOMETRY).close();
        }
        final byte[] foreign = new byte[100_000];
        foreign[99_999] = 1;
        Files.write(file, foreign);
        assertTrue(refusal(file, GEOMETRY).contains("exists and is not a state file"));
    }

    @Test
    void shouldRefuseFileOfOtherSizes() throws StateException, IOException {
        final Path file = dir.resolve("leaf1.state");
        StateFile.open(file, GEOMETRY).close();
        assertEquals(
                "state file "
                        + file
                        + " was made for maxGroups 8, maxPaths 32 and shards 1 (shard 0, 2560"
                        + " bytes), but the configuration has maxGroups 80, maxPaths 320 and shards"
                        + " 1 (shard 0, 25600 bytes); restore the settings that it was made with,"
                        + " or remove it to start with unknown feedback",
                refusal(file, new Geometry(0, 1, 80, 320, 400 * 64)));
        assertTrue(
                refusal(file, new Geometry(0, 1, 32, 8, 40 * 64)).contains("restore the settings"));
        // Refused means untouched.
        StateFile.open(file, GEOMETRY).close();
    }

    @Test
    void shouldRefuseFileThatLostItsEnd() throws StateException, IOException {
        final Path file = dir.resolve("leaf1.state");
        StateFile.open(file, GEOMETRY).close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(5000);
        }
        assertTrue(refusal(file, GEOMETRY).contains("holds 5000 bytes, not 6656"));
    }

    @Test
    void shouldNotTouchFileOfAnotherKind() throws IOException {
        final Path file = dir.resolve("thesis.txt");
        final byte[] work = new byte[100_000];
        work[0] = 1;
        Files.write(file, work);
        assertTrue(refusal(file, GEOMETRY).contains("is not a state file"));
        assertEquals(100_000, Files.size(file));
    }

    private static String refusal(final Path file, final Geometry geometry) {
        return assertThrows(StateException.class, () -> StateFile.open(file, geometry))
                .getMessage();
    }
}
