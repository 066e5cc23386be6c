package io.polycast.voq.sync;

import java.util.Arrays;

/**
 * Suspends VOQs that run ahead of others with copies of the same frames (server-rack fabric, section
 * 3.1).
 *
 * <p>A small table follows the VOQs that have sent frames whose other copies still wait. An entry
 * counts the packets by which its VOQ is ahead. A count beyond {@code block} suspends the VOQ.
 * A suspension ends in one of three cases:
 *
 * <ul>
 *   <li>the others have sent so many of these frames that the count is at most {@code resume};
 *   <li>the timeout has passed;
 *   <li>the entry is released.
 * </ul>
 *
 * <p>A count of 0 releases an entry. When the table is full, a VOQ without entry takes the least
 * recently used one. A port with many active VOQs therefore runs without synchronisation.
 *
 * <p>A VOQ sends frames in order of arrival, so suspended VOQs never wait in a circle.
 *
 * <p>A stamp names one use of an entry. A frame carries the stamp of the entry that counted it, so
 * a later entry does not subtract that frame.
 */
public final class VoqSync {
    /** Stamp of a frame that no entry has counted. */
    public static final int NO_STAMP = 0;

    /** Answer of {@link #nextDeadline} when no VOQ is suspended. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int NONE = -1;

    private final SyncSettings settings;

    /** By VOQ: its entry + 1, or 0. */
    private final byte[] entryOf;

    private final int[] voq;
    private final int[] ahead;
    private final int[] stamp;
    private final long[] used;
    private final long[] deadline;
    private final boolean[] suspended;
    private long uses;
    private int lastStamp;
    private int suspensions;
    private int blocked;

    /**
     * @param settings constants
     * @param voqs of the port
     */
    public VoqSync(final SyncSettings settings, final int voqs) {
        this.settings = settings;
        entryOf = new byte[voqs];
        voq = new int[settings.entries()];
        ahead = new int[settings.entries()];
        stamp = new int[settings.entries()];
        used = new long[settings.entries()];
        deadline = new long[settings.entries()];
        suspended = new boolean[settings.entries()];
        Arrays.fill(voq, NONE);
    }

    /**
     * A VOQ sends, or drops, a copy of a frame that is not the frame's last.
     *
     * @param now in ticks
     * @param of VOQ
     * @param packets of the frame
     * @return stamp to keep with the frame, or {@link #NO_STAMP} when the synchronisation is off
     */
    public int onAhead(final long now, final int of, final int packets) {
        if (settings.entries() == 0) {
            return NO_STAMP;
        }
        int entry = entryOf[of] - 1;
        if (entry == NONE) {
            entry = take(of);
        }
        used[entry] = ++uses;
        ahead[entry] += packets;
        if (ahead[entry] > settings.block() && !suspended[entry]) {
            suspended[entry] = true;
            blocked++;
            suspensions++;
            deadline[entry] = now + settings.timeout();
        }
        return stamp[entry];
    }

    /**
     * The last copy of a frame is sent or dropped. To be called for each VOQ that was ahead with it.
     *
     * @param of VOQ
     * @param counted stamp that {@link #onAhead} answered for it and this frame
     * @param packets of the frame
     */
    public void onCaughtUp(final int of, final int counted, final int packets) {
        final int entry = entryOf[of] - 1;
        if (entry == NONE || stamp[entry] != counted) {
            return;
        }
        ahead[entry] -= packets;
        if (ahead[entry] <= 0) {
            release(entry);
        } else if (ahead[entry] <= settings.resume()) {
            resume(entry);
        }
    }

    /**
     * Forgets a VOQ, and resumes it.
     *
     * @param of VOQ
     */
    public void forget(final int of) {
        if (entryOf[of] != 0) {
            release(entryOf[of] - 1);
        }
    }

    /**
     * Resumes VOQs whose suspension has timed out. Their count stays, so that the next frame suspends
     * them again: the paper leaves this open, and its figures 6b and 6d hold with no other rule.
     *
     * @param now in ticks
     */
    public void onTick(final long now) {
        if (blocked == 0) {
            return;
        }
        for (int entry = 0; entry < voq.length; entry++) {
            if (suspended[entry] && deadline[entry] - now <= 0) {
                resume(entry);
            }
        }
    }

    /**
     * @param of VOQ
     * @return whether it must not send
     */
    public boolean isSuspended(final int of) {
        final int entry = entryOf[of] - 1;
        return entry != NONE && suspended[entry];
    }

    /**
     * @param of VOQ
     * @return packets by which it is ahead; 0 without an entry
     */
    public int ahead(final int of) {
        final int entry = entryOf[of] - 1;
        return entry == NONE ? 0 : ahead[entry];
    }

    /**
     * @return tick of the next timeout, or {@link #NEVER}
     */
    public long nextDeadline() {
        long next = NEVER;
        for (int entry = 0; blocked > 0 && entry < voq.length; entry++) {
            if (suspended[entry]) {
                next = Math.min(next, deadline[entry]);
            }
        }
        return next;
    }

    /**
     * @return VOQs suspended now
     */
    public int suspendedVoqs() {
        return blocked;
    }

    /**
     * @return suspensions since the start
     */
    public int suspensions() {
        return suspensions;
    }

    private int take(final int of) {
        int entry = 0;
        for (int each = 0; each < voq.length; each++) {
            if (voq[each] == NONE) {
                entry = each;
                break;
            }
            if (used[each] < used[entry]) {
                entry = each;
            }
        }
        if (voq[entry] != NONE) {
            release(entry);
        }
        voq[entry] = of;
        entryOf[of] = (byte) (entry + 1);
        lastStamp = lastStamp == -1 ? 1 : lastStamp + 1;
        stamp[entry] = lastStamp;
        return entry;
    }

    private void release(final int entry) {
        resume(entry);
        entryOf[voq[entry]] = 0;
        voq[entry] = NONE;
        ahead[entry] = 0;
    }

    private void resume(final int entry) {
        if (suspended[entry]) {
            suspended[entry] = false;
            blocked--;
        }
    }
}
