package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.spec.GroupSpec;
import java.util.List;

/** Every key of one entry of {@code groups:}, as it stands in the file and in {@code group set}. */
final class GroupSchema {
    static final Key<Long> MEMORY_BASE =
            Key.optional(
                    "memoryBase",
                    NumberType.unsigned64(),
                    0L,
                    "Group-virtual address that maps to every member's va.");
    static final Key<Long> INITIAL_PSN =
            Key.absent(
                    "initialPsn",
                    NumberType.range(0, 0xFF_FFFF),
                    "unknown",
                    "First PSN of the group; without it every path starts unknown.");
    static final Key<Long> EPOCH =
            Key.absent(
                    "epoch",
                    NumberType.unsigned32(),
                    "none",
                    "Connection epoch. A set with the same written epoch keeps what unchanged paths"
                            + " acknowledged; every other set begins the group anew.");
    static final Key<UcPolicy> UC =
            Key.optional(
                    "uc",
                    Choice.of(UcPolicy.class),
                    UcPolicy.REFUSE,
                    "Whether UC data is replicated, without filter and feedback.");
    static final Key<Values> POLICY =
            Key.optional("policy", PolicySchema.SECTION, Values.NONE, "What members' failures do.");

    static final Key<byte[]> HOST_IP = Key.required("ip", Types.HOST_IP, "Address of the member.");
    static final Key<Long> HOST_MAC = Key.required("mac", Types.MAC, "MAC address of the member.");
    static final Key<Long> HOST_QPN =
            Key.required("qpn", NumberType.range(2, 0xFF_FFFE), "Queue pair of the member.");
    static final Section HOST_SECTION = Section.of("host", HOST_IP, HOST_MAC, HOST_QPN);

    static final Key<Long> SWITCH_MAC =
            Key.required("mac", Types.MAC, "MAC address of the next switch.");
    static final Section SWITCH_SECTION = Section.of("switch", SWITCH_MAC);

    static final Key<Long> VA =
            Key.required("va", NumberType.unsigned64(), "First address of the member's region.");
    static final Key<Long> RKEY =
            Key.required("rkey", NumberType.unsigned32(), "Remote key of the region.");
    static final Key<Long> LENGTH =
            Key.absent(
                    "length",
                    Types.size(1, 1L << 48),
                    "unknown",
                    "Bytes of the region; without it bounds are left to the member's RNIC.");
    static final Section MEMORY_SECTION = Section.of("memory", VA, RKEY, LENGTH);

    static final Key<String> PORT =
            Key.required("port", Types.NAME_TEXT, "Port behind which the next hop is.");
    static final Key<Long> VLAN =
            Key.absent(
                    "vlan",
                    NumberType.range(0, 4094),
                    "as it came",
                    "VLAN that frames of this path carry.");
    static final Key<Values> HOST =
            Key.absent(
                    "host",
                    HOST_SECTION,
                    "none",
                    "The member; a path has either a host or a switch.");
    static final Key<Values> SWITCH =
            Key.absent(
                    "switch",
                    SWITCH_SECTION,
                    "none",
                    "The next switch of the tree: frames change only their MAC addresses.");
    static final Key<Values> MEMORY =
            Key.absent(
                    "memory",
                    MEMORY_SECTION,
                    "none: a WRITE to this member is refused",
                    "Region of the member that a WRITE goes to.");
    static final Key<Long> FIRST_PSN =
            Key.absent(
                    "firstPsn",
                    NumberType.range(0, 0xFF_FFFF),
                    "what the group expects",
                    "First PSN of a path that joins a running group: earlier data does not go to"
                            + " it.");
    static final Section PATH_SECTION =
            Section.of("path", PORT, VLAN, HOST, SWITCH, MEMORY, FIRST_PSN);
    static final Key<List<ListType.Located<Values>>> PATHS =
            Key.required(
                    "paths",
                    new ListType<>(PATH_SECTION, 1, GroupSpec.MAX_PATHS),
                    "The members and next switches; any member may be the source.");

    static final Section SECTION =
            Section.of("group", EntryKeys.ID, MEMORY_BASE, INITIAL_PSN, EPOCH, UC, POLICY, PATHS);

    /** Whether UC goes to a group. */
    enum UcPolicy {
        /** Counted and dropped. */
        REFUSE,
        /** Replicated. */
        ALLOW
    }

    private GroupSchema() {}
}
