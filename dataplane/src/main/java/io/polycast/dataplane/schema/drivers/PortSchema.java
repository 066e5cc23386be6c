package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One entry of {@code ports:}. */
public final class PortSchema {
    /** All drivers, in the order of the reference: a new one is a line here. */
    private static final List<DriverSchema> DRIVERS =
            List.of(
                    MemorySchema.SCHEMA,
                    PcapSchema.SCHEMA,
                    DatagramSchema.SCHEMA,
                    AfXdpSchema.SCHEMA,
                    AfPacketSchema.SCHEMA,
                    DpdkSchema.SCHEMA);

    /** Name of the port. */
    public static final Key<String> NAME =
            Key.required("name", Types.NAME_TEXT, "Name that wires and groups use; unique.");

    /** Driver of the port. */
    public static final Key<DriverSchema> DRIVER =
            Key.required(
                    "driver", Choice.among("driver", words()), "What moves the port's frames.");

    /** Bytes behind the Ethernet header that the port has to carry. */
    public static final Key<Long> MTU = PortKeys.MTU;

    /** Keys that mean something to some drivers only. */
    public static final List<Key<?>> OF_SOME_DRIVERS =
            DRIVERS.stream().flatMap(DriverSchema::keys).distinct().toList();

    /** The entry. */
    public static final Section SECTION =
            Section.of(
                    "port",
                    Stream.concat(Stream.of(NAME, DRIVER, MTU), OF_SOME_DRIVERS.stream())
                            .toArray(Key<?>[]::new));

    private PortSchema() {}

    /**
     * @param port an entry whose keys could be read
     * @return whether its driver uses a network device
     */
    public static boolean hasDevice(final Values port) {
        return port.has(DRIVER) && port.get(DRIVER).needs().contains(PortKeys.DEVICE);
    }

    private static Map<DriverSchema, String> words() {
        final Map<DriverSchema, String> words = new LinkedHashMap<>();
        DRIVERS.forEach(each -> words.put(each, each.driver()));
        return words;
    }

    /**
     * Builds a port of values that have passed all checks.
     *
     * @param port the entry
     * @param ports all entries
     * @param file the whole file
     * @return the port
     */
    public static PortConfig build(final Values port, final List<Values> ports, final Values file) {
        return new PortConfig(
                port.get(NAME),
                PortKeys.mtu(port),
                port.get(DRIVER).maker().make(port, ports, file));
    }

    /**
     * @param key of the file
     * @return its meaning for the reference, with the drivers that need or take it
     */
    public static String meaning(final Key<?> key) {
        final String needed = drivers(DRIVERS.stream().filter(each -> each.needs().contains(key)));
        final String taken = drivers(DRIVERS.stream().filter(each -> each.takes().contains(key)));
        final String plain = key.meaning();
        final String open = plain.substring(0, plain.length() - 1);
        return !needed.isEmpty()
                ? open + "; required for " + needed + "."
                : taken.isEmpty() ? plain : open + "; " + taken + " only.";
    }

    private static String drivers(final Stream<DriverSchema> some) {
        final List<String> names = some.map(DriverSchema::driver).toList();
        final int last = names.size() - 1;
        return names.size() < 2
                ? String.join("", names)
                : names.stream().limit(last).collect(Collectors.joining(", "))
                        + " and "
                        + names.get(last);
    }
}
