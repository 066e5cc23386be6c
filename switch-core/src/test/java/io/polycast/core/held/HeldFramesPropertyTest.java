package io.polycast.core.held;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.Tally;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/** The store against a map of handles: holds, references, copies and releases in any order. */
class HeldFramesPropertyTest {
    private static final int LONGEST = 96;
    private static final Ending[] ENDINGS = {
        Ending.FORWARDED, Ending.REPLICATED, Ending.EGRESS_REFUSED, Ending.RATE_LIMITED
    };

    private static final class Frame {
        final byte[] bytes;
        int references;
        Ending ending;

        Frame(final byte[] bytes, final int references) {
            this.bytes = bytes;
            this.references = references;
        }

        void onRelease(final Ending of) {
            references--;
            if (ending == null || !leaves(ending)) {
                ending = of;
            }
        }
    }

    @Property
    void shouldAgreeWithAMapOfHandles(
            @ForAll final long seed, @ForAll @IntRange(max = 5) final int capacity) {
        new Run(seed, capacity).run();
    }

    private static final class Run {
        private final CounterBlock counters =
                new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        private final SentFrames egress = new SentFrames();
        private final Map<Long, Frame> model = new LinkedHashMap<>();
        private final Map<Ending, Long> ended = new EnumMap<>(Ending.class);
        private final List<Long> old = new ArrayList<>();
        private long framesIn;
        private long refused;
        private final Random random;
        private final int capacity;
        private HeldFrames store;

        Run(final long seed, final int capacity) {
            random = new Random(seed);
            this.capacity = capacity;
        }

        void run() {
            try (HeldPool pool = new HeldPool(capacity, LONGEST)) {
                store = new HeldFrames(capacity, pool, counters);
                for (int step = 0; step < 200; step++) {
                    switch (random.nextInt(6)) {
                        case 0, 1 -> hold();
                        case 2 -> retain();
                        case 3 -> send();
                        case 4 -> useOldHandle();
                        default -> release();
                    }
                    check();
                }
                model.values()
                        .forEach(
                                frame -> {
                                    if (frame.ending == null || !leaves(frame.ending)) {
                                        frame.ending = Ending.HELD_AT_STOP;
                                    }
                                    ended.merge(frame.ending, 1L, Long::sum);
                                });
                assertEquals(model.size(), store.stop());
                model.clear();
                check();
            }
        }

        private void hold() {
            final byte[] bytes = new byte[4 + random.nextInt(LONGEST - 3)];
            random.nextBytes(bytes);
            final int offset = random.nextInt(20);
            final UnsafeBuffer frame = new UnsafeBuffer(new byte[offset + bytes.length]);
            frame.putBytes(offset, bytes);
            final int references = 1 + random.nextInt(3);
            final long handle = store.hold(frame, offset, bytes.length, references);
            framesIn++;
            if (model.size() == capacity) {
                assertEquals(FrameStore.NONE, handle);
                refused++;
                counters.end(Ending.HOLD_REFUSED.id());
                ended.merge(Ending.HOLD_REFUSED, 1L, Long::sum);
            } else {
                assertTrue(handle >= 0);
                assertFalse(model.containsKey(handle) || old.contains(handle), "handle used again");
                model.put(handle, new Frame(bytes, references));
            }
        }

        private void retain() {
            final Long handle = any();
            if (handle != null) {
                final int references = 1 + random.nextInt(2);
                assertTrue(store.retain(handle, references));
                model.get(handle).references += references;
            }
        }

        private void send() {
            final Long handle = any();
            if (handle == null) {
                return;
            }
            final byte[] frame = model.get(handle).bytes;
            final int skip = random.nextInt(frame.length - 3);
            final byte[] prefix = new byte[random.nextInt(1 + FrameStore.LONGEST_PREFIX)];
            random.nextBytes(prefix);
            egress.refuse = random.nextInt(4) == 0;
            final int port = random.nextInt(64);
            assertEquals(
                    !egress.refuse,
                    store.send(
                            handle,
                            skip,
                            new UnsafeBuffer(prefix),
                            0,
                            prefix.length,
                            port,
                            egress));
            if (!egress.refuse) {
                final byte[] expected = new byte[prefix.length + frame.length - skip];
                System.arraycopy(prefix, 0, expected, 0, prefix.length);
                System.arraycopy(frame, skip, expected, prefix.length, frame.length - skip);
                assertArrayEquals(expected, egress.last);
                assertEquals(port, egress.lastPort);
            }
        }

        private void release() {
            final Long handle = any();
            if (handle == null) {
                return;
            }
            final Ending ending = ENDINGS[random.nextInt(ENDINGS.length)];
            final Frame frame = model.get(handle);
            assertTrue(store.release(handle, ending.id()));
            frame.onRelease(ending);
            if (frame.references == 0) {
                model.remove(handle);
                old.add(handle);
                ended.merge(frame.ending, 1L, Long::sum);
            }
        }

        private void useOldHandle() {
            final long handle =
                    old.isEmpty() ? random.nextLong() : old.get(random.nextInt(old.size()));
            if (model.containsKey(handle)) {
                return;
            }
            assertFalse(store.release(handle, Ending.FORWARDED.id()));
            assertFalse(store.retain(handle, 1));
            assertFalse(store.send(handle, 0, new UnsafeBuffer(new byte[4]), 0, 4, 0, egress));
            assertEquals(-1, store.offset(handle));
            assertEquals(-1, store.length(handle));
        }

        private void check() {
            assertEquals(model.size(), store.held());
            assertEquals(model.size(), counters.held());
            assertEquals(framesIn, counters.ended() + counters.held());
            assertEquals(refused, counters.get(Tally.HOLDS_REFUSED));
            for (final Ending ending : Ending.values()) {
                if (ending != Ending.HELD) {
                    assertEquals(
                            ended.getOrDefault(ending, 0L), counters.get(ending), ending.label());
                }
            }
            model.forEach(
                    (handle, frame) -> {
                        final byte[] kept = new byte[store.length(handle)];
                        store.memory().getBytes(store.offset(handle), kept);
                        assertArrayEquals(frame.bytes, kept);
                    });
        }

        private Long any() {
            return model.isEmpty()
                    ? null
                    : new ArrayList<>(model.keySet()).get(random.nextInt(model.size()));
        }
    }

    private static boolean leaves(final Ending ending) {
        return ending.disposition() == Disposition.FORWARDED
                || ending.disposition() == Disposition.REPLICATED;
    }
}
