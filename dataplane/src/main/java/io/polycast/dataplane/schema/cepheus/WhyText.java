package io.polycast.dataplane.schema.cepheus;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.GroupWait;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Durations;
import io.polycast.mft.spec.GroupPolicy;
import io.polycast.mft.spec.SilentPolicy;
import java.util.List;

/** Reason for which a group waits, as JSON for people: {@code show why}. */
final class WhyText {
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final double MILLIS = 1_000;

    private WhyText() {}

    /**
     * @param group to explain
     * @param nowNs time of the switch, in ns
     * @param portNames of the switch, by index
     * @return an object
     */
    static ObjectNode of(final GroupView group, final long nowNs, final List<String> portNames) {
        final GroupWait wait = GroupWait.of(group);
        final PathView holder = wait.holder() < 0 ? null : group.paths().get(wait.holder());
        final ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("id", Addresses.formatQuad(group.mcstId()));
        TableImage.hop(node, "holder", group, wait.holder(), portNames);
        node.put("others", wait.others());
        TableImage.psn(node, "ack_psn", holder == null ? -1 : holder.ackPsn());
        TableImage.psn(node, "highest_psn", group.progress().highestPsn());
        age(node, "since_s", nowNs, group.progress().movedNs());
        age(node, "last_heard_s", nowNs, holder == null ? 0 : holder.lastHeardNs());
        node.put("waits_for", waitsFor(wait, holder, group.progress().highestPsn()));
        return node.put("next", next(wait, group, holder));
    }

    private static void age(
            final ObjectNode node, final String key, final long nowNs, final long thenNs) {
        if (thenNs == 0) {
            node.putNull(key);
        } else {
            node.put(key, Math.max(0, nowNs - thenNs) / NANOS_A_MILLI / MILLIS);
        }
    }

    private static String waitsFor(
            final GroupWait wait, final PathView holder, final int highestPsn) {
        return switch (wait.kind()) {
            case SOURCE -> "the first data: no member has sent";
            case RECEIVER -> "a receiver in service: all are evicted";
            case DATA -> "data of the source: all receivers have acknowledged what was sent";
            case FIRST_FEEDBACK ->
                    holder.lastHeardNs() == 0
                            ? "the first ACK of the holder, which has never answered"
                            : "the first ACK of the holder since the source began";
            case ACK ->
                    "an ACK of the holder for PSN " + wait.psn() + "; " + highestPsn + " was sent";
            case RETRANSMISSION ->
                    "the source's retransmission of PSN "
                            + wait.psn()
                            + ", which the holder asked for";
        };
    }

    private static String next(final GroupWait wait, final GroupView group, final PathView holder) {
        final String next =
                switch (wait.kind()) {
                    case SOURCE -> "the sender of the first data becomes the source";
                    case RECEIVER ->
                            "nothing by itself; 'group set' without epoch brings evicted members"
                                    + " back";
                    case DATA -> "the next data leaves to all receivers";
                    case RETRANSMISSION -> "the retransmission leaves to all that lack it";
                    case FIRST_FEEDBACK, ACK -> ofSilence(group.spec().policy());
                };
        return holder == null || holder.spec().isHost()
                ? next
                : next + "; the holder is a switch, ask it 'show why' too";
    }

    private static String ofSilence(final GroupPolicy policy) {
        if (policy.silent() == SilentPolicy.FREEZE) {
            return "policy.silent is freeze: the group waits until the source has used up its"
                    + " retries";
        }
        return "policy.silent is "
                + (policy.silent() == SilentPolicy.DEMOTE ? "demote" : "evict")
                + ": two unanswered repetitions of a request, the second "
                + Durations.format(policy.silentAfterNs())
                + " after the request, take the holder out of service";
    }
}
