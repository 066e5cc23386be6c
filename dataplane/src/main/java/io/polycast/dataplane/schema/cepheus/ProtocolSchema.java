package io.polycast.dataplane.schema.cepheus;

import io.polycast.core.cepheus.CepheusSettings.CnpSettings;
import io.polycast.core.cepheus.CepheusSettings.ExchangeSettings;
import io.polycast.core.cepheus.CepheusSettings.ProtocolSettings;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;

/** The {@code protocol:} section: timers and windows of role cepheus. */
final class ProtocolSchema {
    static final Key<Long> NAK_REPEAT =
            Key.optional(
                    "nakRepeat",
                    Types.duration(0, 10_000_000_000L),
                    1_000_000L,
                    "After this time another NAK for the same loss passes to the source.");
    static final Key<Long> IDLE_ANEW =
            Key.optional(
                    "idleAnew",
                    Types.duration(1_000_000L, 3_600_000_000_000L),
                    5_000_000_000L,
                    "After this time without data of its source a group begins anew: nothing is"
                        + " answered from memory. More than four retry timers of every source.");
    static final Key<Long> ANSWER_WINDOW =
            Key.optional(
                    "answerWindow",
                    NumberType.range(1, 1 << 22),
                    65_536L,
                    "Data farther behind the minimum, in packets, begins the group anew: more than"
                            + " a source ever has in flight.");
    static final Key<Long> SOURCE_WINDOW =
            Key.optional(
                    "sourceWindow",
                    NumberType.range(1, 1 << 22),
                    1L << 20,
                    "How far past the aggregated ACK a new source's first PSN may lie, in"
                            + " packets.");
    static final Key<Long> CNP_WINDOW =
            Key.optional(
                    "cnpWindow",
                    Types.duration(1_000, 10_000_000_000L),
                    1_000_000L,
                    "Over this time a path's CNPs are counted.");
    static final Key<Long> CNP_GAP =
            Key.optional(
                    "cnpGap",
                    Types.duration(0, 1_000_000_000L),
                    50_000L,
                    "No CNP is held back for longer: the notification point's own gap.");
    static final Key<Long> CNP_HYSTERESIS =
            Key.optional(
                    "cnpHysteresis",
                    NumberType.range(0, 1 << 20),
                    2L,
                    "CNPs that a path must be ahead to become the most congested one.");
    static final Section SECTION =
            Section.of(
                    "protocol",
                    NAK_REPEAT,
                    IDLE_ANEW,
                    ANSWER_WINDOW,
                    SOURCE_WINDOW,
                    CNP_WINDOW,
                    CNP_GAP,
                    CNP_HYSTERESIS);

    private ProtocolSchema() {}

    static ProtocolSettings build(final Values v) {
        return new ProtocolSettings(
                v.get(SOURCE_WINDOW).intValue(),
                v.get(NAK_REPEAT),
                new ExchangeSettings(v.get(IDLE_ANEW), v.get(ANSWER_WINDOW).intValue()),
                new CnpSettings(
                        v.get(CNP_WINDOW), v.get(CNP_GAP), v.get(CNP_HYSTERESIS).intValue()));
    }
}
