package io.polycast.voq.share;

/**
 * Weighted round robin by bytes between multicast copies and unicast frames at an input of the
 * crossbar (server-rack fabric, section 6). The class that has sent less than its share goes first. A
 * class that was idle does not save up.
 *
 * <p>Each class has a virtual time: its bytes times the other's weight. While both classes have
 * frames, their virtual times differ by at most one frame.
 */
public final class TwoShares {
    /** Neither class has a frame. */
    public static final int NONE = -1;

    /** Copies of multicast frames. */
    public static final int MULTICAST = 0;

    /** Unicast frames. */
    public static final int UNICAST = 1;

    private final int percent;
    private long lead;
    private boolean hadMulticast;
    private boolean hadUnicast;

    /**
     * @param multicastPercent share of multicast while both have frames, in [1, 99]
     */
    public TwoShares(final int multicastPercent) {
        if (multicastPercent < 1 || multicastPercent > 99) {
            throw new IllegalArgumentException(
                    "multicastPercent=" + multicastPercent + " is not in [1, 99]");
        }
        percent = multicastPercent;
    }

    /**
     * @param multicast whether a copy waits
     * @param unicast whether a unicast frame waits
     * @return class to send from, or {@link #NONE}
     */
    public int next(final boolean multicast, final boolean unicast) {
        // A class that comes back begins level with the other.
        if (multicast && !hadMulticast && lead < 0 || unicast && !hadUnicast && lead > 0) {
            lead = 0;
        }
        hadMulticast = multicast;
        hadUnicast = unicast;
        if (!multicast || !unicast) {
            return multicast ? MULTICAST : unicast ? UNICAST : NONE;
        }
        return lead <= 0 ? MULTICAST : UNICAST;
    }

    /**
     * @param kind {@link #MULTICAST} or {@link #UNICAST}
     * @param bytes that it has sent, at least 0
     */
    public void onSent(final int kind, final int bytes) {
        if (kind == MULTICAST) {
            lead += hadUnicast ? (long) bytes * (100 - percent) : 0;
        } else {
            lead -= hadMulticast ? (long) bytes * percent : 0;
        }
    }
}
