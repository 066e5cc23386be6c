package io.polycast.xdp.afxdp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Rings over plain memory: a producer and a consumer ring on the same words are a queue. */
class RingsTest {
    private static final RingLayout LAYOUT = new RingLayout(0, 64, 192, 128);

    @Property
    void shouldPassDescriptorsAlsoWhenIndicesWrap(
            @ForAll final long seed, @ForAll final int startIndex) {
        final UnsafeBuffer map = new UnsafeBuffer(new byte[192 + 8 * 16]);
        map.putInt(LAYOUT.producer(), startIndex);
        map.putInt(LAYOUT.consumer(), startIndex);
        final ProducerRing producer = new ProducerRing(map, LAYOUT, 8, 16);
        final ConsumerRing consumer = new ConsumerRing(map, LAYOUT, 8, 16);
        final ArrayDeque<Long> hidden = new ArrayDeque<>();
        final ArrayDeque<Long> shown = new ArrayDeque<>();
        final Random random = new Random(seed);
        for (int step = 0; step < 200; step++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    assertEquals(8 - hidden.size() - shown.size(), producer.room(8));
                    if (producer.room(1) > 0) {
                        producer.put(1, step, 0);
                        producer.replaceLast(step * 4096L);
                        hidden.add((long) step);
                    }
                }
                case 1 -> {
                    assertEquals(hidden.size(), producer.publish());
                    shown.addAll(hidden);
                    hidden.clear();
                }
                default -> {
                    final int limit = random.nextInt(5);
                    final int count = consumer.available(limit);
                    assertEquals(Math.min(limit, shown.size()), count);
                    for (int i = 0; i < count; i++) {
                        final long expected = shown.remove();
                        assertEquals(expected * 4096, consumer.address(i));
                        assertEquals(expected, consumer.length(i));
                    }
                    consumer.release(count);
                    assertEquals(shown.size(), producer.waiting());
                }
            }
        }
    }

    @Test
    void shouldShowTheWakeupFlag() {
        final UnsafeBuffer map = new UnsafeBuffer(new byte[192 + 8 * 8]);
        final ProducerRing ring = new ProducerRing(map, LAYOUT, 8, 8);
        assertFalse(ring.needsWakeup());
        map.putInt(LAYOUT.flags(), 1);
        assertTrue(ring.needsWakeup());
    }

    @Test
    void shouldReadTheOffsetsOfTheKernel() {
        final UnsafeBuffer offsets = new UnsafeBuffer(new byte[64]);
        offsets.putLong(32, 1);
        offsets.putLong(40, 2);
        offsets.putLong(48, 3);
        offsets.putLong(56, 4);
        assertEquals(new RingLayout(1, 2, 3, 4), RingLayout.read(offsets, 32));
    }
}
