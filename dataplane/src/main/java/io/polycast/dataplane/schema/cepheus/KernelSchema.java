package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.config.KernelConfig;
import io.polycast.dataplane.config.KernelConfig.WhenSilent;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;

/** The {@code kernel:} section: settings of the programs in the kernel for role cepheus. */
final class KernelSchema {
    static final Key<Long> GROUPS =
            Key.optional(
                    "groups",
                    NumberType.range(1, EntryKeys.MOST_GROUPS),
                    4096L,
                    "Groups that the kernel may serve at a time, over all shards; takes 64"
                            + " bytes a group and port. Further ones stay in user space.");
    static final Key<WhenSilent> WHEN_SILENT =
            Key.optional(
                    "whenSilent",
                    Choice.of(WhenSilent.class),
                    WhenSilent.CLOSED,
                    "What the kernel does with frames on wires of af_xdp ports while the switch"
                            + " gives no sign of life: closed drops all, open lets cross what is"
                            + " not for a group.");
    static final Key<Long> HEARTBEAT =
            Key.optional(
                    "heartbeat",
                    Types.duration(1_000_000L, 60_000_000_000L),
                    100_000_000L,
                    "After this time without a sign of life the switch counts as silent.");
    static final Section SECTION = Section.of("kernel", GROUPS, WHEN_SILENT, HEARTBEAT);

    private KernelSchema() {}

    static KernelConfig build(final Values v, final long pauseNs) {
        return new KernelConfig(
                v.get(GROUPS).intValue(), v.get(WHEN_SILENT), v.get(HEARTBEAT), pauseNs);
    }
}
