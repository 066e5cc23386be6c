package io.polycast.dataplane.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.event.LinkState;
import io.polycast.mft.spec.PathSpec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventRingTest {
    private static final PathSpec A =
            new PathSpec(1, PathSpec.ANY_VLAN, new byte[] {10, 0, 0, 1}, 1, 1, null);
    private static final PathSpec B = new PathSpec(2, PathSpec.ANY_VLAN, null, 2, 0, null);

    private final List<String> told = new ArrayList<>();
    private final GroupEvents listener =
            new GroupEvents() {
                @Override
                public void memberEvicted(
                        final int mcstId, final PathSpec member, final EvictionCause cause) {
                    assertSame(A, member);
                    told.add("evicted " + mcstId + cause);
                }

                @Override
                public void sourceMoved(final int mcstId, final PathSpec from, final PathSpec to) {
                    assertSame(A, from);
                    assertSame(B, to);
                    told.add("source " + mcstId);
                }

                @Override
                public void movedToKernel(final int mcstId) {
                    told.add("kernel " + mcstId);
                }

                @Override
                public void leftKernel(final int mcstId, final String why) {
                    told.add("engine " + mcstId + why);
                }

                @Override
                public void linkChanged(
                        final int port, final LinkState before, final LinkState now) {
                    told.add("link " + port + before + now);
                }

                @Override
                public void portTended(final int port, final String news) {
                    told.add("port " + port + news);
                }

                @Override
                public void startWarning(final String what) {
                    told.add("start " + what);
                }

                @Override
                public void eventsLost(final long count) {
                    told.add("lost " + count);
                }
            };

    @Test
    void shouldTellEveryKindInOrderToAll() {
        final EventRing ring = new EventRing(16);
        ring.memberEvicted(5, A, EvictionCause.SILENT);
        ring.sourceMoved(6, A, B);
        ring.movedToKernel(7);
        ring.leftKernel(8, "why");
        ring.linkChanged(9, LinkState.UP, LinkState.DOWN);
        ring.portTended(10, "news");
        ring.startWarning("what");
        ring.eventsLost(11);
        assertEquals(List.of(), told, "not by the thread that tells");
        ring.drain(List.of(listener));
        ring.drain(List.of(listener));
        final List<String> all =
                List.of(
                        "evicted 5SILENT",
                        "source 6",
                        "kernel 7",
                        "engine 8why",
                        "link 9UPDOWN",
                        "port 10news",
                        "start what",
                        "lost 11");
        assertEquals(all, told);
        told.clear();
        ring.movedToKernel(1);
        ring.drain(List.of(listener, listener));
        assertEquals(List.of("kernel 1", "kernel 1"), told);
    }

    @Test
    void shouldCountWhatFindsItFullAndGoOn() {
        final EventRing ring = new EventRing(4);
        for (int i = 0; i < 10; i++) {
            ring.movedToKernel(i);
        }
        ring.drain(List.of(listener));
        ring.movedToKernel(10);
        ring.drain(List.of(listener));
        assertEquals(
                List.of("kernel 0", "kernel 1", "kernel 2", "kernel 3", "lost 6", "kernel 10"),
                told);
    }

    @Test
    void shouldTakeNoMemoryOfTheThreadThatTells() {
        final EventRing ring = new EventRing(64);
        final List<GroupEvents> nobody = List.of(GroupEvents.NONE);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int stretch = 0; stretch < 10; stretch++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) {
                ring.sourceMoved(i, A, B);
                ring.leftKernel(i, "why");
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            ring.drain(nobody);
        }
        assertTrue(least < 1000, "bytes for 2,000 events: " + least);
    }

    @Test
    void shouldLoseNothingUncountedBetweenTwoThreads() throws Exception {
        final int events = 200_000;
        final EventRing ring = new EventRing(64);
        final Thread teller =
                new Thread(
                        () -> {
                            for (int i = 0; i < events; i++) {
                                ring.movedToKernel(i);
                            }
                        },
                        "teller");
        final int[] last = {-1};
        final long[] counts = new long[2];
        final List<GroupEvents> counting =
                List.of(
                        new GroupEvents() {
                            @Override
                            public void movedToKernel(final int mcstId) {
                                assertTrue(mcstId > last[0], "in order");
                                last[0] = mcstId;
                                counts[0]++;
                            }

                            @Override
                            public void eventsLost(final long count) {
                                counts[1] += count;
                            }
                        });
        teller.start();
        while (teller.isAlive()) {
            ring.drain(counting);
        }
        teller.join(TimeUnit.SECONDS.toMillis(30));
        ring.drain(counting);
        assertEquals(events, counts[0] + counts[1], counts[0] + " told");
        assertTrue(counts[0] >= 64);
    }
}
