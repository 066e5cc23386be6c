package io.polycast.mft.feedback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each word of a record keeps its value, whatever is written to other words and to the records beside it. */
class FeedbackRecordsTest {
    private static final int GROUPS = 3;
    private static final int PATHS = 4;
    private static final int GROUP = 0x0AFF_0001;
    private static final int HASH = 0x8765_4321;

    private UnsafeBuffer buffer;
    private GroupFeedback groups;
    private PathFeedback paths;

    /** A word of a record, with the values that it may have. */
    private record Word(String name, Draw draw, Set set, Get get) {
        interface Draw {
            long from(Random random);
        }

        interface Set {
            void in(int record, long value);
        }

        interface Get {
            long of(int record);
        }
    }

    private void begin(final UnsafeBuffer memory) {
        buffer = memory;
        FeedbackFormat.makeFree(buffer, GROUPS, PATHS);
        groups = new GroupFeedback(buffer);
        paths = new PathFeedback(buffer, GROUPS);
        for (int slot = 0; slot < GROUPS; slot++) {
            groups.own(slot, GROUP + slot, 1 + slot);
        }
        for (int id = 0; id < PATHS; id++) {
            paths.reset(id, GROUP + id, HASH + id);
        }
    }

    private static long psn(final Random random) {
        return random.nextInt(1 << 24);
    }

    private static long severity(final Random random) {
        return NakSeverity.of(random.nextInt(256));
    }

    private List<Word> groupWords() {
        final GroupFeedback g = groups;
        return List.of(
                new Word("flags", r -> r.nextInt(1 << 20), (s, v) -> g.flags(s, (int) v), g::flags),
                new Word(
                        "AggAckPSN",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.aggAckPsn(s, (int) v),
                        g::aggAckPsn),
                new Word(
                        "minimum",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.minimum(s, (int) v),
                        g::minimum),
                new Word(
                        "at minimum",
                        r -> r.nextInt(255),
                        (s, v) -> g.atMinimum(s, (int) v),
                        g::atMinimum),
                new Word(
                        "first at minimum",
                        r -> r.nextInt(255) - 1,
                        (s, v) -> g.firstAtMinimum(s, (int) v),
                        g::firstAtMinimum),
                new Word(
                        "unknown",
                        r -> r.nextInt(255),
                        (s, v) -> g.unknown(s, (int) v),
                        g::unknown),
                new Word(
                        "receivers",
                        r -> r.nextInt(255),
                        (s, v) -> g.receivers(s, (int) v),
                        g::receivers),
                new Word(
                        "bound", FeedbackRecordsTest::psn, (s, v) -> g.bound(s, (int) v), g::bound),
                new Word(
                        "source",
                        r -> r.nextInt(100) - 1,
                        (s, v) -> g.source(s, (int) v),
                        g::source),
                new Word(
                        "highest PSN",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.highest(s, (int) v),
                        g::highest),
                new Word(
                        "candidate",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.candidate(s, (int) v),
                        g::candidate),
                new Word("accepted", Random::nextLong, g::acceptedNs, g::acceptedNs),
                new Word("passed", Random::nextLong, g::passed, g::passed),
                new Word(
                        "turn",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.turnAckPsn(s, (int) v),
                        g::turnAckPsn),
                new Word(
                        "anew",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.anewPsn(s, (int) v),
                        g::anewPsn),
                new Word(
                        "last",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.lastPsn(s, (int) v),
                        g::lastPsn),
                new Word(
                        "MePSN", FeedbackRecordsTest::psn, (s, v) -> g.mePsn(s, (int) v), g::mePsn),
                new Word(
                        "severity of MePSN",
                        FeedbackRecordsTest::severity,
                        (s, v) -> g.meSeverity(s, (int) v),
                        g::meSeverity),
                new Word(
                        "last NAK",
                        FeedbackRecordsTest::psn,
                        (s, v) -> g.sentNak(s, (int) v),
                        g::sentNak),
                new Word(
                        "severity of the last NAK",
                        FeedbackRecordsTest::severity,
                        (s, v) -> g.sentSeverity(s, (int) v),
                        g::sentSeverity),
                new Word("time of the last NAK", Random::nextLong, g::sentNakNs, g::sentNakNs));
    }

