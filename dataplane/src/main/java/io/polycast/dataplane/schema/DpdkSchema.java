package io.polycast.dataplane.schema;

import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.Nodes;
import io.polycast.dataplane.yaml.ScalarType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.xdp.dpdk.EalArguments;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The {@code dpdk:} section, and how devices of DPDK are written. */
final class DpdkSchema {
    // No blanks: DPDK takes none, and a blank would hide a forgotten comma.
    private static final Pattern DEVARGS = Pattern.compile("[A-Za-z0-9][^\\s]{0,511}");
    private static final int MOST_ARGUMENTS = 64;

    /** A device of DPDK. */
    static final ScalarType<String> DEVARGS_TEXT =
            new ScalarType<>(
                    "DPDK device",
                    "a PCI address such as \"0000:03:00.0\", or a virtual device with its arguments"
                            + " such as \"net_af_packet0,iface=eth0\"") {
                @Override
                public String parse(final ScalarNode scalar) throws BadValueException {
                    final String text = scalar.getValue();
                    if (!DEVARGS.matcher(text).matches()) {
                        throw new BadValueException(
                                "'" + Nodes.shortened(text) + "' is not a device of DPDK");
                    }
                    return text;
                }
            };

    /** One word of DPDK's command line. */
    static final ScalarType<String> ARGUMENT =
            new ScalarType<>("argument", "one word of DPDK's command line, such as --no-huge") {
                @Override
                public boolean takesTextOnly() {
                    return false; // "-m", 1024
                }

                @Override
                public String parse(final ScalarNode scalar) throws BadValueException {
                    final String text = scalar.getValue();
                    if (text.isBlank() || !text.equals(text.strip())) {
                        throw new BadValueException("an argument is blank or has blanks around it");
                    }
                    return text;
                }
            };

    static final Key<List<ListType.Located<String>>> EAL =
            Key.absent(
                    "eal",
                    new ListType<>(ARGUMENT, 0, MOST_ARGUMENTS),
                    String.join(" ", EalArguments.DEFAULT),
                    "Arguments of DPDK's environment abstraction layer, a list entry each; which"
                            + " PCI devices it may touch is added, and that it shares nothing with"
                            + " other processes.");

    static final Section SECTION = Section.of("dpdk", EAL);

    private DpdkSchema() {}

    /** What DPDK is started with, given all of its devices. */
    static List<String> arguments(final Values section, final List<String> devices) {
        final List<ListType.Located<String>> given = section.get(EAL);
        return EalArguments.forDevices(
                given == null
                        ? EalArguments.DEFAULT
                        : given.stream().map(ListType.Located::value).toList(),
                devices);
    }
}
