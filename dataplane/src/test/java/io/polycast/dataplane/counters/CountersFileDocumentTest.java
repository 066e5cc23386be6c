package io.polycast.dataplane.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.PortStats;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a counters file by the offsets of docs/counters-file.md alone. */
class CountersFileDocumentTest {
    private static final Path PAGE =
            Path.of(System.getProperty("polycast.root"), "docs", "counters-file.md");
    private static final int SHARDS = 2;
    private static final int PORTS = 2;
    private static final int THREADS = 2;
    private static final ObjectMapper JSON =
            new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    @TempDir private Path dir;
    private ByteBuffer image;
    private JsonNode port;
    private JsonNode thread;

    @BeforeEach
    void write() throws Exception {
        final Path file = dir.resolve("counters");
        final CountersFile counters =
                CountersFile.create(file, "leaf1", SHARDS, List.of("p0", "p1"), List.of("a", "b"));
        for (final Ending ending : Ending.values()) {
            counters.shard(1).end(ending.id());
        }
        for (final Tally tally : Tally.values()) {
            counters.shard(1).count(tally, 1_000L + tally.id());
        }
        final PortStats stats = new PortStats();
        long value = 100;
        for (final Field field : PortStats.class.getFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setLong(stats, value++);
            }
        }
        counters.portMode(1, "by test");
        counters.copyPort(1, List.of(stats), 77);
        counters.updated(1_234);
        counters.dutyCycle(1).onCycle(0);
        counters.dutyCycle(1).onCycle(5_000_000);
        counters.dutyCycle(1).onWait(99);
        try (CountersReader reader = CountersReader.open(file)) {
            port = JSON.valueToTree(reader.ports().get(1));
            thread = JSON.valueToTree(reader.dutyCycles().get(1));
        }
        image = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        counters.close();
    }

    private static List<List<String>> rows(final String table) throws IOException {
        final List<List<String>> rows =
                Files.readAllLines(PAGE).stream()
                        .dropWhile(line -> !line.startsWith("<!-- counters file, " + table + ":"))
                        .dropWhile(line -> !line.startsWith("| ---"))
                        .skip(1)
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                        .map(cells -> cells.subList(1, cells.size()))
                        .toList();
        assertTrue(!rows.isEmpty(), "no table of " + table);
        return rows;
    }

    private Object read(final int block, final List<String> row) {
        final int at = block + Integer.parseInt(row.get(0));
        return switch (row.get(1)) {
            case "int" -> (long) image.getInt(at);
            case "long" -> image.getLong(at);
            case "name" -> {
                final byte[] name = new byte[image.getInt(at)];
                image.get(at + Integer.BYTES, name);
                yield new String(name, StandardCharsets.US_ASCII);
            }
            default -> throw new AssertionError("unknown type in " + row);
        };
    }

    private Map<String, Object> block(final String table, final int offset) throws IOException {
        final Map<String, Object> found = new HashMap<>();
        for (final List<String> row : rows(table)) {
            found.put(row.get(2).replace("`", ""), read(offset, row));
        }
        return found;
    }

    private static void assertFields(final JsonNode expected, final Map<String, Object> found) {
        final Set<String> names =
                expected.properties().stream()
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(names, new TreeSet<>(found.keySet()));
        for (final String name : names) {
            assertEquals(expected.get(name).asText(), found.get(name).toString(), name);
        }
    }

    @Test
    void shouldFindBlocksWhereThePageSays() throws IOException {
        final Map<String, List<String>> lengths =
                rows("lengths").stream().collect(Collectors.toMap(row -> row.get(0), row -> row));
        assertEquals(
                List.of("header", String.valueOf(CountersLayout.HEADER_LENGTH), "0"),
                lengths.get("header"));
        assertBegin(
                lengths.get("shard"), CountersLayout.SHARD_LENGTH, CountersLayout.shardOffset(1));
        assertBegin(
                lengths.get("port"),
                CountersLayout.PORT_LENGTH,
                CountersLayout.portOffset(SHARDS, 1));
        assertBegin(
                lengths.get("thread"),
                CountersLayout.THREAD_LENGTH,
                CountersLayout.threadOffset(SHARDS, PORTS, 1));
        assertEquals(CountersLayout.length(SHARDS, PORTS, THREADS), image.capacity());
        assertEquals(4, lengths.size());
    }

    /** The sum of products in the last cell, with the second block of the kind. */
    private static void assertBegin(final List<String> row, final int length, final int offset) {
        assertEquals(String.valueOf(length), row.get(1));
        int sum = 0;
        for (final String term : row.get(2).split(" \\+ ")) {
            int product = 1;
            for (final String factor : term.split(" x ")) {
                product *=
                        switch (factor) {
                            case "shards" -> SHARDS;
                            case "ports" -> PORTS;
                            case "shard", "port", "thread" -> 1;
                            default -> Integer.parseInt(factor);
                        };
            }
            sum += product;
        }
        assertEquals(offset, sum, row.toString());
    }

    @Test
    void shouldReadTheHeader() throws IOException {
        final Map<String, Object> header = block("header", 0);
        assertEquals(CountersLayout.MAGIC, header.get("magic"));
        assertEquals((long) CountersLayout.VERSION, header.get("version"));
        assertEquals((long) SHARDS, header.get("shards"));
        assertEquals((long) PORTS, header.get("ports"));
        assertEquals((long) THREADS, header.get("threads"));
        assertEquals(ProcessHandle.current().pid(), header.get("pid"));
        assertTrue((long) header.get("started_ms") > 1_500_000_000_000L);
        assertEquals(1_234L, header.get("updated_ms"));
        assertEquals((long) CountersLayout.STATE_RUNNING, header.get("state"));
        assertEquals("leaf1", header.get("name"));
        assertEquals(10, header.size());
        final String page = Files.readString(PAGE);
        assertTrue(page.contains("0x" + Long.toHexString(CountersLayout.MAGIC).toUpperCase()));
        assertTrue(page.contains("another `version` than " + CountersLayout.VERSION + "."));
        assertTrue(page.contains("at most " + CountersLayout.MOST_OF_A_NAME + " bytes of ASCII"));
    }

    @Test
    void shouldReadEndingsAndTallies() throws IOException {
        final List<List<String>> rows = rows("shard");
        assertEquals("8 x ID", rows.get(0).get(0));
        final String[] tallies = rows.get(1).get(0).split(" \\+ ");
        assertEquals("8 x ID", tallies[1]);
        final int block = CountersLayout.shardOffset(1);
        for (final Ending ending : Ending.values()) {
            assertEquals(1, image.getLong(block + 8 * ending.id()), ending.label());
        }
        for (final Tally tally : Tally.values()) {
            assertEquals(
                    1_000 + tally.id(),
                    image.getLong(block + Integer.parseInt(tallies[0]) + 8 * tally.id()),
                    tally.label());
        }
    }

    @Test
    void shouldReadAPort() throws IOException {
        assertFields(port, block("port", CountersLayout.portOffset(SHARDS, 1)));
    }

    @Test
    void shouldReadAThread() throws IOException {
        assertFields(thread, block("thread", CountersLayout.threadOffset(SHARDS, PORTS, 1)));
    }
}
