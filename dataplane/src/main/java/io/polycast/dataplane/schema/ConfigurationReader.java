package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.config.EngineConfig;
import io.polycast.dataplane.config.FramePlan;
import io.polycast.dataplane.config.PipelineConfig.Buffers;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.SwitchConfig;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.dataplane.yaml.YamlText;
import io.polycast.parser.contract.GroupEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;

/** Reads configuration files; every problem of a file is reported at once, up to a bound. */
public final class ConfigurationReader {
    private ConfigurationReader() {}

    /**
     * Reads a file.
     *
     * @param file to read
     * @return what it says
     * @throws ConfigurationException with one line per problem
     */
    public static Configuration read(final Path file) throws ConfigurationException {
        final Problems problems = new Problems(file.toString());
        final String text = YamlText.load(file, problems);
        problems.throwIfAny();
        return parse(file.toString(), text);
    }

    /**
     * Reads a text.
     *
     * @param name of the text, for messages
     * @param text of a whole configuration
     * @return what it says
     * @throws ConfigurationException with one line per problem
     */
    public static Configuration parse(final String name, final String text)
            throws ConfigurationException {
        return parse(name, text, RoleSchemas.ALL);
    }

    /**
     * Reads a text that may name other roles than this version's.
     *
     * @param name of the text, for messages
     * @param text of a whole configuration
     * @param roles that the text may name, the default first
     * @return what it says
     * @throws ConfigurationException with one line per problem
     */
    public static Configuration parse(
            final String name, final String text, final List<RoleSchema> roles)
            throws ConfigurationException {
        final Problems problems = new Problems(name);
        final Node root = YamlText.compose(text, problems);
        problems.throwIfAny();
        final FileSchema schema = FileSchema.of(root, roles);
        TextKind.requireConfiguration(schema, root, problems);
        problems.throwIfAny();
        final Values file = schema.section().read(root, name, problems);
        problems.throwIfAny(file == null);
        Relations.check(schema, file, problems);
        problems.throwIfAny();
        return build(name, schema, file, problems);
    }

    /**
     * Reads one entry of {@code groups:}, as YAML or JSON.
     *
     * @param name of the text, for messages
     * @param text of the entry
     * @param configuration of the switch that the group is for: resolves names of ports
     * @return the group
     * @throws ConfigurationException with one line per problem
     */
    public static GroupEntry parseGroup(
            final String name, final String text, final Configuration configuration)
            throws ConfigurationException {
        return parseGroup(new Problems(name), name, text, configuration);
    }

    /**
     * Reads one entry that stood in a longer text.
     *
     * @param name of the longer text, for messages
     * @param line that the entry begins in there, counted from 1
     * @param column of its first character there, counted from 1
     * @param text of the entry
     * @param configuration of the switch that the group is for
     * @return the group
     * @throws ConfigurationException with one line per problem, at its place in the longer text
     */
    public static GroupEntry parseGroup(
            final String name,
            final int line,
            final int column,
            final String text,
            final Configuration configuration)
            throws ConfigurationException {
        return parseGroup(new Problems(name, line, column), name, text, configuration);
    }

    private static GroupEntry parseGroup(
            final Problems problems,
            final String name,
            final String text,
            final Configuration configuration)
            throws ConfigurationException {
        final Node root = YamlText.compose(text, problems);
        problems.throwIfAny();
        final RoleSchema role = configuration.role();
        TextKind.requireEntry(role, root, problems);
        problems.throwIfAny();
        final Values group = FileSchema.entry(role, RoleSchemas.ALL).read(root, name, problems);
        problems.throwIfAny(group == null);
        final List<String> ports = configuration.ports().stream().map(PortConfig::name).toList();
        role.check(group, ports, configuration.identity().groupAddresses(), problems);
        problems.throwIfAny();
        return role.build(group, ports);
    }

