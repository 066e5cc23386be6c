package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts on state that another build wrote, or that is damaged. */
class StartAnewTest {
    private static final int HEADER = 4096;
    private static final int MAX_GROUPS = 8;
    private static final int MAX_PATHS = 32;

    @TempDir private Path dir;

    private Configuration configuration() throws Exception {
        return configuration("leaf1", "memory");
    }

    private Configuration configuration(final String name, final String driver) throws Exception {
        return ConfigurationReader.parse(
                "test.yaml",
                """
                switch: {name: %s, mac: "02:00:00:00:00:fe"}
                pipeline: {threading: fused}
                limits: {maxGroups: 8, maxPaths: 32}
                ports: [{name: p0, driver: memory}, {name: p1, driver: %s}]
                control: {socket: %s/s.sock, counters: %s/s.counters, state: %s/s.state}
                groups: [%s]
                """
                        .formatted(name, driver, dir, dir, dir, entry(1)));
    }

    private static String entry(final int last) {
        return """
        {id: 10.255.0.%d, initialPsn: 5, paths: [
          {port: p0, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 2}},
          {port: p1, host: {ip: 10.0.0.3, mac: "02:00:00:00:00:03", qpn: 3}}]}
        """
                .formatted(last);
    }

    /** Two groups, one of them set at run time, with the second member of both evicted. */
    private byte[] killed() throws Exception {
        final Configuration configuration = configuration();
        try (Appliance appliance = Appliance.start(configuration)) {
            appliance.setGroup(ConfigurationReader.parseGroup("entry", entry(9), configuration));
        }
        final byte[] bytes = Files.readAllBytes(state());
        final PathFeedback paths = paths(bytes);
        for (int id = 0; id < MAX_PATHS; id++) {
            if (paths.mcstId(id) != 0) {
                paths.set(id, PathFeedback.EVICTED);
            }
        }
        Files.write(state(), bytes);
        return bytes;
    }

    private Path state() {
        return dir.resolve("s.state");
    }

    private static PathFeedback paths(final byte[] bytes) {
        return new PathFeedback(words(bytes), MAX_GROUPS);
    }

    private static UnsafeBuffer words(final byte[] bytes) {
        return new UnsafeBuffer(bytes, HEADER, FeedbackLayout.length(MAX_GROUPS, MAX_PATHS));
    }

    private static String states(final Appliance appliance, final int last) throws Exception {
        return ((GroupView) appliance.group(0x0AFF_0000 | last))
                .paths().stream().map(path -> path.state()).toList().toString();
    }

    @Test
    void shouldGoOnWithStateThatIsWhole() throws Exception {
        killed();
        try (Appliance appliance = Appliance.start(configuration())) {
            assertEquals(List.of(), appliance.warnings());
            assertEquals("[evicted, evicted]", states(appliance, 1));
            assertEquals("[evicted, evicted]", states(appliance, 9));
        }
    }

    @Test
    void shouldBeginAllGroupsAnewOnAFileOfAnotherLayoutAndSaySo() throws Exception {
        final byte[] old = killed();
        old[8] = 2;
        Files.write(state(), old);
        Rehearsal.play(configuration(), false);
        try (Appliance appliance = Appliance.start(configuration())) {
            assertEquals(1, appliance.keptGroups());
            assertEquals("[unknown, unknown]", states(appliance, 1), "whatever is registered");
            assertEquals("[unknown, unknown]", states(appliance, 9));
            assertEquals(
                    List.of(
                            "state file "
                                    + state()
                                    + " has layout 2, and this build has 3: all 2 groups of it"
                                    + " begin anew with unknown feedback; members that were"
                                    + " evicted are in service again"),
                    appliance.warnings());
        }
        try (Appliance appliance = Appliance.start(configuration())) {
            assertEquals(List.of(), appliance.warnings(), "said once");
        }
    }

    @Test
    void shouldLeaveTheOldFileWhenTheStartFails() throws Exception {
        final byte[] old = killed();
        old[8] = 2;
        Files.write(state(), old);
        final Configuration missing = configuration("leaf1", "pcap, in: " + dir + "/none.pcap");
        assertThrows(ApplianceException.class, () -> Appliance.start(missing));
        assertArrayEquals(old, Files.readAllBytes(state()));
        assertFalse(Files.exists(dir.resolve("s.state.new")));
    }

    @Test
    void shouldNameTheGroupWhoseRecordIsDamaged() throws Exception {
        final byte[] bytes = killed();
        final PathFeedback paths = paths(bytes);
        int id = 0;
        while (paths.mcstId(id) != 0x0AFF_0009) {
            id++;
        }
        flip(bytes, FeedbackLayout.length(MAX_GROUPS, 0) + id * FeedbackLayout.PATH_LENGTH, 4);
        try (Appliance appliance = Appliance.start(configuration())) {
            assertEquals("[evicted, evicted]", states(appliance, 1));
            assertEquals("[unknown, unknown]", states(appliance, 9));
            assertEquals(
                    List.of(
                            "group 10.255.0.9 begins anew with unknown feedback, for its state is"
                                    + " damaged (path record "
                                    + id
                                    + " is damaged); members that were evicted are in service"
                                    + " again"),
                    appliance.warnings());
        }
    }

    @Test
    void shouldNameGroupsThatADamagedGroupRecordMayHaveBeenOf() throws Exception {
        final byte[] bytes = killed();
        final GroupFeedback groups = new GroupFeedback(words(bytes));
        int slot = 0;
        while (groups.mcstId(slot) != 0x0AFF_0001) {
            slot++;
        }
        flip(bytes, slot * FeedbackLayout.GROUP_LENGTH + 97, 1);
        try (Appliance appliance = Appliance.start(configuration())) {
            assertEquals("[unknown, unknown]", states(appliance, 1));
            assertEquals("[evicted, evicted]", states(appliance, 9));
            assertEquals(1, appliance.warnings().size());
            assertTrue(
                    appliance.warnings().get(0).contains("10.255.0.1 begins anew"),
                    appliance.warnings().get(0));
        }
        try (Appliance appliance = Appliance.start(configuration())) {
            assertEquals(List.of(), appliance.warnings(), "said once");
        }
    }

    @Test
    void shouldRefuseAnotherSwitchsStateBeforeAnyoneHandsOver() throws Exception {
        killed();
        final Configuration other = configuration("leaf2", "memory");
        final ApplianceException e =
                assertThrows(ApplianceException.class, () -> Rehearsal.play(other, false));
        assertEquals(ApplianceException.USAGE, e.exitCode());
        assertTrue(e.getMessage().contains("is of switch \"leaf1\", not of leaf2"), e.getMessage());
        assertThrows(ApplianceException.class, () -> Appliance.start(other));
    }

    private void flip(final byte[] bytes, final int at, final int bit) throws IOException {
        bytes[HEADER + at] ^= (byte) bit;
        Files.write(state(), bytes);
    }
}
