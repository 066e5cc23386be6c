package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In 2,2 the sources 0 and 3 have disjoint relays, and so have 1 and 2 (figure 3). */
class ApplicationQueueTest {
    private final ShuffleShape shape = new ShuffleShape(2, 2);
    private final StaticRelays rules = new StaticRelays(shape);
    private final Recorder recorder = new Recorder();
    private final ApplicationQueue queue = new ApplicationQueue(shape, recorder);

    private void ask(final long request, final int... sources) {
        assertEquals(null, queue.ask(request, sources, rules));
    }

    @Test
    void shouldStartDisjointApplicationsAtOnce() {
        ask(1, 0);
        ask(2, 3);
        assertEquals(List.of("start 1", "start 2"), recorder.take());
        assertEquals(0, queue.waiting());
    }

    @Test
    void shouldServeOthersInTheirOrder() {
        ask(1, 0);
        ask(2, 0);
        ask(3, 1);
        ask(4, 3);
        assertEquals(List.of("start 1"), recorder.take(), "4 shares relays with 3");
        assertEquals(3, queue.waiting());
        queue.end(1);
        assertEquals(List.of("start 2"), recorder.take());
        queue.end(2);
        assertEquals(List.of("start 3"), recorder.take());
        queue.end(3);
        assertEquals(List.of("start 4"), recorder.take());
    }

    @Test
    void shouldLetOneGoThatWaits() {
        ask(1, 0);
        ask(2, 0, 3);
        ask(3, 3);
        assertEquals(List.of("start 1"), recorder.take());
        queue.end(2);
        assertEquals(List.of("start 3"), recorder.take());
        queue.end(99);
        assertEquals(List.of(), recorder.take());
    }

    @Test
    void shouldTakeARequestOnce() {
        ask(1, 0);
        ask(1, 0);
        assertEquals(List.of("start 1"), recorder.take());
        queue.end(1);
        ask(2, 0);
        assertEquals(List.of("start 2"), recorder.take());
    }

    @Test
    void shouldBoundTheApplications() {
        for (int i = 0; i < ApplicationQueue.MOST; i++) {
            ask(i, 0);
        }
        assertEquals("there are 1024 applications; end one", queue.ask(5000, new int[] {0}, rules));
    }
}
