package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.Nodes;
import io.polycast.dataplane.yaml.ScalarType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.xdp.dpdk.DpdkSpec;
import io.polycast.xdp.dpdk.EalArguments;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Ports of driver dpdk, and the {@code dpdk:} section that all of them share. */
public final class DpdkSchema {
    // No blanks: DPDK takes none, and a blank would hide a forgotten comma.
    private static final Pattern DEVARGS = Pattern.compile("[A-Za-z0-9][^\\s]{0,511}");
    private static final int MOST_ARGUMENTS = 64;

    /** A device of DPDK. */
    private static final ScalarType<String> DEVARGS_TEXT =
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
    private static final ScalarType<String> ARGUMENT =
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

    private static final Key<List<ListType.Located<String>>> EAL =
            Key.absent(
                    "eal",
                    new ListType<>(ARGUMENT, 0, MOST_ARGUMENTS),
                    String.join(" ", EalArguments.DEFAULT),
                    "Arguments of DPDK's environment abstraction layer, a list entry each; which"
                            + " PCI devices it may touch is added, and that it shares nothing with"
                            + " other processes.");

    /** The {@code dpdk:} section. */
    public static final Key<Values> FILE =
            Key.optional(
                    "dpdk",
                    Section.of("dpdk", EAL),
                    Values.NONE,
                    "How DPDK runs, for ports of driver dpdk.");

    private static final Key<String> DEVICE =
            Key.absent("devargs", DEVARGS_TEXT, "none", "Device to drive, as DPDK writes it.");

    /** The driver. */
    public static final DriverSchema SCHEMA =
            new DriverSchema(
                    DpdkSpec.DRIVER,
                    List.of(DEVICE),
                    List.of(PortKeys.RING_SIZE),
                    DEVICE,
                    false,
                    DpdkSchema::spec);

    private DpdkSchema() {}

    private static DpdkSpec spec(final Values port, final List<Values> ports, final Values file) {
        final List<String> devices =
                ports.stream().map(each -> each.get(DEVICE)).filter(Objects::nonNull).toList();
        return new DpdkSpec(
                port.get(DEVICE),
                PortKeys.ringSize(port),
                PortKeys.mtu(port),
                arguments(file.get(FILE), devices));
    }

    /** Arguments of DPDK's start, given all of its devices. */
    private static List<String> arguments(final Values section, final List<String> devices) {
        final List<ListType.Located<String>> given = section.get(EAL);
        return EalArguments.forDevices(
                given == null
                        ? EalArguments.DEFAULT
                        : given.stream().map(ListType.Located::value).toList(),
                devices);
    }
}
