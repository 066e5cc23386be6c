package io.polycast.core.offload;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.kernel.KernelTable;

/** Says which groups may move to the kernel, and why another may not. */
final class MoveChecks {
    static final String FATAL_NAK_WAITS = "a fatal NAK waits";
    private static final String MEMBER_JOINS = "a member joins";

    private final GroupFeedback groups;
    private final KernelTable kernel;
    private final KernelFit fit;
    private final HoldOffs holds;
    private final long exchangeIdleNs;

    /** By group: why the kernel cannot serve it, or null; as of the version that was checked. */
    private final String[] refusal;

    private final int[] checkedVersion;
    private int version;

    MoveChecks(final Mft mft, final KernelTable kernel, final OffloadSettings settings) {
        this.groups = mft.groupFeedback();
        this.kernel = kernel;
        fit = new KernelFit(mft, kernel);
        holds = new HoldOffs(mft.maxGroups(), settings);
        exchangeIdleNs = settings.exchangeIdleNs();
        refusal = new String[mft.maxGroups()];
        checkedVersion = new int[mft.maxGroups()];
        version = kernel.refusalVersion();
    }

    KernelFit fit() {
        return fit;
    }

    HoldOffs holds() {
        return holds;
    }

    /** Why the engine serves a group, in a few words for people; null when nothing is against a move. */
    String reason(final int slot) {
        if (isFatalNakWaiting(slot)) {
            return FATAL_NAK_WAITS;
        }
        if (groups.has(slot, GroupFeedback.JOINS)) {
            return MEMBER_JOINS;
        }
        return holds.has(slot) ? holds.reason(slot) : fit.refusal(slot);
    }

    /** Data of a group with a fatal NAK must come by the engine, which tells the source again (rule 6). */
    boolean isFatalNakWaiting(final int slot) {
        return groups.has(slot, GroupFeedback.FATAL_WAITS);
    }

    /** By the time of its next data a group without any may have begun another exchange. */
    boolean isResting(final long nowNs, final int slot) {
        return nowNs - groups.acceptedNs(slot) > exchangeIdleNs / 2;
    }

    /** A group was installed or replaced. */
    void onGroup(final int slot) {
        check(slot);
        holds.end(slot);
        holds.forgive(slot);
    }

    /** Whether the kernel may refuse other ports than at {@link #begin}. */
    boolean haveChanged() {
        return version != kernel.refusalVersion();
    }

    /** Checks by what the kernel refuses now. */
    void begin() {
        version = kernel.refusalVersion();
    }

    /** Why the kernel cannot serve a group, in a few words, or null. */
    String check(final int slot) {
        refusal[slot] = fit.refusal(slot);
        checkedVersion[slot] = version;
        return refusal[slot];
    }

    /** The source may move: another source's port may be one by which no copies can leave. */
    void forget(final int slot) {
        checkedVersion[slot] = version - 1;
    }

    /** Whether data of the source may begin a move. */
    boolean mayMove(final long nowNs, final int slot, final FrameInfo info) {
        // The programs do not keep new data from a path.
        if (isFatalNakWaiting(slot) || groups.has(slot, GroupFeedback.JOINS)) {
            return false;
        }
        if (checkedVersion[slot] != version) {
            check(slot);
        }
        if (holds.has(slot)) {
            if (!holds.isOver(nowNs, slot)) {
                return false;
            }
            holds.end(slot);
        }
        if (refusal[slot] == null && info.vlanTags > 1) {
            holds.add(nowNs, slot, "two VLAN tags");
            return false;
        }
        return refusal[slot] == null;
    }
}