    private static Configuration build(
            final String name, final FileSchema schema, final Values file, final Problems problems)
            throws ConfigurationException {
        final SwitchConfig identity = identity(schema, file.get(schema.switchKey()));
        final List<PortConfig> ports = ports(file);
        final int chunks = chunks(file, ports, schema.role(), problems);
        problems.throwIfAny();
        final List<String> names = ports.stream().map(PortConfig::name).toList();
        final List<Configuration.Wire> wires = new ArrayList<>();
        for (final Located<List<Located<String>>> each : file.get(Schema.File.WIRES)) {
            wires.add(
                    new Configuration.Wire(
                            names.indexOf(each.value().get(0).value()),
                            names.indexOf(each.value().get(1).value())));
        }
        final List<GroupEntry> groups = new ArrayList<>();
        for (final Located<Values> each : file.get(schema.groupsKey())) {
            groups.add(schema.role().build(each.value(), names));
        }
        return new Configuration(
                name,
                identity,
                new EngineConfig(
                        PipelineSchema.build(file.get(Schema.File.PIPELINE), chunks),
                        schema.role().settings(file, names),
                        LimitsSchema.build(file.get(Schema.File.LIMITS), schema.role()),
                        schema.role().kernel(file)),
                ports,
                wires,
                control(file.get(Schema.File.CONTROL), identity.name()),
                groups,
                problems.warnings());
    }

    private static SwitchConfig identity(final FileSchema schema, final Values v) {
        return new SwitchConfig(
                v.get(Schema.Switch.NAME),
                v.get(schema.roleKey()),
                v.get(Schema.Switch.MAC),
                v.get(Schema.Switch.MCST_PREFIX),
                v.get(Schema.Switch.MCST_PREFIX6));
    }

    /**
     * Chunks of the configuration, or enough for all rings to be full; checked against the least
     * number.
     */
    private static int chunks(
            final Values file,
            final List<PortConfig> ports,
            final RoleSchema role,
            final Problems problems) {
        final Values v = file.get(Schema.File.PIPELINE);
        final int batch = v.get(PipelineSchema.BATCH).intValue();
        final FramePlan enough =
                FramePlan.enough(
                        ports,
                        v.get(PipelineSchema.THREADING),
                        v.get(PipelineSchema.SHARDS).intValue(),
                        v.get(PipelineSchema.RING_SIZE).intValue(),
                        batch,
                        LimitsSchema.heldChunks(file.get(Schema.File.LIMITS), role));
        final int chunks =
                v.has(PipelineSchema.CHUNKS)
                        ? v.get(PipelineSchema.CHUNKS).intValue()
                        : enough.total();
        final int stocked = enough.stocked(ports, batch);
        if (enough.scaledTo(chunks).rxChunks() < stocked) {
            problems.error(
                    v.at(PipelineSchema.CHUNKS),
                    "chunks=" + chunks + " leave ports without memory to receive into",
                    "write at least "
                            + enough.least(stocked)
                            + ", or leave it out: then it is "
                            + enough.total());
        }
        if (chunks * v.get(PipelineSchema.CHUNK_SIZE) > Buffers.MOST_FRAME_MEMORY) {
            problems.error(
                    v.gives(PipelineSchema.CHUNKS)
                            ? v.at(PipelineSchema.CHUNKS)
                            : file.at(Schema.File.PORTS),
                    chunks
                            + " chunks of "
                            + v.get(PipelineSchema.CHUNK_SIZE)
                            + " bytes > 1 GiB of frame memory",
                    "lower chunks or chunkSize, or have fewer ports, queues or a smaller ringSize");
        }
        return chunks;
    }

    private static List<PortConfig> ports(final Values file) {
        final List<Values> all = file.get(Schema.File.PORTS).stream().map(Located::value).toList();
        return all.stream().map(each -> PortSchema.build(each, all, file)).toList();
    }

    private static ControlConfig control(final Values v, final String switchName) {
        final Path run = Path.of("run");
        return new ControlConfig(
                v.has(Schema.Control.SOCKET)
                        ? v.get(Schema.Control.SOCKET)
                        : run.resolve(switchName + ".sock"),
                v.has(Schema.Control.COUNTERS)
                        ? v.get(Schema.Control.COUNTERS)
                        : run.resolve(switchName + ".counters"),
                v.has(Schema.Control.STATE)
                        ? v.get(Schema.Control.STATE)
                        : run.resolve(switchName + ".state"));
    }
}
