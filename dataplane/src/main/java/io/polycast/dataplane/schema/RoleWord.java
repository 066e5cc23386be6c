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
    /** Roles that have a place in the format but not in this version. */
    private static final List<String> NOT_YET = List.of("shufflecast");

    private final List<RoleSchema> roles;

    RoleWord(final List<RoleSchema> roles) {
        super("word", roles.stream().map(RoleSchema::name).collect(Collectors.joining(" or ")));
        this.roles = roles;
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
        if (NOT_YET.contains(written)) {
            throw new BadValueException("role " + written + " is not in this version");
        }
        final String nearest = Nearest.to(written, roles.stream().map(RoleSchema::name).toList());
        throw new BadValueException(
                "'" + Nodes.shortened(written) + "' is not allowed",
                "write " + allowed() + (nearest == null ? "" : " (did you mean " + nearest + "?)"));
    }
}
