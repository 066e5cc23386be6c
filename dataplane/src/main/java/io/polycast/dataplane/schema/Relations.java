package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.drivers.AfXdpSchema;
import io.polycast.dataplane.schema.drivers.DpdkSchema;
import io.polycast.dataplane.schema.drivers.DriverSchema;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Conditions between keys. They run on all keys that could be read, so that one error hides no
 * other.
 */
final class Relations {
    private static final int LARGEST_AF_XDP_CHUNK = 4096;

    private Relations() {}

    static void check(final FileSchema schema, final Values file, final Problems problems) {
        final List<String> names = new ArrayList<>();
        if (file.has(Schema.File.PORTS)) {
            checkPorts(file.get(Schema.File.PORTS), names, problems);
            checkWires(file.get(Schema.File.WIRES), names, problems);
            checkSilence(schema.role(), file, names, problems);
        }
        checkPipeline(file, problems);
        checkDpdk(file, problems);
        checkDatapath(file, problems);
        checkControl(file.get(Schema.File.CONTROL), problems);
        checkHeld(schema.role(), file, problems);
        final Values identity = file.get(schema.switchKey());
        // A prefix that was given but could not be read has been reported already.
        final GroupAddresses addresses =
                new GroupAddresses(
                        identity == null ? null : identity.get(Schema.Switch.MCST_PREFIX),
                        identity == null || identity.gives(Schema.Switch.MCST_PREFIX6));
        if (schema.role().runsAlone()) {
            checkAlone(schema.role(), file.get(Schema.File.PIPELINE), problems);
        }
        schema.role().checkFile(SwitchFiles.of(schema, file, problems));
        GroupRelations.check(
                schema, file, file.has(Schema.File.PORTS) ? names : null, addresses, problems);
    }

    private static void checkPorts(
            final List<Located<Values>> ports, final List<String> names, final Problems problems) {
        final Map<String, String> devices = new HashMap<>();
        for (final Located<Values> each : ports) {
            final Values port = each.value();
            final String name = port.get(PortSchema.NAME);
            if (name != null && names.contains(name)) {
                problems.error(
                        port.at(PortSchema.NAME),
                        "there are two ports '" + name + "'",
                        "give each port a name of its own");
            }
            names.add(name == null ? "" : name);
            checkDriver(port, problems);
            final DriverSchema driver = port.get(PortSchema.DRIVER);
            final Key<?> place = driver == null ? null : driver.place();
            if (place != null
                    && port.has(place)
                    && devices.putIfAbsent(shown(port.get(place)), "") != null) {
                problems.error(
                        port.at(place),
                        "two ports use " + shown(port.get(place)),
                        "use each device or local address for one port");
            }
        }
    }

    private static String shown(final Object place) {
        final String text = place.toString();
        // A device of DPDK is its name, whatever its arguments.
        return (text.startsWith("/") ? text.substring(1) : text).split(",", 2)[0];
    }

    private static void checkDriver(final Values port, final Problems problems) {
        final DriverSchema driver = port.get(PortSchema.DRIVER);
        if (driver == null) {
            return;
        }
        final String word = driver.driver();
        for (final Key<?> each : driver.needs()) {
            if (!port.gives(each)) {
                problems.error(
                        port.node(),
                        "a port of driver " + word + " lacks key '" + each.name() + "'",
                        "add it: " + each.type().allowed());
            }
        }
        for (final Key<?> each : PortSchema.OF_SOME_DRIVERS) {
            if (port.gives(each) && !driver.knows(each)) {
                problems.error(
                        port.at(each),
                        "key '" + each.name() + "' means nothing to driver " + word,
                        "remove it, or take another driver");
            }
        }
    }

    private static void checkWires(
            final List<Located<List<Located<String>>>> wires,
            final List<String> names,
            final Problems problems) {
        final List<String> wired = new ArrayList<>();
        for (final Located<List<Located<String>>> wire : wires) {
            for (final Located<String> end : wire.value()) {
                if (!names.contains(end.value())) {
                    problems.error(
                            end.node(),
                            "there is no port '" + end.value() + "'",
                            "the ports are " + String.join(", ", names));
                } else if (wired.contains(end.value())) {
                    problems.error(
                            end.node(),
                            "port '" + end.value() + "' has two wires",
                            "a port takes part in one wire at most");
                }
                wired.add(end.value());
            }
        }
    }

