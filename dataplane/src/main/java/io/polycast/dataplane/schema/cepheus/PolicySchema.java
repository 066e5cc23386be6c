package io.polycast.dataplane.schema.cepheus;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.Durations;
import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupPolicy;
import io.polycast.mft.spec.SilentPolicy;
import java.util.Locale;

/** The {@code policy:} of a group's entry: its keys, how they are read, and how they are written again. */
final class PolicySchema {
    static final Key<FatalNakPolicy> FATAL_NAK =
            Key.optional(
                    "fatalNak",
                    Choice.of(FatalNakPolicy.class),
                    FatalNakPolicy.FAIL_GROUP,
                    "What a member's NAK 0x61 to 0x64 does: pass on, or take the member out.");
    static final Key<SilentPolicy> SILENT =
            Key.optional(
                    "silent",
                    Choice.of(SilentPolicy.class),
                    SilentPolicy.FREEZE,
                    "What happens to a member that stops answering: wait, take out, serve by"
                            + " unicast.");
    static final Key<Long> SILENT_AFTER =
            Key.optional(
                    "silentAfter",
                    Types.duration(1_000_000L, 3_600_000_000_000L),
                    2_000_000_000L,
                    "How long after data first asked it must still be repeated, and left"
                            + " unanswered.");
    static final Section SECTION = Section.of("policy", FATAL_NAK, SILENT, SILENT_AFTER);

    private PolicySchema() {}

    static GroupPolicy build(final Values v) {
        return new GroupPolicy(v.get(FATAL_NAK), v.get(SILENT), v.get(SILENT_AFTER));
    }

    static ObjectNode write(final GroupPolicy policy) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("fatalNak", word(policy.fatalNak()))
                .put("silent", word(policy.silent()))
                .put("silentAfter", Durations.format(policy.silentAfterNs()));
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
