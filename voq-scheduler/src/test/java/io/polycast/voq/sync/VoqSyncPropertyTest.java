package io.polycast.voq.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The table against a list of entries, each with the frames that it counts. */
class VoqSyncPropertyTest {
    private static final int VOQS = 9;

    private static final class Entry {
        final int voq;
        final Map<Integer, Integer> frames = new HashMap<>();
        boolean suspended;
        long since;

        Entry(final int voq) {
            this.voq = voq;
        }

        int ahead() {
            return frames.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** In order of their last use. */
    private final List<Entry> model = new ArrayList<>();

    @Property(tries = 300)
    void shouldCountWhatTheModelCounts(
            @ForAll final long seed,
            @ForAll @IntRange(min = 1, max = 6) final int entries,
            @ForAll @IntRange(min = 1, max = 9) final int block) {
        model.clear();
        final Random random = new Random(seed);
        final int resume = random.nextInt(block + 1);
        final VoqSync sync = new VoqSync(new SyncSettings(entries, block, resume, 20), VOQS);
        final Map<Integer, Map<Integer, Integer>> stamps = new HashMap<>();
        final Map<Integer, Integer> sizes = new HashMap<>();
        int frame = 0;
        for (long now = 0; now < 400; now++) {
            final int voq = random.nextInt(VOQS);
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> {
                    final int of =
                            sizes.isEmpty() || random.nextInt(3) == 0
                                    ? frame++
                                    : random.nextInt(frame);
                    final int size = sizes.computeIfAbsent(of, any -> 1 + random.nextInt(6));
                    final Map<Integer, Integer> ofFrame =
                            stamps.computeIfAbsent(of, any -> new HashMap<>());
                    if (!ofFrame.containsKey(voq)) {
                        ofFrame.put(voq, sync.onAhead(now, voq, size));
                        ahead(now, voq, of, size, entries, block);
                    }
                }
                case 3, 4 -> {
                    if (frame > 0) {
                        final int of = random.nextInt(frame);
                        final Map<Integer, Integer> ofFrame = stamps.remove(of);
                        if (ofFrame != null) {
                            ofFrame.forEach(
                                    (each, stamp) -> sync.onCaughtUp(each, stamp, sizes.get(of)));
                            caughtUp(of, resume);
                        }
                    }
                }
                default -> {
                    sync.onTick(now);
                    for (final Entry entry : model) {
                        entry.suspended &= now - entry.since < 20;
                    }
                }
            }
            check(sync, entries, "seed " + seed + " at " + now);
        }
    }

    private void ahead(
            final long now,
            final int voq,
            final int frame,
            final int size,
            final int entries,
            final int block) {
        Entry entry = of(voq);
        if (entry == null) {
            if (model.size() == entries) {
                model.remove(0);
            }
            entry = new Entry(voq);
        }
        model.remove(entry);
        model.add(entry);
        entry.frames.put(frame, size);
        if (entry.ahead() > block && !entry.suspended) {
            entry.suspended = true;
            entry.since = now;
        }
    }

    private void caughtUp(final int frame, final int resume) {
        for (final Entry entry : List.copyOf(model)) {
            if (entry.frames.remove(frame) != null) {
                entry.suspended &= entry.ahead() > resume;
                if (entry.frames.isEmpty()) {
                    model.remove(entry);
                }
            }
        }
    }

    private Entry of(final int voq) {
        return model.stream().filter(each -> each.voq == voq).findFirst().orElse(null);
    }

    private void check(final VoqSync sync, final int entries, final String at) {
        assertTrue(model.size() <= entries);
        int suspended = 0;
        long deadline = VoqSync.NEVER;
        for (int voq = 0; voq < VOQS; voq++) {
            final Entry entry = of(voq);
            assertEquals(entry == null ? 0 : entry.ahead(), sync.ahead(voq), at);
            assertEquals(entry != null && entry.suspended, sync.isSuspended(voq), at);
            if (entry != null && entry.suspended) {
                suspended++;
                deadline = Math.min(deadline, entry.since + 20);
            }
        }
        assertEquals(suspended, sync.suspendedVoqs(), at);
        assertEquals(deadline, sync.nextDeadline(), at);
    }
}
