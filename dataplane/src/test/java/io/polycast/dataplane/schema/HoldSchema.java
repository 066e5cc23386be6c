package io.polycast.dataplane.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.HoldEntry;
import io.polycast.core.role.HoldPicture;
import io.polycast.core.role.HoldingRole;
import io.polycast.core.role.RoleMaker;
import io.polycast.core.role.RoleSettings;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.Durations;
import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.stream.Stream;

/** A role of tests: it holds frames of its groups for a time, and then sends each on one port. */
public final class HoldSchema implements RoleSchema {
    /** The roles of this version and this one. */
    public static final List<RoleSchema> ROLES =
            Stream.concat(RoleSchemas.ALL.stream(), Stream.of(new HoldSchema())).toList();

    private static final Key<Long> COPIES =
            Key.optional("copies", NumberType.range(1, 3), 1L, "Of each frame of no group.");
    private static final Key<Values> HOLD =
            Key.optional("hold", Section.of("hold", COPIES), Values.NONE, "How to hold.");
    private static final Key<String> PORT =
            Key.required("port", Types.NAME_TEXT, "Where frames leave.");
    private static final Key<Long> TIME =
            Key.optional("time", Types.duration(1, 1_000_000_000L), 1_000_000L, "How long.");

    /**
     * What the section says.
     *
     * @param copies of each frame of no group
     */
    public record Settings(int copies) implements RoleSettings {}

    @Override
    public String name() {
        return "hold";
    }

    @Override
    public List<Key<?>> sections() {
        return List.of(HOLD);
    }

    @Override
    public Settings settings(final Values file, final List<String> portNames) {
        return new Settings(file.get(HOLD).get(COPIES).intValue());
    }

    @Override
    public boolean holds() {
        return true;
    }

    @Override
    public RoleMaker maker(final Configuration configuration) {
        final int ports = configuration.ports().size();
        final int copies = ((Settings) configuration.roleSettings()).copies();
        return parts -> new HoldingRole(parts.store(), ports, copies);
    }

    @Override
    public Section entry() {
        return Section.of("group", EntryKeys.ID, PORT, TIME);
    }

    @Override
    public Key<Integer> id() {
        return EntryKeys.ID;
    }

    @Override
    public void check(
            final Values entry,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        if (entry.has(PORT) && portNames != null && !portNames.contains(entry.get(PORT))) {
            problems.error(
                    entry.at(PORT),
                    "there is no port '" + entry.get(PORT) + "'",
                    "the ports are " + String.join(", ", portNames));
        }
    }

    @Override
    public int paths(final Values entry) {
        return 1;
    }

    @Override
    public GroupEntry build(final Values entry, final List<String> portNames) {
        return new HoldEntry(
                entry.get(EntryKeys.ID), portNames.indexOf(entry.get(PORT)), entry.get(TIME));
    }

    @Override
    public ObjectNode write(final GroupEntry entry, final List<String> portNames) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", Addresses.formatQuad(entry.mcstId()))
                .put("port", portNames.get(((HoldEntry) entry).port()))
                .put("time", Durations.format(((HoldEntry) entry).timeNs()));
    }

    @Override
    public List<String> describe(final GroupEntry entry, final List<String> portNames) {
        return List.of("group " + Addresses.formatQuad(entry.mcstId()) + ": held");
    }

    @Override
    public ObjectNode summary(final GroupPicture picture, final List<String> portNames) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", Addresses.formatQuad(picture.mcstId()))
                .put("frames", ((HoldPicture) picture).frames());
    }

    @Override
    public ObjectNode detailed(
            final ObjectNode node, final GroupPicture picture, final List<String> portNames) {
        return node.set("entry", write(((HoldPicture) picture).entry(), portNames));
    }
}