    private List<Word> pathWords() {
        final PathFeedback p = paths;
        return List.of(
                new Word("flags", r -> r.nextInt(16), (i, v) -> p.flags(i, (int) v), p::flags),
                new Word(
                        "AckPSN",
                        FeedbackRecordsTest::psn,
                        (i, v) -> p.ackPsn(i, (int) v),
                        p::ackPsn),
                new Word("MSN", FeedbackRecordsTest::psn, (i, v) -> p.msn(i, (int) v), p::msn),
                new Word(
                        "PSN of the NAK",
                        r -> r.nextInt(5) == 0 ? -1 : psn(r),
                        (i, v) -> p.nakPsn(i, (int) v),
                        p::nakPsn),
                new Word(
                        "severity",
                        FeedbackRecordsTest::severity,
                        (i, v) -> p.nakSeverity(i, (int) v),
                        p::nakSeverity),
                new Word("last heard", Random::nextLong, p::lastHeardNs, p::lastHeardNs),
                new Word("excused", Random::nextLong, p::excusedNs, p::excusedNs),
                new Word(
                        "CNPs in window",
                        Random::nextInt,
                        (i, v) -> p.cnpsInWindow(i, (int) v),
                        p::cnpsInWindow),
                new Word("score", Random::nextInt, (i, v) -> p.cnpScore(i, (int) v), p::cnpScore),
                new Word("CNPs", Random::nextLong, p::cnps, p::cnps),
                new Word("form", r -> r.nextInt(1 << 19), (i, v) -> p.form(i, (int) v), p::form));
    }

    @Property(tries = 100)
    void shouldKeepEachWord(@ForAll final long seed, @ForAll final boolean outsideOfTheHeap) {
        final Random random = new Random(seed);
        final int length = FeedbackLayout.length(GROUPS, PATHS);
        begin(
                outsideOfTheHeap
                        ? new UnsafeBuffer(ByteBuffer.allocateDirect(length))
                        : new UnsafeBuffer(new byte[length]));
        keep(random, groupWords(), GROUPS);
        keep(random, pathWords(), PATHS);
        final FeedbackCheck check = new FeedbackCheck(groups, paths, PATHS);
        for (int slot = 0; slot < GROUPS; slot++) {
            assertEquals(FeedbackCheck.Kind.OWNED, check.group(slot));
            assertEquals(GROUP + slot, groups.mcstId(slot));
            assertEquals(1 + slot, groups.paths(slot));
        }
        for (int id = 0; id < PATHS; id++) {
            assertEquals(FeedbackCheck.Kind.OWNED, check.path(id));
            assertEquals(GROUP + id, paths.mcstId(id));
            assertEquals(HASH + id, paths.keyHash(id));
        }
    }

    private static void keep(final Random random, final List<Word> words, final int records) {
        final long[][] model = new long[words.size()][records];
        for (int w = 0; w < words.size(); w++) {
            for (int record = 0; record < records; record++) {
                model[w][record] = words.get(w).get().of(record);
            }
        }
        for (int step = 0; step < 100; step++) {
            final int w = random.nextInt(words.size());
            final int record = random.nextInt(records);
            model[w][record] = words.get(w).draw().from(random);
            words.get(w).set().in(record, model[w][record]);
        }
        for (int w = 0; w < words.size(); w++) {
            for (int record = 0; record < records; record++) {
                assertEquals(model[w][record], words.get(w).get().of(record), words.get(w).name());
            }
        }
    }

