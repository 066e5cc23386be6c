package io.polycast.core.offload;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.role.GroupDatapath;
import io.polycast.parser.classify.FrameInfo;

/**
 * Decides the datapath of each group. The role reports events of all groups, in both datapaths:
 * {@link Offload} where the kernel may, {@link EngineAlone} where it may not. A process loads one
 * of the two.
 */
public interface GroupDatapaths {
    /** Whether the kernel serves a group. */
    boolean isKernel(int slot);

    /** Whether programs may still hold data of a group, which nobody takes over once it is released. */
    boolean mayHoldData(int slot);

    /** Which datapath serves a group. */
    GroupDatapath datapath(int slot);

    /** Why the engine serves a group, in a few words for people; null when nothing is against the kernel. */
    String reason(int slot);

    /** Takes over what the kernel has seen of a group, before the engine inspects a frame of it. */
    void sync(long nowNs, int slot);

    /** Brings a group's words and sums up to date, for people to look at. */
    void refresh(long nowNs, int slot);

    /** A group was installed or replaced; the engine serves it. */
    void onGroup(int slot);

    /** A group is about to be replaced or removed, or its source to change: back to the engine. */
    void release(long nowNs, int slot);

    /**
     * Takes every group back to the engine, at the end.
     *
     * @return whether the kernel is done with all of them; if not, the caller asks again
     */
    boolean releaseAll(long nowNs);

    /**
     * The engine has data of a group that the kernel serves. The data is of the established source, not all
     * have acknowledged it, and the programs would have taken it.
     */
    void onLateData(long nowNs, int slot);

    /** The engine is about to replicate data of the established source. */
    void onData(long nowNs, int slot, FrameInfo info);

    /** Feedback of a path was judged, with any result. */
    void onFeedback(long nowNs, int slot, int path, int id, boolean nak);

    /** A NAK left to the source. */
    void onNakSent(int slot);

    /** A path is out of service. */
    void onEvicted(long nowNs, int slot, int path, int id);

    /** Receivers were counted anew. */
    void onMembership(int slot);

    /**
     * Does the work that is due at a time.
     *
     * @return the next deadline in ns, or {@link Long#MAX_VALUE}; the regular look at what the kernel has
     *     seen is none
     */
    long onTick(long nowNs);

    /** Tells a listener which groups move from now on. */
    void events(GroupEvents listener);
}
