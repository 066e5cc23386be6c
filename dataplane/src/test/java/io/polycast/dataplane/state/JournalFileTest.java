package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path dir;

    /** Between two writes the file would have no end: a kill there, or a reader, would find damage. */
    @Test
    void shouldAppendWithOneWrite() throws IOException {
        final ObjectNode body = JSON.createObjectNode().put("text", "x".repeat(2_000));
        try (JournalFile file = new JournalFile(dir.resolve("c.groups"), "c")) {
            file.rewrite(JSON.createObjectNode(), Collections.emptyIterator());
            final JournalFile.Line line = new JournalFile.Line(1, body);
            file.append(line);
            final long before = writes();
            file.append(line);
            assertEquals(1, writes() - before);
            assertEquals(4, Files.readAllLines(file.path()).size());
        }
    }

    /** After a failed fsync the kernel may have dropped the pages: a later one would succeed without them. */
    @Test
    void shouldNotForgetAFailedSync() throws IOException {
        try (JournalFile file = new JournalFile(dir.resolve("c.groups"), "c")) {
            file.rewrite(JSON.createObjectNode(), Collections.emptyIterator());
            file.append(new JournalFile.Line(1, JSON.createObjectNode()));
            // An interrupted thread cannot sync a channel.
            Thread.currentThread().interrupt();
            assertThrows(IOException.class, file::sync);
            assertTrue(Thread.interrupted());
            assertThrows(IOException.class, file::sync);
            assertFalse(file.open());
            file.rewrite(JSON.createObjectNode(), Collections.emptyIterator());
            file.sync();
            assertTrue(file.open());
        }
    }

    /** A cut takes two calls. A kill between them leaves the end of the longer file behind the new end. */
    @Test
    void shouldBringTheGroupsBackWhenAKillFallsBetweenTheCallsOfACut() throws Exception {
        final Path path = dir.resolve("groups");
        final Map<String, JsonNode> kept;
        final byte[] cut;
        final byte[] longer;
        try (GroupJournal journal = GroupJournal.open(path, "c", "cepheus", false)) {
            journal.put(JSON.createObjectNode().put("id", "10.255.0.1"));
            journal.put(JSON.createObjectNode().put("id", "10.255.0.2"));
            kept = journal.entries();
            cut = Files.readAllBytes(path);
            journal.put(JSON.createObjectNode().put("id", "10.255.0.1").put("epoch", 7));
            longer = Files.readAllBytes(path);
            journal.undo();
            assertArrayEquals(cut, Files.readAllBytes(path));
        }
        System.arraycopy(cut, 0, longer, 0, cut.length);
        Files.write(path, longer);
        try (GroupJournal journal = GroupJournal.open(path, "c", "cepheus", false)) {
            assertEquals(kept, journal.entries());
            assertTrue(
                    journal.damage().get(0).contains("stands behind the end and is left out"),
                    journal.damage().toString());
            journal.put(JSON.createObjectNode().put("id", "10.255.0.3"));
        }
        try (GroupJournal journal = GroupJournal.open(path, "c", "cepheus", false)) {
            assertEquals(List.of(), journal.damage());
            assertEquals(3, journal.entries().size());
        }
    }

    /** Write calls of this thread so far. */
    private static long writes() throws IOException {
        final String key = "syscw: ";
        final String line =
                Files.readAllLines(Path.of("/proc/thread-self/io")).stream()
                        .filter(each -> each.startsWith(key))
                        .findFirst()
                        .orElse("");
        assertTrue(line.startsWith(key), "the kernel counts no write calls");
        return Long.parseLong(line.substring(key.length()));
    }
}
