package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.psn.Psn;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The aggregator against the obvious model: real receivers that hold a set of packets, in plain
 * integers that never wrap. In every order of feedback the source is told exactly what the slowest
 * receiver has said, and never more than that receiver has.
 */
class AggregationModelTest {
    private static final int GROUP = 0x0AFF0001;

    @Property(tries = 400)
    void neverTellsMoreThanTheSlowestNorLessThanTheSlowestSaid(
            @ForAll final long seed,
            @ForAll @IntRange(min = 1, max = 9) final int receivers,
            @ForAll @IntRange(min = 0, max = Psn.MASK) final int firstPsn,
            @ForAll final boolean registered)
            throws GroupRefusedException {
        final Random random = new Random(seed);
        final boolean refusals = random.nextBoolean();
        final Mft mft = new Mft(2, 32, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 32)]));
        final int slot = new MftWriter(mft).install(spec(receivers, registered ? firstPsn : -1));
        final AckAggregator aggregator =
                new AckAggregator(
                        mft,
                        new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0),
                        1_000,
                        1 << 16);
        final SourceTracker sources = new SourceTracker(mft, 1 << 20, 5_000_000_000L, 1 << 16);
        aggregator.onSource(1, slot, id(mft, slot, 0));
        sources.onEstablished(slot, firstPsn);

        // Model: sent and received counts, relative to the first PSN.
        int sent = 1;
        // Nothing at all is known of a group without a registered first PSN.
        int toldUpTo = registered ? 0 : -1;
        final int[] has = new int[receivers];
        final int[] said = new int[receivers];
        final boolean[] spoke = new boolean[receivers];
        // Refused for good: says nothing any more.
        final boolean[] refused = new boolean[receivers];
        long fatalNs = -1_000_000;
        long nowNs = 1;
        for (int step = 0; step < 300; step++) {
            nowNs += random.nextInt(400);
            if (random.nextInt(3) == 0) {
                // New, or again: whatever passes answers no fatal NAK.
                final int at = random.nextInt(4) == 0 ? random.nextInt(sent) : sent++;
                final int psn = Psn.plus(firstPsn, at);
                aggregator.naks().onData(slot, psn);
                sources.onData(slot, psn);
                if (mft.groupFeedback().has(slot, GroupFeedback.FATAL_WAITS)) {
                    final long outcome = aggregator.onDataToRefusing(nowNs, slot, psn);
                    if (Outcome.action(outcome) == Outcome.NAK) {
                        final int upTo = Psn.distance(firstPsn, Outcome.psn(outcome));
                        assertEquals(firstRefusal(refused, said), upTo, "seed " + seed);
                        fatalNs = nowNs;
                        toldUpTo = upTo;
                    }
                    assertEquals(
                            isFatalDue(refused, said, registered ? null : spoke),
                            nowNs - fatalNs < 1_000,
                            "seed " + seed + ": reported, and not long ago, step " + step);
                }
                AckRig.answer(mft, aggregator, slot, psn);
            }
            final int r = random.nextInt(receivers);
            if (refused[r]) {
                continue;
            }
            has[r] = Math.min(sent, has[r] + random.nextInt(3));
            final boolean nak = has[r] < sent && random.nextInt(4) == 0;
            if (has[r] == 0 && !nak) {
                continue;
            }
            refused[r] = refusals && nak && random.nextInt(20) == 0;
            // Feedback may be old: reordered on its way.
            final int speaks =
                    !refused[r] && random.nextInt(5) == 0 ? random.nextInt(has[r] + 1) : has[r];
            if (speaks == 0 && !nak) {
                continue;
            }
            final long outcome =
                    nak
                            ? aggregator.onNak(
                                    nowNs,
                                    slot,
                                    id(mft, slot, r + 1),
                                    Psn.plus(firstPsn, speaks),
                                    refused[r] ? 0x62 : 0x60,
                                    random.nextInt(1 << 24))
                            : aggregator.onAck(
                                    nowNs,
                                    slot,
                                    id(mft, slot, r + 1),
                                    Psn.plus(firstPsn, speaks - 1),
                                    random.nextInt(1 << 24));
            said[r] = Math.max(said[r], speaks);
            spoke[r] = true;

            boolean allSpoke = true;
            int slowest = Integer.MAX_VALUE;
            for (int i = 0; i < receivers; i++) {
                allSpoke &= registered || spoke[i];
                slowest = Math.min(slowest, said[i]);
            }
            if (allSpoke) {
                assertMinimumIsWhatAWalkFinds(mft, aggregator, slot, receivers);
            }
            final int action = Outcome.action(outcome);
            if (action == Outcome.NAK && Outcome.syndrome(outcome) == 0x62) {
                fatalNs = nowNs;
            }
            if (action != Outcome.NOTHING) {
                assertTrue(
                        allSpoke, "seed " + seed + ": an unknown path holds back every aggregate");
                final int psn = Outcome.psn(outcome);
                final int upTo = Psn.distance(firstPsn, psn) + (action == Outcome.ACK ? 1 : 0);
                assertEquals(slowest, upTo, "seed " + seed + ": told what the slowest said");
                assertTrue(
                        action == Outcome.NAK || upTo > toldUpTo,
                        "seed " + seed + ": an ACK tells something new");
                toldUpTo = upTo;
            } else if (allSpoke) {
                assertEquals(
                        Math.max(toldUpTo, slowest),
                        toldUpTo,
                        "seed " + seed + ": nothing was due, step " + step);
            }
        }
        assertEquals(GROUP, mft.groupFeedback().mcstId(slot));
        assertTrue(mft.groupFeedback().has(slot, GroupFeedback.HIGHEST_VALID));
    }

    private static int firstRefusal(final boolean[] refused, final int[] said) {
        int first = Integer.MAX_VALUE;
        for (int i = 0; i < said.length; i++) {
            first = refused[i] ? Math.min(first, said[i]) : first;
        }
        return first;
    }

    /** Whether all who have not refused are known, and up to the first who has. */
    private static boolean isFatalDue(
            final boolean[] refused, final int[] said, final boolean[] spoke) {
        boolean due = firstRefusal(refused, said) < Integer.MAX_VALUE;
        for (int i = 0; i < said.length; i++) {
            due &= refused[i] || said[i] >= firstRefusal(refused, said);
            due &= refused[i] || spoke == null || spoke[i];
        }
        return due;
    }

    /** Minimum, its holders and the MSN are kept from ACK to ACK: they must not drift. */
    private static void assertMinimumIsWhatAWalkFinds(
            final Mft mft, final AckAggregator aggregator, final int slot, final int receivers) {
        int first = id(mft, slot, 1);
        int holders = 0;
        for (int path = 1; path <= receivers; path++) {
            final int id = id(mft, slot, path);
            final int ahead =
                    Psn.distance(mft.pathFeedback().ackPsn(first), mft.pathFeedback().ackPsn(id));
            if (ahead < 0) {
                first = id;
                holders = 1;
            } else if (ahead == 0) {
                holders++;
            }
        }
        assertEquals(mft.pathFeedback().ackPsn(first), mft.groupFeedback().minimum(slot));
        assertEquals(holders, mft.groupFeedback().atMinimum(slot));
        assertEquals(mft.pathFeedback().msn(first), aggregator.msn(slot));
    }

    private static int id(final Mft mft, final int slot, final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    private static GroupSpec spec(final int receivers, final int initialPsn) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i <= receivers; i++) {
            paths.add(new PathSpec(i, -1, new byte[] {10, 0, 0, (byte) i}, i, i, null));
        }
        return new GroupSpec(GROUP, 0, initialPsn, paths);
    }
}
