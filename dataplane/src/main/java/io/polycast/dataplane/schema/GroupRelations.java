package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.error.Mark;

/** Checks the groups of a file: each by the schema of its role, and all against each other and the limits. */
final class GroupRelations {
    private GroupRelations() {}

    /**
     * @param portNames of the switch, or null when they are not known
     * @param addresses that groups of the switch have
     */
    static void check(
            final FileSchema schema,
            final Values file,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        final RoleSchema role = schema.role();
        final Map<Integer, Mark> places = new HashMap<>();
        long paths = 0;
        int count = 0;
        for (final Located<Values> each : file.get(schema.groupsKey())) {
            final Values group = each.value();
            role.check(group, portNames, addresses, problems);
            final Integer id = group.get(role.id());
            if (id != null) {
                final Mark here = group.at(role.id()).getStartMark();
                final Mark first = places.putIfAbsent(id, here);
                if (first != null) {
                    problems.error(
                            here,
                            "line "
                                    + (first.getLine() + 1)
                                    + " has a group "
                                    + Addresses.formatQuad(id)
                                    + " too",
                            "give each group an id of its own");
                }
            }
            paths += role.paths(group);
            count++;
        }
        atMost("groups", count, LimitsSchema.MAX_GROUPS, schema, file, problems);
        atMost("paths", paths, LimitsSchema.MAX_PATHS, schema, file, problems);
    }

    private static void atMost(
            final String what,
            final long count,
            final Key<Long> limit,
            final FileSchema schema,
            final Values file,
            final Problems problems) {
        final Values limits = file.get(Schema.File.LIMITS);
        if (limits != null && count > limits.get(limit)) {
            problems.error(
                    file.at(schema.groupsKey()),
                    count + " " + what + " > limits." + limit.name() + "=" + limits.get(limit),
                    "raise limits." + limit.name() + " to at least " + count);
        }
    }
}
