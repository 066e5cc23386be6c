package io.polycast.dataplane.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.event.EvictionCause;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.GroupEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupLifeTest {
    private static final int GROUP = 0x0AFF_0001;

    private static final GroupChange CREATED = new GroupChange(GroupChange.Kind.CREATED, 0);
    private static final GroupEntry ENTRY =
            new GroupEntry() {
                @Override
                public int mcstId() {
                    return GROUP;
                }

                @Override
                public int pathCount() {
                    return 2;
                }
            };

    private final GroupDirectory directory = new GroupDirectory(1);
    private final FrameInfo frame = new FrameInfo();
    private final List<String> told = new ArrayList<>();
    private final GroupLife life = new GroupLife(directory, List.of(teller("a"), teller("b")));

    private GroupSubscriber teller(final String name) {
        return new GroupSubscriber() {
            @Override
            public void started(final int mcstId, final GroupOrigin origin, final int paths) {
                told.add(name + " started " + origin.word() + paths);
            }

            @Override
            public void set(
                    final int mcstId,
                    final GroupOrigin origin,
                    final GroupChange change,
                    final int paths) {
                told.add(name + " set " + change.kind() + paths);
            }

            @Override
            public void memberOut(
                    final int mcstId, final PathSpec member, final EvictionCause cause) {
                told.add(name + " out " + cause);
            }

            @Override
            public void gone(final int mcstId) {
                told.add(name + " gone");
            }
        };
    }

    private boolean isKnown() {
        frame.dstIp = GROUP;
        return directory.mayBeForGroup(frame);
    }

    @Test
    void shouldLetReadersKnowAGroupBeforeSubscribers() {
        life.enter(GROUP);
        assertTrue(isKnown());
        assertEquals(List.of(), told);
        life.started(ENTRY, GroupOrigin.REGISTRATION);
        assertEquals(List.of("a started registration2", "b started registration2"), told);
        assertEquals(GroupOrigin.REGISTRATION, life.origin(GROUP));
    }

    @Test
    void shouldForgetAGroupThatIsGone() {
        life.enter(GROUP);
        life.set(ENTRY, GroupOrigin.COMMAND, CREATED);
        told.clear();
        life.leave(GROUP);
        assertFalse(isKnown());
        life.gone(GROUP);
        assertEquals(List.of("a gone", "b gone"), told);
        assertEquals(GroupOrigin.FILE, life.origin(GROUP));
    }

    @Test
    void shouldTellTheWholeLifeInOrderToAll() {
        life.set(ENTRY, GroupOrigin.COMMAND, CREATED);
        life.memberEvicted(GROUP, null, EvictionCause.SILENT);
        life.gone(GROUP);
        assertEquals(
                List.of(
                        "a set CREATED2",
                        "b set CREATED2",
                        "a out SILENT",
                        "b out SILENT",
                        "a gone",
                        "b gone"),
                told);
    }

    @Test
    void shouldReadTheWordsThatItWrites() {
        for (final GroupOrigin each :
                List.of(GroupOrigin.FILE, GroupOrigin.COMMAND, GroupOrigin.REGISTRATION)) {
            assertEquals(each, GroupOrigin.of(each.word()));
        }
        assertEquals(GroupOrigin.COMMAND, GroupOrigin.of("of a later version"));
    }
}
