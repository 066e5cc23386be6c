package io.polycast.dataplane.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.state.StateException;
import io.polycast.dataplane.state.StateFile;
import io.polycast.dataplane.state.StateGeometry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskRoomTest {
    private static final int LENGTH = 1_000_000;

    @TempDir private Path dir;

    @Test
    void shouldFillHolesAndChangeNothing() throws IOException {
        final Path file = dir.resolve("sparse");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.seek(300_000);
            sparse.write(7);
            sparse.seek(700_001);
            sparse.write(new byte[] {1, 2, 3});
        }
        final byte[] before = Files.readAllBytes(file);
        DiskRoom.fill(file, LENGTH);
        assertArrayEquals(Arrays.copyOf(before, LENGTH), Files.readAllBytes(file));
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldSayWhatIsMissingAndLeaveNothingHalfMade() throws IOException {
        final Path made = dir.resolve("made");
        final Path there = Files.write(dir.resolve("there"), new byte[] {1, 2, 3});
        try (FileSizeLimit limit = new FileSizeLimit(300_000)) {
            final NoRoomException e =
                    assertThrows(NoRoomException.class, () -> DiskRoom.fill(made, LENGTH));
            assertTrue(
                    e.getMessage()
                            .startsWith("no room for 1000000 bytes, up to 700000 are missing"),
                    e.getMessage());
            assertThrows(NoRoomException.class, () -> DiskRoom.fill(there, LENGTH));
        }
        assertFalse(Files.exists(made));
        assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(there));
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldRefuseStateFileWithoutRoomInOneLine() throws IOException {
        final Path file = dir.resolve("leaf1.state");
        final StateException e;
        try (FileSizeLimit limit = new FileSizeLimit(50_000)) {
            e =
                    assertThrows(
                            StateException.class,
                            () -> StateFile.open(file, StateGeometry.of("leaf1", 0, 1, 400, 700)));
        }
        assertTrue(e.getCause() instanceof NoRoomException, e.getMessage());
        assertTrue(e.getMessage().contains("50096 are missing"), e.getMessage());
        assertTrue(e.getMessage().contains("make room there"), e.getMessage());
        assertFalse(Files.exists(file));
        assertEquals(1, e.getMessage().lines().count());
    }
}
