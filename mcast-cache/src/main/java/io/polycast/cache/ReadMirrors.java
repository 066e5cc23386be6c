package io.polycast.cache;

import java.util.Arrays;

/**
 * Mirrors of the cache's lines, one in front of each input of the crossbar (server-rack fabric,
 * section 3). A mirror feeds one packet at a time. An input that carries its own port's packet is
 * claimed in the same way, because the mirror behind it is then idle.
 */
public final class ReadMirrors {
    /** Mirrors of the paper: one for each Ethernet, surrogate and PCIe port. */
    public static final int MIRRORS = 8;

    /** Answer of {@link #claim(long, long)} when no mirror is free. */
    public static final int NONE = -1;

    private final long[] busyUntil;

    /**
     * @param mirrors inputs of the crossbar, at least 1
     */
    public ReadMirrors(final int mirrors) {
        busyUntil = new long[mirrors];
        Arrays.fill(busyUntil, Long.MIN_VALUE);
    }

    /**
     * Claims the free mirror of the lowest number.
     *
     * @param now in ticks
     * @param ticks for which it feeds a packet
     * @return its number, or {@link #NONE}
     */
    public int claim(final long now, final long ticks) {
        for (int mirror = 0; mirror < busyUntil.length; mirror++) {
            if (busyUntil[mirror] <= now) {
                busyUntil[mirror] = now + ticks;
                return mirror;
            }
        }
        return NONE;
    }

    /**
     * Claims one mirror.
     *
     * @param mirror number of it; an unknown number is refused
     * @param now in ticks
     * @param ticks for which it feeds a packet
     * @return false when it is busy or unknown, and nothing has changed
     */
    public boolean claim(final int mirror, final long now, final long ticks) {
        if (mirror < 0 || mirror >= busyUntil.length || busyUntil[mirror] > now) {
            return false;
        }
        busyUntil[mirror] = now + ticks;
        return true;
    }

    /**
     * @return first tick at which a mirror is free
     */
    public long freeFrom() {
        long first = busyUntil[0];
        for (final long until : busyUntil) {
            first = Math.min(first, until);
        }
        return first;
    }
}
