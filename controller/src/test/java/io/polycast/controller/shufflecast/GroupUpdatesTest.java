package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupUpdatesTest {
    private static final int GROUP = 0xEF01_0101;
    private static final Map<Integer, List<String>> BOTH =
            Map.of(1, List.of("h0"), 2, List.of("h0", "h1"));

    private final Recorder recorder = new Recorder();
    private final GroupUpdates groups = new GroupUpdates(recorder);

    @BeforeEach
    void connect() {
        groups.onHello(1);
        groups.onHello(2);
        groups.onHello(3);
        recorder.take();
    }

    private void set() {
        groups.ask(0, 7, GROUP, BOTH);
        assertTrue(groups.onAnswer(1, 1, null));
        assertTrue(groups.onAnswer(2, 1, null));
        recorder.take();
    }

    @Test
    void shouldAnswerWhenAllToRsHaveTheMembers() {
        groups.ask(0, 7, GROUP, BOTH);
        assertEquals(List.of("members 1 #1 1 [h0]", "members 2 #1 1 [h0, h1]"), recorder.take());
        assertTrue(groups.onAnswer(2, 1, null));
        assertFalse(groups.onAnswer(2, 1, null), "twice");
        assertFalse(groups.onAnswer(3, 1, null), "not asked");
        assertFalse(groups.onAnswer(1, 9, null), "no such change");
        assertEquals(List.of(), recorder.take());
        assertTrue(groups.onAnswer(1, 1, null));
        assertEquals(List.of("keep 1 {1=[h0], 2=[h0, h1]}", "answer 7 null"), recorder.take());
        assertEquals(List.of(GROUP), groups.groups());
        assertEquals(Long.MAX_VALUE, groups.deadlineNs());
    }

    @Test
    void shouldTakeBackWhatCannotBeKept() {
        set();
        recorder.unkept = "no room";
        groups.ask(0, 8, GROUP, Map.of(3, List.of("h1")));
        recorder.take();
        groups.onAnswer(1, 2, null);
        groups.onAnswer(3, 2, null);
        assertEquals(List.of(), recorder.take());
        groups.onAnswer(2, 2, null);
        assertEquals(
                List.of(
                        "keep 1 {3=[h1]}",
                        "members 1 #0 1 [h0]",
                        "members 2 #0 1 [h0, h1]",
                        "members 3 #0 1 []",
                        "answer 8 no room"),
                recorder.take());
        groups.onHello(3);
        assertEquals(List.of("complete 3"), recorder.take());
        assertEquals(Long.MAX_VALUE, groups.deadlineNs());
    }

    @Test
    void shouldGiveKeptGroupsToToRsThatConnect() {
        final GroupUpdates next = new GroupUpdates(recorder);
        next.restore(GROUP, BOTH);
        next.onHello(2);
        next.onHello(3);
        assertEquals(
                List.of("members 2 #0 1 [h0, h1]", "complete 2", "complete 3"), recorder.take());
        assertTrue(next.onAnswer(3, 0, null));
        assertEquals(List.of(), recorder.take());
        assertTrue(next.onAnswer(2, 0, "no port h1"));
        assertEquals(List.of("not restored 2 no port h1"), recorder.take());
        next.ask(0, 9, GROUP, BOTH);
        assertEquals(List.of("answer 9 null"), recorder.take());
    }

    @Test
    void shouldAskOnlyToRsThatChange() {
        set();
        groups.ask(0, 8, GROUP, Map.of(1, List.of("h0"), 3, List.of("h1")));
        assertEquals(List.of("members 2 #2 1 []", "members 3 #2 1 [h1]"), recorder.take());
        groups.onAnswer(2, 2, null);
        groups.onAnswer(3, 2, null);
        recorder.take();
        groups.ask(0, 9, GROUP, Map.of(1, List.of("h0"), 3, List.of("h1")));
        assertEquals(List.of("answer 9 null"), recorder.take(), "nothing changes");
        groups.ask(0, 10, GROUP, Map.of());
        assertEquals(List.of("members 1 #3 1 []", "members 3 #3 1 []"), recorder.take());
        groups.onAnswer(1, 3, null);
        groups.onAnswer(3, 3, null);
        assertEquals(List.of(), groups.groups());
    }

    @Test
    void shouldTakeBackWhatOneRefuses() {
        set();
        groups.ask(0, 8, GROUP, Map.of(1, List.of("h5"), 3, List.of("h1")));
        recorder.take();
        groups.onAnswer(3, 2, null);
        groups.onAnswer(1, 2, "no port h5");
        assertEquals(
                List.of(
                        "members 2 #0 1 [h0, h1]",
                        "members 3 #0 1 []",
                        "answer 8 ToR 1: no port h5"),
                recorder.take());
        groups.onHello(2);
        assertEquals(List.of("members 2 #0 1 [h0, h1]", "complete 2"), recorder.take());
    }

    @Test
    void shouldRefuseAtOnceWhenAToRIsAbsent() {
        groups.onLost(2);
        groups.ask(0, 7, GROUP, BOTH);
        assertEquals(List.of("answer 7 not connected: ToRs [2]"), recorder.take());
        assertEquals(List.of(), groups.groups());
    }

    @Test
    void shouldRefuseWhenAToRGoesOrDoesNotAnswer() {
        groups.ask(0, 7, GROUP, BOTH);
        recorder.take();
        groups.onLost(1);
        assertEquals(
                List.of("members 2 #0 1 []", "answer 7 ToR 1 is not connected any more"),
                recorder.take());
        groups.onHello(1);
        groups.ask(5, 8, GROUP, BOTH);
        groups.onAnswer(1, 2, null);
        recorder.take();
        assertEquals(5 + GroupUpdates.PATIENCE_NS, groups.deadlineNs());
        groups.onTime(groups.deadlineNs() - 1);
        assertEquals(List.of(), recorder.take());
        groups.onTime(groups.deadlineNs());
        assertEquals(
                List.of("members 1 #0 1 []", "members 2 #0 1 []", "answer 8 no answer: ToRs [2]"),
                recorder.take());
    }

    /** The ToR that comes back has the members of before; the answer would be false. */
    @Test
    void shouldRefuseWhenAToRGoesThatHasAnswered() {
        set();
        groups.ask(0, 8, GROUP, Map.of(1, List.of("h5"), 3, List.of("h1")));
        groups.onAnswer(1, 2, null);
        recorder.take();
        groups.onLost(1);
        assertEquals(
                List.of(
                        "members 2 #0 1 [h0, h1]",
                        "members 3 #0 1 []",
                        "answer 8 ToR 1 is not connected any more"),
                recorder.take());
        groups.onHello(1);
        assertEquals(List.of("members 1 #0 1 [h0]", "complete 1"), recorder.take());
    }

    @Test
    void shouldRefuseAGroupThatIsBeingChanged() {
        groups.ask(0, 7, GROUP, BOTH);
        recorder.take();
        groups.ask(0, 8, GROUP, Map.of());
        assertEquals(
                List.of("answer 8 the group is being changed; ask again when that is answered"),
                recorder.take());
    }

    @Test
    void shouldBoundTheGroups() {
        for (int i = 0; i < GroupUpdates.MOST; i++) {
            groups.ask(0, i, 0xEF00_0000 + i, Map.of(1, List.of("h0")));
            if (i < GroupUpdates.MOST - 1) { // The last one has no answer yet.
                groups.onAnswer(1, i + 1, null);
            }
        }
        recorder.take();
        groups.ask(0, 5000, GROUP, BOTH);
        assertEquals(List.of("answer 5000 there are 4096 groups; end one"), recorder.take());
    }
}
