package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.drivers.DpdkSchema;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.spec.McstPrefix;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The keys that files of all roles have; sections of many keys are in {@link PipelineSchema}, {@link
 * LimitsSchema}, {@link PortSchema} and {@link DpdkSchema}.
 */
final class Schema {
    static final int MOST_PORTS = 64;

    private Schema() {}

    /** The {@code switch:} section. */
    static final class Switch {
        static final Key<String> NAME =
                Key.optional(
                        "name",
                        Types.NAME_TEXT,
                        "switch",
                        "Name of the switch, for people and file names.");
        static final Key<Long> MAC =
                Key.required(
                        "mac",
                        Types.MAC,
                        "Source MAC of every frame that the switch rewrites or authors.");
        static final Key<McstPrefix> MCST_PREFIX =
                Key.absent(
                        "mcstPrefix",
                        Types.PREFIX,
                        "none",
                        "Addresses of groups that come and go: ARP and ND are answered for all of"
                                + " them.");
        static final Key<byte[]> MCST_PREFIX6 =
                Key.absent(
                        "mcstPrefix6",
                        Types.PREFIX6,
                        "none",
                        "First 96 bits of the address of an IPv6 group; the McstID follows.");

        /** The section; its role is one of those that the file may name. */
        static Section section(final Key<RoleSchema> role) {
            return Section.of("switch", NAME, role, MAC, MCST_PREFIX, MCST_PREFIX6)
                    .moved(Map.of("sourceWindow", "protocol.sourceWindow"));
        }

        private Switch() {}
    }

    /** The {@code control:} section. */
    static final class Control {
        static final Key<Path> SOCKET =
                Key.absent(
                        "socket",
                        Types.FILE_PATH,
                        "run/NAME.sock",
                        "Unix domain socket for commands, mode 0600.");
        static final Key<Path> COUNTERS =
                Key.absent(
                        "counters", Types.FILE_PATH, "run/NAME.counters", "Mapped counters file.");
        static final Key<Path> STATE =
                Key.absent(
                        "state",
                        Types.FILE_PATH,
                        "run/NAME.state",
                        "Mapped file with the feedback words of all groups.");
        static final Section SECTION = Section.of("control", SOCKET, COUNTERS, STATE);

        private Control() {}
    }

    /** The file as a whole. */
    static final class File {
        static final Key<Values> PIPELINE =
                Key.optional(
                        "pipeline",
                        PipelineSchema.SECTION,
                        Values.NONE,
                        "How frames go through it.");
        static final Key<Values> LIMITS =
                Key.optional(
                        "limits",
                        LimitsSchema.SECTION,
                        Values.NONE,
                        "Room of the tables, and rates that neighbours may not exceed.");
        static final Key<Values> DPDK = DpdkSchema.FILE;
        static final Key<List<ListType.Located<Values>>> PORTS =
                Key.required(
                        "ports",
                        new ListType<>(PortSchema.SECTION, 1, MOST_PORTS),
                        "The ports; a port's index is its place in this list.");
        static final Key<List<ListType.Located<List<ListType.Located<String>>>>> WIRES =
                Key.optional(
                        "wires",
                        new ListType<>(new ListType<>(Types.NAME_TEXT, 2, 2), 0, MOST_PORTS / 2),
                        List.of(),
                        "Pairs of ports between which everything that is not multicast crosses.");
        static final Key<Values> CONTROL =
                Key.optional(
                        "control",
                        Control.SECTION,
                        Values.NONE,
                        "Files through which other processes look at the switch.");

        private File() {}
    }
}
