package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.dataplane.yaml.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;

/** Checks the configuration files of several switches against each other. */
public final class SwitchFiles {
    private SwitchFiles() {}

    /**
     * @param paths of files without errors of their own, at least two
     * @throws ConfigurationException with one line per problem
     */
    public static void check(final List<Path> paths) throws ConfigurationException {
        final List<SwitchFile> files = new ArrayList<>();
        RoleSchema role = null;
        for (final Path path : paths) {
            final Problems problems = new Problems(path.toString());
            final String text = YamlText.load(path, problems);
            problems.throwIfAny();
            final Node root = YamlText.compose(text, problems);
            problems.throwIfAny();
            final FileSchema schema = FileSchema.of(root, RoleSchemas.ALL);
            final Values file = schema.section().read(root, path.toString(), problems);
            problems.throwIfAny();
            final Values identity = file.get(schema.switchKey());
            if (role != null && role != schema.role()) {
                problems.error(
                        identity.at(schema.roleKey()),
                        "role " + schema.role().name() + " beside files of role " + role.name(),
                        "check files of one role at a time");
                problems.throwIfAny();
            }
            role = schema.role();
            files.add(
                    new SwitchFile(
                            identity.get(Schema.Switch.NAME),
                            identity.get(Schema.Switch.MAC),
                            file,
                            file.get(schema.groupsKey()),
                            problems));
        }
        role.checkTogether(files);
        for (final SwitchFile file : files) {
            file.problems().throwIfAny();
        }
    }
}
