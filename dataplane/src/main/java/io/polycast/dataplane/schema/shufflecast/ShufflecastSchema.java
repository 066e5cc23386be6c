package io.polycast.dataplane.schema.shufflecast;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleMaker;
import io.polycast.core.shufflecast.ShufflecastRole;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.view.ShufflecastView;
import io.polycast.dataplane.config.Addresses;
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

/** Role shufflecast: section {@code shufflecast:}, and groups of ports. */
public final class ShufflecastSchema implements RoleSchema {
    private static final Key<Values> SHUFFLECAST =
            Key.required(
                    "shufflecast",
                    ShufflecastKeys.SECTION,
                    "Place of the ToR, its splitters and sources; role shufflecast only.");

    @Override
    public String name() {
        return "shufflecast";
    }

    @Override
    public List<Key<?>> sections() {
        return List.of(SHUFFLECAST);
    }

    @Override
    public void checkFile(final SwitchFile file) {
        if (file.file().has(SHUFFLECAST)) {
            ShufflecastRelations.check(file, file.file().get(SHUFFLECAST));
        }
    }

    @Override
    public boolean runsAlone() {
        return true;
    }

    @Override
    public ShufflecastSettings settings(final Values file, final List<String> portNames) {
        return ShufflecastKeys.build(file.get(SHUFFLECAST), portNames);
    }

    @Override
    public List<String> describe(final Configuration configuration) {
        return RelaySummary.lines(configuration);
    }

    @Override
    public Map<String, Object> values(final Configuration configuration) {
        return Map.of("relays", RelaySummary.values(configuration));
    }

    @Override
    public RoleMaker maker(final Configuration configuration) {
        final ShufflecastSettings settings = (ShufflecastSettings) configuration.roleSettings();
        return parts ->
                new ShufflecastRole(
                        configuration.identity().mac(),
                        configuration.ports().size(),
                        configuration.limits().tables().maxGroups(),
                        settings,
                        parts.counters());
    }

    @Override
    public Section entry() {
        return MemberKeys.SECTION;
    }

    @Override
    public Key<Integer> id() {
        return MemberKeys.ID;
    }

    @Override
    public void check(
            final Values entry,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        MemberKeys.check(entry, portNames, problems);
    }

    @Override
    public int paths(final Values entry) {
        return MemberKeys.ports(entry).size();
    }

    @Override
    public GroupEntry build(final Values entry, final List<String> portNames) {
        return MemberKeys.build(entry, portNames);
    }

    @Override
    public ObjectNode write(final GroupEntry entry, final List<String> portNames) {
        return MemberKeys.write((ShufflecastGroup) entry, portNames);
    }

    @Override
    public List<String> describe(final GroupEntry entry, final List<String> portNames) {
        final ShufflecastGroup group = (ShufflecastGroup) entry;
        return List.of(
                "group "
                        + Addresses.formatQuad(group.mcstId())
                        + ": members at "
                        + String.join(", ", MemberKeys.names(group.ports(), portNames)));
    }

    @Override
    public ObjectNode summary(final GroupPicture picture, final List<String> portNames) {
        final ShufflecastView view = (ShufflecastView) picture;
        final List<String> ports = MemberKeys.names(view.ports(), portNames);
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", Addresses.formatQuad(view.mcstId()))
                .put("ports", String.join(" ", ports))
                .put("frames", view.frames())
                .put("copies", view.copies());
    }

    @Override
    public ObjectNode detailed(
            final ObjectNode node, final GroupPicture picture, final List<String> portNames) {
        final ShufflecastGroup group = new ShufflecastGroup(picture.mcstId(), picture.ports());
        return node.set("entry", MemberKeys.write(group, portNames));
    }
}
