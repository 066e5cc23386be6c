package io.polycast.dataplane.counters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.PortStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersFileTest {
    @TempDir private Path dir;

    @Test
    void shouldShowReaderWhatWriterCounts() throws CountersException {
        final Path file = dir.resolve("deep/er/leaf1.counters");
        try (CountersFile writer = create(file);
                CountersReader reader = CountersReader.open(file)) {
            writer.shard(0).end(Ending.REPLICATED.id());
            writer.shard(1).end(Ending.REPLICATED.id());
            writer.shard(1).count(Tally.COPIES_OUT, 3);
            final PortStats stats = new PortStats();
            stats.addRx(7, 700);
            stats.addTxTooLong();
            stats.addRxFaultLost();
            stats.addTxFaultLost();
            stats.addTxFaultDuplicated();
            stats.addRxFaultCorrupted();
            stats.setSilent(40, 50, 60);
            stats.setXdpLost(70);
            writer.copyPort(1, List.of(stats), 5);
            writer.portMode(1, "native (multi-buffer program), zero-copy, gather");
            final DutyCycleTracker cycle = writer.dutyCycle(0);
            cycle.onWait(77);
            cycle.onCycle(1_000);
            cycle.onCycle(3_000);
            cycle.onCycle(3_000 + 2 * DutyCycleTracker.THRESHOLD_NS);
            cycle.onRest();
            cycle.onCycle(3_000 + 9 * DutyCycleTracker.THRESHOLD_NS);

            assertEquals("leaf1", reader.switchName());
            assertEquals(ProcessHandle.current().pid(), reader.pid());
            assertTrue(reader.isRunning());
            assertEquals(2, reader.total(Ending.REPLICATED));
            assertEquals(1, reader.shard(1).get(Ending.REPLICATED));
            assertEquals(3, reader.total(Tally.COPIES_OUT));
            assertEquals(
                    new PortCounters(
                            "p1",
                            "native (multi-buffer program), zero-copy, gather",
                            new PortCounters.Received(7, 700, 0, 0, 0),
                            new PortCounters.Sent(0, 0, 0, 0, 1, 0),
                            5,
                            new PortCounters.Injected(2, 1, 1),
                            new PortCounters.Silence(40, 50, 60),
                            70),
                    reader.ports().get(1));
            assertEquals(
                    List.of(
                            new DutyCycle("pc-core-0", 2, 2_000_000, 1, 1_000_000, 77),
                            new DutyCycle("pc-rx-0", 0, 0, 0, 0, 0)),
                    reader.dutyCycles());
        }
        try (CountersReader reader = CountersReader.open(file)) {
            assertFalse(reader.isRunning());
            assertEquals(2, reader.total(Ending.REPLICATED));
        }
    }

    @Test
    void shouldReplaceFileOfProcessThatEnded() throws CountersException, IOException {
        final Path file = dir.resolve("leaf1.counters");
        create(file).close();
        try (CountersReader old = CountersReader.open(file);
                CountersFile writer = create(file);
                CountersReader fresh = CountersReader.open(file)) {
            writer.shard(0).end(Ending.FORWARDED.id());
            assertEquals(0, old.total(Ending.FORWARDED));
            assertEquals(1, fresh.total(Ending.FORWARDED));
        }
        try (var files = Files.list(dir)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void shouldRemoveItsOwnFileOnly() throws CountersException {
        final Path file = dir.resolve("counters");
        try (CountersFile first = create(file);
                CountersFile second = create(file)) {
            first.remove();
            assertTrue(Files.exists(file), "another switch has put its own there");
            second.remove();
            assertFalse(Files.exists(file));
        }
    }

    @Test
    void shouldNotReplaceFileOfAnotherKind() throws IOException {
        final Path file = Files.writeString(dir.resolve("thesis.txt"), "years of work");
        final CountersException e = assertThrows(CountersException.class, () -> create(file));
        assertTrue(e.getMessage().contains("is not a counters file; remove it"), e.getMessage());
        assertEquals("years of work", Files.readString(file));
    }

    @Test
    void shouldRefuseToReadWhatIsNoCountersFile() throws IOException {
        final Path missing = dir.resolve("missing");
        assertEquals(
                missing + " does not exist; start the switch, or name its counters file",
                refusal(missing));
        final Path empty = Files.write(dir.resolve("empty"), new byte[0]);
        assertEquals(
                empty + " is not a counters file; name the file of control.counters",
                refusal(empty));
        final Path zeros = Files.write(dir.resolve("zeros"), new byte[4096]);
        assertEquals(
                zeros + " is not a counters file; name the file of control.counters",
                refusal(zeros));
    }

    @Test
    void shouldRefuseFileThatIsCutShort() throws CountersException, IOException {
        final Path file = dir.resolve("leaf1.counters");
        create(file).close();
        final byte[] whole = Files.readAllBytes(file);
        assertEquals(CountersLayout.length(2, 2, 2), whole.length);
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 1));
        assertTrue(refusal(file).contains("is cut short"));
        Files.write(file, whole);
        try (CountersReader reader = CountersReader.open(file)) {
            assertArrayEquals(
                    new String[] {"p0", "p1"},
                    reader.ports().stream().map(PortCounters::name).toArray());
        }
    }

    private static CountersFile create(final Path file) throws CountersException {
        return CountersFile.create(
                file, "leaf1", 2, List.of("p0", "p1"), List.of("pc-core-0", "pc-rx-0"));
    }

    private static String refusal(final Path file) {
        return assertThrows(CountersException.class, () -> CountersReader.open(file)).getMessage();
    }
}
