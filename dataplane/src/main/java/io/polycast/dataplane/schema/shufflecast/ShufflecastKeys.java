package io.polycast.dataplane.schema.shufflecast;

import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.ScalarType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.ValueType;
import io.polycast.dataplane.yaml.Values;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The {@code shufflecast:} section. */
final class ShufflecastKeys {
    private static final int MOST_NODES = 16;
    private static final int MOST_IN = 62;
    private static final long MS = 1_000_000;

    /** Who tells a relay its rules. */
    enum Rules {
        /** A control, after each start. */
        CONTROL,
        /** The file: those of algorithm 1. */
        STATIC
    }

    /**
     * Keys of one logical node: in the section itself, or in an entry of {@code nodes}.
     *
     * @param tor number of the node
     * @param splitter port to its splitter
     * @param in ports from splitters
     */
    record NodeKeys(Key<Long> tor, Key<String> splitter, Key<List<Located<String>>> in) {}

    private static final ScalarType<Integer> ADDRESS =
            new ScalarType<>("IPv4", "a unicast address such as 10.16.0.0") {
                @Override
                public Integer parse(final ScalarNode scalar) throws BadValueException {
                    final byte[] ip = Addresses.parseIp(scalar.getValue());
                    final int address = ip.length == 4 ? Addresses.quad(ip) : 0;
                    final int first = address >>> 24;
                    if (first == 0 || first == 127 || first >= 224) {
                        throw new BadValueException(
                                scalar.getValue() + " cannot be the address of a source");
                    }
                    return address;
                }
            };

    static final Key<Long> P =
            Key.required("p", NumberType.range(2, 62), "ToRs that a splitter leads to, and from.");
    static final Key<Long> K = Key.required("k", NumberType.range(1, 16), "Columns of ToRs.");
    static final NodeKeys OWN = keys(false);
    static final NodeKeys EACH = keys(true);
    static final Key<List<Located<Values>>> NODES =
            Key.absent(
                    "nodes",
                    new ListType<>(
                            Section.of("node", EACH.tor(), EACH.splitter(), EACH.in()),
                            1,
                            MOST_NODES),
                    "tor, splitter and in",
                    "Logical nodes of a ToR that is several; the first delivers to members.");
    static final Key<Integer> BASE =
            Key.required("base", ADDRESS, "First address of ToR 0; the next ToRs follow.");
    static final Key<Long> LENGTH =
            Key.required(
                    "length", NumberType.range(1, 32), "Bits of the prefix that each ToR owns.");
    static final Key<Values> SOURCES =
            Key.required(
                    "sources",
                    Section.of("sources", BASE, LENGTH),
                    "Addresses of hosts: ToR i owns base + i * 2^(32-length).");
    static final Key<Long> HEARTBEAT =
            Key.optional(
                    "heartbeat",
                    Types.duration(MS, 10_000 * MS),
                    10 * MS,
                    "Time between two heartbeats into the splitter; the same in all ToRs.");
    static final Key<Long> MISSED =
            Key.optional(
                    "missed",
                    NumberType.range(1, 1000),
                    3L,
                    "Heartbeats in a row without which a relay counts as silent.");
    static final Key<Rules> RULES =
            Key.optional(
                    "rules",
                    Choice.of(Rules.class),
                    Rules.CONTROL,
                    "Who tells the rules: a control after each start, or static: those of"
                            + " algorithm 1, without repair.");

    static final Key<InetSocketAddress> CONTROL =
            Key.absent(
                    "control",
                    Types.ENDPOINT,
                    "none",
                    "Endpoint of the control that tells the rules: polycast shufflecast control.");
    static final Key<Path> TOKEN_FILE =
            Key.absent(
                    "tokenFile",
                    Types.FILE_PATH,
                    "none",
                    "File of mode 0600 with the control's token.");

    static final Section SECTION =
            Section.of(
                    "shufflecast",
                    P,
                    K,
                    OWN.tor(),
                    OWN.splitter(),
                    OWN.in(),
                    NODES,
                    SOURCES,
                    HEARTBEAT,
                    MISSED,
                    RULES,
                    CONTROL,
                    TOKEN_FILE);

    private ShufflecastKeys() {}

    private static NodeKeys keys(final boolean required) {
        return new NodeKeys(
                key(
                        required,
                        "tor",
                        NumberType.range(0, ShuffleShape.MAX_NODES - 1),
                        "Number of the node, as polycast shufflecast plan has it."),
                key(required, "splitter", Types.NAME_TEXT, "Port to its splitter: transmit only."),
                key(
                        required,
                        "in",
                        new ListType<>(Types.NAME_TEXT, 1, MOST_IN),
                        "Ports from splitters, receive only: of the mirror in partition 0, in"
                                + " partition 1, and so on."));
    }

    private static <T> Key<T> key(
            final boolean required,
            final String name,
            final ValueType<T> type,
            final String meaning) {
        return required
                ? Key.required(name, type, meaning)
                : Key.absent(name, type, "those of nodes", meaning);
    }

    /**
     * @param section as far as it could be read
     * @return the instance, or null when p or k is missing
     * @throws IllegalArgumentException when the instance is too large, in words for people
     */
    static ShuffleShape shape(final Values section) {
        return section.has(P) && section.has(K)
                ? new ShuffleShape(section.get(P).intValue(), section.get(K).intValue())
                : null;
    }

    static ShufflecastSections build(final Values section, final List<String> portNames) {
        final ShuffleShape shape = shape(section);
        final List<RelaySpec> relays = new ArrayList<>();
        if (section.has(NODES)) {
            for (final Located<Values> each : section.get(NODES)) {
                relays.add(relay(section, each.value(), EACH, shape, portNames));
            }
        } else {
            relays.add(relay(section, section, OWN, shape, portNames));
        }
        final Values sources = section.get(SOURCES);
        final ShufflecastSettings settings =
                new ShufflecastSettings(
                        relays,
                        new SourceRange(
                                sources.get(BASE), sources.get(LENGTH).intValue(), shape.nodes()),
                        section.get(HEARTBEAT),
                        section.get(MISSED).intValue());
        return new ShufflecastSections(
                settings,
                section.has(CONTROL)
                        ? new ShufflecastSections.Control(
                                section.get(CONTROL), section.get(TOKEN_FILE), shape.p(), shape.k())
                        : null);
    }

    private static RelaySpec relay(
            final Values section,
            final Values node,
            final NodeKeys keys,
            final ShuffleShape shape,
            final List<String> portNames) {
        final int tor = node.get(keys.tor()).intValue();
        final List<Integer> in = new ArrayList<>();
        final List<Integer> upstreams = new ArrayList<>();
        for (final Located<String> port : node.get(keys.in())) {
            upstreams.add(shape.mirror(shape.feeder(tor), in.size()));
            in.add(portNames.indexOf(port.value()));
        }
        return new RelaySpec(
                tor,
                portNames.indexOf(node.get(keys.splitter())),
                in,
                upstreams,
                section.get(RULES) == Rules.STATIC
                        ? Arrays.stream(new StaticRelays(shape).sources(tor)).boxed().toList()
                        : null);
    }
}