    @Test
    void shouldForgetAllButTheOwnerOfAGroup() {
        begin(new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]));
        final byte[] fresh = buffer.byteArray().clone();
        final Random random = new Random(1);
        for (final Word word : groupWords()) {
            word.set().in(1, word.draw().from(random));
        }
        groups.restart(1);
        assertEquals(ByteBuffer.wrap(fresh), ByteBuffer.wrap(buffer.byteArray()));
        groups.reset(1);
        assertEquals(0, groups.mcstId(1));
        assertEquals(0, groups.paths(1));
        assertEquals(GROUP + 2, groups.mcstId(2));
    }

    @Test
    void shouldForgetAllButTheNameAndKeptStandingOfAPath() {
        begin(new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]));
        final byte[] fresh = buffer.byteArray().clone();
        final Random random = new Random(1);
        for (final Word word : pathWords()) {
            word.set().in(1, word.draw().from(random));
        }
        paths.waitWith(1, 99, NakSeverity.of(0x62));
        paths.set(1, PathFeedback.KNOWN | PathFeedback.EVICTED);
        paths.restart(1, PathFeedback.NAK_WAITS);
        assertEquals(PathFeedback.NAK_WAITS, paths.flags(1));
        assertTrue(paths.msn(1) != 0, "the report of a refusal carries it");
        assertEquals(99, paths.nakPsn(1));
        paths.set(1, PathFeedback.EVICTED);
        paths.restart(1, 0);
        assertEquals(ByteBuffer.wrap(fresh), ByteBuffer.wrap(buffer.byteArray()));
        for (final Word word : pathWords()) {
            word.set().in(1, word.draw().from(random));
        }
        paths.reset(1, GROUP + 1, HASH + 1);
        assertEquals(ByteBuffer.wrap(fresh), ByteBuffer.wrap(buffer.byteArray()));
    }

    @Test
    void shouldTellAllBitsOfAGroupFromAnyBitOfAPath() {
        begin(new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]));
        groups.set(0, GroupFeedback.BECN);
        assertTrue(groups.has(0, GroupFeedback.BECN));
        assertFalse(groups.has(0, GroupFeedback.BECN | GroupFeedback.FECN));
        groups.set(0, GroupFeedback.FECN);
        assertTrue(groups.has(0, GroupFeedback.BECN | GroupFeedback.FECN));
        groups.clear(0, GroupFeedback.BECN);
        assertEquals(GroupFeedback.FECN, groups.flags(0));
        paths.set(0, PathFeedback.EVICTED);
        assertTrue(paths.has(0, PathFeedback.EVICTED | PathFeedback.DEMOTED));
        assertFalse(paths.has(0, PathFeedback.DEMOTED));
        paths.set(0, PathFeedback.KNOWN | PathFeedback.EVICTED);
        paths.clear(0, PathFeedback.EVICTED | PathFeedback.DEMOTED);
        assertEquals(PathFeedback.KNOWN, paths.flags(0));
    }

    @Test
    void shouldWaitWithANakInThePlaceOfAnother() {
        begin(new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]));
        paths.set(1, PathFeedback.KNOWN);
        paths.waitWith(1, 0xABCDEF, NakSeverity.of(0x62));
        assertTrue(paths.refuses(1));
        paths.nakPsn(1, -1);
        paths.waitWith(1, 0x123456, NakSeverity.of(0x60));
        assertEquals(0x123456, paths.nakPsn(1));
        assertEquals(NakSeverity.of(0x60), paths.nakSeverity(1));
        assertEquals(PathFeedback.KNOWN | PathFeedback.NAK_WAITS, paths.flags(1));
        assertFalse(paths.refuses(1), "a retransmission answers it");
        paths.nakSeverity(1, NakSeverity.of(0x61));
        assertTrue(paths.refuses(1));
        paths.clear(1, PathFeedback.NAK_WAITS);
        assertFalse(paths.refuses(1), "no NAK waits");
    }

    @Test
    void shouldExcuseAtTimeZeroToo() {
        begin(new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]));
        paths.excuse(2, 0);
        assertEquals(1, paths.excusedNs(2), "0 says that none is");
        paths.excuse(2, -5);
        assertEquals(-5, paths.excusedNs(2));
    }
}
