package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.disk.FileSizeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupJournalTest {
    @TempDir private Path dir;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = dir.resolve("leaf1.state.groups");
    }

    private static ObjectNode entry(final int n, final int revision) {
        return JsonNodeFactory.instance.objectNode().put("id", id(n)).put("revision", revision);
    }

    private static String id(final int n) {
        return "10.255.0." + n;
    }

    private List<String> kept() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            return List.copyOf(journal.entries().keySet());
        }
    }

    @Test
    void shouldKeepWhatWasSetAndNotWhatWasUnset() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
            journal.put(entry(3, 0));
            assertTrue(journal.remove(id(2)));
            assertFalse(journal.remove(id(9)));
            journal.put(entry(1, 7));
        }
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            assertEquals(List.of(id(1), id(3)), List.copyOf(journal.entries().keySet()));
            assertEquals(entry(1, 7), journal.entries().get(id(1)));
        }
    }

    @Test
    void shouldLeaveNoFileBehindWhenNothingWasSet() throws StateException {
        GroupJournal.open(file, false).close();
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldForgetWhenAskedTo() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
        }
        GroupJournal.open(file, true).close();
        assertEquals(List.of(), kept());
    }

    @Test
    void shouldComeBackFromEveryTornEnd() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
        }
        final byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            final List<String> found = kept();
            assertEquals(List.of(id(1), id(2)).subList(0, found.size()), found);
            // What was torn off is not in the way of what comes next.
            try (GroupJournal journal = GroupJournal.open(file, false)) {
                journal.put(entry(3, 0));
            }
            assertEquals(found.size() + 1, kept().size());
        }
    }

    @Test
    void shouldRefuseFileOfAnotherKindAndSayHowToDoWithout() throws IOException {
        for (final String text :
                List.of("thesis", "thesis\n", "{\"format\":\"x\",\"version\":1}\n")) {
            Files.writeString(file, text);
            final StateException e =
                    assertThrows(StateException.class, () -> GroupJournal.open(file, false));
            assertTrue(e.getMessage().contains("line 1"), e.getMessage());
            assertTrue(e.getMessage().contains("--forget-groups"), e.getMessage());
        }
    }

    @Test
    void shouldRefuseDamageInTheMiddle() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
        }
        Files.writeString(file, "{\"sat\":1}\n", StandardOpenOption.APPEND);
        assertTrue(
                assertThrows(StateException.class, () -> GroupJournal.open(file, false))
                        .getMessage()
                        .contains("line 3"));
    }

    @Test
    void shouldStayShortWhileGroupsComeAndGo() throws StateException, IOException {
        final Random random = new Random(3);
        final Map<String, ObjectNode> model = new LinkedHashMap<>();
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            for (int i = 0; i < 3_000; i++) {
                final int n = random.nextInt(20);
                if (random.nextBoolean()) {
                    journal.put(entry(n, i));
                    model.put(id(n), entry(n, i));
                } else {
                    assertEquals(model.remove(id(n)) != null, journal.remove(id(n)));
                }
            }
            assertEquals(model, journal.entries());
        }
        assertTrue(Files.readAllLines(file).size() < 1_100);
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            assertEquals(model, journal.entries());
        }
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldRefuseOnFullDiskAndKeepWhatWasAcknowledged() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
            final byte[] acknowledged = Files.readAllBytes(file);
            try (FileSizeLimit limit = new FileSizeLimit(acknowledged.length + 20)) {
                final StateException e =
                        assertThrows(StateException.class, () -> journal.put(entry(2, 0)));
                assertTrue(e.getMessage().contains("is as it was"), e.getMessage());
                assertThrows(StateException.class, () -> journal.put(entry(1, 9)));
                assertThrows(StateException.class, () -> journal.remove(id(1)));
            }
            assertArrayEquals(acknowledged, Files.readAllBytes(file));
            assertEquals(Map.of(id(1), entry(1, 0)), journal.entries());
            journal.put(entry(2, 1));
        }
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            assertEquals(Map.of(id(1), entry(1, 0), id(2), entry(2, 1)), journal.entries());
        }
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldOpenOnFullDiskWithoutTouchingTheFile() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
        }
        final byte[] before = Files.readAllBytes(file);
        try (FileSizeLimit limit = new FileSizeLimit(0)) {
            assertEquals(List.of(id(1)), kept());
        }
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void shouldTakeTheLastChangeBack() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            journal.put(entry(1, 0));
            journal.put(entry(1, 1));
            journal.undo();
            journal.put(entry(2, 0));
            journal.undo();
            journal.undo();
            assertTrue(journal.remove(id(1)));
            journal.undo();
            assertEquals(Map.of(id(1), entry(1, 0)), journal.entries());
        }
        try (GroupJournal journal = GroupJournal.open(file, false)) {
            assertEquals(Map.of(id(1), entry(1, 0)), journal.entries());
        }
    }
}
