package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.state.StateFile.Geometry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        assertTrue(
                refusal(file, new Geometry(0, 1, 32, 8, 40 * 64)).contains("restore the settings"));
        assertTrue(refusal(file, new Geometry(0, 1, 80, 320, 400 * 64)).contains("bytes, not"));
        // Refused means untouched.
        StateFile.open(file, GEOMETRY).close();
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
