package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.ShuffleShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of a control outlive it, and a file that cannot be used says why. */
class GroupFileTest {
    private static final int GROUP = 0xEF01_0101;
    private static final Map<Integer, List<String>> MEMBERS =
            Map.of(0, List.of("h0"), 7, List.of("h14", "h15"));

    @TempDir private Path directory;

    private ControlSettings settings;
    private Path file;

    @BeforeEach
    void configure() throws IOException {
        settings = ControlLab.settings(directory, 0);
        file = settings.state();
    }

    private Map<Integer, Map<Integer, List<String>>> read() throws IOException {
        try (GroupFile opened = GroupFile.open(settings)) {
            return new HashMap<>(opened.groups());
        }
    }

    private String refusal() {
        return assertThrows(IOException.class, () -> GroupFile.open(settings)).getMessage();
    }

    private void keepOne() throws IOException {
        try (GroupFile opened = GroupFile.open(settings)) {
            assertNull(opened.keep(GROUP, MEMBERS));
        }
    }

    @Test
    void shouldHaveAfterAStartWhatWasKept() throws IOException {
        final Random random = new Random(14);
        final Map<Integer, Map<Integer, List<String>>> expected = new HashMap<>();
        for (int start = 0; start < 20; start++) {
            try (GroupFile opened = GroupFile.open(settings)) {
                assertEquals(expected, opened.groups(), "start " + start);
                for (int i = 0; i < 5; i++) {
                    final int group = GROUP + random.nextInt(6);
                    final Map<Integer, List<String>> members = new TreeMap<>();
                    for (int tor = 0; tor < 8; tor++) {
                        if (random.nextInt(6) == 0) {
                            members.put(tor, List.of("h" + 2 * tor, "a.b-c_" + random.nextInt(9)));
                        }
                    }
                    assertNull(opened.keep(group, members));
                    expected.put(group, members);
                    expected.values().removeIf(Map::isEmpty);
                }
            }
            // What a killed process may leave.
            Files.writeString(file.resolveSibling("groups.new"), "{\"type\":".repeat(1000));
        }
    }

    @Test
    void shouldRefuseAFileThatIsDamaged() throws IOException {
        keepOne();
        final String text = Files.readString(file);
        final String line = text.lines().skip(1).findFirst().orElseThrow();
        for (final String wrong :
                List.of(
                        "",
                        "groups",
                        text.substring(0, text.length() - 2),
                        text.lines().findFirst().orElseThrow() + "\n",
                        text + line + "\n",
                        text.replace("\"groups\":1", "\"groups\":2") + line + "\n",
                        text.replace("\"version\":1", "\"version\":2"),
                        text.replace("239.1.1.1", "10.1.1.1"),
                        text.replace("\"tor\":7", "\"tor\":8"),
                        text.replace("\"members\",", "\"status\","))) {
            Files.writeString(file, wrong);
            final String refusal = refusal();
            assertTrue(
                    refusal.contains("is damaged") && refusal.contains("restore it, or remove it"),
                    wrong + ": " + refusal);
            assertEquals(wrong, Files.readString(file), "left as it was");
        }
        Files.writeString(file, text);
        assertEquals(Map.of(GROUP, MEMBERS), read());
    }

    @Test
    void shouldRefuseTheFileOfAnotherInstance() throws IOException {
        keepOne();
        final ShuffleShape other = new ShuffleShape(3, 2);
        settings =
                new ControlSettings(
                        null, null, file, other, new Placement(other, other.nodes()).tors(), 1);
        assertTrue(refusal().contains("is of a 2,2-Shufflecast of 8 ToRs"), refusal());
    }

    @Test
    void shouldServeOneControlAtATime() throws IOException {
        try (GroupFile first = GroupFile.open(settings)) {
            assertTrue(refusal().contains("in use by another control"), refusal());
            assertNull(first.keep(GROUP, MEMBERS));
        }
        assertEquals(Map.of(GROUP, MEMBERS), read());
    }

    @Test
    void shouldTellThatItCannotBeWritten() throws IOException {
        try (GroupFile opened = GroupFile.open(settings)) {
            assertNull(opened.keep(GROUP, MEMBERS));
            // A directory in the way refuses root too.
            Files.createDirectory(file.resolveSibling("groups.new"));
            final String refusal = opened.keep(GROUP + 1, MEMBERS);
            assertTrue(refusal.startsWith("the control cannot keep it"), refusal);
            assertEquals(Map.of(GROUP, MEMBERS), opened.groups());
        }
        assertTrue(refusal().contains("cannot be written"), refusal());
        settings =
                new ControlSettings(
                        null,
                        null,
                        directory.resolve("nowhere/groups"),
                        settings.shape(),
                        settings.tors(),
                        1);
        assertTrue(refusal().contains("make its directory"), refusal());
    }
}