    /** Only programs of AF_XDP ports at both ends can carry frames past a silent switch. */
    private static void checkSilence(
            final RoleSchema role,
            final Values file,
            final List<String> names,
            final Problems problems) {
        if (!role.crossesWhenSilent(file)) {
            return;
        }
        for (final Located<List<Located<String>>> wire : file.get(Schema.File.WIRES)) {
            for (final Located<String> end : wire.value()) {
                final int port = names.indexOf(end.value());
                if (port >= 0
                        && file.get(Schema.File.PORTS).get(port).value().get(PortSchema.DRIVER)
                                != AfXdpSchema.SCHEMA) {
                    problems.warning(
                            end.node(),
                            "port '"
                                    + end.value()
                                    + "' is not af_xdp: its wire stops when the"
                                    + " switch is silent",
                            "take driver af_xdp at both ends, or kernel.whenSilent: closed");
                }
            }
        }
    }

    private static void checkPipeline(final Values file, final Problems problems) {
        final Values pipeline = file.get(Schema.File.PIPELINE);
        if (pipeline == null) {
            return;
        }
        SteeringRelations.check(file, pipeline, problems);
        if (pipeline.get(PipelineSchema.CHUNK_SIZE) > LARGEST_AF_XDP_CHUNK
                && file.has(Schema.File.PORTS)
                && file.get(Schema.File.PORTS).stream()
                        .anyMatch(
                                each ->
                                        each.value().get(PortSchema.DRIVER)
                                                == AfXdpSchema.SCHEMA)) {
            problems.error(
                    pipeline.at(PipelineSchema.CHUNK_SIZE),
                    "af_xdp ports take chunks of a page at most",
                    "write chunkSize: 4096");
        }
    }

    private static void checkDpdk(final Values file, final Problems problems) {
        if (file.has(Schema.File.DPDK)
                && file.has(Schema.File.PORTS)
                && file.get(Schema.File.PORTS).stream()
                        .noneMatch(
                                each -> each.value().get(PortSchema.DRIVER) == DpdkSchema.SCHEMA)) {
            problems.warning(
                    file.at(Schema.File.DPDK),
                    "no port is of driver dpdk: it is not started",
                    "remove the section, or give a port the driver");
        }
    }

    /** The kernel's programs verify no ICRC, and are for devices. */
    private static void checkDatapath(final Values file, final Problems problems) {
        final Values pipeline = file.get(Schema.File.PIPELINE);
        if (pipeline == null || pipeline.get(PipelineSchema.DATAPATH) != Datapath.KERNEL) {
            return;
        }
        if (pipeline.get(PipelineSchema.VERIFY_ICRC) == VerifyIcrc.ALL) {
            problems.error(
                    pipeline.at(PipelineSchema.DATAPATH),
                    "the kernel's programs verify no ICRC, but verifyIcrc is all",
                    "write verifyIcrc: feedback, or datapath: user");
        }
        if (file.has(Schema.File.PORTS)
                && file.get(Schema.File.PORTS).stream()
                        .noneMatch(
                                each ->
                                        each.value().get(PortSchema.DRIVER)
                                                == AfXdpSchema.SCHEMA)) {
            problems.warning(
                    pipeline.at(PipelineSchema.DATAPATH),
                    "no port is of driver af_xdp: the switch will not start",
                    "take driver af_xdp, or datapath: auto");
        }
    }

    private static void checkAlone(
            final RoleSchema role, final Values pipeline, final Problems problems) {
        if (pipeline == null) {
            return;
        }
        if (pipeline.get(PipelineSchema.SHARDS) != 1) {
            problems.error(
                    pipeline.at(PipelineSchema.SHARDS),
                    "role " + role.name() + " runs in one shard",
                    "write shards: 1, or remove it");
        }
        if (pipeline.get(PipelineSchema.DATAPATH) == Datapath.KERNEL) {
            problems.error(
                    pipeline.at(PipelineSchema.DATAPATH),
                    "role " + role.name() + " has no kernel datapath",
                    "write datapath: user, or remove it");
        }
    }

    private static void checkHeld(
            final RoleSchema role, final Values file, final Problems problems) {
        final Values limits = file.get(Schema.File.LIMITS);
        if (limits != null && limits.has(LimitsSchema.HELD_CHUNKS) && !role.holds()) {
            problems.warning(
                    limits.at(LimitsSchema.HELD_CHUNKS),
                    "role " + role.name() + " holds no frames: heldChunks has no effect",
                    "remove it");
        }
    }

    private static void checkControl(final Values control, final Problems problems) {
        if (control == null) {
            return;
        }
        final List<Path> seen = new ArrayList<>();
        for (final Key<Path> each :
                List.of(Schema.Control.SOCKET, Schema.Control.COUNTERS, Schema.Control.STATE)) {
            final Path path = control.get(each);
            if (path == null) {
                continue;
            }
            if (seen.contains(path.normalize())) {
                problems.error(
                        control.at(each),
                        "'" + each.name() + "' names a file that another key names",
                        "give each its own file");
            }
            seen.add(path.normalize());
        }
    }
}
