package io.polycast.dataplane.schema.surrogate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleMaker;
import io.polycast.core.surrogate.SurrogateRole;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.view.SurrogateView;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Role surrogate: section {@code surrogate:}, and groups of ports and nodes. */
public final class SurrogateSchema implements RoleSchema {
    private static final int HELD = 2048;

    private static final Key<Values> SURROGATE =
            Key.optional(
                    "surrogate",
                    SurrogateKeys.SECTION,
                    Values.NONE,
                    "Legs, memory and timers of role surrogate.");

    @Override
    public String name() {
        return "surrogate";
    }

    @Override
    public List<Key<?>> sections() {
        return List.of(SURROGATE);
    }

    @Override
    public void checkFile(final SwitchFile file) {
        final Values section = file.file().get(SURROGATE);
        if (section != null && !file.ports().isEmpty()) {
            SwitchRelations.check(file, section);
        }
    }

    @Override
    public void checkTogether(final List<SwitchFile> files) {
        final NodesCheck check = new NodesCheck();
        for (final SwitchFile each : files) {
            check.add(
                    each.name(),
                    each.mac(),
                    each.file().get(SURROGATE),
                    each.ports(),
                    each.groups(),
                    each.problems());
        }
        check.check();
    }

    @Override
    public boolean runsAlone() {
        return true;
    }

    @Override
    public boolean holds() {
        return true;
    }

    @Override
    public int heldByDefault() {
        return HELD;
    }

    @Override
    public SurrogateSettings settings(final Values file, final List<String> portNames) {
        return SurrogateKeys.build(file.get(SURROGATE), portNames);
    }

    @Override
    public List<String> describe(final Configuration configuration) {
        return LegSummary.lines(configuration);
    }

    @Override
    public Map<String, Object> values(final Configuration configuration) {
        return Map.of("legs", LegSummary.values(configuration));
    }

    @Override
    public List<String> portWarnings(
            final Configuration configuration, final IntUnaryOperator longest) {
        return LegLengths.warnings(configuration, longest);
    }

    @Override
    public RoleMaker maker(final Configuration configuration) {
        final SurrogateSettings settings = (SurrogateSettings) configuration.roleSettings();
        return parts ->
                new SurrogateRole(
                        configuration.identity().mac(),
                        configuration.ports().size(),
                        configuration.limits().tables().maxGroups(),
                        settings,
                        parts.store(),
                        parts.counters(),
                        parts.incarnation());
    }

    @Override
    public Section entry() {
        return GroupKeys.SECTION;
    }

    @Override
    public Key<Integer> id() {
        return GroupKeys.ID;
    }

    @Override
    public void check(
            final Values entry,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        GroupKeys.check(entry, portNames, problems);
    }

    @Override
    public int paths(final Values entry) {
        return entry.get(GroupKeys.DELIVER).size() + entry.get(GroupKeys.FORWARD).size();
    }

    @Override
    public GroupEntry build(final Values entry, final List<String> portNames) {
        return GroupKeys.build(entry, portNames);
    }

    @Override
    public ObjectNode write(final GroupEntry entry, final List<String> portNames) {
        return GroupKeys.write((SurrogateGroup) entry, portNames);
    }

    @Override
    public List<String> describe(final GroupEntry entry, final List<String> portNames) {
        return GroupKeys.describe((SurrogateGroup) entry, portNames);
    }

    @Override
    public ObjectNode summary(final GroupPicture picture, final List<String> portNames) {
        return SurrogateImage.summary((SurrogateView) picture, portNames);
    }

    @Override
    public ObjectNode detailed(
            final ObjectNode node, final GroupPicture picture, final List<String> portNames) {
        return SurrogateImage.detailed(node, (SurrogateView) picture, portNames);
    }
}
