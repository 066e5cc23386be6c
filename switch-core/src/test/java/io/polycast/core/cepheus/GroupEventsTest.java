package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.group;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.parser.wire.Aeth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the core tells a listener, each event once. */
class GroupEventsTest {
    private final List<String> told = new ArrayList<>();
    private final GroupEvents listener =
            new GroupEvents() {
                @Override
                public void memberEvicted(
                        final int mcstId, final PathSpec member, final EvictionCause cause) {
                    told.add("evicted " + member.port() + " " + cause);
                }

                @Override
                public void sourceMoved(final int mcstId, final PathSpec from, final PathSpec to) {
                    told.add("source " + from.port() + " to " + to.port());
                }

                @Override
                public void movedToKernel(final int mcstId) {
                    told.add("kernel");
                }

                @Override
                public void leftKernel(final int mcstId, final String why) {
                    told.add("engine: " + why);
                }
            };
    private SwitchRig rig = new SwitchRig();

    @Test
    void shouldTellAMoveOfTheSourceButNotItsBeginning() {
        rig.role.events(listener);
        rig.start(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        rig.data(0, 11);
        assertEquals(List.of(), told);
        rig.ack(1, 11);
        rig.ack(2, 11);
        rig.data(2, 12);
        assertEquals(List.of("source 0 to 2"), told);
    }

    @Test
    void shouldTellWhyAMemberIsOut() {
        final long afterNs = 100_000_000;
        for (final SilentPolicy silent : List.of(SilentPolicy.EVICT, SilentPolicy.DEMOTE)) {
            rig = new SwitchRig();
            rig.role.events(listener);
            rig.start(group(4, 0, FatalNakPolicy.EVICT_MEMBER, silent, afterNs));
            rig.data(0, 0);
            rig.ack(1, 0);
            rig.nak(2, 0, Aeth.NAK_REMOTE_ACCESS_ERROR);
            for (int i = 0; i < 20; i++) {
                rig.data(0, 0);
                rig.tick(rig.nowNs + afterNs / 10);
            }
        }
        assertEquals(
                List.of(
                        "evicted 2 FATAL_NAK",
                        "evicted 3 SILENT",
                        "evicted 2 FATAL_NAK",
                        "evicted 3 SILENT_DEMOTED"),
                told);
    }

    @Test
    void shouldTellMovesToTheKernelAndBack() {
        rig =
                new SwitchRig(
                        new ScriptedKernel(),
                        new OffloadSettings(
                                0, 1_000_000, 5_000, 100_000, 400_000, 1_000, 1L << 40));
        rig.role.events(listener);
        rig.start(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        assertEquals(List.of("kernel"), told);
        rig.set(group(3, -1));
        assertEquals(List.of("kernel", "engine: its entry or its source changes"), told);
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        told.clear();
        rig.role.leave(rig.nowNs);
        assertEquals(List.of(), told, "the end is none");
    }

    @Test
    void shouldTellTheLastListenerOnly() {
        rig.role.events(listener);
        rig.start(group(3, -1));
        rig.data(0, 10);
        rig.ack(1, 10);
        rig.ack(2, 10);
        rig.role.events(GroupEvents.NONE);
        rig.data(2, 11);
        assertEquals(List.of(), told);
        rig.ack(0, 11);
        rig.ack(1, 11);
        rig.role.events(listener);
        rig.data(1, 12);
        assertEquals(List.of("source 2 to 1"), told);
    }
}
