package io.polycast.core.offload;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.role.GroupDatapath;
import io.polycast.parser.classify.FrameInfo;

/** Datapath of a switch without a kernel datapath: the engine serves every group. */
public final class EngineAlone implements GroupDatapaths {
    @Override
    public boolean isKernel(final int slot) {
        return false;
    }

    @Override
    public boolean mayHoldData(final int slot) {
        return false;
    }

    @Override
    public GroupDatapath datapath(final int slot) {
        return GroupDatapath.USER;
    }

    @Override
    public String reason(final int slot) {
        return null;
    }

    @Override
    public void sync(final long nowNs, final int slot) {}

    @Override
    public void refresh(final long nowNs, final int slot) {}

    @Override
    public void onGroup(final int slot) {}

    @Override
    public void release(final long nowNs, final int slot) {}

    @Override
    public boolean releaseAll(final long nowNs) {
        return true;
    }

    @Override
    public void onLateData(final long nowNs, final int slot) {}

    @Override
    public void onData(final long nowNs, final int slot, final FrameInfo info) {}

    @Override
    public void onFeedback(
            final long nowNs, final int slot, final int path, final int id, final boolean nak) {}

    @Override
    public void onNakSent(final int slot) {}

    @Override
    public void onEvicted(final long nowNs, final int slot, final int path, final int id) {}

    @Override
    public void onMembership(final int slot) {}

    @Override
    public long onTick(final long nowNs) {
        return Long.MAX_VALUE;
    }

    @Override
    public void events(final GroupEvents listener) {}
}
