package io.polycast.dataplane.schema.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupProgress;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code show why} of a group whose second receiver is stuck. */
class WhyTextTest {
    private static final long S = 1_000_000_000L;
    private static final GroupPolicy EVICT =
            new GroupPolicy(FatalNakPolicy.FAIL_GROUP, SilentPolicy.EVICT, 2 * S);

    private static PathSpec host(final int number) {
        return new PathSpec(
                number, -1, new byte[] {10, 0, 0, (byte) (number + 1)}, number, 7, null);
    }

    private static ObjectNode why(final GroupPolicy policy, final PathSpec stuck) {
        final List<PathSpec> specs = List.of(host(0), host(1), stuck);
        final List<PathView> paths =
                List.of(
                        new PathView(0, specs.get(0), "source", -1, -1, 0, 0, 0),
                        new PathView(1, specs.get(1), "receiver", 99, -1, 0, 9 * S, 0),
                        new PathView(2, specs.get(2), "receiver", 41, -1, 0, 4 * S, 0));
        final GroupSpec spec =
                new GroupSpec(0x0AFF0001, 0, 0, false, policy, GroupSpec.NO_EPOCH, specs);
        final GroupView view =
                new GroupView(
                        0x0AFF0001,
                        spec,
                        1,
                        new GroupProgress(0, 41, 99, -1, 2, -1, 5 * S),
                        paths,
                        GroupDatapath.USER,
                        null,
                        null);
        return WhyText.of(view, 10 * S + 500_000_000, List.of("p0", "p1", "p2"));
    }

    @Test
    void shouldNameTheStuckReceiver() {
        final ObjectNode why = why(EVICT, host(2));
        assertEquals("10.255.0.1", why.get("id").textValue());
        assertEquals("p2 10.0.0.3", why.get("holder").textValue());
        assertEquals(0, why.get("others").intValue());
        assertEquals(41, why.get("ack_psn").intValue());
        assertEquals(99, why.get("highest_psn").intValue());
        assertEquals(5.5, why.get("since_s").doubleValue());
        assertEquals(6.5, why.get("last_heard_s").doubleValue());
        assertEquals(
                "an ACK of the holder for PSN 42; 99 was sent", why.get("waits_for").textValue());
        assertEquals(
                "policy.silent is evict: two unanswered repetitions of a request, the second 2s"
                        + " after the request, take the holder out of service",
                why.get("next").textValue());
    }

    @Test
    void shouldSendTheReaderToTheSwitchBehindAPath() {
        assertEquals(
                "policy.silent is freeze: the group waits until the source has used up its"
                        + " retries; the holder is a switch, ask it 'show why' too",
                why(GroupPolicy.WAIT, new PathSpec(2, -1, null, 9, 0, null))
                        .get("next")
                        .textValue());
    }
}
