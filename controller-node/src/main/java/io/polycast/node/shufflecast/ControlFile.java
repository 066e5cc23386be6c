package io.polycast.node.shufflecast;

import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.dataplane.yaml.YamlText;
import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.ShuffleShape;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the file of {@code polycast shufflecast control} (docs/shufflecast.md, Control). */
public final class ControlFile {
    /** Most nodes: the rules of a ToR fit a line, and a repair takes less than a second. */
    public static final int MOST_NODES = 4096;

    private static final long MS = 1_000_000;
    private static final Key<Long> P =
            Key.required("p", NumberType.range(2, 62), "ToRs that a splitter leads to.");
    private static final Key<Long> K =
            Key.required("k", NumberType.range(1, 16), "Columns of ToRs.");
    private static final Key<Long> TORS =
            Key.absent(
                    "tors",
                    NumberType.range(2, MOST_NODES),
                    "k p^k",
                    "ToR switches; fewer than k p^k make some of them several nodes.");
    private static final Key<Values> SHUFFLECAST =
            Key.required("shufflecast", Section.of("shufflecast", P, K, TORS), "The instance.");
    private static final Key<InetSocketAddress> LISTEN =
            Key.required("listen", Types.ENDPOINT, "TCP for relays and applications.");
    private static final Key<Path> TOKEN_FILE =
            Key.required("tokenFile", Types.FILE_PATH, "File of mode 0600 with their token.");
    private static final Key<Path> STATE =
            Key.absent(
                    "state",
                    Types.FILE_PATH,
                    "groups end with the control",
                    "File that keeps the members of groups over a restart.");
    private static final Key<Long> RETURN_AFTER =
            Key.optional(
                    "returnAfter",
                    Types.duration(100 * MS, 3_600_000 * MS),
                    1000 * MS,
                    "How long a failed relay must be heard before it relays again.");
    private static final Key<Values> CONTROL =
            Key.required(
                    "control",
                    Section.of("control", LISTEN, TOKEN_FILE, STATE, RETURN_AFTER),
                    "The process.");
    private static final Section FILE = Section.of("the file", SHUFFLECAST, CONTROL);

    private ControlFile() {}

    /**
     * @param file to read
     * @return what it says
     * @throws ConfigurationException with one line per problem
     */
    public static ControlSettings read(final Path file) throws ConfigurationException {
        final Problems problems = new Problems(file.toString());
        final String text = YamlText.load(file, problems);
        problems.throwIfAny();
        return parse(file.toString(), text);
    }

    /** Reads a text; the name is for messages. */
    public static ControlSettings parse(final String name, final String text)
            throws ConfigurationException {
        final Problems problems = new Problems(name);
        final Node root = YamlText.compose(text, problems);
        problems.throwIfAny();
        final Values file = FILE.read(root, name, problems);
        problems.throwIfAny();
        final Values instance = file.get(SHUFFLECAST);
        final Values control = file.get(CONTROL);
        final Placement placement = placement(instance, problems);
        problems.throwIfAny();
        return new ControlSettings(
                control.get(LISTEN),
                control.get(TOKEN_FILE),
                control.has(STATE) ? control.get(STATE) : null,
                shape(instance),
                placement.tors(),
                control.get(RETURN_AFTER));
    }

    private static ShuffleShape shape(final Values instance) {
        return new ShuffleShape(instance.get(P).intValue(), instance.get(K).intValue());
    }

    private static Placement placement(final Values instance, final Problems problems) {
        try {
            final ShuffleShape shape = shape(instance);
            if (shape.nodes() > MOST_NODES) {
                problems.error(
                        instance.at(P),
                        "a "
                                + shape
                                + "-Shufflecast has "
                                + shape.nodes()
                                + " nodes, and a control serves "
                                + MOST_NODES,
                        "take a smaller p or k");
                return null;
            }
            return new Placement(
                    shape, instance.has(TORS) ? instance.get(TORS).intValue() : shape.nodes());
        } catch (final IllegalArgumentException wrong) {
            problems.error(
                    instance.at(instance.has(TORS) ? TORS : P),
                    wrong.getMessage(),
                    "see polycast shufflecast plan");
            return null;
        }
    }
}
