package io.polycast.controller.shufflecast;

import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which relays have failed, by the reports of those that receive from them: nothing else shows a dead
 * transmitter. A relay that one receiver misses is not used either, because a source needs all ToRs behind
 * a relay's splitter.
 *
 * <p>A receiver that misses all its relays has failed itself, and its reports count for nothing.
 */
final class RelayHealth {
    private static final byte UNKNOWN = 0;
    private static final byte HEARD = 1;
    private static final byte MISSED = 2;

    /** Time of a relay that is not about to return. */
    private static final long NEVER = Long.MAX_VALUE;

    private final ShuffleShape shape;
    private final long returnAfterNs;

    /** Of each receiver, what it says of the p relays in its feeding class. */
    private final byte[][] said;

    /** Failed relays, the first to fail first. */
    private final List<Integer> failed = new ArrayList<>();

    /** Of each failed relay, since when nothing speaks against its return. */
    private final long[] wellSinceNs;

    /**
     * @param shape of the instance
     * @param returnAfterNs how long a relay must be heard before it relays again
     */
    RelayHealth(final ShuffleShape shape, final long returnAfterNs) {
        this.shape = shape;
        this.returnAfterNs = returnAfterNs;
        said = new byte[shape.nodes()][shape.p()];
        wellSinceNs = new long[shape.nodes()];
        Arrays.fill(wellSinceNs, NEVER);
    }

    /** Failed relays, the first to fail first; not to be changed. */
    List<Integer> failed() {
        return failed;
    }

    /** Forgets what a receiver has said. */
    void forget(final int receiver) {
        Arrays.fill(said[receiver], UNKNOWN);
    }

    /** Whether a relay feeds a receiver. */
    boolean feeds(final int relay, final int receiver) {
        final int first = shape.firstFed(shape.mirrorClass(relay));
        return receiver >= first && receiver < first + shape.p();
    }

    /** Takes the report of a receiver about a relay that feeds it. */
    void onReport(final int receiver, final int relay, final boolean heard) {
        said[receiver][shape.partition(relay)] = heard ? HEARD : MISSED;
    }

    /** Whether a receiver hears no relay. Its reports come one by one: what it has not said is not heard. */
    private boolean isDeaf(final int receiver) {
        for (final byte each : said[receiver]) {
            if (each == HEARD) {
                return false;
            }
        }
        return true;
    }

    private int count(final int relay, final byte what) {
        final int first = shape.firstFed(shape.mirrorClass(relay));
        int count = 0;
        for (int receiver = first; receiver < first + shape.p(); receiver++) {
            if (!isDeaf(receiver) && said[receiver][shape.partition(relay)] == what) {
                count++;
            }
        }
        return count;
    }

    /** Whether any receiver misses a relay. */
    boolean isMissed(final int relay) {
        return count(relay, MISSED) > 0;
    }

    /**
     * Whether nobody can hear a relay: each receiver misses it, or is itself missed and not connected. The
     * silence of a receiver that merely lost its connection says nothing.
     *
     * @param connected of each node, whether its reports arrive
     */
    boolean isSilent(final int relay, final boolean[] connected) {
        final int first = shape.firstFed(shape.mirrorClass(relay));
        for (int receiver = first; receiver < first + shape.p(); receiver++) {
            final byte what = said[receiver][shape.partition(relay)];
            final boolean isGone = !connected[receiver] && isMissed(receiver);
            if (what == HEARD || what == UNKNOWN && !isGone) {
                return false;
            }
        }
        return isMissed(relay);
    }

    /**
     * Marks relays that are missed as failed.
     *
     * @return those that were not before
     */
    List<Integer> newlyFailed() {
        final List<Integer> found = new ArrayList<>();
        for (int relay = 0; relay < shape.nodes(); relay++) {
            if (isMissed(relay) && !failed.contains(relay)) {
                failed.add(relay);
                found.add(relay);
            }
        }
        return found;
    }

    /**
     * Whether all receivers hear a relay. One that hears nothing, and one that is itself gone, say nothing about it; one that
     * has merely lost its connection may still miss it.
     */
    private boolean isHeard(final int relay, final boolean[] connected) {
        final int first = shape.firstFed(shape.mirrorClass(relay));
        for (int receiver = first; receiver < first + shape.p(); receiver++) {
            final boolean isHeard = said[receiver][shape.partition(relay)] == HEARD;
            final boolean counts = connected[receiver] ? !isDeaf(receiver) : !isMissed(receiver);
            if (counts && !isHeard) {
                return false;
            }
        }
        return count(relay, HEARD) > 0;
    }

    /** Whether a receiver has spoken of all its relays. */
    boolean hasReported(final int receiver) {
        for (final byte each : said[receiver]) {
            if (each == UNKNOWN) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes relays back that are connected and heard by all that may speak of them, for long enough.
     *
     * @param connected of each relay, whether orders reach it
     * @return those that were taken back
     */
    List<Integer> returned(final long nowNs, final boolean[] connected) {
        final List<Integer> back = new ArrayList<>();
        for (final int relay : failed) {
            if (!connected[relay] || !isHeard(relay, connected)) {
                wellSinceNs[relay] = NEVER;
            } else if (wellSinceNs[relay] == NEVER) {
                wellSinceNs[relay] = nowNs;
            }
            if (wellSinceNs[relay] != NEVER && nowNs - wellSinceNs[relay] >= returnAfterNs) {
                back.add(relay);
            }
        }
        failed.removeAll(back);
        return back;
    }

    /** When a relay returns if nothing happens, or {@link Long#MAX_VALUE}. */
    long nextReturnNs() {
        long next = NEVER;
        for (final int relay : failed) {
            if (wellSinceNs[relay] != NEVER) {
                next = Math.min(next, wellSinceNs[relay] + returnAfterNs);
            }
        }
        return next;
    }
}
