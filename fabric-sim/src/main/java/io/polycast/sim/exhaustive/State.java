package io.polycast.sim.exhaustive;

import java.util.Arrays;

/**
 * Complete state of a case: the switch's feedback words, both kinds of endpoint, frames under way.
 * PSNs count from the case's first.
 *
 * <pre>
 * sender     unacked, next, retrying (NAKs are ignored until progress), timeouts so far
 * receiver   expected, gap (its NAK was sent); confirmed: what its feedback told the switch
 * queues     up: PSNs to the switch; feedback[i] and down: code = psn + 1, + NAK for a NAK
 * </pre>
 */
final class State implements Cloneable {
    static final int NAK = 16;

    /** Number of the switch's feedback words in {@link SwitchUnderTest}. */
    int words;

    int unacked;
    int next;
    boolean retrying;
    int timeouts;
    int lossesLeft;
    int feedbackLeft;
    int[] expected;
    boolean[] gap;
    int[] confirmed;
    int[] up = {};
    int[][] feedback;
    int[] down = {};

    State copy() {
        try {
            final State copy = (State) clone();
            copy.expected = expected.clone();
            copy.gap = gap.clone();
            copy.confirmed = confirmed.clone();
            copy.feedback = feedback.clone();
            return copy;
        } catch (final CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isQuiet() {
        if (up.length + down.length > 0) {
            return false;
        }
        for (final int[] queue : feedback) {
            if (queue.length > 0) {
                return false;
            }
        }
        return true;
    }

    static int[] append(final int[] queue, final int entry) {
        final int[] longer = Arrays.copyOf(queue, queue.length + 1);
        longer[queue.length] = entry;
        return longer;
    }

    static int[] rest(final int[] queue) {
        return Arrays.copyOfRange(queue, 1, queue.length);
    }

    /** All of it as text: equal for equal states only. */
    String key() {
        final StringBuilder key = new StringBuilder(64);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            key.append((char) (words >>> shift & 0xFF));
        }
        key.append((char) unacked)
                .append((char) next)
                .append(retrying ? 'r' : 's')
                .append((char) timeouts)
                .append((char) lossesLeft)
                .append((char) feedbackLeft);
        for (int i = 0; i < expected.length; i++) {
            key.append((char) expected[i]).append(gap[i] ? 'g' : '-').append((char) confirmed[i]);
            queue(key, feedback[i]);
        }
        queue(key, up);
        queue(key, down);
        return key.toString();
    }

    private static void queue(final StringBuilder key, final int[] queue) {
        key.append((char) queue.length);
        for (final int entry : queue) {
            key.append((char) entry);
        }
    }
}
