package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Nearest;
import io.polycast.dataplane.yaml.Nodes;
import io.polycast.dataplane.yaml.ScalarType;
import java.util.List;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The name of a role. */
final class RoleWord extends ScalarType<RoleSchema> {
    private final List<RoleSchema> roles;

    RoleWord(final List<RoleSchema> roles) {
        super("word", words(roles));
        this.roles = roles;
    }

    private static String words(final List<RoleSchema> roles) {
        final int last = roles.size() - 1;
        final String others =
                roles.stream().limit(last).map(RoleSchema::name).collect(Collectors.joining(", "));
        return others.isEmpty() ? roles.get(last).name() : others + " or " + roles.get(last).name();
    }

    @Override
    public String show(final RoleSchema value) {
        return value.name();
    }

    @Override
    public RoleSchema parse(final ScalarNode scalar) throws BadValueException {
        final String written = scalar.getValue();
        for (final RoleSchema each : roles) {
            if (each.name().equals(written)) {
                return each;
            }
        }
        final String nearest = Nearest.to(written, roles.stream().map(RoleSchema::name).toList());
        throw new BadValueException(
                "'" + Nodes.shortened(written) + "' is not allowed",
                "write " + allowed() + (nearest == null ? "" : " (did you mean " + nearest + "?)"));
    }
}
