package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.disk.TrialRoom;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
    private static final StateGeometry GEOMETRY = StateGeometry.of("leaf1", 0, 1, 8, 32);

    @TempDir private Path dir;

    @Test
    void shouldKeepWordsOverRestart() throws StateException {
        final Path file = dir.resolve("run/leaf1.state");
        final int last = GEOMETRY.length() - 8;
        try (StateFile state = StateFile.open(file, GEOMETRY)) {
            assertNull(state.anew());
            assertEquals(GEOMETRY.length(), state.words().capacity());
            state.words().putLong(0, 42);
            state.words().putLong(last, 43);
        }
        try (StateFile state = StateFile.open(file, GEOMETRY)) {
            assertNull(state.anew());
            assertEquals(42, state.words().getLong(0));
            assertEquals(43, state.words().getLong(last));
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
        for (final int length : new int[] {0, 4096, 4096 + GEOMETRY.length()}) {
            Files.write(file, new byte[length]);
            for (int start = 0; start < 2; start++) {
                try (StateFile state = StateFile.open(file, GEOMETRY)) {
                    assertNull(state.anew());
                }
            }
        }
        final byte[] foreign = new byte[100_000];
        foreign[99_999] = 1;
        Files.write(file, foreign);
        assertTrue(refusal(file, GEOMETRY).contains("exists and is not a state file"));
    }

    /** Killed while it made the records, before the magic: the next start is no operator's to mend. */
    @Test
    void shouldBeginAnewWhereAStartEndedAmongTheRecords() throws Exception {
        final Path file = dir.resolve("leaf1.state");
        StateFile.open(file, GEOMETRY).close();
        final byte[] whole = Files.readAllBytes(file);
        assertTrue(whole.length >= 7168, "mapped as whole pages");
        for (final int headerFrom : new int[] {4096, 8}) {
            final byte[] half = new byte[whole.length];
            System.arraycopy(whole, headerFrom, half, headerFrom, 5000 - headerFrom);
            Files.write(file, half);
            requireFit(file);
            try (StateFile state = StateFile.open(file, GEOMETRY)) {
                assertTrue(
                        state.anew().endsWith("was left by a start that did not end"),
                        state.anew());
                state.commit();
            }
            try (StateFile state = StateFile.open(file, GEOMETRY)) {
                assertNull(state.anew());
            }
        }
    }

    @Test
    void shouldRefuseFileOfOtherSizes() throws StateException, IOException {
        final Path file = dir.resolve("leaf1.state");
        StateFile.open(file, GEOMETRY).close();
        assertEquals(
                "state file "
                        + file
                        + " was made for maxGroups 8, maxPaths 32 and shards 1 (shard 0, 3072"
                        + " bytes), but the configuration has maxGroups 80, maxPaths 320 and shards"
                        + " 1 (shard 0, 30720 bytes); restore the settings that it was made with,"
                        + " or remove it to start with unknown feedback",
                refusal(file, StateGeometry.of("leaf1", 0, 1, 80, 320)));
        assertTrue(
                refusal(file, StateGeometry.of("leaf1", 0, 1, 32, 8))
                        .contains("restore the settings"));
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
        assertTrue(refusal(file, GEOMETRY).contains("holds 5000 bytes, not 7168"));
    }

    /** Another build's file, and one whose header is damaged. */
    @Test
    void shouldBeginAnewBesideAFileThatNobodyCanRead() throws Exception {
        final Path file = dir.resolve("leaf1.state");
        for (final int at : new int[] {8, 21, 41}) {
            StateFile.open(file, GEOMETRY).close();
            final byte[] old = Files.readAllBytes(file);
            old[at] ^= 1;
            Files.write(file, old);
            requireFit(file);
            try (StateFile state = StateFile.open(file, GEOMETRY)) {
                assertTrue(
                        state.anew()
                                .endsWith(
                                        at == 8
                                                ? "has layout 2, and this build has 3"
                                                : "has a damaged header"),
                        state.anew());
                assertArrayEquals(old, Files.readAllBytes(file), "the start is not certain");
            }
            assertArrayEquals(old, Files.readAllBytes(file), "it failed");
            assertFalse(Files.exists(dir.resolve("leaf1.state.new")));
            // Killed before, which leaves a file of its own.
            Files.write(dir.resolve("leaf1.state.new"), new byte[9]);
            try (StateFile state = StateFile.open(file, GEOMETRY)) {
                state.commit();
                state.words().putLong(0, at);
            }
            try (StateFile state = StateFile.open(file, GEOMETRY)) {
                assertNull(state.anew());
                assertEquals(at, state.words().getLong(0));
            }
            assertFalse(Files.exists(dir.resolve("leaf1.state.new")));
            Files.delete(file);
        }
    }

    @Test
    void shouldBeginAnewBehindALink() throws Exception {
        final Path file = Files.createDirectories(dir.resolve("disk")).resolve("leaf1.state");
        final Path link = Files.createSymbolicLink(dir.resolve("leaf1.state"), file);
        StateFile.open(file, GEOMETRY).close();
        final byte[] old = Files.readAllBytes(file);
        old[8] = 2;
        Files.write(file, old);
        try (StateFile state = StateFile.open(link, GEOMETRY)) {
            state.commit();
        }
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(3, Files.readAllBytes(file)[8]);
    }

    @Test
    void shouldBeginAnewWhenAllRecordsAreGone() throws Exception {
        final Path file = dir.resolve("leaf1.state");
        StateFile.open(file, GEOMETRY).close();
        Files.write(file, Arrays.copyOf(Arrays.copyOf(Files.readAllBytes(file), 4096), 7168));
        try (StateFile state = StateFile.open(file, GEOMETRY)) {
            assertTrue(state.anew().endsWith("has lost its records, they are all zero"));
        }
    }

    @Test
    void shouldRefuseTheFileOfAnotherSwitch() throws Exception {
        final Path file = dir.resolve("leaf1.state");
        StateFile.open(file, StateGeometry.of("leaf2", 0, 1, 8, 32)).close();
        final String refusal = refusal(file, GEOMETRY);
        assertTrue(refusal.contains("is of switch \"leaf2\", not of leaf1; put"), refusal);
        assertTrue(refusal.contains("remove it to start with unknown feedback"), refusal);
        assertThrows(StateException.class, () -> requireFit(file));
    }

    @Test
    void shouldKnowItsSwitchByALongName() throws Exception {
        final Path file = dir.resolve("leaf1.state");
        for (int start = 0; start < 2; start++) {
            StateFile.open(file, StateGeometry.of("\u20AC".repeat(5000), 0, 1, 8, 32)).close();
        }
        assertTrue(refusal(file, GEOMETRY).contains("is of switch"));
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

    private static void requireFit(final Path file) throws StateException {
        try (TrialRoom room = new TrialRoom()) {
            StateFile.requireFit(file, GEOMETRY, room);
        }
    }

    private static String refusal(final Path file, final StateGeometry geometry) {
        return assertThrows(StateException.class, () -> StateFile.open(file, geometry))
                .getMessage();
    }
}
