package io.polycast.dataplane.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.dataplane.counters.CountersException;
import io.polycast.dataplane.counters.CountersFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures of files in words, where Java's message is the path alone. */
class IoReasonTest {
    @TempDir private Path dir;

    @Test
    void shouldSayTheReasonAndTheFile() {
        assertEquals("no such file or directory: x", IoReason.of(new NoSuchFileException("x")));
        assertEquals("permission denied: x", IoReason.of(new AccessDeniedException("x")));
        assertEquals(
                "No space left on device: x",
                IoReason.of(new FileSystemException("x", null, "No space left on device")));
        assertEquals("not text in UTF-8", IoReason.of(new MalformedInputException(1)));
        assertEquals("Broken pipe", IoReason.of(new IOException("Broken pipe")));
        assertEquals("input or output failed", IoReason.of(new IOException()));
    }

    @Test
    void shouldNameTheReasonInTheMessageOfAFile() throws IOException {
        final Path file = Files.createFile(dir.resolve("file"));
        final CountersException e =
                assertThrows(
                        CountersException.class,
                        () ->
                                CountersFile.create(
                                        file.resolve("counters"), "s", 1, List.of(), List.of()));
        assertEquals(
                "counters file "
                        + file.resolve("counters")
                        + " cannot be created (it exists already: "
                        + file
                        + "); check control.counters and the rights of its directory",
                e.getMessage());
    }
}
