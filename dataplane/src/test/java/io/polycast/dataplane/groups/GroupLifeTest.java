package io.polycast.dataplane.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.classify.FrameInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupLifeTest {
    private static final int GROUP = 0x0AFF_0001;

    private final GroupDirectory directory = new GroupDirectory(1);
    private final FrameInfo frame = new FrameInfo();
    private final List<String> told = new ArrayList<>();
    private final GroupLife life = new GroupLife(directory, List.of(teller("a"), teller("b")));

    private GroupSubscriber teller(final String name) {
        return new GroupSubscriber() {
            @Override
            public void installed(final int mcstId) {
                told.add(name + " installed");
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
        life.installed(GROUP, GroupOrigin.registration(7));
        assertEquals(List.of("a installed", "b installed"), told);
        assertEquals(GroupOrigin.registration(7), life.origin(GROUP));
    }

    @Test
    void shouldForgetAGroupThatIsGone() {
        life.enter(GROUP);
        life.installed(GROUP, GroupOrigin.COMMAND);
        told.clear();
        life.leave(GROUP);
        assertFalse(isKnown());
        life.gone(GROUP);
        assertEquals(List.of("a gone", "b gone"), told);
        assertEquals(GroupOrigin.FILE, life.origin(GROUP));
    }

    @Test
    void shouldReadTheWordsThatItWrites() {
        for (final GroupOrigin each :
                List.of(GroupOrigin.FILE, GroupOrigin.COMMAND, GroupOrigin.registration(3))) {
            assertEquals(each, GroupOrigin.of(each.word(), each.joinVersion()));
        }
        assertEquals(GroupOrigin.COMMAND, GroupOrigin.of("of a later version", 3));
    }
}
