package io.polycast.dataplane.schema.surrogate;

import io.polycast.core.surrogate.spec.CongestionSettings;
import io.polycast.core.surrogate.spec.CongestionSettings.Marked;
import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.HeaderLimits;
import io.polycast.core.surrogate.spec.SurrogateSettings.MemorySettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.VoqDrop;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.ValueType;
import io.polycast.dataplane.yaml.Values;
import java.util.ArrayList;
import java.util.List;

/** The {@code surrogate:} section. Defaults of sizes are those of the paper's Table 1. */
final class SurrogateKeys {
    /** Bytes of a unit of payload memory. */
    static final int UNIT = 256;

    private static final int MOST_LEGS = 62;
    private static final long KIB = 1024;
    private static final long MOST_MEMORY = 64 * KIB * KIB;
    private static final long MS = 1_000_000;

    static final Key<String> NODE =
            Key.required(
                    "node",
                    Types.NAME_TEXT,
                    "Name of the other node: its switch.name; groups forward to it.");
    static final Key<String> PORT =
            Key.required(
                    "port", Types.NAME_TEXT, "Port that leads there; hosts are on other ports.");
    static final Key<Long> MAC =
            Key.required("mac", Types.MAC, "MAC address of the other node: its switch.mac.");
    static final Key<Boolean> UPLINK =
            Key.optional(
                    "uplink",
                    Choice.truth(),
                    false,
                    "Whether the other node is above in the tree: IGMP reports go there.");
    static final Key<List<Located<Values>>> LEGS =
            Key.optional(
                    "legs",
                    new ListType<>(Section.of("leg", NODE, PORT, MAC, UPLINK), 0, MOST_LEGS),
                    List.of(),
                    "Ways to other nodes.");
    static final Key<List<Located<Long>>> LOSSLESS =
            Key.optional(
                    "lossless",
                    new ListType<>(NumberType.range(0, 7), 0, 8),
                    List.of(),
                    "Priorities whose frames are never dropped: PCP of the tag, else DSCP >> 3.");
    static final Key<Long> WEIGHT =
            Key.optional(
                    "multicastWeight",
                    NumberType.range(1, 99),
                    50L,
                    "Share of multicast against unicast groups at an exit, in percent of bytes.");
    static final Key<Boolean> SNOOPING =
            Key.optional("snooping", Choice.truth(), true, "Whether IGMP adds and removes exits.");
    static final Key<Long> SHARED =
            memory("sharedBuffer", 185 * KIB, "Payload memory of all lossy priorities together.");
    static final Key<Long> PRIVATE =
            memory(
                    "losslessBuffer",
                    227 * KIB,
                    "Payload memory of each lane of a lossless priority.");
    static final Key<Long> STOP =
            memory("stop", 160 * KIB, "Bytes of a lossless lane at which its senders are stopped.");
    static final Key<Long> GO =
            memory(
                    "go",
                    90 * KIB,
                    "A stopped lossless lane lets its senders go on when it is down to this many"
                            + " bytes.");
    static final Key<Long> HEADERS_HIGH =
            Key.optional(
                    "headersHigh",
                    NumberType.range(1, 65_536),
                    500L,
                    "Copies of a lossy lane from which on each new one is dropped.");
    static final Key<Long> HEADERS_LOW =
            Key.optional(
                    "headersLow",
                    NumberType.range(0, 65_536),
                    470L,
                    "Copies of a lossy lane below which none is dropped; half of them between.");
    static final Key<Long> HEADERS_LOSSLESS =
            Key.optional(
                    "headersLossless",
                    NumberType.range(8, 65_536),
                    291L,
                    "Copies of a lossless lane; more wait in their frames until there is room.");
    static final Key<VoqDrop> VOQ_DROP =
            Key.optional(
                    "voqDrop",
                    Choice.of(VoqDrop.class),
                    VoqDrop.HEAD,
                    "What a VOQ of a lossy priority drops at its limit.");
    static final Key<Long> VOQ_LIMIT =
            memory("voqLimit", 60 * KIB, "Bytes at which a VOQ of a lossy priority drops.");
    static final Key<Long> EXIT_SHARE =
            Key.optional(
                    "exitShare",
                    NumberType.range(1, 100),
                    66L,
                    "Share of sharedBuffer and headersHigh that one port or leg alone may fill with"
                            + " copies that wait or are not acknowledged, in percent; 100 for no"
                            + " bound.");
    static final Key<Long> REPEAT =
            Key.optional(
                    "repeat",
                    Types.duration(MS / 10, 10_000 * MS),
                    5 * MS,
                    "Time until a leg repeats what was not answered.");
    static final Key<Long> TRIES =
            Key.optional(
                    "tries",
                    NumberType.range(1, 1000),
                    100L,
                    "Repetitions without answer until a leg is given up and its memory is free.");
    static final Key<Long> LINK =
            Key.optional(
                    "linkMbps",
                    NumberType.range(1, 1_000_000),
                    10_000L,
                    "Speed of the links in Mb/s: a quantum of PAUSE is 512 bit times.");
    static final Key<Long> WATCHDOG =
            Key.optional(
                    "pauseWatchdog",
                    Types.duration(MS, 60_000 * MS),
                    200 * MS,
                    "Longest time that a neighbour may pause a class without a break.");

