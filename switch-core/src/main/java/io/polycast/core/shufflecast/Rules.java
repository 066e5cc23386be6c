package io.polycast.core.shufflecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sources that one logical node relays into its splitter. Versions only go forward. */
final class Rules {
    private final int tors;
    private long[] sources;
    private long version;

    Rules(final int tors) {
        this.tors = tors;
        sources = new long[(tors + Long.SIZE - 1) / Long.SIZE];
    }

    /** Version of the rules; 0 as long as none were told. */
    long version() {
        return version;
    }

    /** Whether frames of a ToR in [0, tors) go to the splitter. */
    boolean relays(final int source) {
        return (sources[source >>> 6] >>> source & 1) != 0;
    }

    /**
     * Replaces all rules. The rules that hold already may come again.
     *
     * @return why they are refused, and nothing changed; null when they hold
     */
    String install(final long newVersion, final List<Integer> newSources) {
        final long[] bits = new long[sources.length];
        for (final int source : newSources) {
            if (source < 0 || source >= tors) {
                return "source " + source + " is outside [0, " + (tors - 1) + "]; name ToRs there";
            }
            bits[source >>> 6] |= 1L << source;
        }
        if (newVersion < 1) {
            return "rule version " + newVersion + " is below 1; count versions from 1 on";
        }
        final boolean same = newVersion == version && Arrays.equals(bits, sources);
        if (newVersion <= version && !same) {
            return "rule version "
                    + newVersion
                    + " does not follow version "
                    + version
                    + "; take a greater one";
        }
        sources = bits;
        version = newVersion;
        return null;
    }

    /** All sources, ascending. */
    List<Integer> sources() {
        final List<Integer> all = new ArrayList<>();
        for (int source = 0; source < tors; source++) {
            if (relays(source)) {
                all.add(source);
            }
        }
        return all;
    }
}
