package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig.KeyFile;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.wire.Udp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The {@code registration:} section. */
final class RegistrationSchema {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;

    /** How packets are verified. */
    enum Auth {
        /** By HMAC-SHA-256 with a key. */
        HMAC,
        /** Not at all: whoever reaches a port registers and removes groups. */
        NONE
    }

    static final Key<Long> PORT =
            Key.optional(
                    "port",
                    NumberType.range(1, 0xFFFF),
                    (long) Mrp.PORT,
                    "UDP port of MRP; the same on all switches and hosts.");
    static final Key<Auth> AUTH =
            Key.optional(
                    "auth",
                    Choice.of(Auth.class),
                    Auth.HMAC,
                    "How packets are verified; with none whoever reaches a port registers and"
                            + " removes groups.");
    static final Key<Long> KEY_ID =
            Key.required("id", NumberType.unsigned32(), "Number of the key in packets.");
    static final Key<Path> KEY_FILE =
            Key.required(
                    "file",
                    Types.FILE_PATH,
                    "File of mode 0600 with 64 hexadecimal digits or more; read again when it"
                            + " changes.");
    static final Key<List<Located<Values>>> KEYS =
            Key.optional(
                    "keys",
                    new ListType<>(
                            Section.of("key", KEY_ID, KEY_FILE), 1, MrpAuthenticator.MOST_KEYS),
                    List.of(),
                    "Keys that are valid; the first signs.");
    static final Key<Long> AGE_AFTER =
            Key.optional(
                    "ageAfter",
                    Types.duration(SECOND_NS, 1000 * 24 * HOUR_NS),
                    24 * HOUR_NS,
                    "A group that its leader does not refresh for this time ends.");
    static final Key<Long> GROUPS_PER_LEADER =
            Key.optional(
                    "maxGroupsPerLeader",
                    NumberType.range(1, 1 << 20),
                    256L,
                    "Groups that one leader may have, in each shard.");
    static final Key<Long> MEMBERS =
            Key.optional(
                    "maxMembers",
                    NumberType.range(2, 32_768),
                    4096L,
                    "Members that one group may have.");
    static final Key<Long> BUDGET =
            Key.optional(
                    "packetsPerSecond",
                    NumberType.range(1, 1_000_000),
                    20_000L,
                    "MRP packets that one port may send, before any signature is verified.");
    static final Key<UnicastKeys.Unicast> UNICAST =
            Key.required(
                    "unicast",
                    UnicastKeys.TYPE,
                    "Ways to hosts: the kernel's, or a list of prefixes with their next hops.");
    static final Section SECTION =
            Section.of(
                    "registration",
                    PORT,
                    AUTH,
                    KEYS,
                    AGE_AFTER,
                    GROUPS_PER_LEADER,
                    MEMBERS,
                    BUDGET,
                    UNICAST);

    private RegistrationSchema() {}

    static void check(final SwitchFile file, final Values section) {
        final Problems problems = file.problems();
        if (file.prefix() == null) {
            problems.error(
                    section.node(),
                    "registration needs switch.mcstPrefix",
                    "add mcstPrefix to the switch section, such as 10.255.0.0/16");
        }
        if (section.has(PORT) && section.get(PORT) == Udp.PORT_ROCE) {
            problems.error(
                    section.at(PORT),
                    "port " + Udp.PORT_ROCE + " is RoCEv2's",
                    "take another one, or leave it out: " + Mrp.PORT);
        }
        checkKeys(section, problems);
        if (section.has(UNICAST)) {
            UnicastKeys.check(file, section.get(UNICAST));
            checkDevices(file, section);
        }
    }

    private static void checkDevices(final SwitchFile file, final Values section) {
        final boolean deviceless =
                !file.ports().isEmpty()
                        && file.ports().stream()
                                .noneMatch(each -> PortSchema.hasDevice(each.value()));
        if (section.get(UNICAST).kernel() && deviceless) {
            file.problems()
                    .error(
                            section.at(UNICAST),
                            "no port has a device of the kernel",
                            "list prefixes with their hops");
        }
    }

    private static void checkKeys(final Values section, final Problems problems) {
        final boolean none = section.get(AUTH) == Auth.NONE;
        if (none && section.gives(KEYS)) {
            problems.error(
                    section.at(KEYS),
                    "keys with auth: none are not used",
                    "remove them, or write auth: hmac");
        } else if (!none && !section.gives(KEYS) && !section.gives(AUTH) || lacksKeys(section)) {
            problems.error(
                    section.node(),
                    "registration has no keys",
                    "add keys: [{id: 1, file: mrp.key}], or write auth: none");
        }
        final List<Long> ids = new ArrayList<>();
        for (final Located<Values> each : section.get(KEYS)) {
            final Long id = each.value().get(KEY_ID);
            if (id != null && ids.contains(id)) {
                problems.error(
                        each.value().at(KEY_ID),
                        "two keys have id " + id,
                        "give each key a number of its own");
            }
            ids.add(id);
        }
    }

    private static boolean lacksKeys(final Values section) {
        return section.has(AUTH) && section.get(AUTH) == Auth.HMAC && !section.gives(KEYS);
    }

    static RegistrationConfig build(final Values v, final List<String> portNames) {
        final List<KeyFile> keys = new ArrayList<>();
        for (final Located<Values> each : v.get(KEYS)) {
            keys.add(new KeyFile(each.value().get(KEY_ID).intValue(), each.value().get(KEY_FILE)));
        }
        final UnicastKeys.Unicast unicast = v.get(UNICAST);
        return new RegistrationConfig(
                v.get(PORT).intValue(),
                keys,
                v.get(AGE_AFTER),
                new RegistrationConfig.Limits(
                        v.get(GROUPS_PER_LEADER).intValue(),
                        v.get(MEMBERS).intValue(),
                        v.get(BUDGET).intValue()),
                unicast.kernel(),
                UnicastKeys.routes(unicast, portNames),
                UnicastKeys.hosts(unicast, portNames));
    }
}
