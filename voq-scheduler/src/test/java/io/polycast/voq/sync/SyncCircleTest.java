package io.polycast.voq.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Exhaustive: suspended VOQs of a port never all wait for each other, in any order of departures, even
 * without the timeout (server-rack fabric, figure 3b). Every set of up to four frames over three VOQs
 * is tried, with two thresholds and with a table that is large enough or too small.
 */
class SyncCircleTest {
    private static final int VOQS = 3;
    private static final int FRAMES = 4;

    /** VOQs of each frame, as bits. */
    private int[] frames;

    private int block;
    private int entries;
    private final Set<String> seen = new HashSet<>();
    private long states;

    @Test
    void shouldAlwaysHaveAVoqThatMaySend() {
        final int subsets = 1 << VOQS;
        final int all = (int) Math.pow(subsets - 1, FRAMES);
        for (int which = 0; which < all; which++) {
            frames = new int[FRAMES];
            for (int i = 0, rest = which; i < FRAMES; i++, rest /= subsets - 1) {
                frames[i] = 1 + rest % (subsets - 1);
            }
            for (block = 0; block <= 1; block++) {
                for (entries = 2; entries <= VOQS; entries++) {
                    seen.clear();
                    explore(new ArrayList<>());
                }
            }
        }
        assertTrue(states > 100_000, states + " states");
    }

    /** The same, but one VOQ does not keep the order of arrival: then a circle is found. */
    @Test
    void shouldFindTheCircleThatOtherOrdersHave() {
        final VoqSync sync = new VoqSync(new SyncSettings(3, 0, 0, Long.MAX_VALUE / 2), VOQS);
        // A sends 3 and waits for C; B sends 1 and waits for A; C sends 2 and waits for B.
        for (int voq = 0; voq < VOQS; voq++) {
            sync.onAhead(0, voq, 1);
        }
        assertEquals(VOQS, sync.suspendedVoqs());
    }

    /** Plays the departures of a list of VOQs, then tries each VOQ that may send next. */
    private void explore(final List<Integer> order) {
        final VoqSync sync =
                new VoqSync(new SyncSettings(entries, block, 0, Long.MAX_VALUE / 2), VOQS);
        final int[] sent = new int[VOQS];
        final int[][] stamps = new int[FRAMES][VOQS];
        for (final int voq : order) {
            send(sync, voq, sent, stamps);
        }
        if (!seen.add(state(sync, sent, stamps) + byUse(order))) {
            return;
        }
        states++;
        boolean waits = false;
        boolean moves = false;
        for (int voq = 0; voq < VOQS; voq++) {
            if (next(voq, sent[voq]) < FRAMES) {
                waits = true;
                if (!sync.isSuspended(voq)) {
                    moves = true;
                    order.add(voq);
                    explore(order);
                    order.remove(order.size() - 1);
                }
            }
        }
        assertTrue(
                moves || !waits,
                () -> "circle: frames " + Arrays.toString(frames) + " order " + order);
    }

    /** VOQs in order of their last departure. */
    private static List<Integer> byUse(final List<Integer> order) {
        final List<Integer> last = new ArrayList<>();
        for (final Integer voq : order) {
            last.remove(voq);
            last.add(voq);
        }
        return last;
    }

    /** What the synchronisation knows: positions, counts, suspensions and stamps. */
    private static String state(final VoqSync sync, final int[] sent, final int[][] stamps) {
        final StringBuilder text = new StringBuilder(Arrays.toString(sent));
        for (int voq = 0; voq < VOQS; voq++) {
            text.append(sync.ahead(voq)).append(sync.isSuspended(voq) ? '!' : '.');
        }
        return text.append(Arrays.deepToString(stamps)).toString();
    }

    private void send(final VoqSync sync, final int voq, final int[] sent, final int[][] stamps) {
        final int frame = next(voq, sent[voq]);
        sent[voq] = frame + 1;
        boolean last = true;
        for (int other = 0; other < VOQS; other++) {
            last &= (frames[frame] >> other & 1) == 0 || sent[other] > frame;
        }
        if (!last) {
            stamps[frame][voq] = sync.onAhead(0, voq, 1);
            return;
        }
        for (int other = 0; other < VOQS; other++) {
            if (stamps[frame][other] != VoqSync.NO_STAMP) {
                sync.onCaughtUp(other, stamps[frame][other], 1);
                stamps[frame][other] = VoqSync.NO_STAMP;
            }
        }
    }

    /** The first frame of a VOQ at or behind a place: frames leave in order of arrival. */
    private int next(final int voq, final int from) {
        int frame = from;
        while (frame < FRAMES && (frames[frame] >> voq & 1) == 0) {
            frame++;
        }
        return frame;
    }
}
