package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.disk.FileSizeLimit;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.GroupEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of groups set in a running switch: what is refused leaves no trace, the others survive. */
@Timeout(120)
class RuntimeGroupsTest {
    @TempDir private Path dir;

    private String yaml(final String threading, final int shards, final int groups) {
        return """
        switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
        pipeline: {threading: %s, shards: %d, chunks: 4096}
        limits: {maxGroups: %d, maxPaths: 64}
        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
        control: {socket: %4$s/c.sock, counters: %4$s/c.counters, state: %4$s/c.state}
        groups:
          - {id: 10.255.0.1, paths: [{port: p0, switch: {mac: "02:00:00:00:00:01"}}]}
        """
                .formatted(threading, shards, groups, dir);
    }

    private static GroupEntry group(final String yaml, final int last) throws Exception {
        return ConfigurationReader.parseGroup(
                "entry",
                "{id: 10.255.0.%d, paths: [{port: p1, switch: {mac: \"02:00:00:00:00:09\"}}]}"
                        .formatted(last),
                ConfigurationReader.parse("test.yaml", yaml));
    }

    private static List<GroupEntry> groups(final String yaml, final int from, final int to)
            throws Exception {
        final List<GroupEntry> groups = new ArrayList<>();
        for (int last = from; last < to; last++) {
            groups.add(group(yaml, last));
        }
        return groups;
    }

    private static int id(final int last) {
        return 0x0AFF0000 | last;
    }

    private static long set(final List<SetOutcome> outcomes) {
        return outcomes.stream().filter(each -> each.refusal() == null).count();
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 2"})
    void shouldTakeBackWhatTheTableRefuses(final String threading, final int shards)
            throws Exception {
        final String yaml = yaml(threading, shards, 8);
        final List<Boolean> there = new ArrayList<>();
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            final List<SetOutcome> outcomes =
                    rig.appliance.setGroups(groups(yaml, 2, 40), SetCondition.NONE);
            assertEquals(38, outcomes.size());
            assertEquals(8L * shards - 1, set(outcomes), "as many as the tables hold");
            for (int i = 0; i < outcomes.size(); i++) {
                final SetOutcome each = outcomes.get(i);
                there.add(each.refusal() == null);
                assertEquals(each.refusal() == null ? 2 : 0, rig.appliance.version(id(2 + i)));
                assertEquals(each.refusal() == null, rig.appliance.group(id(2 + i)) != null);
                if (each.refusal() != null) {
                    assertEquals(ControlException.USAGE, each.refusal().exitCode());
                }
            }
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(List.of(), rig.appliance.warnings());
            for (int i = 0; i < there.size(); i++) {
                assertEquals(there.get(i), rig.appliance.group(id(2 + i)) != null, "group " + i);
            }
        }
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldSetWhatTheDiskHasRoomFor() throws Exception {
        final String yaml = yaml("fused", 1, 64);
        final long set;
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            rig.appliance.setGroup(group(yaml, 2));
            final long before = Files.size(dir.resolve("c.state.groups"));
            final List<SetOutcome> outcomes;
            try (FileSizeLimit limit = new FileSizeLimit(before + 2_000)) {
                outcomes = rig.appliance.setGroups(groups(yaml, 3, 40), SetCondition.NONE);
            }
            set = set(outcomes);
            assertTrue(set > 2 && set < 20, set + " set");
            for (int i = 0; i < outcomes.size(); i++) {
                final boolean isSet = i < set;
                assertEquals(isSet, outcomes.get(i).refusal() == null, "group " + i);
                assertEquals(isSet, rig.appliance.group(id(3 + i)) != null, "group " + i);
                if (!isSet) {
                    final String why = outcomes.get(i).refusal().getMessage();
                    assertTrue(why.contains("is as it was"), why);
                }
            }
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(List.of(), rig.appliance.warnings());
            assertEquals(1 + set, rig.appliance.keptGroups());
        }
    }

    @Test
    void shouldHoldTheConditionForEachByItself() throws Exception {
        final String yaml = yaml("fused", 1, 64);
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            rig.appliance.setGroups(groups(yaml, 4, 6), SetCondition.NONE);
            rig.appliance.setGroup(group(yaml, 5));
            final SetCondition create = new SetCondition(true, 0);
            final List<SetOutcome> created = rig.appliance.setGroups(groups(yaml, 1, 7), create);
            assertEquals(3, set(created));
            assertNotNull(created.get(0).refusal(), "the configuration's");
            assertNotNull(created.get(4).refusal());
            final List<SetOutcome> second =
                    rig.appliance.setGroups(groups(yaml, 1, 8), new SetCondition(false, 3));
            assertEquals(1, set(second));
            assertEquals(4, second.get(4).version());
            assertEquals(3, second.get(4).before());
            assertNull(rig.appliance.group(id(7)));
        }
    }

    @Test
    void shouldKnowWhereAGroupComesFromAfterARestart() throws Exception {
        final String yaml = yaml("fused", 1, 64);
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(GroupOrigin.FILE, rig.appliance.origin(id(1)));
            rig.appliance.setGroup(group(yaml, 2));
            rig.appliance.setGroups(
                    List.of(group(yaml, 3)), SetCondition.NONE, GroupOrigin.REGISTRATION);
            rig.appliance.setGroup(group(yaml, 1));
            assertEquals(GroupOrigin.COMMAND, rig.appliance.origin(id(1)), "until the restart");
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(GroupOrigin.FILE, rig.appliance.origin(id(1)));
            assertEquals(GroupOrigin.COMMAND, rig.appliance.origin(id(2)));
            assertEquals(GroupOrigin.REGISTRATION, rig.appliance.origin(id(3)));
        }
    }

    /** The journal keeps what cannot be installed: whoever creates must not lose it. */
    @Test
    void shouldKnowAGroupThatIsKeptButNotInstalled() throws Exception {
        final String yaml = yaml("fused", 1, 64);
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            rig.appliance.setGroup(group(yaml, 7));
        }
        final String other = yaml.replace("name: p1", "name: p2");
        try (ApplianceRig rig = new ApplianceRig(other)) {
            assertNull(rig.appliance.group(id(7)));
            assertEquals(1, rig.appliance.warnings().size());
            final GroupEntry fits = group(other.replace("p2", "p1"), 7);
            assertEquals(0, set(rig.appliance.setGroups(List.of(fits), new SetCondition(true, 0))));
            final SetOutcome set = rig.appliance.setGroup(fits);
            assertEquals(3, set.version());
            assertEquals(2, set.before());
        }
    }
}
