package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.mft.spec.GroupSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A list of entries, taken apart: each entry means what it meant, and is found where it stood. */
class GroupListTest {
    private static final String YAML =
            """
            switch: {mac: "02:00:00:00:00:fe"}
            ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
            """;

    private static Configuration configuration() {
        try {
            return ConfigurationReader.parse("c.yaml", YAML);
        } catch (final ConfigurationException e) {
            throw new AssertionError(e);
        }
    }

    private static GroupList open(final String text) {
        return GroupList.open(
                "list", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<GroupList.Entry> entries(final String text) throws ConfigurationException {
        final GroupList list = open(text);
        assertTrue(list.isList(), text);
        final List<GroupList.Entry> all = new ArrayList<>();
        for (GroupList.Entry each = list.next(); each != null; each = list.next()) {
            all.add(each);
        }
        return all;
    }

    private static GroupSpec parse(final GroupList.Entry entry) throws ConfigurationException {
        assertNull(entry.problem(), () -> String.valueOf(entry.problem()));
        return (GroupSpec)
                ConfigurationReader.parseGroup(
                        "list", entry.line(), entry.column(), entry.text(), configuration());
    }

    /** An entry in one of several ways of writing; %s is a key of the group. */
    private static String entry(final int n, final int way, final String indent) {
        final String flow =
                "{\"id\": \"10.255.%d.%d\"%%s, \"paths\": [{\"port\": \"p0\", \"switch\": {\"mac\": \"02:00:00:00:00:01\"}}]}"
                        .formatted(n / 200, 1 + n % 200);
        return switch (way) {
            case 0 -> flow;
            case 1 -> flow.replace("], ", "],\n\n    ").replace(", ", " ,\n" + indent + "  ");
            case 2 ->
                    ("id: 10.255.%d.%d # a comment: {[\n%s%%s\n%spaths:\n%s- port: p0\n%s  switch:"
                                    + " {mac: \"02:00:00:00:00:01\"}")
                            .formatted(n / 200, 1 + n % 200, indent, indent, indent, indent);
            default ->
                    ("&a%d\n"
                                    + "%sid: 10.255.%d.%d\n"
                                    + "%s%%s\n"
                                    + "%spaths:\n"
                                    + "%s  -   port: 'p0'\n"
                                    + "%s      switch: {mac: \"02:00:00:00:00:01\"}\n"
                                    + "%s# \uD83D\uDE80 behind")
                            .formatted(
                                    n,
                                    indent,
                                    n / 200,
                                    1 + n % 200,
                                    indent,
                                    indent,
                                    indent,
                                    indent,
                                    indent);
        };
    }

    private static String key(final int way, final String key) {
        return way < 2 ? ", \"" + key + "\": 7" : key + ": 7";
    }

    /** A whole list; where one key is to be wrong, what its message begins with comes back in wrong. */
    private static String list(final Random random, final int count, final String[] wrong) {
        final boolean block = random.nextBoolean();
        final StringBuilder text = new StringBuilder();
        text.append(random.nextBoolean() ? "# \uD83D\uDE80 first\n---\n" : "");
        text.append(block ? "" : "[");
        for (int i = 0; i < count; i++) {
            final int way = random.nextInt(block ? 4 : 2);
            final String indent = " ".repeat(2 + random.nextInt(3));
            if (block) {
                text.append('-').append(way == 3 ? " " : indent.substring(1));
            } else {
                text.append(i == 0 ? "" : ", ");
            }
            final String entry = entry(i, way, indent);
            final boolean isWrong = wrong != null && i == count / 2;
            if (isWrong) {
                // The key of a flow stands behind a comma, a space and a quote.
                final String before = text + entry.substring(0, entry.indexOf("%s"));
                final int line = before.lastIndexOf('\n') + 1;
                final int column = before.codePointCount(line, before.length()) + 1;
                wrong[0] =
                        "list:%d:%d:"
                                .formatted(
                                        1 + before.chars().filter(c -> c == '\n').count(),
                                        column + (way < 2 ? 2 : 0));
            }
            text.append(entry.formatted(key(way, isWrong ? "epohc" : "epoch")));
            text.append(block ? "\n" : "");
        }
        return text.append(block ? "" : "]\n").toString();
    }

    @Property(tries = 300)
    void shouldGiveEachEntryAsItStood(
            @ForAll final long seed, @ForAll @IntRange(min = 0, max = 30) final int count)
            throws ConfigurationException {
        final Random random = new Random(seed);
        final String text = list(random, count, null);
        if (count == 0 && !text.endsWith("]\n")) {
            assertFalse(open(text).isList(), "an empty text is no list");
            return;
        }
        final List<GroupList.Entry> entries = entries(text);
        assertEquals(count, entries.size());
        for (int i = 0; i < count; i++) {
            final GroupSpec group = parse(entries.get(i));
            assertEquals(0x0AFF0000 | i / 200 << 8 | 1 + i % 200, group.mcstId());
            assertEquals(7, group.epoch());
        }
    }

    @Property(tries = 300)
    void shouldNameThePlaceInTheList(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 30) final int count)
            throws ConfigurationException {
        final String[] wrong = new String[1];
        final List<GroupList.Entry> entries = entries(list(new Random(seed), count, wrong));
        for (int i = 0; i < count; i++) {
            final GroupList.Entry each = entries.get(i);
            if (i == count / 2) {
                final ConfigurationException e =
                        assertThrows(ConfigurationException.class, () -> parse(each));
                assertTrue(
                        e.getMessage().startsWith(wrong[0] + " unknown key 'epohc'"),
                        wrong[0] + " expected: " + e.getMessage());
            } else {
                parse(each);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing\n",
                "{}",
                "id: 7",
                "5",
                "'[]",
                "[",
                "&a",
                "- a\n b: c\n- [}",
                "\u0007"
            })
    void shouldLeaveWhatIsNoListToOthers(final String text) throws IOException {
        final GroupList list = open(text);
        if (!list.isList()) {
            assertEquals(text, list.whole());
        } else {
            assertThrows(ConfigurationException.class, () -> entries(text));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{}, {] | list:1:7: not YAML: ",
                "[{}, | list:1:5: not YAML: ",
                "[]\\n--- []\\n | list:2:1: a second document stands behind the list; write one",
                "- {}\\n- \"\\\\x\" | list:2:",
                "- {}\\n\\tx | list:2:1: not YAML: ",
            })
    void shouldSayWhereAListEndsTooEarly(final String text, final String expected) {
        final String list = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
        final ConfigurationException e =
                assertThrows(ConfigurationException.class, () -> entries(list));
        assertTrue(e.getMessage().startsWith(expected), e.getMessage());
    }

    @Test
    void shouldRefuseNestingWithoutEnd() {
        final ConfigurationException e =
                assertThrows(ConfigurationException.class, () -> entries("[".repeat(1 << 20)));
        assertTrue(e.getMessage().contains("levels of nesting"), e.getMessage());
    }

    @Test
    void shouldKeepAnchorsInsideAnEntry() throws ConfigurationException {
        final String text =
                """
                - id: 10.255.0.1
                  paths:
                    - {port: &port p0, switch: {mac: "02:00:00:00:00:01"}}
                    - {port: p1, switch: {mac: "02:00:00:00:00:02"}}
                    - {port: *port, switch: {mac: "02:00:00:00:00:03"}}
                - {id: 10.255.0.2, paths: [{port: *port, switch: {mac: "02:00:00:00:00:03"}}]}
                """;
        final List<GroupList.Entry> entries = entries(text);
        assertEquals(3, parse(entries.get(0)).paths().size());
        assertEquals(
                "list:6:35: alias *port names nothing in this entry; write the entry out",
                entries.get(1).problem().toString());
    }

    @Test
    void shouldRefuseTextThatIsNotUtf8() {
        final byte[] text = "- {id: x}\n- {id: \u00FF}\n".getBytes(StandardCharsets.ISO_8859_1);
        final GroupList list = GroupList.open("list", new ByteArrayInputStream(text));
        assertFalse(list.isList());
        assertThrows(IOException.class, list::whole, "not without what cannot be read");
    }

    @Test
    void shouldReadNoMoreThanTheMost() throws Exception {
        final InputStream endless =
                new InputStream() {
                    private long at;

                    @Override
                    public int read() {
                        return "- {id: 1}\n".charAt((int) (at++ % 10));
                    }
                };
        final GroupList list = GroupList.open("list", endless, 1 << 20);
        long entries = 0;
        ConfigurationException end = null;
        while (end == null) {
            try {
                assertEquals("{id: 1}", list.next().text());
                entries++;
            } catch (final ConfigurationException e) {
                end = e;
            }
        }
        assertEquals("list: has more than 1048576 bytes; split the list", end.getMessage());
        assertTrue(entries > 104_000, entries + " entries");
    }
}
