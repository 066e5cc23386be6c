package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.disk.FileSizeLimit;
import io.polycast.dataplane.groups.GroupOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            return List.copyOf(journal.entries().keySet());
        }
    }

    @Test
    void shouldKeepWhatWasSetAndNotWhatWasUnset() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
            journal.put(entry(3, 0));
            assertTrue(journal.remove(id(2)));
            assertFalse(journal.remove(id(9)));
            journal.put(entry(1, 7));
        }
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(List.of(id(1), id(3)), List.copyOf(journal.entries().keySet()));
            assertEquals(entry(1, 7), journal.entries().get(id(1)));
        }
    }

    @Test
    void shouldKeepWhereAnEntryComesFrom() throws Exception {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0), GroupOrigin.REGISTRATION, "more");
            journal.put(entry(3, 0), GroupOrigin.REGISTRATION, null);
            journal.put(entry(3, 1));
        }
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(GroupOrigin.COMMAND, journal.origin(id(1)));
            assertEquals(GroupOrigin.REGISTRATION, journal.origin(id(2)));
            assertEquals(GroupOrigin.COMMAND, journal.origin(id(3)), "set since");
            assertEquals("more", journal.kept(id(2)));
            assertNull(journal.kept(id(3)));
            journal.put(entry(2, 0), GroupOrigin.COMMAND, null);
            journal.undo();
            assertEquals(GroupOrigin.REGISTRATION, journal.origin(id(2)), "taken back");
        }
        final String text = Files.readString(file);
        assertTrue(text.contains("\"version\":2,\"switch\""), "still format 2");
        assertTrue(text.contains("\"origin\":\"registration\",\"kept\":\"more\""), text);
    }

    /** Earlier builds write no origin, and keep those that they find, as all keys that they do not know. */
    @Test
    void shouldTakeGroupsOfAnEarlierBuildForSetByCommand() throws Exception {
        Files.writeString(
                file,
                "{\"format\":\"polycast-groups\",\"version\":1}\n"
                    + "{\"set\":{\"id\":\"10.255.0.1\"},\"version\":17}\n"
                    + "{\"set\":{\"id\":\"10.255.0.2\"},\"origin\":\"of later\",\"version\":3}\n");
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(GroupOrigin.COMMAND, journal.origin(id(1)));
            assertEquals(GroupOrigin.COMMAND, journal.origin(id(2)));
            journal.put(entry(3, 0));
        }
        assertTrue(Files.readString(file).contains("\"origin\":\"of later\""), "kept");
    }

    @Test
    void shouldLeaveNoFileBehindWhenNothingWasSet() throws StateException {
        GroupJournal.open(file, "leaf1", "cepheus", false).close();
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldForgetWhenAskedTo() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            journal.put(entry(1, 0));
        }
        GroupJournal.open(file, "leaf1", "cepheus", true).close();
        assertEquals(List.of(), kept());
    }

    @Test
    void shouldComeBackFromEveryTornEnd() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
        }
        final byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            final List<String> found = kept();
            assertEquals(List.of(id(1), id(2)).subList(0, found.size()), found);
            // A torn line does not hinder the next change.
            try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
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
                    assertThrows(
                            StateException.class,
                            () -> GroupJournal.open(file, "leaf1", "cepheus", false));
            assertTrue(e.getMessage().contains("line 1"), e.getMessage());
            assertTrue(e.getMessage().contains("--forget-groups"), e.getMessage());
        }
    }

    @Test
    void shouldSayThatTheEndIsMissing() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
        }
        final byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
                assertEquals(1, journal.damage().size(), "length " + length);
                assertTrue(journal.damage().get(0).contains("are lost"), "length " + length);
            }
        }
    }

    @Test
    void shouldReadFormat1AndWriteFormat2() throws StateException, IOException {
        final String old =
                "{\"format\":\"polycast-groups\",\"version\":1}\n"
                    + "{\"set\":{\"id\":\"10.255.0.1\",\"revision\":3},\"version\":17,\"later\":[1]}\n"
                    + "{\"set\":{\"id\":\"10.255.0.2\"}}\n"
                    + "{\"unset\":\"10.255.0.2\"}\n";
        Files.writeString(file, old);
        assertEquals(List.of(id(1)), kept());
        assertEquals(old, Files.readString(file), "opened, not written");
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(List.of(), journal.damage());
            journal.put(entry(3, 0));
        }
        assertTrue(
                Files.readString(file).contains("\"version\":17,\"later\":[1]}"), "unknown keys");
        assertEquals(List.of(id(1), id(3)), kept());
    }

    @Test
    void shouldRefuseTheJournalOfAnotherRole() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "hold", false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
            journal.remove("10.255.0.2");
        }
        final StateException e =
                assertThrows(
                        StateException.class,
                        () -> GroupJournal.open(file, "leaf1", "cepheus", false));
        assertTrue(
                e.getMessage()
                        .contains(
                                ": group 10.255.0.1 was set for role hold, and this switch has role"
                                        + " cepheus; write switch.role: hold, or start with"
                                        + " --forget-groups"),
                e.getMessage());
        GroupJournal.open(file, "leaf1", "hold", false).close();
    }

    @Test
    void shouldRefuseTheJournalOfAnotherSwitch() throws StateException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf2", "cepheus", false)) {
            journal.put(entry(1, 0));
        }
        final StateException e =
                assertThrows(
                        StateException.class,
                        () -> GroupJournal.open(file, "leaf1", "cepheus", false));
        assertTrue(e.getMessage().contains("is of switch \"leaf2\", not of leaf1"), e.getMessage());
    }

    @Test
    void shouldDropDamagedLineByNameAndKeepTheOthers() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            journal.put(entry(1, 0));
            journal.put(entry(2, 0));
            journal.put(entry(2, 77));
        }
        Files.writeString(file, Files.readString(file).replace("77", "78"));
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(Map.of(id(1), entry(1, 0)), journal.entries());
            assertEquals(
                    List.of(
                            "groups file "
                                    + file
                                    + ": line 4, of group 10.255.0.2, is damaged: the group is left"
                                    + " out, unless a later line sets it"),
                    journal.damage());
            journal.put(entry(3, 0));
        }
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(List.of(), journal.damage(), "written anew with the first change");
            assertEquals(List.of(id(1), id(3)), List.copyOf(journal.entries().keySet()));
        }
    }

    /** Bits, cuts, and pieces of another switch's journal: right, or said. */
    @Test
    void shouldNeverBelieveWhatIsDamaged() throws StateException, IOException {
        final Random random = new Random(8);
        final Map<String, List<ObjectNode>> all = new LinkedHashMap<>();
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            for (int i = 0; i < 40; i++) {
                final ObjectNode next = entry(random.nextInt(20), i);
                journal.put(next);
                all.computeIfAbsent(next.path("id").textValue(), k -> new ArrayList<>()).add(next);
            }
            assertTrue(journal.remove(id(3)) | journal.remove(id(4)));
        }
        final byte[] whole = Files.readAllBytes(file);
        final Map<String, JsonNode> right;
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            right = journal.entries();
        }
        final Path other = dir.resolve("leaf2.state.groups");
        try (GroupJournal journal = GroupJournal.open(other, "leaf2", "cepheus", false)) {
            for (int i = 0; i < 40; i++) {
                journal.put(entry(i % 20, 1000 + i));
            }
        }
        final byte[] foreign = Files.readAllBytes(other);
        int refused = 0;
        int said = 0;
        for (int round = 0; round < 2_000; round++) {
            final byte[] found = damaged(whole, foreign, round % 4, random);
            final boolean cut = round % 4 == 3 || found[found.length - 1] != '\n';
            Files.write(file, found);
            try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
                said += journal.damage().isEmpty() ? 0 : 1;
                for (final var each : journal.entries().entrySet()) {
                    // Behind a cut nothing is known of what came later; the start says so.
                    final boolean believed =
                            cut
                                    ? all.get(each.getKey()).contains(each.getValue())
                                    : each.getValue().equals(right.get(each.getKey()));
                    assertTrue(believed, "round " + round + ": " + each + journal.damage());
                }
                if (journal.damage().isEmpty()) {
                    assertEquals(right, journal.entries(), "round " + round);
                }
            } catch (final StateException e) {
                refused++;
            }
        }
        assertTrue(said > 1_000 && refused > 20, said + " said, " + refused + " refused");
    }

    private static byte[] damaged(
            final byte[] whole, final byte[] foreign, final int kind, final Random random) {
        final byte[] bytes = whole.clone();
        switch (kind) {
            case 0 -> flip(bytes, random);
            case 1 -> {
                for (int i = 0; i < 8; i++) {
                    flip(bytes, random);
                }
            }
            case 2 -> {
                if (random.nextInt(20) == 0) {
                    return foreign;
                }
                final int from = random.nextInt(Math.min(bytes.length, foreign.length) - 1);
                final int most = Math.min(bytes.length, foreign.length) - from;
                final int length = 1 + random.nextInt(Math.min(600, most));
                System.arraycopy(foreign, from, bytes, from, length);
            }
            default -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
        }
        return bytes;
    }

    private static void flip(final byte[] bytes, final Random random) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }

    @Test
    void shouldStayShortWhileGroupsComeAndGo() throws StateException, IOException {
        final Random random = new Random(3);
        final Map<String, ObjectNode> model = new LinkedHashMap<>();
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
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
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(model, journal.entries());
        }
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldRefuseOnFullDiskAndKeepWhatWasAcknowledged() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
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
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(Map.of(id(1), entry(1, 0), id(2), entry(2, 1)), journal.entries());
        }
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldOpenOnFullDiskWithoutTouchingTheFile() throws StateException, IOException {
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
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
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
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
        try (GroupJournal journal = GroupJournal.open(file, "leaf1", "cepheus", false)) {
            assertEquals(Map.of(id(1), entry(1, 0)), journal.entries());
        }
    }
}
