package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problem;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.dataplane.yaml.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
            files.add(of(schema, file, problems));
        }
        if (areDistinct(files)) {
            role.checkTogether(files);
        }
        final List<Problem> all = new ArrayList<>();
        for (final SwitchFile file : files) {
            try {
                file.problems().throwIfAny();
            } catch (final ConfigurationException e) {
                all.addAll(e.problems());
            }
        }
        if (!all.isEmpty()) {
            throw new ConfigurationException(all);
        }
    }

    private static boolean areDistinct(final List<SwitchFile> files) {
        final Set<String> names = new HashSet<>();
        final Map<Long, String> macs = new HashMap<>();
        boolean distinct = true;
        for (final SwitchFile file : files) {
            if (!names.add(file.name())) {
                distinct = false;
                file.problems()
                        .error(
                                file.file().node(),
                                "another file has switch.name '" + file.name() + "' too",
                                "give each switch a name of its own");
                continue;
            }
            final String other = macs.putIfAbsent(file.mac(), file.name());
            if (other != null) {
                distinct = false;
                file.problems()
                        .error(
                                file.file().node(),
                                "switch '" + other + "' has the same switch.mac",
                                "give each switch a MAC address of its own");
            }
        }
        return distinct;
    }

    /** What could be read of a file. */
    static SwitchFile of(final FileSchema schema, final Values file, final Problems problems) {
        final Values identity = file.get(schema.switchKey());
        final boolean hasMac = identity != null && identity.has(Schema.Switch.MAC);
        final Set<String> wired = new HashSet<>();
        file.get(Schema.File.WIRES)
                .forEach(wire -> wire.value().forEach(end -> wired.add(end.value())));
        return new SwitchFile(
                identity == null ? null : identity.get(Schema.Switch.NAME),
                hasMac ? identity.get(Schema.Switch.MAC) : 0,
                identity == null ? null : identity.get(Schema.Switch.MCST_PREFIX),
                file,
                file.has(Schema.File.PORTS) ? file.get(Schema.File.PORTS) : List.of(),
                wired,
                file.get(schema.groupsKey()),
                problems);
    }
}
