package io.polycast.dataplane.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialRoomTest {
    private static final int LENGTH = 200_000;

    @TempDir private Path dir;

    /** Files that this process has open without a name. */
    private List<Long> held() throws IOException {
        final List<Long> lengths = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (final Path each : open.toList()) {
                if (Files.isRegularFile(each)
                        && Files.readSymbolicLink(each).startsWith(dir.toRealPath())) {
                    lengths.add(Files.size(each));
                }
            }
        }
        return lengths;
    }

    /** Two shards that each find room for one are a start that fails when nobody serves any more. */
    @Test
    void shouldHoldTheRoomOfAllFilesUntilTheLastIsTried() throws IOException {
        final Path there = Files.write(dir.resolve("state"), new byte[] {1, 2, 3});
        try (TrialRoom room = new TrialRoom()) {
            room.take(there, LENGTH);
            room.take(dir.resolve("state.1"), LENGTH);
            assertEquals(List.of((long) LENGTH, (long) LENGTH), held());
            assertEquals(List.of("state"), names(), "a process that is killed leaves nothing");
        }
        assertEquals(List.of(), held());
        assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(there));
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldGiveBackWhatWasTakenBeforeARefusal() throws IOException {
        try (FileSizeLimit limit = new FileSizeLimit(LENGTH)) {
            assertThrows(
                    NoRoomException.class,
                    () -> {
                        try (TrialRoom room = new TrialRoom()) {
                            room.take(dir.resolve("state"), LENGTH);
                            room.take(dir.resolve("state.1"), LENGTH + 1L);
                        }
                    });
        }
        assertEquals(List.of(), held());
        assertEquals(List.of(), names());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(dir)) {
            return all.map(each -> each.getFileName().toString()).toList();
        }
    }
}
