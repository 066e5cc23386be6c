package io.polycast.dataplane.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupPicture;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;

/** A role of tests: it holds frames of its groups for a time, and then sends each on one port. */
public final class HoldSchema implements RoleSchema {
    /** Time that frames are held, in ns. */
    public static final Key<Long> TIME =
            Key.optional("time", Types.duration(1, 1_000_000_000L), 1_000_000L, "How long.");

    static final Section SECTION = Section.of("hold", TIME);
    static final Key<Values> HOLD = Key.optional("hold", SECTION, Values.NONE, "How to hold.");
    static final Key<String> PORT = Key.required("port", Types.NAME_TEXT, "Where frames leave.");

    /**
     * An entry.
     *
     * @param mcstId of the group
     * @param port index of the port on which its frames leave
     */
    public record Entry(int mcstId, int port) implements GroupEntry {
        @Override
        public int pathCount() {
            return 1;
        }
    }

    @Override
    public String name() {
        return "hold";
    }

    @Override
    public List<Key<?>> sections() {
        return List.of(HOLD);
    }

    @Override
    public Section entry() {
        return Section.of("group", EntryKeys.ID, PORT);
    }

    @Override
    public Key<Integer> id() {
        return EntryKeys.ID;
    }

    @Override
    public void check(
            final Values entry,
            final List<String> portNames,
            final boolean ipv6,
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
        return new Entry(entry.get(EntryKeys.ID), portNames.indexOf(entry.get(PORT)));
    }

    @Override
    public ObjectNode write(final GroupEntry entry, final List<String> portNames) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", Addresses.formatQuad(entry.mcstId()))
                .put("port", portNames.get(((Entry) entry).port()));
    }

    @Override
    public List<String> describe(final GroupEntry entry, final List<String> portNames) {
        return List.of("group " + Addresses.formatQuad(entry.mcstId()) + ": held");
    }

    @Override
    public boolean shows(final GroupPicture picture) {
        return true;
    }

    @Override
    public ObjectNode summary(final GroupPicture picture, final List<String> portNames) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", Addresses.formatQuad(picture.mcstId()));
    }

    @Override
    public ObjectNode detailed(
            final ObjectNode node, final GroupPicture picture, final List<String> portNames) {
        return node;
    }
}
