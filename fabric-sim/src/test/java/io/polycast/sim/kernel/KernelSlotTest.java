package io.polycast.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.table.Mft;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.psn.Psn;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/** The kernel's model of the bound on feedback (rule 12), held to the engine's. */
class KernelSlotTest {
    private static final int SLOT = 0;
    private static final int FRAMES = 400;

    private final Mft mft = new Mft(1, 1, new UnsafeBuffer(new byte[FeedbackLayout.length(1, 1)]));
    private final GroupFeedback groups = mft.groupFeedback();
    private final SourceTracker tracker = new SourceTracker(mft, 1 << 20, 1_000, 100);

    private static KernelSlot slot(final int psn) {
        return new KernelSlot(new KernelGroup(1, 0, 2, -1, 0, 0, -1, List.of()), 1, psn, 0, psn);
    }

    private static int draw(final Random random, final int psn, final long flow) {
        final int highest = (int) flow & Psn.MASK;
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> Psn.next(highest);
            case 3, 4 -> Psn.next(psn);
            case 5 -> psn;
            case 6 -> Psn.plus(highest, 58 + random.nextInt(12));
            case 7 -> Psn.plus(highest, -random.nextInt(70));
            default -> Psn.plus(highest, 1 + random.nextInt(random.nextBoolean() ? 6 : 40));
        };
    }

    @Property(tries = 500)
    void shouldFollowTheSourceAsTheEngineDoes(
            @ForAll final long seed, @ForAll @IntRange(min = 0, max = Psn.MASK) final int first) {
        final Random random = new Random(seed);
        final KernelSlot slot = slot(first);
        tracker.onEstablished(SLOT, first);
        int psn = first;
        for (int n = 0; n < FRAMES; n++) {
            psn = draw(random, psn, slot.flow());
            final boolean leaves = slot.isRepeatedJump(psn);
            final int order = tracker.onData(SLOT, psn);
            assertEquals(leaves, order == SourceTracker.REPEATED_JUMP, "frame " + n);
            if (!leaves) {
                assertEquals(
                        slot.onData(psn, false),
                        order == SourceTracker.RETRANSMISSION,
                        "frame " + n);
            }
            assertEquals(flow(), slot.flow(), "frame " + n);
            final int up = groups.highest(SLOT) + 1;
            assertEquals(Long.rotateLeft(groups.passed(SLOT), up), slot.passed, "frame " + n);
        }
    }

    private long flow() {
        return groups.highest(SLOT)
                | KernelTable.HIGHEST_VALID
                | (groups.has(SLOT, GroupFeedback.PASSED_VALID) ? KernelTable.PASSED_VALID : 0)
                | (groups.has(SLOT, GroupFeedback.CANDIDATE_VALID)
                        ? KernelTable.CANDIDATE_VALID
                                | (long) groups.candidate(SLOT) << KernelTable.CANDIDATE_SHIFT
                        : 0);
    }

    /** The map is written before the flow and read after it: it may be that of any later moment. */
    @Property(tries = 500)
    void shouldNeverSayTooMuchToWhoReadTheFlowBeforeTheMap(
            @ForAll final long seed,
            @ForAll @IntRange(min = 0, max = Psn.MASK) final int first,
            @ForAll @IntRange(min = 0, max = FRAMES - 1) final int atFlow) {
        final Random random = new Random(seed);
        final KernelSlot slot = slot(first);
        final Set<Integer> taken = new HashSet<>();
        int psn = first;
        int highest = first;
        for (int n = 0; n < FRAMES; n++) {
            psn = draw(random, psn, slot.flow());
            if (!slot.isRepeatedJump(psn)) {
                slot.onData(psn, false);
                taken.add(psn);
            }
            highest = n <= atFlow ? (int) slot.flow() & Psn.MASK : highest;
            final int now = (int) slot.flow() & Psn.MASK;
            for (int above = 1; above <= 64; above++) {
                final int said = Psn.plus(highest, above);
                assertTrue(
                        (slot.passed >>> (said & 63) & 1) == 0
                                || Psn.distance(now, said) <= 0
                                || taken.contains(said),
                        "frame " + n + " says " + said + ", bound at " + now);
            }
        }
    }
}
