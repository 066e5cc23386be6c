package io.polycast.core.surrogate.leg;

/**
 * Handshake of one leg. Each process has an incarnation. A HELLO tells it, and the other end echoes
 * it. The leg is up when this end knows the other's incarnation and has heard the echo of its own.
 * Nothing else passes before, so that sequence numbers of an earlier process reach nobody.
 *
 * <p>A HELLO with a new incarnation, and the giving up of a silent leg, begin the leg anew at both
 * ends: an end that gives up takes a new incarnation.
 */
public final class LegSession {
    /** A HELLO changed nothing but perhaps is to be echoed. */
    public static final int NOTHING = 0;

    /** The leg came up. */
    public static final int UP = 1;

    /** The other end is another process: all state of the leg is to be forgotten. */
    public static final int RESET = 2;

    private final long downNs;
    private final long upNs;
    private int own;
    private int peer;
    private boolean knowsPeer;
    private boolean isEchoed;
    private long helloNs;

    /** No HELLO leaves before, in ns. */
    private long restUntilNs;

    /**
     * @param own incarnation of this process
     * @param downNs time between HELLOs while the leg is down, in ns, at least 1
     * @param upNs time between HELLOs while it is up, in ns, at least 1
     * @param nowNs time of the first HELLO, in ns
     */
    public LegSession(final int own, final long downNs, final long upNs, final long nowNs) {
        this.own = own;
        this.downNs = downNs;
        this.upNs = upNs;
        helloNs = nowNs;
        restUntilNs = nowNs;
    }

    /**
     * @return whether frames other than HELLOs may pass in both directions
     */
    public boolean isUp() {
        return knowsPeer && isEchoed;
    }

    /**
     * @return incarnation that HELLOs of this end tell
     */
    public int own() {
        return own;
    }

    /**
     * @return incarnation of the other end, 0 before the first HELLO
     */
    public int peer() {
        return peer;
    }

    /**
     * Takes a HELLO by which the other end tells its incarnation. The caller echoes it.
     *
     * @param incarnation of the other end
     * @param nowNs time, in ns
     * @return bits {@link #UP} and {@link #RESET}
     */
    public int onOwn(final int incarnation, final long nowNs) {
        if (knowsPeer && peer == incarnation) {
            return NOTHING;
        }
        final boolean other = knowsPeer;
        peer = incarnation;
        knowsPeer = true;
        if (other) {
            // The new process has not heard of this one: it must echo first.
            isEchoed = false;
        }
        helloNs = Math.max(nowNs, restUntilNs);
        return (other ? RESET : NOTHING) | (isUp() ? UP : NOTHING);
    }

    /**
     * Takes an echo.
     *
     * @param incarnation that the other end echoes
     * @return {@link #UP} or {@link #NOTHING}
     */
    public int onEcho(final int incarnation) {
        if (isEchoed || incarnation != own) {
            return NOTHING;
        }
        isEchoed = true;
        return isUp() ? UP : NOTHING;
    }

    /**
     * Gives the other end up. The caller forgets all state of the leg. The leg stays down until this end
     * says a HELLO again, because nobody can echo its new incarnation before.
     *
     * @param againNs time of the next HELLO, in ns
     */
    public void giveUp(final long againNs) {
        own++;
        isEchoed = false;
        helloNs = againNs;
        restUntilNs = againNs;
    }

    /**
     * Asks whether a HELLO is due, and plans the next.
     *
     * @param nowNs time, in ns
     * @return whether the caller is to send one now
     */
    public boolean isHelloDue(final long nowNs) {
        if (nowNs < helloNs) {
            return false;
        }
        helloNs = nowNs + (isUp() ? upNs : downNs);
        return true;
    }

    /**
     * @return time of the next HELLO, in ns
     */
    public long helloNs() {
        return helloNs;
    }
}