    static final Key<Marked> CONGESTION =
            Key.optional(
                    "congestion",
                    Choice.of(Marked.class),
                    Marked.NONE,
                    "Which flow a host is notified of by CNM (IEEE 802.1Q, clause 33) when a pool"
                            + " holds more than congestionBalance: that of the sampled frame, or"
                            + " the one that holds most.");
    static final Key<Long> BALANCE =
            memory(
                    "congestionBalance",
                    90 * KIB,
                    "Bytes of frames of this node's hosts that a pool is to hold.");
    static final Key<Long> SAMPLE =
            memory(
                    "congestionSample",
                    150 * KIB,
                    "Bytes that hosts send to a pool from one sample to the next.");

    static final Section SECTION =
            Section.of(
                    "surrogate",
                    LEGS,
                    LOSSLESS,
                    WEIGHT,
                    SNOOPING,
                    SHARED,
                    PRIVATE,
                    STOP,
                    GO,
                    HEADERS_HIGH,
                    HEADERS_LOW,
                    HEADERS_LOSSLESS,
                    VOQ_DROP,
                    VOQ_LIMIT,
                    EXIT_SHARE,
                    REPEAT,
                    TRIES,
                    LINK,
                    WATCHDOG,
                    CONGESTION,
                    BALANCE,
                    SAMPLE);

    private SurrogateKeys() {}

    private static Key<Long> memory(
            final String name, final long defaultBytes, final String meaning) {
        final ValueType<Long> size = Types.size(10 * KIB, MOST_MEMORY);
        return Key.optional(name, size, defaultBytes, meaning);
    }

    static SurrogateSettings build(final Values v, final List<String> portNames) {
        final List<LegSpec> legs = new ArrayList<>();
        for (final Located<Values> each : v.get(LEGS)) {
            final Values leg = each.value();
            legs.add(
                    new LegSpec(
                            leg.get(NODE),
                            portNames.indexOf(leg.get(PORT)),
                            leg.get(MAC),
                            leg.get(UPLINK)));
        }
        int lossless = 0;
        for (final Located<Long> each : v.get(LOSSLESS)) {
            lossless |= 1 << each.value();
        }
        return new SurrogateSettings(
                legs,
                lossless,
                v.get(WEIGHT).intValue(),
                v.get(SNOOPING),
                new MemorySettings(
                        units(v, SHARED),
                        units(v, PRIVATE),
                        units(v, STOP),
                        units(v, GO),
                        new HeaderLimits(
                                v.get(HEADERS_HIGH).intValue(),
                                v.get(HEADERS_LOW).intValue(),
                                v.get(HEADERS_LOSSLESS).intValue()),
                        v.get(VOQ_DROP),
                        units(v, VOQ_LIMIT),
                        v.get(EXIT_SHARE).intValue()),
                new TimerSettings(
                        v.get(REPEAT), v.get(TRIES).intValue(), v.get(LINK), v.get(WATCHDOG)),
                new CongestionSettings(
                        v.get(CONGESTION), units(v, BALANCE), v.get(SAMPLE).intValue()));
    }

    private static int units(final Values v, final Key<Long> key) {
        return (int) (v.get(key) / UNIT);
    }
}
