package io.polycast.dataplane.yaml;

import java.util.List;
import java.util.Locale;

/** Finds the word that an author probably meant. */
public final class Nearest {
    private static final int LONGEST_COMPARED = 40;

    private Nearest() {}

    /** The candidate within a third of its letters (at least one) of what was written, or null. */
    public static String to(final String written, final List<String> candidates) {
        if (written.length() > LONGEST_COMPARED) {
            return null;
        }
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (final String candidate : candidates) {
            final int distance = distance(written, candidate);
            if (distance <= Math.max(1, candidate.length() / 3) && distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Levenshtein distance, letter case aside. */
    static int distance(final String a, final String b) {
        final String left = a.toLowerCase(Locale.ROOT);
        final String right = b.toLowerCase(Locale.ROOT);
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            final int[] next = new int[right.length() + 1];
            next[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                final int replaced =
                        row[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replaced, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[right.length()];
    }
}
