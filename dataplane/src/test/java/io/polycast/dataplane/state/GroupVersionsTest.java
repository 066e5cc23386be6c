package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.disk.FileSizeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Versions of groups, and what else of a journal must come through every kind of change. */
class GroupVersionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private Path dir;
    private Path file;

    @BeforeTry
    @BeforeEach
    void makeDirectory() throws IOException {
        dir = Files.createTempDirectory("polycast-versions");
        file = dir.resolve("leaf1.state.groups");
    }

    @AfterTry
    @AfterEach
    void removeDirectory() throws IOException {
        Files.deleteIfExists(file);
        Files.delete(dir);
    }

    private GroupJournal open() throws StateException {
        return GroupJournal.open(file, "leaf1", "cepheus", false);
    }

    private static String id(final int n) {
        return "10.255.0." + n;
    }

    private static ObjectNode entry(final int n) {
        return JsonNodeFactory.instance.objectNode().put("id", id(n));
    }

    /** Groups that the journal must know, and all versions that were ever answered. */
    private static final class Model {
        final Map<String, Long> versions = new HashMap<>();
        final Set<String> given = new HashSet<>();

        void set(final String id, final long before, final long version) {
            assertEquals(versions.getOrDefault(id, 0L), before);
            assertTrue(version > before, id);
            assertTrue(given.add(id + '@' + version), "given twice: " + id + '@' + version);
            versions.put(id, version);
        }
    }

    @Property(tries = 60)
    void shouldNeverGiveAVersionTwice(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 200) final int changes)
            throws StateException {
        final Random random = new Random(seed);
        final Model model = new Model();
        GroupJournal journal = open();
        for (int i = 0; i < changes; i++) {
            final int n = random.nextInt(6);
            final GroupVersions versions = journal.versions();
            final long before = versions.of(id(n));
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> {
                    journal.put(entry(n));
                    if (random.nextInt(4) == 0) {
                        journal.undo();
                        assertEquals(before, versions.of(id(n)), "undone");
                    } else {
                        model.set(id(n), before, versions.of(id(n)));
                    }
                }
                case 3 -> {
                    assertEquals(model.versions.containsKey(id(n)), journal.remove(id(n)));
                    if (random.nextInt(4) == 0) {
                        journal.undo();
                        assertEquals(before, versions.of(id(n)), "undone");
                    } else {
                        model.versions.remove(id(n));
                    }
                }
                case 4 -> journal.sync();
                default -> {
                    journal.close();
                    journal = open();
                }
            }
            assertEquals(model.versions.keySet(), journal.entries().keySet());
            for (final Map.Entry<String, Long> each : model.versions.entrySet()) {
                assertEquals(each.getValue(), journal.versions().of(each.getKey()));
            }
        }
        journal.close();
    }

    @Property(tries = 30)
    void shouldRaiseTheVersionsOfConfiguredGroupsAboveAllThatWereSet(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 5) final int starts)
            throws StateException {
        final Random random = new Random(seed);
        final Set<Long> given = new HashSet<>();
        long last = 0;
        boolean wasSet = false;
        for (int i = 0; i < starts; i++) {
            try (GroupJournal journal = open()) {
                journal.versions().start(List.of(id(1), id(2)));
                final long first = journal.versions().of(id(1));
                // A group that nobody set is the file's entry, unchanged.
                assertTrue(wasSet || i == 0 ? first > last : first == last, first + ", " + last);
                last = first;
                wasSet = false;
                for (int sets = random.nextInt(5); sets > 0; sets--) {
                    journal.putVersion(id(1));
                    last = journal.versions().of(id(1));
                    wasSet = true;
                    assertTrue(given.add(last), "given twice: " + last);
                }
                assertEquals(Set.of(), journal.entries().keySet());
            }
        }
    }

    /** No line of the journal has the version of an entry that nobody set. */
    @Test
    void shouldNotGiveTheVersionOfAnEntryThatLeftTheFile() throws StateException {
        try (GroupJournal journal = open()) {
            journal.versions().start(List.of(id(1)));
            assertEquals(1, journal.versions().of(id(1)));
        }
        try (GroupJournal journal = open()) {
            journal.versions().start(List.of());
            journal.put(entry(1));
            assertEquals(2, journal.versions().of(id(1)));
            assertTrue(journal.remove(id(1)));
        }
        try (GroupJournal journal = open()) {
            journal.versions().start(List.of(id(1)));
            assertEquals(3, journal.versions().of(id(1)));
        }
        try (GroupJournal journal = open()) {
            journal.versions().start(List.of());
            journal.put(entry(1));
            assertEquals(4, journal.versions().of(id(1)));
        }
    }

    @Test
    void shouldKeepVersionsWhenItIsMadeShorter() throws StateException, IOException {
        try (GroupJournal journal = open()) {
            journal.put(entry(1));
            for (int i = 0; i < 1_500; i++) {
                journal.put(entry(2));
            }
            assertTrue(journal.remove(id(2)));
            for (int i = 0; i < 1_500; i++) {
                journal.put(entry(3));
            }
        }
        assertTrue(Files.readAllLines(file).size() < 1_100);
        try (GroupJournal journal = open()) {
            assertEquals(2, journal.versions().of(id(1)));
            assertEquals(3_002, journal.versions().of(id(3)), "begins above the one that is gone");
            journal.put(entry(2));
            assertEquals(1_503, journal.versions().of(id(2)));
        }
    }

    /** No line of its own is left of a configured group then. */
    @Test
    void shouldKeepTheVersionsOfConfiguredGroupsWhenItIsMadeShorter() throws StateException {
        try (GroupJournal journal = open()) {
            journal.versions().start(List.of(id(1)));
            for (int i = 0; i < 3; i++) {
                journal.putVersion(id(1));
            }
            for (int i = 0; i < 1_500; i++) {
                journal.put(entry(2));
            }
            journal.put(entry(3));
            assertEquals(2, journal.versions().of(id(3)), "nothing was unset");
        }
        try (GroupJournal journal = open()) {
            journal.versions().start(List.of(id(1)));
            assertEquals(5, journal.versions().of(id(1)));
        }
    }

    @Test
    void shouldCountTheVersionsOfEarlierFormatsFromOne() throws StateException, IOException {
        Files.writeString(
                file,
                "{\"format\":\"polycast-groups\",\"version\":1}\n"
                        + "{\"set\":{\"id\":\"10.255.0.1\"}}\n"
                        + "{\"set\":{\"id\":\"10.255.0.2\"},\"version\":17}\n"
                        + "{\"set\":{\"id\":\"10.255.0.3\"},\"version\":\"x\"}\n"
                        + "{\"set\":{\"id\":\"10.255.0.4\"},\"version\":9e99}\n"
                        + "{\"set\":{\"id\":\"10.255.0.5\"},\"version\":9}\n"
                        + "{\"unset\":\"10.255.0.5\"}\n");
        try (GroupJournal journal = open()) {
            assertEquals(1, journal.versions().of(id(1)));
            assertEquals(17, journal.versions().of(id(2)));
            assertEquals(1, journal.versions().of(id(3)));
            assertEquals(1, journal.versions().of(id(4)));
            journal.put(entry(5));
            assertEquals(11, journal.versions().of(id(5)));
        }
    }

    @Test
    void shouldSkipTheVersionsThatDamageMayHaveLost() throws StateException, IOException {
        try (GroupJournal journal = open()) {
            journal.put(entry(1));
            journal.put(entry(2));
            journal.put(entry(2));
        }
        final byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 100));
        final long version;
        try (GroupJournal journal = open()) {
            assertFalse(journal.damage().isEmpty());
            version = journal.versions().of(id(1));
            assertTrue(version > 1_000_000, "whoever knows version 1 may not overwrite this one");
            journal.put(entry(3));
            assertEquals(version + 2, journal.versions().of(id(3)));
        }
        try (GroupJournal journal = open()) {
            assertEquals(List.of(), journal.damage());
            assertEquals(version, journal.versions().of(id(1)));
        }
    }

    /** A later version's keys: in the header, beside a group, inside of it, and lines of another kind. */
    @Property(tries = 40)
    void shouldKeepKeysAndLinesThatItDoesNotKnow(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 60) final int changes)
            throws StateException, IOException {
        final String unknown = "\"later\":{\"deep\":[1,\"two\",null]}";
        writeLater(unknown);
        final Random random = new Random(seed);
        GroupJournal journal = open();
        assertEquals(List.of(), journal.damage());
        for (int i = 0; i < changes; i++) {
            journal.put(entry(100 + random.nextInt(3)));
            if (random.nextInt(3) == 0) {
                journal.undo();
            }
            if (random.nextInt(10) == 0) {
                // As after damage: everything is written anew.
                journal.close();
                final byte[] text = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(text, text.length - 1));
                journal = open();
            }
        }
        journal.close();
        final List<String> lines = Files.readAllLines(file);
        assertTrue(lines.get(0).contains(unknown), lines.get(0));
        assertEquals(3, count(lines, "\"later\""), "header, group, line of another kind");
        assertEquals(1, count(lines, "\"inside\":true"), lines.toString());
        try (GroupJournal last = open()) {
            assertTrue(last.entries().get(id(1)).path("inside").booleanValue());
        }
    }

    private static long count(final List<String> lines, final String what) {
        return lines.stream().filter(Pattern.compile(what).asPredicate()).count();
    }

    private void writeLater(final String unknown) throws IOException {
        final StringBuilder text = new StringBuilder();
        append(
                text,
                JournalReader.NOBODY,
                0,
                0,
                "{\"format\":\"polycast-groups\",\"version\":2,\"switch\":\"leaf1\",\"snapshot\":0,"
                        + unknown
                        + "}");
        append(
                text,
                "leaf1",
                1,
                0x0AFF0001,
                "{\"set\":{\"id\":\"10.255.0.1\",\"inside\":true}," + unknown + "}");
        append(text, "leaf1", 2, 0, "{\"registration\":7," + unknown + "}");
        Files.writeString(file, text + JournalRecord.lastLine("leaf1", 2) + '\n');
    }

    private static void append(
            final StringBuilder text,
            final String owner,
            final int place,
            final int group,
            final String body)
            throws IOException {
        text.append(JournalRecord.line(owner, place, group, JSON.readTree(body))).append('\n');
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldKeepTheVersionWhenTheDiskIsFull() throws StateException, IOException {
        try (GroupJournal journal = open()) {
            journal.put(entry(1));
            try (FileSizeLimit limit = new FileSizeLimit(Files.size(file) + 20)) {
                for (int i = 0; i < 3; i++) {
                    assertThrows(StateException.class, () -> journal.put(entry(1)));
                    assertThrows(StateException.class, () -> journal.putVersion(id(1)));
                    assertThrows(StateException.class, () -> journal.remove(id(1)));
                }
                journal.sync();
            }
            assertEquals(2, journal.versions().of(id(1)));
            journal.put(entry(1));
            assertEquals(3, journal.versions().of(id(1)));
        }
        try (GroupJournal journal = open()) {
            assertEquals(3, journal.versions().of(id(1)));
        }
    }
}
