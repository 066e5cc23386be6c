package io.polycast.dataplane.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.state.GroupJournal;
import io.polycast.dataplane.state.StateException;
import io.polycast.mft.spec.GroupSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a take-over has parsed before its predecessor ends. */
class PreparedGroupsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path dir;
    private Configuration configuration;

    @BeforeEach
    void configure() throws Exception {
        configuration =
                ConfigurationReader.parse(
                        "c",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
                        """);
    }

    private static ObjectNode entry(final int n, final String port) throws Exception {
        return (ObjectNode)
                JSON.readTree(
                        """
                        {"id": "10.255.0.%d", "paths": [
                          {"port": "p0", "host": {"ip": "10.0.0.1", "mac": "02:00:00:00:00:01",
                           "qpn": 256}},
                          {"port": "%s", "host": {"ip": "10.0.0.2", "mac": "02:00:00:00:00:02",
                           "qpn": 257}}]}
                        """
                                .formatted(n, port));
    }

    private GroupJournal journal() throws StateException {
        return GroupJournal.open(dir.resolve("state.groups"), "leaf1", "cepheus", false);
    }

    /** A predecessor that is busy may write under more than one read. */
    @Test
    void shouldReadAgainWhileThePredecessorWrites() throws Exception {
        try (GroupJournal predecessor = journal()) {
            predecessor.put(entry(1, "p1"));
        }
        final Path file = dir.resolve("state.groups");
        final byte[] whole = Files.readAllBytes(file);
        final byte[] half = Arrays.copyOf(whole, whole.length - 5);
        Files.write(file, half);
        final AtomicInteger pauses = new AtomicInteger();
        final GroupJournal found =
                PreparedGroups.read(
                        this::journal,
                        () -> {
                            if (pauses.incrementAndGet() == 2) {
                                write(file, whole);
                            }
                        });
        assertEquals(List.of(), found.damage());
        assertEquals(2, pauses.get());
        write(file, half);
        assertFalse(PreparedGroups.read(this::journal, () -> {}).damage().isEmpty());
    }

    private static void write(final Path file, final byte[] text) {
        try {
            Files.write(file, text);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldTakeAnUntouchedJournalAsItIs() throws Exception {
        try (GroupJournal predecessor = journal()) {
            predecessor.put(entry(1, "p1"));
        }
        final PreparedGroups prepared = PreparedGroups.of(journal(), configuration, null);
        final GroupJournal again = GroupJournal.reopen(prepared.journal());
        assertSame(prepared.journal(), again);
        assertSame(prepared, PreparedGroups.of(again, configuration, prepared));
    }

    @Test
    void shouldParseOnlyWhatThePredecessorHasChangedSince() throws Exception {
        try (GroupJournal predecessor = journal()) {
            predecessor.put(entry(1, "p1"));
            predecessor.put(entry(2, "p1"));
            final PreparedGroups prepared = PreparedGroups.of(journal(), configuration, null);
            final List<PreparedGroups.Kept> before = List.copyOf(prepared.groups());
            predecessor.put(entry(2, "p0"));
            predecessor.put(entry(3, "p1"));
            predecessor.remove("10.255.0.1");
            predecessor.put(entry(1, "p1"));
            final GroupJournal again = GroupJournal.reopen(prepared.journal());
            final List<PreparedGroups.Kept> now =
                    List.copyOf(PreparedGroups.of(again, configuration, prepared).groups());
            assertEquals(
                    List.of("10.255.0.2", "10.255.0.3", "10.255.0.1"),
                    now.stream().map(PreparedGroups.Kept::id).toList());
            assertEquals(0, ((GroupSpec) now.get(0).group()).paths().get(1).port());
            assertSame(before.get(0).group(), now.get(2).group());
        }
    }

    @Test
    void shouldSayWhyAnEntryFitsNoMore() throws Exception {
        try (GroupJournal predecessor = journal()) {
            predecessor.put(entry(1, "p9"));
        }
        final PreparedGroups.Kept kept =
                PreparedGroups.of(journal(), configuration, null).groups().iterator().next();
        assertNull(kept.group());
        assertNotNull(kept.refusal());
    }
}
