package io.polycast.mft.feedback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackCheck.Kind;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FeedbackCheckTest {
    private static final int GROUPS = 4;
    private static final int PATHS = 9;
    private static final int GROUP = 0x0AFF_0001;

    private final UnsafeBuffer words =
            new UnsafeBuffer(new byte[FeedbackLayout.length(GROUPS, PATHS)]);
    private final GroupFeedback groups = new GroupFeedback(words);
    private final PathFeedback paths = new PathFeedback(words, GROUPS);
    private final FeedbackCheck check = new FeedbackCheck(groups, paths, PATHS);

    @BeforeEach
    void own() {
        final Random random = new Random(7);
        assertTrue(FeedbackFormat.isFresh(words, GROUPS, PATHS));
        FeedbackFormat.makeFree(words, GROUPS, PATHS);
        assertFalse(FeedbackFormat.isFresh(words, GROUPS, PATHS));
        groups.own(1, GROUP, 3);
        groups.own(2, -1, 254);
        for (int id = 0; id < PATHS - 2; id++) {
            paths.reset(id, GROUP + id % 2, random.nextInt());
            paths.set(id, random.nextInt(16));
            paths.nakPsn(id, id == 3 ? -1 : random.nextInt(1 << 24));
            paths.nakSeverity(id, NakSeverity.of(random.nextInt(256)));
        }
    }

    private static int path(final int id) {
        return GROUPS * FeedbackLayout.GROUP_LENGTH + id * FeedbackLayout.PATH_LENGTH;
    }

    @Test
    void shouldTellRecordsApart() {
        assertEquals(Kind.FREE, check.group(0));
        assertEquals(Kind.OWNED, check.group(1));
        assertEquals(GROUP, groups.mcstId(1));
        assertEquals(3, groups.paths(1));
        assertEquals(-1, groups.mcstId(2));
        assertEquals(254, groups.paths(2));
        assertEquals(Kind.OWNED, check.path(0));
        assertEquals(Kind.FREE, check.path(PATHS - 1));
        assertEquals(-1, paths.nakPsn(3));
        FeedbackFormat.makeLost(words, GROUPS, PATHS);
        assertEquals(Kind.LOST, check.group(1));
        assertEquals(0, groups.mcstId(1));
        assertEquals(Kind.FREE, check.path(0));
    }

    @Test
    void shouldFindEachChangedBit() {
        for (int slot = 0; slot < GROUPS; slot++) {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                final int at = slot * FeedbackLayout.GROUP_LENGTH + 96;
                words.putLong(at, words.getLong(at) ^ 1L << bit);
                assertEquals(Kind.DAMAGED, check.group(slot), slot + " bit " + bit);
                words.putLong(at, words.getLong(at) ^ 1L << bit);
            }
        }
        for (int id = 0; id < PATHS; id++) {
            // Nobody looks at the standing of a free record.
            for (int word = check.path(id) == Kind.FREE ? 16 : 0; word <= 16; word += 16) {
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    final int at = path(id) + word;
                    words.putLong(at, words.getLong(at) ^ 1L << bit);
                    assertEquals(Kind.DAMAGED, check.path(id), id + "+" + word + " bit " + bit);
                    words.putLong(at, words.getLong(at) ^ 1L << bit);
                }
            }
        }
    }

    @Test
    void shouldFindRecordsInTheWrongPlaceAndNone() {
        final byte[] record = new byte[FeedbackLayout.GROUP_LENGTH];
        final byte[] all = words.byteArray().clone();
        for (int from = -1; from < PATHS; from++) {
            for (int to = 0; to < PATHS; to++) {
                if (from == to) {
                    continue;
                }
                final byte[] source = from < 0 ? new byte[all.length] : all;
                words.putBytes(0, all);
                words.putBytes(
                        path(to), source, path(Math.max(from, 0)), FeedbackLayout.PATH_LENGTH);
                assertEquals(Kind.DAMAGED, check.path(to), from + " to " + to);
                if (from < GROUPS && to < GROUPS) {
                    System.arraycopy(
                            source, Math.max(from, 0) * record.length, record, 0, record.length);
                    words.putBytes(to * record.length, record);
                    assertEquals(Kind.DAMAGED, check.group(to), from + " to " + to);
                }
            }
        }
    }

    @Test
    void shouldKeepAStandingAcrossChangesOfOthers() {
        final int severity = paths.nakSeverity(4);
        final int psn = paths.nakPsn(4);
        paths.flags(4, PathFeedback.NAK_WAITS | PathFeedback.EVICTED | PathFeedback.KNOWN);
        paths.lastHeardNs(4, 5);
        paths.restart(4, PathFeedback.NAK_WAITS | PathFeedback.EVICTED);
        assertEquals(PathFeedback.NAK_WAITS | PathFeedback.EVICTED, paths.flags(4));
        assertEquals(severity, paths.nakSeverity(4));
        assertEquals(psn, paths.nakPsn(4));
        assertEquals(0, paths.lastHeardNs(4));
        paths.restart(4, PathFeedback.EVICTED);
        assertEquals(PathFeedback.EVICTED, paths.flags(4));
        assertEquals(0, paths.nakSeverity(4) | paths.nakPsn(4));
        assertEquals(Kind.OWNED, check.path(4));
    }

    @Test
    void shouldNameWordsThatNobodyCanHaveWritten() {
        assertNull(check.groupFault(1));
        for (int at = 0; at < FeedbackLayout.GROUP_LENGTH; at += Integer.BYTES) {
            // Times and sets of bits may be anything.
            final boolean any = at >= 40 && at < 56 || at == 80 || at == 84 || at == 24;
            if (any || at == 96 || at == 100) {
                continue;
            }
            words.putInt(FeedbackLayout.GROUP_LENGTH + at, 0xFF00_0000);
            assertNotNull(check.groupFault(1), "word " + at);
            words.putInt(FeedbackLayout.GROUP_LENGTH + at, 0);
        }
        groups.minimum(1, 0x0100_0005);
        assertEquals("minimum of more than 24 bits (16777221)", check.groupFault(1));
        assertNull(check.pathFault(0));
        paths.ackPsn(0, -1);
        assertEquals("AckPSN of more than 24 bits (4294967295)", check.pathFault(0));
        paths.ackPsn(0, 0);
        paths.form(0, 1 << 19);
        assertNotNull(check.pathFault(0));
    }

    /** A new flag has to be among those that a start knows. */
    @Test
    void shouldKnowAllFlagsAndSeverities() throws IllegalAccessException {
        assertEquals(GroupFeedback.FLAGS, flags(GroupFeedback.class, ""));
        assertEquals(PathFeedback.FLAGS, flags(PathFeedback.class, "FORM"));
        for (int syndrome = 0; syndrome < 256; syndrome++) {
            final int severity = NakSeverity.of(syndrome);
            assertTrue(NakSeverity.isPossible(severity));
            assertEquals(severity, NakSeverity.unpacked(NakSeverity.packed(severity)));
        }
        assertEquals(NakSeverity.NONE, NakSeverity.unpacked(NakSeverity.packed(NakSeverity.NONE)));
        assertFalse(NakSeverity.isPossible(1 << 18));
    }

    private static int flags(final Class<?> words, final String others)
            throws IllegalAccessException {
        int all = 0;
        for (final Field field : words.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())
                    && (others.isEmpty() || !field.getName().startsWith(others))) {
                all |= field.getInt(null);
            }
        }
        return all;
    }
}
